"""Pairings: invariants for any field, and rounds as published in pairing tables and handbooks."""

import ast
import time
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest

from games.tournaments import pairing, standings
from games.tournaments.pairing import Round, pair, swiss, table_sizes
from games.tournaments.standings import Result
from tests.samples import quick_first

ALLOWED = {2: (2,), 3: (3, 4, 5), 4: (3, 4, 5)}


def test_the_modules_are_pure() -> None:
    for module in (pairing, standings):
        tree = ast.parse(Path(str(module.__file__)).read_text())
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert names <= {"collections.abc", "dataclasses", "itertools", "random"}


class Event:
    """A Swiss tournament played with random results, or by strength."""

    def __init__(self, count: int, usual: int, seed: int = 1, by_strength: bool = False) -> None:
        self.people, self.usual, self.allowed = list(range(1, count + 1)), usual, ALLOWED[usual]
        self.rng, self.by_strength = Random(seed), by_strength
        self.results: list[Result] = []
        self.met: Counter[pairing.Pair] = Counter()
        self.byes: Counter[int] = Counter()

    def next(self) -> Round:
        lines = standings.standings(self.people, self.results)
        points = {line.who: line.points for line in lines}
        order = [line.who for line in lines]
        allowed = pairing.varied_sizes(order, self.met, self.allowed)
        made = swiss(order, points, self.met, self.byes, allowed, self.usual)
        for table in made.tables:
            order = list(table) if self.by_strength else self.rng.sample(table, len(table))
            order = sorted(order) if self.by_strength else order
            self.results.append({who: at for at, who in enumerate(order, start=1)})
            self.met.update(frozenset(two) for two in combinations(table, 2))
        self.results += [{who: 1} for who in made.byes]
        self.byes.update(made.byes)
        return made


@pytest.mark.parametrize("usual", ALLOWED)
@pytest.mark.parametrize("count", range(4, 10))
def test_a_small_field_does_not_meet_at_the_same_table_four_times(count: int, usual: int) -> None:
    event = Event(count, usual)
    tables: Counter[frozenset[int]] = Counter()
    for _ in range(4):
        made = event.next()
        tables.update(map(frozenset, made.tables))
        assert sorted([who for table in made.tables for who in table] + list(made.byes)) == event.people
    times = [event.byes[who] for who in event.people]
    assert max(tables.values()) <= 2
    assert max(times) - min(times) <= 1


FIELDS = [(count, usual) for usual in ALLOWED for count in (4, 5, 6, 7, 8, 9, 11, 13, 16, 23, 32, 47)]


@pytest.mark.parametrize(("count", "usual"), FIELDS)
def test_everybody_sits_exactly_once_in_every_round_and_byes_are_shared(count: int, usual: int) -> None:
    event = Event(count, usual)
    for _ in range(6):
        made = event.next()
        assert sorted([who for table in made.tables for who in table] + list(made.byes)) == event.people
        assert all(len(table) in event.allowed for table in made.tables)
        times = [event.byes[who] for who in event.people]
        assert max(times) - min(times) <= 1


@pytest.mark.parametrize("seed", quick_first(*range(5)))
@pytest.mark.parametrize(("count", "usual", "rounds"), [(16, 2, 5), (32, 2, 6), (64, 2, 7), (32, 3, 4), (64, 4, 5)])
def test_nobody_meets_twice_where_there_is_room(count: int, usual: int, rounds: int, seed: int) -> None:
    event = Event(count, usual, seed)
    for _ in range(rounds):
        event.next()
    assert max(event.met.values()) == 1


def fewest_repeats(people: list[int], sizes: list[int], met: Counter[pairing.Pair]) -> int:
    """Found by exhaustive search."""
    if not people:
        return 0
    first, rest = people[0], people[1:]
    best = 10**6
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            here = sum(met[frozenset(two)] for two in combinations((first, *others), 2))
            if here < best:
                free = [who for who in rest if who not in others]
                best = min(best, here + fewest_repeats(free, left, met))
    return best


@pytest.mark.parametrize("seed", quick_first(*range(4)))
@pytest.mark.parametrize(("count", "usual"), [(6, 2), (8, 2), (7, 2), (6, 3), (9, 3), (8, 4)])
def test_a_small_field_has_the_fewest_repeats_that_are_possible(count: int, usual: int, seed: int) -> None:
    event = Event(count, usual, seed)
    for _ in range(5):
        before = Counter(event.met)
        made = event.next()
        seated = [who for table in made.tables for who in table]
        repeats = sum(before[frozenset(two)] for table in made.tables for two in combinations(table, 2))
        assert repeats == fewest_repeats(seated, [len(table) for table in made.tables], before)


def test_pairs_kept_apart_do_not_meet() -> None:
    apart = [pair(1, 5), pair(1, 6), pair(2, 6)]
    made = swiss(range(1, 9), {}, {}, {}, (2,), 2, apart)
    assert not {frozenset(table) for table in made.tables} & set(apart)


def test_pairs_kept_apart_meet_if_a_round_would_fail_otherwise() -> None:
    assert swiss([1, 2], {}, {}, {}, (2,), 2, [pair(1, 2)]).tables == ((1, 2),)


@pytest.mark.parametrize("usual", [2, 4])
def test_512_people_are_paired_in_under_two_seconds(usual: int) -> None:
    event = Event(512, usual)
    longest = 0.0
    for _ in range(7):
        begin = time.process_time()
        event.next()
        longest = max(longest, time.process_time() - begin)
    assert longest < 2 and max(event.met.values()) == 1


def test_the_same_standings_give_the_same_round() -> None:
    one, other = Event(30, 4, 3), Event(30, 4, 3)
    assert [one.next() for _ in range(6)] == [other.next() for _ in range(6)]


# --- as the handbooks have it -------------------------------------------------------------------------------------


def test_eight_players_by_the_dutch_system() -> None:
    """The first round is 1-5, 2-6, 3-7, 4-8; if the stronger ones win, the second is 1-3, 2-4, 5-7, 6-8."""
    event = Event(8, 2, by_strength=True)
    assert event.next().tables == ((1, 5), (2, 6), (3, 7), (4, 8))
    assert event.next().tables == ((1, 3), (2, 4), (5, 7), (6, 8))


def test_the_third_round_pairs_the_two_unbeaten_players() -> None:
    event = Event(8, 2, by_strength=True)
    event.next(), event.next()
    assert (1, 2) in event.next().tables


def test_in_an_odd_field_the_last_player_gets_the_bye() -> None:
    event = Event(7, 2, by_strength=True)
    first = event.next()
    assert (first.tables, first.byes) == (((1, 4), (2, 5), (3, 6)), (7,))
    assert event.next().byes != (7,)


def test_tables_of_four_are_dealt_in_stripes() -> None:
    made = swiss(range(1, 17), {}, {}, {}, (3, 4, 5), 4)
    assert made.tables == ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16))


def test_four_players_round_robin_by_the_circle() -> None:
    """Each of the three rounds of the classic table for four."""
    rounds = pairing.round_robin([1, 2, 3, 4], (2,), 2)
    assert [{frozenset(table) for table in made.tables} for made in rounds] == [
        {pair(1, 4), pair(2, 3)},
        {pair(1, 3), pair(4, 2)},
        {pair(1, 2), pair(3, 4)},
    ]


@pytest.mark.parametrize(
    ("count", "allowed", "usual", "sizes"),
    [
        (8, (2,), 2, [2, 2, 2, 2]),
        (7, (2,), 2, [2, 2, 2]),
        (16, (3, 4, 5), 4, [4, 4, 4, 4]),
        (13, (3, 4, 5), 4, [5, 4, 4]),
        (11, (3, 4, 5), 4, [4, 4, 3]),
        (6, (3, 4, 5), 4, [3, 3]),
        (7, (3,), 3, [3, 3]),
        (2, (3, 4), 3, []),
    ],
)
def test_sizes_of_tables(count: int, allowed: tuple[int, ...], usual: int, sizes: list[int]) -> None:
    assert table_sizes(count, allowed, usual) == sizes


# --- pools and knockout -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(3, 13))
def test_in_a_pool_of_pairs_everybody_meets_once(count: int) -> None:
    rounds = pairing.round_robin(range(count), (2,), 2)
    met = Counter(frozenset(table) for made in rounds for table in made.tables)
    assert met == Counter(frozenset(two) for two in combinations(range(count), 2))
    for made in rounds:
        assert len({who for table in made.tables for who in table}) == 2 * len(made.tables)


def test_nine_people_at_tables_of_three_meet_each_other_once_in_four_rounds() -> None:
    rounds = pairing.round_robin(range(9), (3,), 3)
    met = Counter(frozenset(two) for made in rounds for table in made.tables for two in combinations(table, 2))
    assert len(rounds) == 4 and len(met) == 36 and max(met.values()) == 1


@pytest.mark.parametrize(("count", "most"), [(4, 6), (12, 6), (13, 6), (512, 8)])
def test_pools_are_equal(count: int, most: int) -> None:
    found = pairing.pools(range(count), most)
    lengths = [len(pool) for pool in found]
    assert sum(lengths) == count and max(lengths) <= most and max(lengths) - min(lengths) <= 1
    assert found[0][0] == 0 and sorted(who for pool in found for who in pool) == list(range(count))


@pytest.mark.parametrize("allowed", [(2,), (2, 3, 4), (3, 4, 5), (3,), (4, 5)])
@pytest.mark.parametrize("count", [4, 5, 6, 7, 8, 9, 16, 31, 64, 512])
def test_a_knockout_ends_with_one_table(count: int, allowed: tuple[int, ...]) -> None:
    left, usual = list(range(count)), allowed[len(allowed) // 2]
    for _ in range(20):
        made = pairing.knockout(left, allowed, usual)
        assert sorted([who for table in made.tables for who in table] + list(made.byes)) == sorted(left)
        on = pairing.advancing([len(table) for table in made.tables], len(made.byes), allowed)
        if on == 0:
            return
        fewer = sorted([*made.byes, *(who for table in made.tables for who in sorted(table)[:on])])
        assert len(fewer) < len(left)
        left = fewer
    pytest.fail("no final")


@pytest.mark.parametrize("count", [4, 5, 7, 8, 13, 16, 21, 64, 100, 512])
@pytest.mark.parametrize("allowed", [(2,), (2, 3), (3, 4, 5), (4,), (4, 5, 6)])
def test_a_bracket_sends_everybody_who_advances_to_one_table(count: int, allowed: tuple[int, ...]) -> None:
    usual = allowed[len(allowed) // 2]
    first, later = pairing.bracket(range(count), allowed, usual)
    if not first.tables:
        assert count < allowed[0] and not later
        return
    sizes = [*map(len, first.tables), *(1 for _ in first.byes)]
    for tables in later:
        sent = [place for table in tables for place in table]
        assert len(sent) == len(set(sent)) < sum(sizes)
        assert {table for table, _ in sent} == set(range(1, len(sizes) + 1))  # nobody's table is forgotten
        assert all(best <= sizes[table - 1] for table, best in sent)
        sizes = [len(table) for table in tables]
        assert all(size in allowed or size == 1 for size in sizes)
    assert len(sizes) == 1  # the final


def test_a_bracket_of_sixteen_pairs_the_best_apart_until_the_final() -> None:
    first, later = pairing.bracket(range(1, 17), (2,), 2)
    assert first.tables[0] == (1, 9) and [len(tables) for tables in later] == [4, 2, 1]
    left = {at: min(table) for at, table in enumerate(first.tables, start=1)}  # the better seed always wins
    for tables in later:
        meetings = [[left[table] for table, _ in sent] for sent in tables]
        assert not any({1, 2} <= set(meeting) for meeting in meetings) or len(tables) == 1
        left = {at: min(meeting) for at, meeting in enumerate(meetings, start=1)}
    assert left == {1: 1}


def test_players_who_have_met_meet_again_only_in_the_final() -> None:
    _, later = pairing.bracket(range(16), (3, 4, 5), 4)
    assert [len(tables) for tables in later] == [2, 1]
    for sent in later[0]:
        assert sorted(table for table, _ in sent) == [1, 2, 3, 4]


def test_pairs_kept_apart_can_meet_only_in_the_final() -> None:
    order = range(1, 9)
    for one, other in combinations(order, 2):
        first, later = pairing.bracket(order, (2,), 2, [pair(one, other)])
        reach = [set(table) for table in first.tables]
        for tables in later:
            assert not any({one, other} <= people for people in reach)
            reach = [set().union(*(reach[table - 1] for table, _ in sent)) for sent in tables]


def test_eight_in_a_knockout_of_pairs() -> None:
    made = pairing.knockout(range(1, 9), (2,), 2)
    assert made.tables == ((1, 5), (2, 6), (3, 7), (4, 8))
    assert pairing.advancing([2, 2, 2, 2], 0, (2,)) == 1


@pytest.mark.parametrize("count", [8, 12, 40])
def test_pairs_kept_apart_are_separated_in_pools_and_knockouts(count: int) -> None:
    kept = {pairing.pair(0, count // 2), pairing.pair(1, count // 2 + 1)}
    for tables in (pairing.pools(range(count), 6, kept), pairing.knockout(range(count), (2,), 2, kept).tables):
        assert sorted(who for table in tables for who in table) == list(range(count))
        assert not any(two <= set(table) for two in kept for table in tables)


def test_a_round_starts_early_for_half_of_the_field_without_repeats_or_byes() -> None:
    met = {pairing.pair(who, who + 1): 1 for who in range(0, 16, 2)}
    points = {who: float(who % 2) for who in range(16)}
    free = [1, 3, 5, 7, 0, 2, 4, 6]
    made = pairing.pair_early(free, 16, points, met, (2,), 2)
    assert made and sorted(who for table in made.tables for who in table) == list(range(8)) and not made.byes
    assert all(points[one] == points[other] for one, other in made.tables)
    assert pairing.pair_early(free[:6], 16, points, met, (2,), 2) is None  # fewer than half
    assert pairing.pair_early(free, 10, points, met, (2,), 2) is None  # two would be left with one opponent
    assert pairing.pair_early([0, 1, 2, 3], 8, {}, {pairing.pair(0, n): 1 for n in (1, 2, 3)}, (2,), 2) is None


# --- points -------------------------------------------------------------------------------------------------------


def test_points_are_the_share_of_opponents_behind_you() -> None:
    assert standings.points_at({1: 1, 2: 2, 3: 3, 4: 4, 5: 5}) == {1: 1, 2: 0.75, 3: 0.5, 4: 0.25, 5: 0}
    assert standings.points_at({1: 1, 2: 2}) == {1: 1, 2: 0}
    assert standings.points_at({1: 1, 2: 1}) == {1: 0.5, 2: 0.5}
    assert standings.points_at({1: 1, 2: 2, 3: 2}) == {1: 1, 2: 0.25, 3: 0.25}
    assert standings.points_at({7: 1}) == {7: standings.BYE}


def test_each_table_gives_as_much_as_any_other_of_its_size() -> None:
    for places in permutations((1, 1, 3, 4)):
        assert sum(standings.points_at(dict(enumerate(places))).values()) == pytest.approx(2)


def test_ties_are_broken_by_opponents_then_firsts_then_seeds() -> None:
    results = [{1: 1, 2: 2}, {3: 1, 4: 2}, {1: 1, 3: 2}, {2: 1, 4: 2}]
    lines = standings.standings([4, 3, 2, 1], results)
    assert [(line.who, line.points) for line in lines] == [(1, 2), (3, 1), (2, 1), (4, 0)]
    assert [line.opponents for line in lines] == [1, 1, 1, 1]
    alone = standings.standings([5, 6], [])
    assert [line.who for line in alone] == [5, 6]
