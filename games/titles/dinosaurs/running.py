"""Where a meeple stands on the drawing of its Escape Route, and over which spaces it has come there."""

from typing import Any

from games.titles.dinosaurs.drawing.pieces import space
from games.titles.dinosaurs.state import ESCAPE, Report

FEET = (14, 25)  # from the corner of the figure to the middle of the space on which it stands


def corner(points: int) -> tuple[float, float]:
    """The upper left corner of the figure that stands on this space."""
    left, top = space(points)
    return left - FEET[0], top - FEET[1]


def steps(report: Report | None, seat: int, points: int) -> list[dict[str, Any]]:
    """The spaces that the meeple has left since the last scoring, in order: a name for the page, and the corner."""
    if report is None:
        return []
    count = report.collected.get(seat, 0) + report.moved.get(seat, 0)
    spaces = range(max(0, points - count), min(points, ESCAPE))
    return [{"name": f"space/{seat}/{number}", "corner": corner(number)} for number in spaces]
