"""The table screen and the email, rendered for every viewer in random matches."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import msgspec
import pytest
from markupsafe import Markup

from games.kernel import engine, legal_moves
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.kernel.words import read_by, several
from games.titles.parcels import game
from games.titles.parcels.words import size_words
from tests.mail_pictures import text_of, told
from tests.title_templates import environment

NAMES = ["Ada", "Bo", "Cem", "Dora <b>", "Eve"]
PARTS = ("public.html", "table.html", "tray.html", "decision.html")
MOST = 12_000  # characters of the table with five seats
# The frame that the platform puts around a form.
FORMS = """{% macro form(answer, open, verb) %}<form method="post" data-verb="{{ verb }}">
<input type="hidden" name="decision" value="{{ open.id }}">{{ caller() }}</form>{% endmacro %}"""


ENV = environment({"forms.html": FORMS})


def facts_of(position: AnyPosition, seat: int | None, chosen: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the platform passes to the templates."""
    own = [open for open in engine.open_decisions(game, position) if open.decision.seat == seat]
    asked = next((open for open in own if open.decision.clock.pace != "standing"), None)
    orders = next((open for open in own if open.decision.clock.pace == "standing"), None)
    view = engine.view_for(game, position, seat)
    assert game.table is not None
    facts = {
        "game": game.meta,
        "match_id": 1,
        "view": view,
        "facts": game.table.facts(view, asked.decision if asked else None, NAMES),
        "names": NAMES,
        "me": seat,
        "asked": asked,
        "orders": orders,
        "sealed": None,
        "chosen": chosen or {},
        "narrowed": {},
        "is_over": game.rules.result(position.state) is not None,
        "answer": {"action": "", "page": "", "match_id": 1, "csrf": "token", "chosen": chosen or {}},
    }
    spectator = facts if seat is None else facts_of(position, None)
    return facts | {"public": ENV.get_template("parcels/table/public.html").render(spectator)}


def render(part: str, facts: dict[str, Any]) -> str:
    html = ENV.get_template(f"parcels/table/{part}").render(facts | {"public": Markup(facts.get("public", ""))})
    return read_by(html, facts["view"].me)


def start(seats: int, rounds: int = 3, seed: int = 1) -> AnyPosition:
    return engine.start(game, seats, {"rounds": rounds}, f"{seed:032x}")[0]


def walk(seats: int, moves: int, seed: int = 1) -> Iterator[AnyPosition]:
    """A random match, position by position, up to this many moves."""
    position, rng = start(seats, seed=seed), Rng(f"{seed + 99:032x}")
    for _ in range(moves):
        yield position
        asked = [decision for decision in engine.decisions(game, position) if not decision.optional]
        if not asked:
            return
        engine.play(game, position, asked[0].seat, legal_moves.random_move(game, position, asked[0], rng))


def at_follow(seats: int = 4) -> tuple[AnyPosition, int]:
    """A position in which a follower has a legal play."""
    for position in walk(seats, 60):
        view = engine.view_for(game, position, position.state.turn)
        if view.may_pass and len(view.plays) > 1:
            return position, position.state.turn
    raise AssertionError("nobody could follow")


@pytest.mark.clause("PC-85", "PC-87")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_page_shows_nothing_hidden_from_its_viewer(seats: int) -> None:
    for number, position in enumerate(walk(seats, 40, seed=seats)):
        for seat in (None, number % seats):
            redrawn = game.rules.determinize(position.state, seat, Rng("7" * 32))
            other = msgspec.structs.replace(position, state=redrawn)
            for part in PARTS:
                assert render(part, facts_of(position, seat)) == render(part, facts_of(other, seat))


@pytest.mark.clause("PC-86")
def test_spectators_see_everything_public() -> None:
    position, _ = at_follow()
    facts = facts_of(position, None)
    page = render("table.html", facts)
    view = facts["view"]
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert f"Round {view.round} of 3 , trick {view.trick}" in text
    assert f"Deck {view.deck}" in text
    assert all(f"× {stack.count}" in text for stack in view.storage)
    panels = facts["facts"].panels
    sizes = [several(player.hand_size, "card") for player in view.players]
    assert [panel.counters[0].words for panel in panels] == sizes
    assert [seat for seat, panel in enumerate(panels) if "the meld to beat" in panel.marks] == [view.owner]
    assert f"{view.table.count} card" in text and f"total {view.table.total}" in text
    assert all(panel.counters[1].words == "0 penalty points, 0 rounds won" for panel in panels)
    assert len(re.findall(r"<li><b>\d</b> × \d+</li>", page)) == 8
    assert "Singles" in text and ("sets" in text and "runs" in text)


def test_names_are_escaped() -> None:
    position = next(position for position in walk(4, 60) if position.state.owner == 3)
    page = render("table.html", facts_of(position, None))
    assert "Dora &lt;b&gt;" in page and "Dora <b>" not in page


def test_every_legal_play_can_be_chosen_without_script() -> None:
    position, seat = at_follow()
    facts = facts_of(position, seat)
    links = re.findall(r'href="\?([^"#]+)#t-decision"', render("decision.html", facts))
    assert len(links) == len(facts["view"].plays)
    for meld, link in zip(sorted(facts["view"].plays, key=lambda m: (m.count, m.total)), links, strict=True):
        cards = [int(value) for value in re.findall(r"arg\.cards=(\d)", unescape(link))]
        page = render("decision.html", facts_of(position, seat, {"verb": "play", "args": {"cards": cards}}))
        ticked = [int(value) for value in re.findall(r'name="arg\.cards" value="(\d)" checked', page)]
        assert ticked == cards == meld.cards
        engine.check(game, position, seat, Move("play", {"cards": ticked}))


def test_a_card_in_no_legal_play_is_dimmed_and_described_as_such() -> None:
    position, seat = next(
        (position, position.state.turn)
        for position in walk(4, 200)
        if engine.view_for(game, position, position.state.turn).dead
        and engine.view_for(game, position, position.state.turn).plays
    )
    facts = facts_of(position, seat)
    page = render("tray.html", facts)
    dead = [number for number in facts["view"].hand if number in facts["view"].dead]
    assert page.count("is-dim") == page.count("in no legal play") == len(dead) > 0


@pytest.mark.clause("PC-41", "PC-42")
def test_the_pass_dialogue_offers_each_stack_and_each_card_once() -> None:
    position, seat = at_follow()
    facts = facts_of(position, seat)
    page = render("decision.html", facts)
    view = facts["view"]
    tray = render("tray.html", facts)
    assert re.findall(r'data-ref="stack/(\d)"', tray) == [str(stack.number) for stack in view.storage]
    assert re.findall(r'name="arg\.take" value="(\d)"', page) == [str(stack.number) for stack in view.storage]
    assert re.findall(r'name="arg\.add" value="(\d?)"', page) == ["", *map(str, sorted(set(view.hand)))]
    assert f"{len(view.hand) + view.storage[0].count} in hand, {view.storage[0].count} turned up" in page


@pytest.mark.clause("PC-16")
def test_a_leader_is_offered_no_pass() -> None:
    position = start(3)
    page = render("decision.html", facts_of(position, position.state.turn))
    assert 'data-verb="play"' in page and 'data-verb="pass"' not in page


@pytest.mark.clause("PC-51")
def test_the_bare_pass_sends_nothing_to_take_or_add() -> None:
    position, seat = at_follow()
    position.state.discard = [a + b for a, b in zip(position.state.discard, position.state.storage, strict=True)]
    position.state.storage = [0] * 9
    page = render("decision.html", facts_of(position, seat))
    assert 'type="hidden" name="arg.take" value=""' in page and 'type="hidden" name="arg.add" value=""' in page
    engine.check(game, position, seat, Move("pass", {"take": None, "add": None}))


@pytest.mark.clause("PC-93", "PC-97")
def test_a_stored_plan_is_shown_to_its_owner_only_and_can_be_cancelled() -> None:
    position, seat = at_follow()
    planner = next(d.seat for d in engine.decisions(game, position) if d.optional)
    before = [render(part, facts_of(position, seat)) for part in PARTS]
    card = engine.view_for(game, position, planner).hand[0]
    engine.play(game, position, planner, Move("plan", {"moves": [{"kind": "play", "cards": [card]}]}))
    page = render("decision.html", facts_of(position, planner))
    assert f"first play {card}." in page
    assert told(game, position, planner, NAMES)["Your plan"] == f"first play {card}"
    assert [render(part, facts_of(position, seat)) for part in PARTS] == before
    blank = {"kind": None, "cards": []}  # the button sends an empty first field for each move
    engine.play(game, position, planner, Move("plan", {"moves": [blank, blank, blank]}))
    assert "Your plan" not in render("decision.html", facts_of(position, planner))


@pytest.mark.clause("PC-65", "PC-88")
def test_the_round_panel_shows_hands_places_cards_and_points() -> None:
    position = next(position for position in walk(3, 900, seed=5) if position.state.last is not None)
    facts = facts_of(position, None)
    page = render("table.html", facts)
    last = position.state.last
    assert 'id="parcels-last" open' in page and page.count("<tr><td>") == 3
    for seat, hand in enumerate(last.hands):
        assert (f"{' '.join(map(str, hand))} (total\u00a0{sum(hand)})" if hand else "none") in page, seat
    assert all(f'<td class="num">{given.points}</td>' in page for given in last.handed_out)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_pages_stay_small_to_the_end_of_a_match(seats: int) -> None:
    for position in walk(seats, 900, seed=seats + 20):
        facts = facts_of(position, position.state.turn)
        assert len(render("table.html", facts)) < MOST
        assert len(text_of(game, position, position.state.turn, NAMES)) < 2_000


def test_the_email_is_enough_to_decide() -> None:
    position, seat = at_follow()
    view, email = engine.view_for(game, position, seat), text_of(game, position, seat, NAMES)
    assert f"({size_words(view.table.cards)}) of {NAMES[view.owner]}" in email
    assert " ".join(map(str, view.hand)) in email
    assert ", ".join(f"{stack.count} × {stack.number}" for stack in view.storage) in email
    assert "sets" in email and "runs" in email and f"Deck: {several(view.deck, 'card')}; discarded: " in email
    assert all(NAMES[player.seat] in email for player in view.players if player.seat != seat)


def test_each_card_in_hand_is_shown_once() -> None:
    """The hand is shown once, on turn or not, and cards are chosen in it."""
    position, seat = at_follow()
    for viewer in (seat, (seat + 1) % 4):
        facts = facts_of(position, viewer)
        tray, board = render("tray.html", facts), render("table.html", facts)
        assert [int(n) for n in re.findall(r'type="checkbox"[^>]* value="(\d)"', tray)] == facts["view"].hand
        assert tray.count('class="card is-held"') == len(facts["view"].hand)
        assert 'type="checkbox"' not in board


def test_pages_have_no_inline_styles_or_handlers() -> None:
    position, seat = at_follow()
    pages = [render(part, facts_of(position, seat)) for part in PARTS]
    pages.append(render("decision.html", facts_of(position, (seat + 1) % 4)))
    assert not [page for page in pages if re.search(r' style="| on\w+="|<script|<style', page)]


def test_ids_are_unique_across_board_and_decision() -> None:
    position, seat = at_follow()
    for viewer in (seat, (seat + 1) % 4):
        facts = facts_of(position, viewer)
        ids = re.findall(r' id="([^"]+)"', render("table.html", facts) + render("tray.html", facts))
        assert len(ids) == len(set(ids))
