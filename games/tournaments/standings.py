"""Points and places in a tournament. Pure, no Django.

Published on every tournament's page: at a table you get the share of opponents who came in behind you, a tie counts
half: first place 1, last place 0. Sitting a round out gives a half. Equal points are told apart by the points of your
opponents (their average), then by first places, then by the order of registration by strength.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

BYE = 0.5


@dataclass(frozen=True)
class Result:
    """A table that ended: {person: place}, the best 1; who lost their seat has the last place. One person: a bye."""

    places: Mapping[int, int]


@dataclass(frozen=True)
class Line:
    """One line of the standings."""

    who: int
    place: int
    points: float
    opponents: float
    firsts: int
    played: int


def points_at(places: Mapping[int, int]) -> dict[int, float]:
    """What a table gives to each of its people."""
    if len(places) == 1:
        return dict.fromkeys(places, BYE)
    return {
        who: sum((mine < other) + 0.5 * (mine == other) for rival, other in places.items() if rival != who)
        / (len(places) - 1)
        for who, mine in places.items()
    }


def points_of(people: Iterable[int], results: Iterable[Result]) -> dict[int, float]:
    """The points of all, zero for whoever has not played."""
    found = dict.fromkeys(people, 0.0)
    for result in results:
        for who, points in points_at(result.places).items():
            found[who] = found.get(who, 0.0) + points
    return {who: round(points, 6) for who, points in found.items()}


def standings(people: Sequence[int], results: Sequence[Result]) -> list[Line]:
    """All lines, the best first. `people`: in the order of their seeds, which settles what nothing else does."""
    points = points_of(people, results)
    rivals: dict[int, list[int]] = {who: [] for who in people}
    firsts, played = dict.fromkeys(people, 0), dict.fromkeys(people, 0)
    for result in results:
        for who, place in result.places.items():
            rivals[who] += [other for other in result.places if other != who]
            firsts[who] += place == 1 and len(result.places) > 1
            played[who] += len(result.places) > 1
    totals = {who: sum(points[other] for other in met) for who, met in rivals.items()}
    strength = {who: round(totals[who] / len(met), 6) if met else 0.0 for who, met in rivals.items()}
    seed = {who: at for at, who in enumerate(people)}
    order = sorted(people, key=lambda who: (-points[who], -strength[who], -firsts[who], seed[who]))
    return [
        Line(who, at, points[who], strength[who], firsts[who], played[who]) for at, who in enumerate(order, start=1)
    ]
