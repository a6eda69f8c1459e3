"""Hidden information, private parts of the log, and default moves (HR-123 to HR-133)."""

import pytest

from games.kernel import codec, engine, legal_moves
from games.kernel.rng import Rng
from games.kernel.words import read_by
from games.titles.human_resources import game
from games.titles.human_resources.cards import POINTS
from games.titles.human_resources.geometry import place
from games.titles.human_resources.tests.tables import A, B, lines, play, table


def face(position: engine.AnyPosition, seat: int | None, x: int, y: int) -> str | None:
    """The face of a cubicle as this seat sees it."""
    return next(one.card for one in engine.view_for(game, position, seat).office if (one.x, one.y) == (x, y))


@pytest.mark.clause("HR-123")
def test_a_seat_sees_the_faces_of_its_own_cubicles_after_they_move() -> None:
    position = table(hand=("P05D", "M7L", "M5D", "Q1L"), rival=("M7D", "M4D"), faces={(0, 0): "M1D"})
    assert face(position, A, 0, 0) is None
    play(position, A, "place", card="P05D", at=[2, 0])
    play(position, B, "hire", card="M7D", start=[2, 0], to=[-1, 0])  # the rival moves it
    assert [face(position, seat, -1, 0) for seat in (A, B, None)] == ["P05D", None, None]
    play(position, A, "hire", card="M5D", at=[0, 0], give="Q1L")
    assert [face(position, seat, 0, 0) for seat in (A, B, None)] == ["Q1L", None, None]
    assert "M1D" in engine.view_for(game, position, A).hand
    play(position, B, "hire", card="M4D", at=[-1, 0])  # B replaces it, and so sees its face
    assert "P05D" in engine.view_for(game, position, B).hand
    assert "P05D" not in codec.dump(engine.view_for(game, position, A)).decode()


@pytest.mark.clause("HR-124", "HR-133")
def test_everything_is_revealed_at_the_end() -> None:
    position = table(hand=("M1D", "M2D"), rival=("P01D", "Q1L"), faces={(0, 0): "P05L"}, deck=("M3D", "M4D"))
    events = play(position, A, "place", card="M1D", at=[2, 0])
    assert lines(events, B)[:2] == ["A places a dark cubicle at (2,0).", "A draws a dark card."]
    assert face(position, None, 0, 0) is None
    events += engine.drop(game, position, B, "resigned").events
    for seat in (A, B, None):
        view = engine.view_for(game, position, seat)
        assert [one.hand for one in view.seats] == [["M2D", "M3D"], ["P01D", "Q1L"]]
        assert face(position, seat, 0, 0) == "P05L" and view.deck == ["M4D"]
    opened = [read_by(game.table.story(event, ["A", "B"]), None) for event in engine.events_for(events, None, 0, True)]
    assert opened[0] == "A places a dark cubicle at (2,0): Play Two dark."
    assert opened[1] == "A draws a dark card: Shift dark."
    assert opened[2].endswith("A holds Take dark, Shift dark. B holds Hallway dark, Three Light.")


@pytest.mark.clause("HR-131")
def test_spectators_see_only_what_both_players_see() -> None:
    position = table(hand=("M1D", "M2L"), rival=("P01D",), mine=("P02D",), discard=("M3D",))
    shown = codec.dump(engine.view_for(game, position, None)).decode()
    assert "P02D" in shown and "M3D" in shown
    hidden = [*position.state.hands[A], *position.state.hands[B], *position.state.deck]
    hidden += [cubicle.card for cubicle in position.state.office.values()]
    assert not [card for card in hidden if card in shown]


@pytest.mark.clause("HR-131")
def test_a_redraw_changes_no_view() -> None:
    for seed in range(12):
        position, _ = engine.start(game, 2, {"promo": True}, f"{seed:032x}")
        rng = Rng(f"{seed + 30:032x}")
        while asked := engine.decisions(game, position):
            for seat in (A, B, None):
                other = game.rules.determinize(position.state, seat, rng)
                game.rules.audit(other)
                assert codec.dump(game.rules.view(other, position.step, seat)) == codec.dump(
                    engine.view_for(game, position, seat)
                )
                if seat == asked[0].seat:
                    assert game.rules.by_name[position.step].ask(other) == asked
            engine.play(game, position, asked[0].seat, legal_moves.random_move(game, position, asked[0], rng))


@pytest.mark.clause("HR-132")
def test_the_names_of_places() -> None:
    position, _ = engine.start(game, 2, {}, "0" * 32)
    view = engine.view_for(game, position, None)
    assert (view.office[0].x, view.office[0].y, view.office[0].colour) == (0, 0, "D")
    assert place(0, 0) < place(1, 0) < place(-5, 1)  # reading order


@pytest.mark.clause("HR-125")
def test_default_of_a_turn() -> None:
    position = table((".D", "LD"), hand=("P05D", "Q3L", "M2L", "M1D"))
    (decision,) = engine.decisions(game, position)
    assert decision.default.args == {"card": "M2L", "at": "1,-1"}  # fewest points; the first if equal
    position, _ = engine.start(game, 2, {}, f"{7:032x}")
    (decision,) = engine.decisions(game, position)
    hand = position.state.hands[decision.seat]
    low = min(POINTS[card] for card in hand)
    assert decision.default.args == {"card": next(card for card in hand if POINTS[card] == low), "at": "0,-1"}


@pytest.mark.clause("HR-126")
def test_default_of_pick_up() -> None:
    position = table(hand=("M6D", "M1D"), theirs=("P02D", "P01D", "P11D", "P03D"))
    play(position, A, "hire", card="M6D")
    (decision,) = engine.decisions(game, position)
    assert decision.default.args == {"card": "P11D"}  # of the two worth 2 points, the newer one


@pytest.mark.clause("HR-127")
def test_default_of_vp_of_operations() -> None:
    deck = ("M1D", "M2L", "M3D", "M4L", "M5D")
    position = table(hand=("X4D", "M9D"), deck=deck, promo=True)
    play(position, A, "hire", card="X4D")
    (decision,) = engine.decisions(game, position)
    assert decision.default.args == {"order": list(deck[:4])}
    engine.play(game, position, A, decision.default)
    assert position.state.deck[::-1] == list(deck[1:])


@pytest.mark.clause("HR-128")
def test_defaults_complete_a_turn() -> None:
    position = table(hand=("M6D", "M1L", "M2D"), rival=("M1D", "M3D", "P05D"), theirs=("P01D", "P02D"))
    play(position, A, "hire", card="M6D")
    assert not _default(position)  # the turn begins with the choice to pick up
    assert engine.decisions(game, position)[0].clock.continues  # the rest of the turn uses the same clock
    play(position, B, "hire", card="M1D")
    assert _default(position) and position.state.active == B
    assert _default(position)
    assert position.state.active == A and position.step == "turn"
    assert not _default(position)


def _default(position: engine.AnyPosition) -> bool:
    """Play the default; returns whether the decision continued a turn that had already begun."""
    (decision,) = engine.decisions(game, position)
    engine.play(game, position, decision.seat, decision.default)
    return decision.clock.continues


@pytest.mark.clause("HR-133")
def test_private_parts_stay_private_until_the_end() -> None:
    position, events = engine.start(game, 2, {}, f"{3:032x}")
    hand = position.state.hands[A]
    own, other = (repr(engine.events_for(events, seat, 0, False)) for seat in (A, B))
    assert all(card in own for card in hand) and not any(card in other for card in hand)
    assert all(event.opens == "match" for event in events if event.private)


def test_the_rival_never_learns_where_a_card_is_in_the_hand() -> None:
    shown = [
        codec.dump(engine.view_for(game, table(hand=hand, rival=("M9L",)), B))
        for hand in (("M1D", "M2L"), ("M2L", "M1D"))
    ]
    assert shown[0] == shown[1]
