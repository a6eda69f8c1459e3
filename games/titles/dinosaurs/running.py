"""Where a meeple stands on the track that all share, and over which spaces it has come there."""

from games.titles.dinosaurs.drawing.pieces import track_space
from games.titles.dinosaurs.state import ESCAPE, Report

FEET = (13, 23)  # from the corner of the figure to the middle of the space on which it stands
APART = 8  # between figures on one space
ENDS = (-5, 285)  # where the corners of the outermost figures are, so that none stands beside the track


def corner(points: int, aside: float = 0) -> tuple[float, float]:
    """The upper left corner of the figure that stands on this space; `aside`: how far from its middle."""
    left, top = track_space(points)
    return left - FEET[0] + aside, top - FEET[1]


def asides(points: list[int]) -> list[float]:
    """By seat: how far a figure stands from the middle of its space, which it may share."""
    found = []
    for seat, own in enumerate(points):
        sharing = [other for other, space in enumerate(points) if min(space, ESCAPE) == min(own, ESCAPE)]
        half, middle = (len(sharing) - 1) / 2 * APART, corner(own)[0]
        inwards = max(0, ENDS[0] - (middle - half)) - max(0, middle + half - ENDS[1])
        found.append(sharing.index(seat) * APART - half + inwards)
    return found


def steps(report: Report | None, seat: int, points: int) -> list[int]:
    """The spaces that the meeple has left since the last scoring, in order."""
    count = report.collected.get(seat, 0) + report.moved.get(seat, 0) if report else 0
    return list(range(max(0, points - count), min(points, ESCAPE)))
