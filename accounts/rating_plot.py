"""Draws a rating over time as an SVG: a line with its uncertainty band."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts import rating_scale
from accounts.ratings import Point

WIDTH, HEIGHT, LEFT, BOTTOM = 480, 150, 44, 20
LEAST = 2  # points needed for a line


def plot(points: Sequence[Point], title: str) -> SafeString | None:
    """The plot of these points (oldest first); None if there are fewer than two."""
    if len(points) < LEAST:
        return None
    rows = [(point.at, rating_scale.shown(point.mu), rating_scale.uncertainty(point.sigma)) for point in points]
    low = min(value - band for _, value, band in rows) // 100 * 100
    high = -(-max(value + band for _, value, band in rows) // 100) * 100
    first, last = rows[0][0], rows[-1][0]

    def place(at: datetime, value: float) -> str:
        share = (at - first) / (last - first) if last > first else 0.0
        x = LEFT + share * (WIDTH - LEFT - 6)
        y = (HEIGHT - BOTTOM) * (1 - (value - low) / (high - low)) + 6
        return f"{x:.1f},{y:.1f}"

    line = " ".join(place(at, value) for at, value, _ in rows)
    band = [place(at, value + band) for at, value, band in rows]
    band += [place(at, value - band) for at, value, band in reversed(rows)]
    middle = (low + high) // 2
    heights = [(value, place(first, value).partition(",")[2]) for value in (low, middle, high)]
    rules = "".join(
        f'<path class="plot-rule" d="M{LEFT} {y}H{WIDTH - 6}"/><text x="{LEFT - 6}" y="{y}" dy="4" text-anchor="end">'
        f"{value}</text>"
        for value, y in heights
    )
    days = f'<text x="{LEFT}" y="{HEIGHT + 8}">{first:%-d %b %Y}</text>'
    days += f'<text x="{WIDTH - 6}" y="{HEIGHT + 8}" text-anchor="end">{last:%-d %b %Y}</text>'
    words = f"Rating in {title}: {rows[0][1]} on {first:%-d %b %Y}, {rows[-1][1]} on {last:%-d %b %Y}."
    drawn = SafeString(
        f'{rules}{days}<polygon class="plot-band" points="{" ".join(band)}"/>'
        f'<polyline class="plot-line" points="{line}"/>'
    )
    return format_html(
        '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>', WIDTH, HEIGHT + 14, words, drawn
    )
