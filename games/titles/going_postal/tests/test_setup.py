"""Setup, and the components (GP-01 to GP-19)."""

from collections import Counter

import pytest

from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition
from games.titles.going_postal import game
from games.titles.going_postal.cards import ACTIONS, DECK, KIND, KINDS, SPACES, gap
from games.titles.going_postal.state import audit
from games.titles.going_postal.tests.tables import lines, play, play_card, refusal, seen, table


def start(seats: int = 4, seed: int = 0, **options: object) -> AnyPosition:
    position, _ = engine.start(game, seats, options, f"{seed:032x}")
    return position


@pytest.mark.clause("GP-01")
@pytest.mark.parametrize("seats", [1, 2, 7])
def test_three_to_six_personalities(seats: int) -> None:
    with pytest.raises(IllegalMove, match="Going Postal is played by 3 to 6 personalities"):
        engine.start(game, seats, {}, "0" * 32)
    assert game.meta.seats == (3, 4, 5, 6)


@pytest.mark.clause("GP-02")
def test_every_personality_is_sane_postal_or_eliminated() -> None:
    view = seen(table(stamps=[0, 2], out=[2], marked=[1]))
    assert [one.state for one in view.seats] == ["sane", "postal", "eliminated", "sane"]
    assert [one.is_marked for one in view.seats] == [False, True, False, False]


@pytest.mark.clause("GP-03", "GP-04")
def test_the_ring() -> None:
    assert start().state.sam == 0 and SPACES[0].name == "Post Office"
    assert [space.house for space in SPACES] == [0, 1, 2, 0, 1, 3, 0, 2, 1, 0, 1, 2]
    assert Counter(space.kind for space in SPACES) == {"office": 1, "house": 8, "corner": 3}
    assert [gap(space.number) for space in SPACES] == [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    corners = ["Mailbox Corner", "Bus Stop Corner", "Fountain Corner"]
    assert [space.name for space in SPACES if space.kind == "corner"] == corners


@pytest.mark.clause("GP-05")
def test_the_deck_has_48_cards_each_in_one_place() -> None:
    assert len(DECK) == 48 and len(KINDS) == 19
    moving = [kind for kind in KINDS.values() if not any(side.action for side in kind.sides.values())]
    assert sum(kind.copies for kind in moving) == 17
    restricted = Counter(
        side.who for kind in KINDS.values() for side in kind.sides.values() for _ in range(kind.copies)
    )
    assert restricted["postal"] == 18 and restricted["sane"] == 6
    for blitz in (False, True):
        audit(start(5, blitz=blitz).state)


@pytest.mark.clause("GP-06", "GP-07")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_two_cards_each_and_a_draw_pile(seats: int) -> None:
    state = start(seats).state
    assert [len(hand) for hand in state.hands] == [2] * seats
    assert len(state.pile) == 48 - 2 * seats and state.discard == []
    assert state.hands != start(seats, 1).state.hands  # shuffled


@pytest.mark.clause("GP-06")
def test_the_log_tells_the_deal_and_each_reader_their_own_cards() -> None:
    position, events = engine.start(game, 3, {}, "0" * 32)
    hand, first = position.state.hands[1], position.state.active
    assert lines(events)[0] == f"2 cards each. P{first} goes first and chooses the direction of play."
    own = ", ".join(KIND[card].name for card in hand)
    assert lines(events, 1)[0] == f"{lines(events)[0]} P1 holds {own}."


@pytest.mark.clause("GP-08")
def test_everybody_is_equally_likely_to_go_first() -> None:
    first = Counter(start(4, seed).state.active for seed in range(400))
    assert sorted(first) == [0, 1, 2, 3] and min(first.values()) > 70


@pytest.mark.clause("GP-09")
@pytest.mark.parametrize(("way", "following"), [("left", 1), ("right", 3)])
def test_the_first_personality_chooses_the_direction(way: str, following: int) -> None:
    position = next(found for found in (start(4, seed) for seed in range(50)) if found.state.active == 0)
    assert len(seen(position, 0).hand) == 2 and position.step == "choose_direction"
    events = play(position, 0, "direction", dir=way)
    assert lines(events) == [f"P0 goes first. Direction of play: {way}."]
    assert position.state.active == 0 and position.step == "take_turn"
    assert seen(position).next == following


@pytest.mark.clause("GP-10", "GP-11", "GP-63")
def test_everybody_starts_without_a_stamp_and_all_stamps_are_public() -> None:
    view = seen(start(6))
    assert [(one.stamps, one.is_marked, one.vendetta, one.cards) for one in view.seats] == [(0, False, 0, 2)] * 6
    view = seen(table(stamps=[4, 4, 4, 4], marked=[0, 1, 2, 3], vendetta={0: 40}))
    assert view.seats[0].vendetta == 40 and all(one.stamps == 4 and one.is_marked for one in view.seats)


@pytest.mark.clause("GP-12")
def test_one_card_is_played_face_up_and_nobody_can_pass() -> None:
    position = table([["bulk", "first"]])
    assert refusal(position, 0, "pass") == "GP-78: You have no take-over to answer."
    play_card(position, "first-1")
    assert position.state.discard == ["first-1"] and seen(position).discard == ["first-1"]
    assert "bulk-1" in position.state.hands[0]


@pytest.mark.clause("GP-13", "GP-14")
def test_one_option_is_chosen_and_the_other_does_nothing() -> None:
    position = table([["warning", "bulk"]], stamps=[2])
    play_card(position, "warning-1", "b")
    assert position.state.sam == 1 and not any(position.state.marked)
    position = table([["warning", "coffee"]])
    assert refusal(position, 0, "play", card="warning-1", option="a", target=1).startswith("GP-14")
    play_card(position, "coffee-1", "a")
    assert position.state.sam == 0


@pytest.mark.clause("GP-15")
def test_every_card_has_an_option_for_anyone() -> None:
    for kind in KINDS.values():
        assert any(side.who == "anyone" for side in kind.sides.values()), kind.name
    for kind in KINDS.values():
        for side in kind.sides.values():
            assert side.who in ("anyone", "sane", "postal") and (not side.action or side.action in ACTIONS)


@pytest.mark.clause("GP-16")
@pytest.mark.parametrize("way", ["left", "right"])
def test_sam_walks_clockwise_whatever_the_direction_of_play(way: str) -> None:
    position = table([["priority", "bulk"]], direction=way, sam=4)
    play_card(position, "priority-1", "b")
    assert position.state.sam == 8


@pytest.mark.clause("GP-17")
def test_delivery_truck_moves_the_chosen_distance() -> None:
    for distance in (1, 2, 3, 4, 5):
        position = table([["truck", "bulk"]])
        play_card(position, "truck-1", distance=distance)
        assert position.state.sam == distance


@pytest.mark.clause("GP-18")
@pytest.mark.parametrize(("sam", "card", "option"), [(9, "priority", "a"), (9, "priority", "b"), (11, "first", "b")])
def test_passing_the_office_is_the_same_as_reaching_it(sam: int, card: str, option: str) -> None:
    position = table([[card, "bulk"]], sam=sam)
    play_card(position, f"{card}-1", option)
    assert (position.state.sam, position.state.stamps[0]) == (0, 1)


@pytest.mark.clause("GP-19")
def test_staying_on_the_office_does_not_count_as_coming_home() -> None:
    position = table([["coffee", "bulk"]])
    events = play_card(position, "coffee-1")
    assert (position.state.sam, position.state.stamps[0], position.state.active) == (0, 0, 1)
    assert lines(events)[0] == "P0 plays Coffee Break: Sam stays on the Post Office."
    assert len(position.state.hands[0]) == 2


@pytest.mark.clause("GP-12")
def test_card_ids_number_the_copies() -> None:
    assert [card for card in DECK if KIND[card].id == "bulk"] == ["bulk-1", "bulk-2", "bulk-3", "bulk-4"]
