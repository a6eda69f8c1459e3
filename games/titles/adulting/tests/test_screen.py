"""The table, its forms and its emails show what a decision needs, and nothing that the viewer may not know."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from typing import Any, NamedTuple

import pytest

from games.kernel import engine, legal_moves
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition, Open
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.kernel.words import read_by
from games.matches import move_forms
from games.titles.adulting import game, verbs
from games.titles.adulting.cards import CARDS
from games.titles.adulting.tests.tables import do, leave, table
from tests.mail_pictures import text_of
from tests.title_templates import environment

NAMES = ["Ann", "Bob <b>", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"]
LIVE = {"answers": "in_turn", "category": "turns", "sorting": "after"}
MOST = 55_000
HOSTILE = "<script>alert(1)</script>"


ENV = environment()


class Looks(NamedTuple):
    """The viewer, as the platform passes it to templates."""

    user: int | None


def facts_of(position: AnyPosition, seat: int | None, chosen: dict[str, Any] | None = None) -> dict[str, Any]:
    """The context that the platform passes to templates."""
    own = [open for open in engine.open_decisions(game, position) if open.decision.seat == seat]
    required = sorted((o for o in own if not o.decision.optional), key=lambda open: bool(open.decision.matter))
    asked = next((open for open in required if open.answer is None), None)
    sealed = next((open for open in required if open.answer is not None), None)
    view = engine.view_for(game, position, seat)
    assert game.table is not None
    return {
        "match_id": 7,
        "is_unstored": False,
        "view": view,
        "facts": game.table.facts(view, asked.decision if asked else None, NAMES),
        "names": NAMES,
        "me": seat,
        "asked": asked,
        "sealed": sealed,
        "orders": None,
        "further": [
            {"open": o, "due": None, "default_words": "nothing", "hold": 0, "hold_words": ""}
            for o in own
            if o not in (asked, sealed)
        ],
        "chosen": chosen or {},
        "viewer": Looks(user=1 if seat is not None else None),
        "answer": {"action": "", "page": "", "match_id": 7, "csrf": "token", "chosen": chosen or {}},
    }


def render(part: str, facts: dict[str, Any]) -> str:
    return read_by(ENV.get_template(f"adulting/table/{part}").render(facts), facts["me"])


def everything(position: AnyPosition, seat: int | None) -> str:
    facts = facts_of(position, seat)
    tray = render("tray.html", facts) if seat is not None else ""
    return render("table.html", facts) + tray + render("decision.html", facts) + text_of(game, position, seat, NAMES)


def start(options: dict[str, Any], seats: int = 4, seed: int = 1) -> AnyPosition:
    return engine.start(game, seats, options, f"{seed:032x}")[0]


def walk(position: AnyPosition, moves: int, seed: int = 1) -> Iterator[AnyPosition]:
    """The positions of a random match, with one filing in three and with sealed answers."""
    rng = Rng(f"{seed + 99:032x}")
    for _ in range(moves):
        yield position
        asked = engine.decisions(game, position)
        if not asked:
            return
        decision = rng.choose(asked)
        if decision.optional and rng.below(3):
            continue
        move = legal_moves.random_move(game, position, decision, rng)
        engine.play(game, position, decision.seat, move, position.id_of(decision))


TABLES = [({}, 4, 1), (LIVE, 5, 2), ({"bank": "open", "scoring": "everyone"}, 3, 3), (LIVE | {"bank": "open"}, 6, 4)]


@pytest.mark.parametrize("options, seats, seed", TABLES)
@pytest.mark.clause("AD-17", "AD-54", "AD-55", "AD-118", "AD-189")
def test_the_screen_shows_nothing_that_the_viewer_may_not_know(options: dict[str, Any], seats: int, seed: int) -> None:
    rng = Rng(f"{seed:032x}")
    for number, position in enumerate(walk(start(options, seats, seed), 260, seed)):
        if number % 4:
            continue
        seat = rng.choose([None, *range(seats)])
        before = everything(position, seat)
        again = type(position)(**{name: getattr(position, name) for name in position.__struct_fields__})
        again.state = game.rules.determinize(position.state, seat, rng)
        assert everything(again, seat) == before


@pytest.mark.parametrize("options", [{}, LIVE])
@pytest.mark.clause("AD-23", "AD-24", "AD-53")
def test_only_the_dealer_sees_the_fine_print_and_the_card_before_the_ruling(options: dict[str, Any]) -> None:
    looks: Counter[bool] = Counter()
    for number, position in enumerate(walk(start(options, 4, 5), 300, 5)):
        round = position.state.round
        if number % 6 or not round.card or position.state.over:
            continue
        for seat in (None, *range(4)):
            html = unescape(everything(position, seat))
            shows = bool(round.card in html or (CARDS[round.card].fine_print or "\0") in html)
            is_dealer = seat == round.dealer and CARDS[round.card].job != "payout"
            may = round.has("ruled") or is_dealer or (seat == round.dealer and round.has("worked"))
            assert may or not shows or _is_payout_dealer(position, seat), (round.card, seat)
            looks[shows] += 1
    assert looks[True] > 20 and looks[False] > 100


def _is_payout_dealer(position: AnyPosition, seat: int | None) -> bool:
    """A dealer who has given their own number of a Payout sees the fine print (AD-53)."""
    return seat == position.state.round.dealer and seat in position.state.round.job.numbers


def test_the_screen_is_small_and_has_no_inline_styles_or_handlers() -> None:
    for number, position in enumerate(walk(start({}, 8, 6), 500, 6)):
        if number % 12:
            continue
        facts = facts_of(position, number % 8)
        html = render("table.html", facts) + render("decision.html", facts)
        assert len(html) < MOST
        assert not re.search(r"<[^>]*\s(style|on[a-z]+)=", html)


# --- forms ----------------------------------------------------------------------------------------------------------


class Forms(HTMLParser):
    """The forms of a page, as a browser without script submits them with only the required fields filled in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[dict[str, list[str]]] = []
        self.radios: set[str] = set()
        self.select = ""
        self.area = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append({})
            self.radios = set()
        elif tag == "input" and "disabled" not in given and given.get("name"):
            self._input(given)
        elif tag == "select":
            self.select = given["name"]
        elif tag == "option" and self.select:
            self._put(self.select, given["value"], first="selected" not in given)
        elif tag == "textarea":
            self._put(given["name"], "Some words.")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""

    def _input(self, given: dict[str, str]) -> None:
        kind, name = given.get("type", "text"), given["name"]
        if kind == "radio" and ("checked" in given or name not in self.forms[-1]):
            self.forms[-1][name] = [given["value"]]
        elif kind == "checkbox" and "checked" in given:
            self._put(name, given["value"])
        elif kind == "number":
            self._put(name, given["value"] or given["min"])
        elif kind == "hidden" or (kind == "text" and name in ("arg.text", "arg.examples.0")):
            self._put(name, given.get("value") or ("anything" if kind == "text" else ""))
        elif kind == "text":
            self._put(name, given.get("value", ""))

    def _put(self, name: str, value: str, first: bool = False) -> None:
        if not first or name not in self.forms[-1] or (name == "arg.order" and self.select):
            if name == "arg.order" and first:
                return  # the list already has a choice
            self.forms[-1].setdefault(name, []).append(value)


def sent_forms(html: str) -> list[dict[str, list[str]]]:
    return Forms(html).forms


def open_named(position: AnyPosition, id: str) -> Open:
    return next(open for open in engine.open_decisions(game, position) if open.id == id)


@pytest.mark.parametrize("options, seats, seed", TABLES)
def test_every_form_can_be_submitted_without_script(options: dict[str, Any], seats: int, seed: int) -> None:
    tried: Counter[str] = Counter()
    for number, position in enumerate(walk(start(options, seats, seed + 20), 260, seed + 20)):
        if number % 5:
            continue
        for seat in range(seats):
            for data in sent_forms(render("tray.html", facts_of(position, seat))):
                if data["arg.matter.kind"] == [""] if "arg.matter.kind" in data else False:
                    continue  # a link chooses the ruling first
                open = open_named(position, data["decision"][0])
                move = move_forms.read_move(open.decision, data)
                tried[move.verb] += 1
                try:
                    engine.check(game, position, seat, move, open.id)
                except IllegalMove as refused:
                    assert refused.clause.startswith("AD-") and _is_choice(refused.message), (move, refused.message)
    assert {"votes", "rule"} <= set(tried) and len(tried) > 8, tried


def _is_choice(message: str) -> bool:
    """Refusals that a person avoids by choosing another option than the first."""
    return any(
        part in message
        for part in (
            "does not fit in that column",
            "You have already sued",
            "no number or answer that could still be false",
            "already been found guilty",
            "more money than you have",
        )
    )


@pytest.mark.clause("AD-205", "AD-230", "AD-96", "AD-102")
@pytest.mark.parametrize(("card", "field"), [("chl08", "order"), ("chl08", "bonus"), ("rnk01", "disallow")])
def test_the_ruling_asks_only_about_results_that_count(card: str, field: str) -> None:
    position = table(card, 5, money=(9,) * 5, answers="together", sorting="after")
    for seat in (1, 2, 3, 4):
        do(position, seat, "number" if field == "disallow" else "perform", **_result(field, seat))
    leave(position, 2)
    html = render("tray.html", facts_of(position, 0))
    (data,) = [data for data in sent_forms(html) if data["verb"] == ["rule"]]
    assert sorted(data[f"arg.{field}"]) == ["1", "3", "4"] and f'name="arg.{field}" value="2"' not in html
    asked = open_named(position, data["decision"][0])
    engine.check(game, position, 0, move_forms.read_move(asked.decision, data), asked.id)


def test_the_ruling_counts_one_paper_and_two_papers() -> None:
    position = table("pay06", 4, money=(9,) * 4, answers="together", sorting="after")
    for seat in range(4):
        do(position, seat, "number", n=seat)
    html = render("tray.html", facts_of(position, 0))
    assert [count in html for count in ("<b>0 papers</b>", "<b>1 paper</b>", "<b>2 papers</b>")] == [True] * 3


def _result(field: str, seat: int) -> dict[str, Any]:
    return {"n": 20 + seat} if field == "disallow" else {"text": f"No, said {seat}."}


def test_the_forms_offer_every_verb_of_a_decision() -> None:
    for number, position in enumerate(walk(start({"bank": "open"}, 4, 8), 420, 8)):
        if number % 5:
            continue
        for open in engine.open_decisions(game, position):
            facts = facts_of(position, open.decision.seat)
            if open.decision.matter == "law":
                continue
            sent = {data["verb"][0] for data in sent_forms(render("tray.html", facts))}
            wanted = {action.verb for action in open.decision.actions} - {"wait", "skip", "effect", "strike"}
            assert wanted <= sent, (open.decision, sent)


def test_a_ruling_can_be_objected_to_without_script() -> None:
    position = next(p for p in walk(start({}, 4, 9), 300, 9) if _can_object(p))
    seat = next(seat for seat in range(4) if _can_object(position, seat))
    html = render("decision.html", facts_of(position, seat))
    link = unescape(re.findall(r'href="([^"]+)"[^>]* data-matter', html)[0])
    data = {name: [value] for name, value in re.findall(r"[?&]([\w.]+)=([^&#]*)", link.replace("%20", " "))}
    open = next(o for o in engine.open_decisions(game, position) if o.decision.key == f"{seat}.law")
    action = next(action for action in open.decision.actions if action.verb == "appeal")
    chosen = {"verb": "appeal", "args": move_forms.partial(action, data)}
    again = render("decision.html", facts_of(position, seat, chosen))
    sent = next(data for data in sent_forms(again) if data["verb"] == ["appeal"])
    move = move_forms.read_move(open.decision, sent)
    engine.check(game, position, seat, move, open.id)
    matter = engine.view_for(game, position, seat).law.matters[0]
    assert move.args["matter"] == {"kind": matter.kind, "seat": matter.seat, "example": matter.example}


def _can_object(position: AnyPosition, only: int | None = None) -> bool:
    seats = range(4) if only is None else [only]
    laws = [engine.view_for(game, position, seat).law for seat in seats]
    keys = {open.decision.key for open in engine.open_decisions(game, position)}
    return any(law and law.matters and f"{seat}.law" in keys for seat, law in zip(seats, laws, strict=True))


# --- what people write ------------------------------------------------------------------------------------------------


def test_what_players_write_is_shown_as_plain_text() -> None:
    position = job_of("challenge", {"answers": "together", "sorting": "with_work"})
    for decision in [d for d in engine.decisions(game, position) if not d.optional]:
        args = {"text": HOSTILE + "\n[x](http://e.org)", "choice": 0, "note": HOSTILE, "card": None}
        engine.play(game, position, decision.seat, Move("perform", args))
    for seat in (None, *range(4)):
        facts = facts_of(position, seat)
        html = render("table.html", facts) + render("decision.html", facts)
        assert "<script" not in html and "&lt;script&gt;" in html and '<a href="http://e' not in html
        assert HOSTILE in text_of(game, position, seat, NAMES)  # plain text; the HTML of an email escapes it


def job_of(kind: str, options: dict[str, Any]) -> AnyPosition:
    """The first round of a match with a job of this kind."""
    for seed in range(1, 60):
        position = start(options, 4, seed)
        if CARDS[position.state.round.card].job == kind:
            return position
    raise AssertionError(kind)


# --- emails ----------------------------------------------------------------------------------------------------------


def test_emails_offer_choices_that_need_only_one_link() -> None:
    offered: Counter[str] = Counter()
    for options, seed in (({}, 11), ({"bank": "open"}, 12), ({"answers": "in_turn", "sorting": "after"}, 13)):
        for number, position in enumerate(walk(start(options, 4, seed), 500, seed)):
            if number % 6:
                continue
            for open in engine.open_decisions(game, position):
                seat = open.decision.seat
                for choice in verbs.choices(engine.view_for(game, position, seat), open.decision, list):
                    offered[choice.move.verb] += 1
                    if choice.is_complete:
                        engine.check(game, position, seat, choice.move, open.id)
    assert {"votes", "bid", "jury", "appeal_reply", "hear", "plead", "answer", "till", "place", "pass"} <= set(offered)


def test_the_voting_email_has_all_that_is_needed_to_decide() -> None:
    position = next(p for p in walk(start({}, 4, 14), 300, 14) if _votes_are_due(p))
    view = engine.view_for(game, position, 1)
    text = text_of(game, position, 1, NAMES)
    now = "Now: Thumbs up or down for every adult answer."
    assert f"Dealer: {NAMES[view.dealer]}\n{now} Round {view.round}, spades {view.spades} of 3" in text
    for one in view.players:
        assert f"{'You' if one.seat == 1 else NAMES[one.seat]}: {one.money} money, " in text
    assert view.card.prompt in text and view.card.question in text
    assert f"Fine print: {view.card.fine_print or 'none'}" in text and "Wages as they stand: " in text
    for row in view.answers:
        assert (NAMES[row.seat] if row.seat != 1 else "You") + ", answer: " in text
    assert "Rulings to object to" in text and "Your hand: " in text


def _votes_are_due(position: AnyPosition) -> bool:
    view = engine.view_for(game, position, 1)
    return view.step == "votes" and view.law is not None and bool(view.law.matters) and view.dealer != 1


def test_a_jury_email_shows_both_sides_and_the_stake() -> None:
    for position in walk(start({}, 5, 15), 900, 15):
        for open in engine.open_decisions(game, position):
            if not open.decision.case or open.decision.actions[0].verb != "jury":
                continue
            found = facts_of(position, open.decision.seat)["facts"].case(open.decision.case)
            case, text = found["case"], text_of(game, position, open.decision.seat, NAMES)
            assert f"{found['title']} {case.number}: {found['words']}" in text
            assert case.statement in text and case.retort in text
            return
    raise AssertionError("no jury was called")


# --- what is shown ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("AD-39", "AD-40", "AD-41")
def test_the_score_is_shown_as_a_sum() -> None:
    position = start({}, 3, 1)
    hearts = [id for id, card in CARDS.items() if card.suits == ("H",) and not card.effect][:2]
    spade = next(id for id, card in CARDS.items() if card.suits == ("S",) and not card.effect)
    clubs = [id for id, card in CARDS.items() if card.suits == ("C",) and not card.effect][:2]
    diamond = next(id for id, card in CARDS.items() if card.suits == ("D",) and not card.effect)
    position.state.players[0].mantle = [[*hearts, spade], clubs, [diamond]]
    html = render("table.html", facts_of(position, 0))
    assert "9 + 4 + 1 + 7 = 21" in html and "(1 complete row + 7)" in html and "<span>3² = </span>9" in html
    assert "Your mantle: hearts 3, clubs 2, diamonds 1; 9 + 4 + 1 + 7 = 21" in text_of(game, position, 0, NAMES)


def test_a_spectator_sees_the_table_and_no_form() -> None:
    for position in walk(start({}, 4, 16), 60, 16):
        facts = facts_of(position, None)
        assert render("decision.html", facts).strip() == ""
        assert "Around the table" in render("table.html", facts)


def test_a_sealed_answer_can_be_opened_and_is_filled_in() -> None:
    position = job_of("rank", {"answers": "together", "sorting": "with_work"})
    decision = next(d for d in engine.decisions(game, position) if not d.optional)
    args = {"n": 7, "choice": 1, "note": "It is true.", "card": None}
    engine.play(game, position, decision.seat, Move("number", args))
    html = render("decision.html", facts_of(position, decision.seat))
    assert "Your answer is sealed" in html and 'value="7"' in html and 'value="It is true."' in html
    assert 'value="1" required checked' in html


def test_two_suits_are_told_apart_by_their_buttons() -> None:
    position = table("cat01", 5, pace="live", money=(9,) * 5)
    for seat in (2, 4):
        do(position, seat, "sue", defendant=3, ground="libel", price=2, statement="I doubt it.")
    buttons = [
        re.findall(r'type="submit">([^<]+ (?:against|on) [^<]+)', render("tray.html", facts_of(position, seat)))
        for seat in (3, 0)
    ]
    assert buttons == [["Plead against Cid", "Plead against Eve"], ["Decide on lawsuit 1", "Decide on lawsuit 2"]]
    assert "fights the case" not in render("table.html", facts_of(position, 3)), "nobody has said that yet"
    assert "<summary>Lawsuit 2: You are sued: fight or concede.</summary>" in render("tray.html", facts_of(position, 3))
