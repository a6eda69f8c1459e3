"""Draws a rating over time as an SVG: a line with its uncertainty band."""

from collections.abc import Sequence

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

    seconds, width = (last - first).total_seconds() or 1.0, WIDTH - LEFT - 6
    across = [f"{LEFT + (at - first).total_seconds() / seconds * width:.1f}" for at, *_ in rows]

    def height(value: float) -> str:
        return f"{(HEIGHT - BOTTOM) * (1 - (value - low) / (high - low)) + 6:.1f}"

    drawn_at = [(x, value, band) for x, (_, value, band) in zip(across, rows, strict=True)]
    line = " ".join(f"{x},{height(value)}" for x, value, _ in drawn_at)
    band = [f"{x},{height(value + band)}" for x, value, band in drawn_at]
    band += [f"{x},{height(value - band)}" for x, value, band in reversed(drawn_at)]
    middle = (low + high) // 2
    heights = [(value, height(value)) for value in (low, middle, high)]
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
