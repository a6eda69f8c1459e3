"""Overview, deck, setup (PC-01 to PC-13)."""

from collections import Counter

import pytest

from games.kernel import codec, engine
from games.kernel.errors import IllegalMove
from games.titles.parcels import game
from games.titles.parcels.scene import SEED, place
from games.titles.parcels.state import COPIES, Options, State, cards_of, counts_of
from games.titles.parcels.tests.scene import act, hand, leave, lines, play, required, storage


def begin(seats: int, seed: str = SEED, rounds: int = 3) -> State:
    return engine.start(game, seats, {"rounds": rounds}, seed)[0].state


@pytest.mark.clause("PC-01", "PC-39")
def test_the_first_empty_hand_wins_the_round() -> None:
    position = place([[3], [1, 2], [4, 5]], [1, 6, 8])
    play(position, 0, "3")
    assert game.rules.result(position.state) == [1, 3, 2]


@pytest.mark.clause("PC-02")
@pytest.mark.parametrize("seats", [0, 1, 2, 6, 100])
def test_other_seat_counts_are_refused(seats: int) -> None:
    with pytest.raises(IllegalMove) as refused:
        engine.start(game, seats, {}, SEED)
    assert str(refused.value) == "Parcels is for 3, 4 or 5 players. (PC-02)"


@pytest.mark.clause("PC-02")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_three_to_five_seats_are_dealt(seats: int) -> None:
    assert begin(seats).seats == seats


@pytest.mark.clause("PC-03")
@pytest.mark.parametrize(
    "options", [{"rounds": 2}, {"rounds": 0}, {"rounds": "3"}, {"rounds": True}, {"rounds": None}, {"jokers": 1}, []]
)
def test_other_options_are_refused(options: object) -> None:
    with pytest.raises(IllegalMove) as refused:
        engine.start(game, 4, options, SEED)
    assert str(refused.value) == "Choose a single round or three rounds. (PC-03)"


@pytest.mark.clause("PC-03")
def test_three_rounds_unless_something_else_is_chosen() -> None:
    assert engine.start(game, 4, {}, SEED)[0].state.rounds == 3
    assert engine.start(game, 4, {"rounds": 1}, SEED)[0].state.rounds == 1


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_form_suggests_three_rounds_live_and_one_by_correspondence(seats: int) -> None:
    assert Options.defaults(seats, "live").rounds == 3
    assert Options.defaults(seats, "correspondence").rounds == 1


@pytest.mark.clause("PC-04")
def test_the_deck_has_eighty_cards() -> None:
    state = begin(5)
    counts = Counter([*state.deck, *cards_of(state.storage)])
    for held in state.hands:
        counts.update(cards_of(held))
    assert counts == {1: 13, 2: 12, 3: 11, 4: 10, 5: 10, 6: 9, 7: 8, 8: 7}
    assert sum(counts.values()) == 80
    assert sum(number * copies for number, copies in counts.items()) == 326


@pytest.mark.clause("PC-05")
def test_cards_of_one_number_cannot_be_told_apart() -> None:
    position = place([[4, 4, 5], [1], [2]], [1, 1, 2])
    options = required(position).actions[0].fields[0].options
    assert [option.value for option in options] == [4, 4, 5]
    assert options[0] == options[1]
    events = act(position, 0, "play", cards=[4, 4])
    assert events[0].data["cards"] == [4, 4] and sum(events[0].data["cards"]) == 8


@pytest.mark.clause("PC-06", "PC-79")
def test_each_round_shuffles_all_cards_outside_the_score_piles() -> None:
    # W15: seat 0 wins round 1; fourth takes 8, third 7, second 1.
    hands = [[3], [1, 2], [1, 2, 3], [1, 2, 3, 4]]
    position = place(hands, [1, 3, 5, 7, 8], rounds=3, deck=[5] * 5)
    play(position, 0, "3")
    state = position.state
    assert state.piles == [[], [1], [7], [8]]
    outside = [*state.deck, *cards_of(state.storage), *(card for held in state.hands for card in cards_of(held))]
    assert [all - some for all, some in zip(COPIES, counts_of(outside), strict=True)] == counts_of([1, 7, 8])


@pytest.mark.clause("PC-07", "PC-08", "PC-10")
@pytest.mark.parametrize(("seats", "dealt", "opened", "rest"), [(3, 9, 3, 50), (4, 9, 4, 40), (5, 8, 4, 36)])
def test_the_deal(seats: int, dealt: int, opened: int, rest: int) -> None:
    state = begin(seats)
    assert [sum(held) for held in state.hands] == [dealt] * seats
    assert sum(state.storage) == opened
    assert len(state.deck) == rest
    assert not any(state.discard)


@pytest.mark.clause("PC-09")
def test_equal_numbers_in_storage_are_one_stack() -> None:
    seen = engine.view_for(game, place([[1], [1], [1]], [2, 2, 3, 5, 5, 5]), None)
    assert [(stack.number, stack.count) for stack in seen.storage] == [(2, 2), (3, 1), (5, 3)]


@pytest.mark.clause("PC-11", "PC-38")
def test_turn_order_ascends_wraps_and_skips_seats_that_left() -> None:
    position = place([[1, 2], [3, 4], [], [5, 6], [7, 8]], [1, 3, 5], turn=1, left=[2])
    order = []
    for meld in ("3", "5", "7"):
        order.append(position.state.turn)
        play(position, position.state.turn, meld)
    assert [*order, position.state.turn] == [1, 3, 4, 0]


@pytest.mark.clause("PC-12", "PC-105")
def test_each_seat_is_equally_likely_to_lead_first() -> None:
    leaders = Counter(begin(4, f"{number:032x}").turn for number in range(800))
    assert all(140 <= leaders[seat] <= 260 for seat in range(4))  # 200 expected; five standard deviations


@pytest.mark.clause("PC-13", "PC-103")
def test_the_deal_follows_the_seat_count_at_creation() -> None:
    hands = [[3], [1, 2], [1, 2, 3], [], []]
    position = place(hands, [1, 5, 7], rounds=3, left=[4, 3])
    play(position, 0, "3")
    state = position.state
    assert state.round == 2
    assert [len(hand(position, seat)) for seat in range(5)] == [8, 8, 8, 0, 0]
    assert len(storage(position)) == 4


@pytest.mark.clause("PC-13")
def test_the_end_of_a_round_is_shown_before_the_next_deal() -> None:
    position = place([[3], [1, 2], [1, 2, 3]], [1, 5, 7], rounds=3)
    outcome = engine.play(game, position, 0, codec.move_from({"kind": "play", "cards": [3]}))
    assert outcome.between is not None and position.state.round == 2
    ended = engine.view_for(game, outcome.between, 1)
    assert (ended.round, ended.players[0].hand_size, ended.hand) == (1, 0, [1, 2])


def test_the_log_names_the_leader_and_storage() -> None:
    position, events = engine.start(game, 3, {"rounds": 3}, SEED)
    shown = ", ".join(map(str, storage(position)))
    name = ["Ann", "Bo", "Cy"][position.state.turn]
    assert lines(events) == [f"Round 1 of 3: {name} leads. Storage {shown}."]


def test_leaving_before_the_first_lead_hands_the_lead_on() -> None:
    position = place([[1], [2], [3]], [4], turn=2)
    leave(position, 2)
    assert (position.step, position.state.turn) == ("lead", 0)
