"""What is public, what is secret and what nobody can find out (GP-134 to GP-137, GP-145)."""

import pytest

from games.kernel import codec, engine, legal_moves
from games.kernel.laws.random_cases import draw_decision
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.titles.going_postal import game
from games.titles.going_postal.cards import DECK
from games.titles.going_postal.tests.tables import LIVE, lines, play, play_card, seen, table

MANY = [{}, {"blitz": True}, {"trading": True}, {"trading": True, "cutthroat": True}, {"trading": True, "postal": True}]


def shown(position: AnyPosition, seat: int | None) -> str:
    return codec.dump(seen(position, seat)).decode()


@pytest.mark.clause("GP-134")
def test_public_facts_are_in_every_view() -> None:
    position = table(
        [["bulk", "first"]], stamps=[0, 2], marked=[1], vendetta={2: 1}, sam=4, discard=["coffee", "going"], year=3
    )
    view = seen(position)
    assert (view.sam, view.gap, view.price, view.direction, view.year, view.round) == (4, 8, 1, "left", 3, 1)
    assert (view.active, view.decider, view.next, view.pile) == (0, 0, 1, 48 - 2 - 2 - 2 - 2 - 2)
    assert view.discard == ["coffee-1", "going-1"] and not view.is_overtime
    facts = [(one.state, one.stamps, one.is_marked, one.vendetta, one.cards) for one in view.seats]
    assert facts[1:3] == [("postal", 2, True, 0, 2), ("sane", 0, False, 1, 2)]


@pytest.mark.clause("GP-135")
def test_hands_are_seen_by_their_owners_only_and_the_pile_by_nobody() -> None:
    position = table([["bulk", "first"], ["coffee", "going"]], pile=["watch", "clean", "truck"])
    assert seen(position, 0).hand == ["bulk-1", "first-1"]
    for seat in (1, 2, 3, None):
        assert "bulk-1" not in shown(position, seat) and "watch-1" not in shown(position, seat)
        assert [one.hand is not None for one in seen(position, seat).seats] == [other == seat for other in range(4)]


@pytest.mark.clause("GP-75", "GP-135")
def test_the_claimer_sees_the_hand_only_while_control_lasts() -> None:
    hands = [["bulk", "first"], None, [], None]
    position = table(hands, sam=4, out=[2], vendetta={2: 1}, options=LIVE)
    assert "bulk-1" not in shown(position, 2)
    events = play(position, 2, "claim")
    assert lines(events, 2) == ["P2 pays 1 and takes over P0’s turn. P0’s hand: Bulk Mail, First Class."]
    assert lines(events, 1) == ["P2 pays 1 and takes over P0’s turn."]
    assert seen(position, 2).hand == ["bulk-1", "first-1"] and seen(position, 0).hand == ["bulk-1", "first-1"]
    events = play(position, 2, "play", card="bulk-1", option="a")
    drawn = next(event for event in events if event.kind == "drew")
    assert set(drawn.private) == {0, 2}
    assert "first-1" not in shown(position, 2) and seen(position, 2).hand == []


@pytest.mark.clause("GP-145")
def test_at_the_end_all_hands_are_public() -> None:
    position = table([["going"], [], ["bulk", "first"]], seats=3, stamps=[1], marked=[2], out=[1])
    events = play_card(position, "going-1", target=2)
    assert seen(position).seats[0].hand == position.state.hands[0]
    drawn = lines(events, None, is_over=True)[1]
    assert drawn.startswith("P0 draws ") and drawn != "P0 draws 1."


@pytest.mark.clause("GP-135", "GP-136", "GP-137")
@pytest.mark.parametrize("options", MANY)
def test_determinize_does_not_change_the_view(options: dict[str, bool]) -> None:
    for number in range(3):
        seats = 3 + number
        position, _ = engine.start(game, seats, options, f"{number:032x}")
        rng = Rng(f"{number + 30:032x}")
        for _ in range(60):
            asked = [found.decision for found in engine.open_decisions(game, position)]
            if not asked:
                break
            seat = rng.below(seats + 1)
            viewer = seat if seat < seats else None
            other = game.rules.determinize(position.state, viewer, rng)
            game.rules.audit(other)
            assert codec.dump(game.rules.view(other, position.step, viewer)) == codec.dump(
                engine.view_for(game, position, viewer)
            )
            decision = draw_decision(position, asked, rng)
            move = legal_moves.random_move(game, position, decision, rng)
            engine.play(game, position, decision.seat, move, position.id_of(decision))


def test_ids_of_hidden_cards_appear_in_no_view() -> None:
    position, _ = engine.start(game, 6, {"trading": True}, "0" * 32)
    own = set(position.state.hands[0])
    assert {card for card in DECK if f'"{card}"' in shown(position, 0)} == own
    assert not {card for card in DECK if f'"{card}"' in shown(position, None)}
