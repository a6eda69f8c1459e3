"""The table screen and the email, rendered for every viewer in random matches and hand-made positions."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import pytest

from games.kernel import engine, legal_moves
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.kernel.words import read_by
from games.matches import move_forms
from games.titles.human_resources import game
from games.titles.human_resources.cards import CARDS
from games.titles.human_resources.tests.tables import A, B, table
from games.titles.human_resources.words import PHRASES
from tests.mail_pictures import text_of
from tests.title_templates import environment

NAMES = ["Ada", "Bo <b>"]
MOST = 26_000  # characters of the board with 30 cubicles


ENV = environment()


def facts_of(position: AnyPosition, seat: int | None, query: str = "", form_action: str = "") -> dict[str, Any]:
    """What the platform passes to the templates; `query` is the URL query of a half-made choice."""
    asked = next((open for open in engine.open_decisions(game, position) if open.decision.seat == seat), None)
    view = engine.view_for(game, position, seat)
    chosen, narrowed = _begun(position, asked.decision, query) if asked and query else ({}, {})
    assert game.table is not None
    return {
        "match_id": 7,
        "view": view,
        "facts": game.table.facts(view, asked.decision if asked else None, NAMES),
        "names": NAMES,
        "me": seat,
        "asked": asked,
        "chosen": chosen,
        "narrowed": narrowed,
        "answer": {"action": form_action, "match_id": 7, "csrf": "token", "chosen": chosen},
    }


def _begun(position: AnyPosition, decision: Any, query: str) -> tuple[dict[str, Any], dict[str, Any]]:
    data = parse_qs(query, keep_blank_values=True)
    verb = data["verb"][0]
    action = next((action for action in decision.actions if action.verb == verb), None)
    if action is None:
        return {}, {}
    args = move_forms.partial(action, data)
    narrowed = game.rules.by_name[position.step].narrow(position.state, decision.seat, verb, args)
    return {"verb": verb, "args": args}, narrowed


def render(part: str, facts: dict[str, Any]) -> str:
    return read_by(ENV.get_template(f"human_resources/table/{part}").render(facts), facts["view"].seat)


def walk(moves: int, seed: int = 1, promo: bool = True) -> Iterator[AnyPosition]:
    """A random match, position by position."""
    position = engine.start(game, 2, {"promo": promo}, f"{seed:032x}")[0]
    rng = Rng(f"{seed + 99:032x}")
    for _ in range(moves):
        yield position
        asked = engine.decisions(game, position)
        if not asked:
            return
        engine.play(game, position, asked[0].seat, legal_moves.random_move(game, position, asked[0], rng))


def everything(position: AnyPosition, seat: int | None) -> str:
    facts = facts_of(position, seat)
    own = render("tray.html", facts) if seat is not None else ""
    return render("table.html", facts) + own + text_of(game, position, seat, NAMES)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.clause("HR-28", "HR-123", "HR-124", "HR-131")
def test_the_screen_shows_nothing_hidden_from_the_viewer(seed: int) -> None:
    rng = Rng(f"{seed:032x}")
    for position in walk(70, seed):
        for seat in (A, B, None):
            before = everything(position, seat)
            state = game.rules.determinize(position.state, seat, rng)
            again = type(position)(**{name: getattr(position, name) for name in position.__struct_fields__})
            again.state = state
            assert everything(again, seat) == before


def test_the_board_stays_small() -> None:
    for position in walk(60, 3):
        if len(position.state.office) <= 30:
            assert len(render("table.html", facts_of(position, A))) < MOST


def test_no_style_attribute_and_no_handler() -> None:
    for position in walk(12, 5):
        html = everything(position, position.state.active)
        assert not re.search(r"\s(style|on[a-z]+)=", html)


def test_a_card_offers_only_what_is_legal() -> None:
    position = table(hand=("Q1D", "P01L", "M2L", "M9D"))
    html = render("tray.html", facts_of(position, A))
    inputs = {re.findall(r'value="(\w+)"', one)[0]: one for one in re.findall(r"<input type=\"radio\"[^>]+>", html)}
    verbs = {card: re.findall(r'data-verb="(\w+)"', one) for card, one in inputs.items()}
    assert verbs == {"Q1D": [], "P01L": ["project"], "M2L": [], "M9D": ["hire"]}
    assert "condition not met" in inputs["Q1D"] and "cannot be hired now" in inputs["M2L"]


def test_the_hand_looks_the_same_on_and_off_turn() -> None:
    position = table(hand=("Q1D", "P01L"), rival=("M9D",))
    mine = render("tray.html", facts_of(position, A))
    theirs = render("tray.html", facts_of(position, B))
    assert mine.count('class="choice is-card"') == 2 and theirs.count('class="choice is-card"') == 1
    assert "<form" in mine and "<form" not in theirs and "disabled" in theirs
    assert "disabled" not in mine and "completes nothing" not in mine


def follow(position: AnyPosition, verb: str, card: str, pick: int = 0) -> Move:
    """Choose field by field like table.js, each time one of the values that are still possible."""
    args: dict[str, Any] = {"card": card}
    narrow = game.rules.by_name[position.step].narrow
    for name in facts_of(position, A)["facts"].steps[f"{verb} {card}"]:
        known = narrow(position.state, A, verb, args)
        if name == "cells":
            alone = ((at, narrow(position.state, A, verb, {**args, "cells": [at]})) for at in known["cells"])
            found = [at for at, then in alone if then.get("stops")]
            args["cells"] = [found[pick % len(found)]]
        elif name == "dir":
            args["dir"], args["dist"] = known["stops"][pick % len(known["stops"])]
        elif name != "dist":
            args[name] = known[name][pick % len(known[name])]
    return Move(verb, args)


@pytest.mark.parametrize("pick", range(5))
@pytest.mark.parametrize("card", ["M2D", "M3D", "M4D", "M5D", "M6D", "M7D", "M8D", "M9D", "M1D", "X3L", "X4L"])
def test_every_manager_can_be_hired_field_by_field(card: str, pick: int) -> None:
    drawing = ("DLL.", "D...", "LDLD")
    hand = (card, "P01D", "P02L")
    position = table(drawing, hand=hand, theirs=("P03D", "P04D"), discard=("M9L", "Q1L"), promo=True)
    engine.check(game, position, A, follow(position, "hire", card, pick))


@pytest.mark.parametrize("verb, card", [("place", "M2D"), ("project", "P01D"), ("quota", "Q3L")])
def test_every_action_can_be_chosen_field_by_field(verb: str, card: str) -> None:
    position = table(hand=("M2D", "P01D", "Q3L"), scored=((), ("P02D",)))
    engine.check(game, position, A, follow(position, verb, card, 3))


@pytest.mark.parametrize(
    "query",
    [
        "verb=hire&arg.card=nonsense",
        "verb=nonsense&arg.card=P01D",
        "verb=place",
        "verb=place&arg.card=P01D&arg.at=%22%3E%3Cscript%3E",
        "verb=place&arg.card=P01D&arg.at=9999999999,1",
        "verb=place&arg.card=P01D&arg.at=1&arg.at=2",
        "verb=hire&arg.card=M3D&arg.cells=x&arg.dir=Q&arg.dist=-1",
        "verb=hire&arg.card=M3D&arg.cells=,&arg.cells=0,0&arg.dir=N",
        "verb=hire&arg.card=M7D&arg.from=a,b",
    ],
)
def test_nonsense_in_the_url_is_harmless(query: str) -> None:
    position = table(hand=("P01D", "M3D", "M7D"))
    facts = facts_of(position, A, query)
    assert "<script" not in render("tray.html", facts) + render("table.html", facts)


def test_the_form_from_an_email_has_every_field() -> None:
    position = table(hand=("P01D", "M3D", "M7D"))
    facts = facts_of(position, A, form_action="/email/abc/")
    html = render("decision.html", facts)
    fields = {f"arg.{field.name}" for action in facts["asked"].decision.actions for field in action.fields}
    assert fields <= set(re.findall(r'name="([^"]+)"', html))
    assert 'action="/email/abc/"' in html and "/match/" not in html


@pytest.mark.parametrize("card, fields", [("M3D", ["card", "cells", "dir", "dist"]), ("M7D", ["card", "from", "to"])])
def test_the_form_from_an_email_link_asks_only_what_the_card_needs(card: str, fields: list[str]) -> None:
    facts = facts_of(table(hand=("P01D", "M3D", "M7D")), A, form_action="/email/abc/")
    html = render("decision.html", facts | {"chosen": {"verb": "hire", "args": {"card": card}}})
    assert list(dict.fromkeys(re.findall(r'name="arg\.(\w+)"', html))) == fields
    assert html.count("<form") == 1 and f'name="arg.card" value="{card}"' in html


@pytest.mark.clause("HR-132")
def test_the_office_in_words_names_each_place() -> None:
    position = table(("DLL", "LDD", "..L"), hand=("P01D",))
    rows = "row 0: D at 0, L at 1, L at 2; row 1: L at 0, D at 1, D at 2; row 2: L at 2"
    assert f"Office, dark and light: {rows}\n" in text_of(game, position, A, NAMES)


def test_email_is_enough_to_decide() -> None:
    position = table(
        ("DLL", "LDD"),
        hand=("P12D", "M3L", "Q1D"),
        rival=("P01D", "P01L"),
        mine=("P15D",),
        theirs=("P02L",),
        discard=("M8L", "M9D"),
        scored=(("P05D",), ("P10L", "Q2L")),
    )
    text = text_of(game, position, A, NAMES)
    for words in (
        "Office, dark and light: row 0: D at 0, L at 1, L at 2; row 1: L at 0, D at 1, D at 2",
        "Bo <b>: 6 points; 1 dark and 1 light in hand; Corridor light (4) in play, ",
        "Discard pile, top first: Draw dark, Swap light",
        "You: 8 points; Front Desk dark (4) in play, ",
        "Staircase dark (3): project, L.. / DD. / .DL",
        "Shift light: manager: Slide one, two or three connected cubicles straight in one direction.",
        "Front Desk dark (4), You: DLLD / .DD.. Nearest: 1 cubicle missing: dark at",
        "Corridor light (4), Bo <b>: LLLL. Nearest: ",
        "Scored, Bo <b>: Corner Desk light (1), Only This Card (5)",
    ):
        assert words in text, text
    assert f"Deck: {len(position.state.deck)} cards, top is " in text


@pytest.mark.clause("HR-130")
def test_panel_tells_each_reason() -> None:
    position = table(("LLLL", "D..D"), hand=("M9D",), mine=("P02L",), since=3, action=3)
    html = render("table.html", facts_of(position, B))
    assert (
        "The pattern stands at (0,0) (1,0) (2,0) (3,0). It was formed before this project came into play (action 3)."
        in html
    )
    rival = table(("DDD", "LLL"), hand=("M9D",), mine=("P11D",), changed={(1, 0): 4}, since=3, action=4)
    html = unescape(render("table.html", facts_of(rival, None)))
    assert "The pattern stands at (0,0) (1,0) (2,0) (1,1). Bo <b> formed it in action 4, so it did not score." in html
    waits = table(hand=("M9D",), mine=("X1D",), promo=True)
    assert "Waits for you to form one of Ada’s projects." in unescape(render("table.html", facts_of(waits, B)))
    lone = table(("D",), hand=("M9D",), mine=("P02L",))
    assert PHRASES["panel"]["none"] in render("table.html", facts_of(lone, A))


@pytest.mark.clause("HR-130")
def test_panel_draws_what_it_says() -> None:
    position = table(("DLL.", "L.D."), hand=("P02D",), mine=("P01D",))
    html = render("table.html", facts_of(position, A))
    assert '<use href="#hr-no-D" x="120" y="0"/>' in html  # (3,0)
    assert 'data-see="P01D"' in html and 'id="hr-see-P01D"' in html
    engine.play(game, position, A, Move("place", {"card": "P02D", "at": "3,0"}))
    html = unescape(render("table.html", facts_of(position, B)))
    done = "Ada scores Hallway dark for 2. Completed: (0,0) (1,0) (2,0) (3,0). Changed by this action: (3,0)."
    assert done in html and 'class="human_resources-done"' in html and 'class="human_resources-fresh"' in html


@pytest.mark.clause("HR-123")
def test_only_own_cubicles_are_named() -> None:
    position = table(faces={(0, 0): "P05D", (1, 0): "P05L"}, by={(0, 0): A, (1, 0): B}, hand=("M9D",))
    assert "(0,0): Boardroom dark" in render("table.html", facts_of(position, A))
    assert "(1,0): Boardroom light" in render("table.html", facts_of(position, B))
    assert "Boardroom" not in render("table.html", facts_of(position, None))


def test_play_two_and_its_plays_left_are_in_the_view() -> None:
    position = table(hand=("M1D", "P01D", "P02D"))
    engine.play(game, position, A, Move("hire", {"card": "M1D"}))
    html = render("table.html", facts_of(position, B))
    assert "is being carried out" in html and "2 cards to play" in html


def test_pick_up_and_order_have_their_own_forms() -> None:
    choosing = table(hand=("M6D",), theirs=("P01D", "P02D"))
    engine.play(game, choosing, A, Move("hire", {"card": "M6D"}))
    html = render("tray.html", facts_of(choosing, B))
    assert re.findall(r'name="arg.card" value="(\w+)"', html) == ["P01D", "P02D"]
    looked = table(hand=("X4D",), promo=True)
    engine.play(game, looked, A, Move("hire", {"card": "X4D"}))
    html = render("tray.html", facts_of(looked, A))
    assert html.count('<select name="arg.order">') == 4
    assert all(CARDS[id].name in html for id in facts_of(looked, A)["view"].known)


def test_the_end_says_what_decided() -> None:
    position = table(hand=("P01D",), deck=("P02D",), scored=(("P10D",), ("P05D",)))
    engine.play(game, position, A, Move("place", {"card": "P01D", "at": "2,0"}))
    html = unescape(render("table.html", facts_of(position, None)))
    assert "Bo <b> wins by points." in html and "Hand at the end:" in html


@pytest.mark.clause("HR-107", "HR-111")
def test_overtime_is_offered_only_where_it_is_due() -> None:
    corner: dict[str, Any] = {"drawing": ("LL.", "D.."), "mine": ("P10D",), "promo": True}
    position = table(hand=("M9L", "P02D", "X2D"), **corner)
    narrow = game.rules.by_name["turn"].narrow
    for args, offered in (({"at": "1,1"}, ["X2D"]), ({"at": "2,0"}, []), ({}, [])):
        assert list(narrow(position.state, A, "place", {"card": "M9L", **args}).get("overtime", ())) == offered
