"""Properties of whole matches with any number of seats, any moves, plans and departures."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import codec, engine, legal_moves
from games.kernel.rng import Rng
from games.titles.parcels import game, melds
from games.titles.parcels.state import cards_of, counts_of

seeds = st.integers(0, 2**128 - 1).map(lambda number: f"{number:032x}")
moderate = settings(max_examples=25, deadline=None, derandomize=True)


def walk(seats: int, rounds: int, seed: str, *, plans: int = 0, leaving: int = 0) -> Any:
    """Play a random match, yielding (position, events) after each move. `plans`, `leaving`: one in this many moves."""
    position, events = engine.start(game, seats, {"rounds": rounds}, seed)
    rng = Rng(seed[::-1])
    yield position, events
    while asked := engine.decisions(game, position):
        if leaving and not rng.below(leaving):
            seat = rng.choose(asked).seat
            yield position, engine.drop(game, position, seat, "resigned").events
            continue
        optional = [decision for decision in asked if decision.optional]
        decision = rng.choose(optional) if plans and not rng.below(plans) else asked[0]
        move = legal_moves.random_move(game, position, decision, rng)
        yield position, engine.play(game, position, decision.seat, move).events


@pytest.mark.clause("PC-59")
@given(seed=seeds, seats=st.integers(3, 5), rounds=st.sampled_from([1, 3]))
@moderate
def test_rounds_stay_within_their_bounds(seed: str, seats: int, rounds: int) -> None:
    turns = plays = ended = 0
    for position, events in walk(seats, rounds, seed):
        game.rules.audit(position.state)
        for event in events:
            turns += event.kind in ("play", "pass")
            plays += event.kind == "play"
            if event.kind == "round_end":
                assert plays <= 80 and turns <= 80 * seats
                turns = plays = 0
                ended += 1
    assert ended == rounds


@pytest.mark.clause("PC-04", "PC-52", "PC-103")
@given(seed=seeds, seats=st.integers(3, 5), rounds=st.sampled_from([1, 3]))
@moderate
def test_cards_are_conserved_with_plans_and_departures(seed: str, seats: int, rounds: int) -> None:
    for position, events in walk(seats, rounds, seed, plans=3, leaving=40):
        game.rules.audit(position.state)
        for event in events:
            assert event.kind != "pass" or event.data["count"] - (event.data["add"] is not None) >= 0
    assert sorted(position.state.left) == sorted(position.left)
    ranks = game.rules.result(position.state)
    assert ranks is not None and min(ranks) == 1
    assert all(ranks[seat] == seats - number for number, seat in enumerate(position.state.left))


@pytest.mark.clause("PC-52", "PC-60")
@given(seed=seeds, seats=st.integers(3, 5))
@moderate
def test_only_a_play_ends_a_round(seed: str, seats: int) -> None:
    for _, events in walk(seats, 1, seed):
        kinds = [event.kind for event in events]
        assert "round_end" not in kinds or kinds[0] == "play"


@pytest.mark.clause("PC-85", "PC-97")
@given(seed=seeds, seats=st.integers(3, 5))
@settings(max_examples=10, deadline=None, derandomize=True)
def test_no_view_depends_on_hidden_information(seed: str, seats: int) -> None:
    rng = Rng(seed)
    for position, _ in walk(seats, 1, seed, plans=4):
        seat = rng.below(seats + 1)
        viewer = None if seat == seats else seat
        other = codec.copy(game, position)
        other.state = game.rules.determinize(position.state, viewer, rng)
        assert seen(other, viewer) == seen(position, viewer)


def seen(position: Any, seat: int | None) -> bytes:
    asked = [decision for decision in engine.decisions(game, position) if decision.seat == seat]
    return codec.dump([engine.view_for(game, position, seat), asked, engine.waiting_for(game, position)])


@pytest.mark.clause("PC-19", "PC-23", "PC-24", "PC-32")
@given(
    hand=st.lists(st.integers(1, 8), min_size=1, max_size=14),
    shown=st.lists(st.integers(1, 8), max_size=8),
    table=st.sampled_from([[], [1], [8], [2, 2], [3, 4], [1, 1, 1], [4, 5, 6], [7, 7, 7, 7]]),
)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_the_listed_plays_are_exactly_the_legal_ones(hand: list[int], shown: list[int], table: list[int]) -> None:
    hand = [card for card in sorted(hand) if hand.count(card) <= 7]
    held, storage = counts_of(hand), counts_of(shown)
    listed = [tuple(move.args["cards"]) for move in melds.plays(tuple(held), tuple(storage), tuple(table))]
    assert len(listed) == len(set(listed))
    numbers = sorted(set(hand))
    subsets = (
        tuple(card for card, count in zip(numbers, counts, strict=True) for _ in range(count))
        for counts in product(*(range(hand.count(card) + 1) for card in numbers))
    )
    assert set(listed) == {cards for cards in subsets if cards and is_legal(cards, shown, table)}


def is_legal(cards: tuple[int, ...], shown: list[int], table: list[int]) -> bool:
    """An independent implementation of the rules of a play, straight from the clauses."""
    is_set = len(set(cards)) == 1
    is_run = list(cards) == list(range(cards[0], cards[0] + len(cards)))
    if len(cards) > 1:
        stack = max((shown.count(number) for number in shown), default=0)
        chains = [n for n in range(1, 9) if any(set(range(s, s + n)) <= set(shown) for s in range(1, 10 - n))]
        if not (is_set and len(cards) <= stack) and not (is_run and len(cards) <= max(chains, default=0)):
            return False
    return (len(cards), sum(cards)) > (len(table), sum(table))


@pytest.mark.clause("PC-62", "PC-63", "PC-64", "PC-84")
@given(seed=seeds, seats=st.integers(3, 5))
@moderate
def test_ties_share_a_place_and_skip_the_next(seed: str, seats: int) -> None:
    *_, (position, events) = walk(seats, 1, seed)
    (end,) = [event for event in events if event.kind == "round_end"]
    hands, ranks = end.data["hands"], game.rules.result(position.state)
    for one in range(seats):
        better = sum((len(held), -sum(held)) < (len(hands[one]), -sum(hands[one])) for held in hands)
        assert ranks[one] == end.data["places"][one] == better + 1
    assert [cards_of(held) for held in position.state.hands] == hands
