"""Points and places in a tournament. Pure, no Django.

As explained on every tournament page: a table gives you the share of opponents who placed below you, with ties counting
half, so first place is 1 and last place 0. A bye gives half a point. Ties in points are broken by the average points of
your opponents, then by first places, then by seed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Result = Mapping[int, int]
"""That of a table: {player: place}, 1 is best. Players who lost their seat come last. One player: a bye."""

BYE = 0.5


@dataclass(frozen=True)
class Standing:
    """One row of the standings."""

    who: int
    points: float
    opponents: float
    firsts: int
    played: int


def points_at(places: Result) -> dict[int, float]:
    """The points that a table gives to each player."""
    if len(places) == 1:
        return dict.fromkeys(places, BYE)
    return {
        who: sum((mine < other) + 0.5 * (mine == other) for rival, other in places.items() if rival != who)
        / (len(places) - 1)
        for who, mine in places.items()
    }


def points_of(people: Iterable[int], results: Iterable[Result]) -> dict[int, float]:
    """The points of all players; 0 for those who have not played."""
    totals = dict.fromkeys(people, 0.0)
    for result in results:
        for who, points in points_at(result).items():
            totals[who] = totals.get(who, 0.0) + points
    return {who: round(points, 6) for who, points in totals.items()}


def standings(people: Sequence[int], results: Sequence[Result]) -> list[Standing]:
    """The standings, best first. `people`: in seed order, which is the last tie-break."""
    points = points_of(people, results)
    rivals: dict[int, list[int]] = {who: [] for who in people}
    firsts, played = dict.fromkeys(people, 0), dict.fromkeys(people, 0)
    for result in results:
        for who, place in result.items():
            rivals[who] += [other for other in result if other != who]
            firsts[who] += place == 1 and len(result) > 1
            played[who] += len(result) > 1
    totals = {who: sum(points[other] for other in met) for who, met in rivals.items()}
    strength = {who: round(totals[who] / len(met), 6) if met else 0.0 for who, met in rivals.items()}
    seed = {who: at for at, who in enumerate(people)}
    order = sorted(people, key=lambda who: (-points[who], -strength[who], -firsts[who], seed[who]))
    return [Standing(who, points[who], strength[who], firsts[who], played[who]) for who in order]
