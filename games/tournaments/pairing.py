"""Pairing: Swiss rounds for tables of two or more, round robin in pools, knockout. Pure, no Django.

Players are numbers. Seating a pair that has met, or that must be kept apart, costs most; then differences in points. A
Swiss round starts from the usual manual pairing: in each score group, the first half against the second half (at larger
tables: in stripes), with the last of an odd group moving down. Swaps then remove repeats; small fields are searched.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

Pair = frozenset[int]
Tables = list[list[int]]
REPEAT = 1000.0  # cost of a repeated meeting; one point of difference costs 1
NEAR = 12  # nearby tables to try first for a swap
SMALL = 12  # fields up to this size are searched exhaustively
SHAKES = 24  # attempts to escape a local minimum in larger fields
LEAST_GAIN = 1e-6


@dataclass(frozen=True)
class Round:
    """The tables of a round in the order of the standings, and the byes."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def pair(one: int, other: int) -> Pair:
    return frozenset((one, other))


def table_sizes(count: int, allowed: Sequence[int], usual: int) -> list[int]:
    """Table sizes for `count` players, largest first: the fewest players left over, then as close to the usual size as
    possible. Empty if there are too few players."""
    best: list[tuple[int, list[int]] | None] = [(0, []), *[None] * count]
    for people in range(1, count + 1):
        for size in allowed:
            before = best[people - size] if people >= size else None
            if before is not None:
                cost = before[0] + (size - usual) ** 2
                if (known := best[people]) is None or cost < known[0]:
                    best[people] = (cost, [*before[1], size])
    cheapest = next(filter(None, reversed(best)))
    return sorted(cheapest[1], reverse=True)


def varied_sizes(order: Sequence[int], met: Mapping[Pair, int], allowed: Sequence[int]) -> tuple[int, ...]:
    """The allowed sizes for a Swiss round. A small field that fits at one table and has met there plays on with one
    player sitting out in turn, so that it isn't the same table in every round."""
    has_met = all(met.get(pair(*two)) for two in combinations(order, 2))
    smaller = tuple(size for size in allowed if size < len(order))
    return smaller if smaller and has_met and len(order) in allowed else tuple(allowed)


def swiss(
    order: Sequence[int],
    points: Mapping[int, float],
    met: Mapping[Pair, int],
    byes: Mapping[int, int],
    allowed: Sequence[int],
    usual: int,
    apart: Iterable[Pair] = (),
) -> Round:
    """Pair the next round. `order`: players by standing, best first; `met`: how often a pair has met; `byes`: how often
    a player has had a bye; `apart`: pairs to keep apart like those who have met."""
    sizes = table_sizes(len(order), allowed, usual)
    place = {who: at for at, who in enumerate(order)}
    # Byes go to the players with the fewest so far, lowest in the standings first.
    resting = sorted(order, key=lambda who: (byes.get(who, 0), -place[who]))[: len(order) - sum(sizes)]
    seated = [who for who in order if who not in resting]
    weights = dict(met) | {kept: met.get(kept, 0) + 2 for kept in apart}
    improved = _Field(points, weights, _initial_pairing(seated, points, sizes)).improved()
    tables = sorted(sorted(table, key=place.__getitem__) for table in improved)
    tables.sort(key=lambda table: (-max(points.get(who, 0) for who in table), place[table[0]]))
    return Round(tuple(map(tuple, tables)), tuple(resting))


def pair_early(
    order: Sequence[int],
    waiting: int,
    points: Mapping[int, float],
    met: Mapping[Pair, int],
    allowed: Sequence[int],
    usual: int,
    apart: Iterable[Pair] = (),
) -> Round | None:
    """Pair the players who are free (`order`) while others still play, or return None if it is better to wait.

    Needs at least two tables and half of all players `waiting` for this round; enough players must be left for later
    tables; there are no byes, no repeated meetings and no pairs that must be kept apart.
    """
    sizes, apart = table_sizes(len(order), allowed, usual), list(apart)
    count = sum(sizes)
    if len(sizes) < 2 or 2 * count < waiting or waiting - count < 2 * usual:
        return None
    made = swiss(order[:count], points, met, {}, allowed, usual, apart)
    bad = set(apart) | met.keys()
    is_good = not made.byes and not any(pair(*two) in bad for table in made.tables for two in combinations(table, 2))
    return made if is_good else None


def _initial_pairing(order: Sequence[int], points: Mapping[int, float], sizes: Sequence[int]) -> Tables:
    """Deal out score groups from the top in stripes; leftover players move down to the next group."""
    groups: dict[float, list[int]] = {}
    for who in order:
        groups.setdefault(points.get(who, 0), []).append(who)
    tables: Tables = []
    rest, left = list(sizes), list[int]()
    for at, group in enumerate(groups.values()):
        group = left + group
        taken: list[int] = []
        while rest and (sum(taken) + rest[0] <= len(group) or at == len(groups) - 1):
            taken.append(rest.pop(0))
        tables += _stripes(group[: sum(taken)], taken)
        left = group[sum(taken) :]
    return tables


def _stripes(group: Sequence[int], sizes: Sequence[int]) -> Tables:
    """Deal players out to the tables in turn: at two tables of two, 1-3 and 2-4."""
    tables: Tables = [[] for _ in sizes]
    waiting = list(group)
    while waiting:
        for table, size in zip(tables, sizes, strict=True):
            if waiting and len(table) < size:
                table.append(waiting.pop(0))
    return tables


class _Field:
    """A pairing being improved by swaps that lower its cost."""

    def __init__(self, points: Mapping[int, float], weights: Mapping[Pair, int], tables: Tables) -> None:
        self.points, self.weights, self.tables = points, weights, tables

    def improved(self) -> Tables:
        """Improve the tables until as few pairs as possible meet that should not."""
        self._swap_repeats()
        if not self._conflicts():
            return self.tables
        return _Search(self).best() if sum(map(len, self.tables)) <= SMALL else self._random_restarts()

    def repeats(self, table: Sequence[int]) -> int:
        return sum(self.weights.get(frozenset(two), 0) for two in combinations(table, 2))

    def cost(self, table: Sequence[int]) -> float:
        apart = sum(abs(self.points.get(a, 0) - self.points.get(b, 0)) for a, b in combinations(table, 2))
        return REPEAT * self.repeats(table) + apart

    def total(self) -> float:
        return sum(map(self.cost, self.tables))

    def _conflicts(self) -> list[int]:
        return [at for at, table in enumerate(self.tables) if self.repeats(table)]

    def _swap_repeats(self) -> None:
        """Swap players of tables with conflicts for as long as a swap lowers the cost."""
        is_better = True
        while is_better:
            gains = [self._improve(at) for at in self._conflicts()]
            is_better = any(gains)

    def _improve(self, at: int) -> bool:
        if not self.repeats(self.tables[at]):
            return False
        others = sorted((n for n in range(len(self.tables)) if n != at), key=lambda n: abs(n - at))
        for reach in (others[:NEAR], others):
            gain, mine, other, theirs = max((self._best_swap(at, n) for n in reach), default=(0.0, 0, 0, 0))
            if gain > LEAST_GAIN:
                table, their_table = self.tables[at], self.tables[other]
                table[mine], their_table[theirs] = their_table[theirs], table[mine]
                return True
        return False

    def _best_swap(self, at: int, other: int) -> tuple[float, int, int, int]:
        """The best swap between two tables: (gain, index here, other table, index there)."""
        here, there = self.tables[at], self.tables[other]
        now, best = self.cost(here) + self.cost(there), (0.0, 0, other, 0)
        for mine, one in enumerate(here):
            for theirs, two in enumerate(there):
                cost = self.cost([*here[:mine], two, *here[mine + 1 :]])
                if now - cost > best[0]:
                    gain = now - cost - self.cost([*there[:theirs], one, *there[theirs + 1 :]])
                    best = max(best, (gain, mine, other, theirs))
        return best

    def _random_restarts(self) -> Tables:
        """Escape a local minimum: swap at random at tables with conflicts, improve again, keep the best. Deterministic,
        so that nobody can ask for another draw."""
        rng, best = Random(sum(map(len, self.tables))), [list(table) for table in self.tables]
        cost = self.total()
        for _ in range(SHAKES):
            for at in self._conflicts():
                other = rng.randrange(len(self.tables))
                here, there = self.tables[at], self.tables[other]
                mine, theirs = rng.randrange(len(here)), rng.randrange(len(there))
                here[mine], there[theirs] = there[theirs], here[mine]
            self._swap_repeats()
            if self.total() < cost:
                cost, best = self.total(), [list(table) for table in self.tables]
            if not self._conflicts():
                break
        return best


class _Search:
    """Branch and bound over all ways to seat a small field."""

    def __init__(self, field: _Field) -> None:
        self.field, self.found, self.least = field, field.tables, field.total()

    def best(self) -> Tables:
        people = [who for table in self.field.tables for who in table]
        self._seat(people, sorted(map(len, self.field.tables)), [], 0.0)
        return self.found

    def _seat(self, people: list[int], sizes: list[int], tables: Tables, cost: float) -> None:
        if cost >= self.least:
            return
        if not people:
            self.found, self.least = [list(table) for table in tables], cost
            return
        first, rest = people[0], people[1:]
        for size in sorted(set(sizes)):
            left = list(sizes)
            left.remove(size)
            for others in combinations(rest, size - 1):
                table = [first, *others]
                free = [who for who in rest if who not in others]
                self._seat(free, left, [*tables, table], cost + self.field.cost(table))


# --- pools --------------------------------------------------------------------------------------------------------


def pools(order: Sequence[int], most: int, apart: Iterable[Pair] = ()) -> Tables:
    """The fewest possible pools, of equal size up to one player, dealt out in a snake so that all are equally strong.
    Pairs that are kept `apart` are swapped into different pools if possible."""
    count = -(-len(order) // most)
    dealt: Tables = [[] for _ in range(count)]
    for at, who in enumerate(order):
        lap, place = divmod(at, count)
        dealt[place if lap % 2 == 0 else count - 1 - place].append(who)
    return _Field({}, dict.fromkeys(apart, 1), dealt).improved()


def round_robin(people: Sequence[int], allowed: Sequence[int], usual: int) -> list[Round]:
    """All rounds of a pool. At tables of two, everybody meets everybody once; at larger tables, as many rounds as that
    would need, with as few repeats as possible."""
    if usual == 2 and 2 in allowed:
        return _circle(people)
    met: dict[Pair, int] = {}
    byes: dict[int, int] = {}
    rounds = []
    for _ in range(-(-(len(people) - 1) // (usual - 1))):
        made = swiss(people, {}, met, byes, allowed, usual)
        rounds.append(made)
        for two in (frozenset(two) for table in made.tables for two in combinations(table, 2)):
            met[two] = met.get(two, 0) + 1
        for who in made.byes:
            byes[who] = byes.get(who, 0) + 1
    return rounds


def _circle(people: Sequence[int]) -> list[Round]:
    """The circle method: the first player stays, the others rotate by one place."""
    ring: list[int | None] = [*people, *([None] if len(people) % 2 else [])]
    rounds = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        twos = list(zip(ring[:half], reversed(ring[half:]), strict=True))
        tables = tuple((one, other) for one, other in twos if one is not None and other is not None)
        byes = tuple(who for two in twos if None in two for who in two if who is not None)
        rounds.append(Round(tables, byes))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


# --- knockout -----------------------------------------------------------------------------------------------------


def knockout(order: Sequence[int], allowed: Sequence[int], usual: int, apart: Iterable[Pair] = ()) -> Round:
    """Pair a knockout round. The best players are kept away from each other, and so are pairs in `apart` until the
    final table. Leftover players get a bye, the best first."""
    if len(order) in allowed:
        return Round((tuple(order),))
    sizes = table_sizes(len(order), allowed, usual)
    spare = len(order) - sum(sizes)
    tables = _Field({}, dict.fromkeys(apart, 1), _stripes(order[spare:], sizes)).improved()
    return Round(tuple(map(tuple, tables)), tuple(order[:spare]))


CameFrom = tuple[int, int]  # (table of the previous round, place there), both counted from 1


def bracket(
    order: Sequence[int], allowed: Sequence[int], usual: int, apart: Iterable[Pair] = ()
) -> tuple[Round, list[list[list[CameFrom]]]]:
    """The whole bracket of a knockout: the first round, and for each table of later rounds where its players come from.

    Tables are numbered before byes. Players who have just played together, or are kept `apart`, meet again at the next
    table only if it cannot be avoided.
    """
    first, later = knockout(order, allowed, usual, apart), list[list[list[CameFrom]]]()
    sizes, byes, apart = [len(table) for table in first.tables], len(first.byes), set(apart)
    reach = [set(table) for table in first.tables] + [{who} for who in first.byes]
    while sizes and (on := advancing(sizes, byes, allowed)):
        sent = [(table, best) for best in range(1, on + 1) for table in range(1, len(sizes) + 1)]
        sent[len(sizes) : len(sizes)] = [(table, 1) for table in range(len(sizes) + 1, len(reach) + 1)]
        may_meet = [reach[table - 1] for table, _ in sent]
        made = knockout(range(len(sent)), allowed, usual, _rivals(may_meet, apart))
        later.append([[sent[at] for at in table] for table in [*made.tables, *((at,) for at in made.byes)]])
        reach = [set().union(*(reach[table - 1] for table, _ in people)) for people in later[-1]]
        sizes, byes = [len(table) for table in made.tables], len(made.byes)
    return first, later


def _rivals(reach: Sequence[set[int]], apart: Iterable[Pair]) -> set[Pair]:
    """Pairs of places that the same players may reach, or players who are kept apart."""
    same = {pair(a, b) for a, b in combinations(range(len(reach)), 2) if reach[a] is reach[b]}
    places: dict[int, list[int]] = {}
    for at, people in enumerate(reach):
        for who in people:
            places.setdefault(who, []).append(at)
    kept = (tuple(two) for two in apart)
    return same | {pair(a, b) for one, two in kept for a in places.get(one, []) for b in places.get(two, []) if a != b}


def advancing(sizes: Sequence[int], byes: int, allowed: Sequence[int]) -> int:
    """How many of each table advance: half of the smallest, or as many as the next round needs; 0 after the final."""
    if len(sizes) == 1 and not byes:
        return 0
    enough = max(1, min(sizes) // 2)
    while enough * len(sizes) + byes < min(allowed):
        enough += 1
    return enough
