"""The table and the email, rendered for every viewer in random matches and in hand-written positions."""

import re
from html import escape, unescape
from typing import Any

import msgspec
import pytest
from markupsafe import Markup

from games.kernel import engine, legal_moves
from games.kernel.laws.random_cases import draw_decision
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.kernel.words import read_by
from games.matches import move_forms
from games.table.presenter import with_names
from games.titles.going_postal import game
from games.titles.going_postal.cards import KIND
from games.titles.going_postal.tests.refusals import POSITIONS
from games.titles.going_postal.tests.tables import LIVE, TRADING, play, play_card, table
from tests.mail_pictures import text_of
from tests.title_templates import environment

NAMES = ["Ada", "Bo <b>", "Cy", "Di", "Ed", "Flo"]
MOST = 60_000  # characters of table and decision


ENV = environment(
    url=lambda name, *ids: f"/{name}/{'/'.join(map(str, ids))}/",
    clause=lambda id: f"[{id}]",
)


def facts_of(position: AnyPosition, seat: int | None) -> dict[str, Any]:
    """The context that the platform passes to the templates."""
    names = NAMES[: position.seats]
    own = [
        msgspec.structs.replace(open, decision=move_forms.for_people(open.decision, names))
        for open in engine.open_decisions(game, position)
        if open.decision.seat == seat
    ]
    required = [open for open in own if open.decision.clock.pace != "standing" and not open.decision.optional]
    asked = next((open for open in required if open.answer is None), None)
    view = engine.view_for(game, position, seat)
    assert game.table is not None
    return {
        "match_id": 7,
        "is_unstored": False,
        "view": view,
        "facts": game.table.facts(view, asked.decision if asked else None, names),
        "names": names,
        "me": seat,
        "asked": asked,
        "sealed": next((open for open in required if open.answer is not None), None),
        "orders": next((open for open in own if open.decision.clock.pace == "standing"), None),
        "further": [{"open": one} for one in own if one.decision.optional and one.decision.clock.pace != "standing"],
        "is_over": view.winner is not None,
        "chosen": {},
        "answer": {"action": "", "page": "", "match_id": 7, "csrf": "token", "chosen": {}},
    }


def render(name: str, facts: dict[str, Any]) -> str:
    html = ENV.get_template(f"going_postal/table/{name}").render(facts)
    return html if name == "public.html" else read_by(html, facts["view"].seat)


def said_to(seat: int, label: str) -> str:
    """A choice or preview as the platform shows it."""
    return with_names(label, NAMES, seat)


def screen(position: AnyPosition, seat: int | None) -> str:
    """Table, decision and email of this viewer."""
    facts, everybody = facts_of(position, seat), facts_of(position, None)
    facts["public"] = Markup(render("public.html", everybody))
    tray = render("tray.html", facts) if seat is not None else ""
    return (
        render("table.html", facts)
        + tray
        + render("decision.html", facts)
        + escape(text_of(game, position, seat, NAMES))
    )


def decision(position: AnyPosition, seat: int) -> str:
    return unescape(render("decision.html", facts_of(position, seat)))


VARIANTS: list[dict[str, Any]] = [{}, {"trading": True}, {"blitz": True}, {"trading": True, "pace": "live"}]


@pytest.mark.clause("GP-63", "GP-134", "GP-135", "GP-136", "GP-137")
@pytest.mark.parametrize("number", range(4))
def test_the_screen_shows_nothing_hidden_from_the_viewer(number: int) -> None:
    seats = 3 + number
    position, _ = engine.start(game, seats, VARIANTS[number], f"{number:032x}")
    rng = Rng(f"{number + 9:032x}")
    for turn in range(40):
        asked = [found.decision for found in engine.open_decisions(game, position)]
        if not asked:
            break
        for seat in (*range(seats), None) if turn % 4 == 0 else ():
            html = screen(position, seat)
            again = msgspec.structs.replace(position, state=game.rules.determinize(position.state, seat, rng))
            again.sealed = {key: move for key, move in position.sealed.items() if key.partition(".")[0] == str(seat)}
            assert screen(again, seat) == html
            assert not re.search(r"\s(style|on[a-z]+)=", html) and len(html) < MOST and "Bo <b>" not in html
        one = draw_decision(position, asked, rng)
        move = legal_moves.random_move(game, position, one, rng)
        engine.play(game, position, one.seat, move, position.id_of(one))


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_every_kind_of_position_renders(name: str) -> None:
    position = POSITIONS[name]()
    for seat in (*range(position.seats), None):
        assert len(screen(position, seat)) > 1000


@pytest.mark.clause("GP-14")
def test_barred_options_say_why() -> None:
    html = decision(table([["coffee", "warning"]], stamps=[1, 0], sam=2), 0)
    assert "Not now: needs a sane personality; you are postal. [GP-14]" in html
    assert 'value="coffee-1.b"' in html and 'value="coffee-1.a"' not in html
    assert 'value="warning-1.a"' in html and 'value="warning-1.b"' in html
    html = decision(table([["coffee", "warning"]], sam=2), 0)
    assert "Not now: needs a postal personality; you are sane. [GP-14]" in html and 'value="warning-1.a"' not in html


@pytest.mark.clause("GP-18", "GP-30", "GP-65")
@pytest.mark.parametrize(
    ("stamps", "options", "words"),
    [
        (0, {}, "Post Office: you get stamp 1 and lead the new round"),
        (0, {"lead_after_stamp": "next"}, "Post Office: you get stamp 1 and Bo <b> leads the new round"),
        (4, {}, "Post Office: you get stamp 5 and are out"),
        (5, {"postal": True}, "Post Office: you get stamp 6 and win"),
    ],
)
def test_the_preview_of_the_office(stamps: int, options: dict[str, Any], words: str) -> None:
    hand = ["bulk"] if not stamps else ["bulk"] + ["first"] * 3
    html = decision(table([hand], stamps=[stamps], sam=11, options=options), 0)
    assert words in html


@pytest.mark.clause("GP-74")
def test_the_preview_of_a_claimer_says_whose_stamp_it_is() -> None:
    position = table([["first", "coffee"], None, [], None], stamps=[2], sam=10, out=[2], vendetta={2: 1}, options=LIVE)
    play(position, 2, "claim")
    assert "needs a sane personality; Ada is postal" in decision(position, 2)
    move = Move("play", {"card": "first-1", "option": "a", "distance": None, "target": None})
    said = game.rules.by_name[position.step].preview(position.state, 2, move)
    assert said_to(2, said[0]) == "Post Office: Ada gets stamp 3 and leads the new round"


def test_the_preview_of_a_house() -> None:
    html = decision(table([["first", "bulk"]], sam=6), 0)
    assert "Sam stops on The Bungalow, house 1, 4 steps from the Post Office" in html


@pytest.mark.parametrize("name", ["turn", "postal", "cutthroat", "claimed", "market"])
def test_every_legal_play_can_be_sent_by_the_plain_form(name: str) -> None:
    position = POSITIONS[name]()
    seat = position.state.decider
    html, one = decision(position, seat), next(d for d in engine.decisions(game, position) if d.seat == seat)
    ways = re.findall(r'name="arg.way" value="([^"]+)"[^>]* data-aim="(\w*)"', html)
    sent = []
    for way, action in ways:
        targets = (
            re.findall(rf'class="choice[^"]* is-{action}[ "].*?name="arg.target" value="(\d)"', html) if action else []
        )
        for target in targets or [""]:
            form = {"verb": ["play"], "arg.way": [way]} | ({"arg.target": [target]} if target else {})
            _, move = engine.check(game, position, seat, move_forms.read_move(one, form))
            sent.append(repr(move))
    assert sorted(sent) == sorted(map(repr, legal_moves.moves(game, position, one)))


@pytest.mark.clause("GP-73", "GP-74", "GP-75")
def test_a_taken_over_turn_is_framed_and_shows_the_hand_to_the_claimer_only() -> None:
    position = table([["first", "coffee"], None, [], None], sam=4, out=[2], vendetta={2: 1}, options=LIVE)
    assert "take-over window open" in screen(position, 1) and "First Class" not in screen(position, 2)
    assert "Take over this turn (1)" in decision(position, 2)
    play(position, 2, "claim")
    assert "Cy plays Ada’s hand" in unescape(screen(position, 1)) and "First Class" not in screen(position, 1)
    assert 'value="first-1.a"' in decision(position, 2) and 'value="first-1.a"' not in decision(position, 0)
    play(position, 2, "play", card="coffee-1", option="a")
    assert "First Class" not in screen(position, 2)


@pytest.mark.clause("GP-113")
def test_an_offer_is_shown_where_it_can_be_answered() -> None:
    position = table([["first", "coffee", "bulk"]], seats=3, options=TRADING)
    play(position, 1, "offer", to=0, card=position.state.hands[1][0], says="coffee", wants="bulk")
    assert "Bo <b> offers you a trade</b>: gives Coffee Break, wants Bulk Mail." in decision(position, 0)
    assert "a trade</b>:" not in decision(position, 2)


@pytest.mark.clause("GP-77", "GP-78", "GP-137")
def test_the_window_does_not_reveal_who_was_asked_or_what_is_sealed() -> None:
    position = table([["first", "coffee"], None, [], None], sam=4, out=[2], vendetta={2: 1})
    before = [screen(position, seat) for seat in (1, 2, 3, None)]
    play(position, 0, "play", card="first-1", option="a")
    assert [screen(position, seat) for seat in (1, 2, 3, None)] == before
    html = decision(position, 0)
    assert "Your card is sealed." in html and "Replace the sealed card" in html
    assert re.search(r'value="first-1.a"[^>]* checked', html)
    play(position, 2, "orders", mode="never", targets=[0], max_price=3)
    assert position.state.sam == 6


@pytest.mark.clause("GP-30", "GP-153")
def test_the_leading_turn_has_a_badge_and_an_email_of_its_own() -> None:
    position = table([["first", "priority"]], sam=10)
    play_card(position, "first-1")
    assert "Ada leads the new round" in screen(position, 1) and facts_of(position, 0)[
        "asked"
    ].decision.prompt.startswith("You lead")
    email = text_of(game, position, 0, NAMES)
    assert "Sam is back at the Post Office. You got stamp 1 and lead the new round." in email
    assert "Sam walked 2 steps, from Garden Flat to Post Office." in email


def test_sam_walks_along_the_ring() -> None:
    position = table([["priority", "bulk"]], sam=2)
    play_card(position, "priority-1", "b")
    html = screen(position, 1)
    assert 'data-piece="sam" data-path="space/3 space/4 space/5"' in html
    assert "Sam walked 4 steps, from Twin Villas to Bus Stop Corner." in html


def test_badges_of_year_overtime_burn_out_and_deal() -> None:
    late = screen(table(stamps=[1, 1, 1, 1], year=6, overtime=True), None)
    assert "Year 6" in late and "Overtime" in late and "Burn-out: stamps stay" in late
    assert "Deal 2" in screen(table([["bulk"]], year=2, options={"blitz": True}), None)


@pytest.mark.clause("GP-112", "GP-117", "GP-118")
def test_the_tray_of_trading() -> None:
    position = table([["first", "priority", "coffee"], ["bulk", "bulk", "clean"]], options=TRADING)
    play(position, 1, "offer", to=0, card="clean-1", says="coffee", wants="first")
    play(position, 0, "whisper", to=1, text="Yes & no")
    html = unescape(screen(position, 2))
    assert "Bo <b> offers Ada: gives <b>Coffee Break</b>, wants <b>First Class</b>" in html
    assert "Ada has whispered: may be accused for 4 turns" in html and "Yes & no" not in html
    assert "“Yes & no”" in unescape(screen(position, 1)) and "Show my hand (forbidden)" in html


def test_the_email_contains_everything_needed_to_decide() -> None:
    position = table([["first", "going"]], stamps=[2, 0, 1], marked=[2], sam=8, out=[3], vendetta={3: 2}, year=2)
    email = text_of(game, position, 0, NAMES)
    for line in (
        "Turn: You, year 2, round 1 of Sam",
        "Take-over: A take-over costs 1 vendetta stamp here. Can take over this turn: Di (2 stamps).",
        "4 steps to the Post Office, a house: a take-over costs 1 vendetta stamp",
        "First Class: anyone: move 2 OR anyone: move 3",
        "Going Postal: postal: move 1, action: eliminate a marked personality OR anyone: move 5",
        "Bo <b>: sane, 0 postal stamps, 2 cards (allowed 2), next",
        "Cy: postal, 1 postal stamp, marked, 1 card (allowed 1)",
        "Di: out: Going Postal, with 0 postal stamps, 2 vendetta stamps",
        "Direction of play: left",
        "So far: If the year ended now Bo <b> would win: the only sane one.",
    ):
        assert line in email, email


@pytest.mark.clause("GP-155")
def test_the_choices_of_an_email_are_sorted_by_distance_with_their_result() -> None:
    position = table([["first", "going"]], stamps=[2], marked=[2], sam=8)
    one = engine.decisions(game, position)[0]
    assert game.mail.choices is not None
    found = game.mail.choices(engine.view_for(game, position, 0), one, lambda: legal_moves.moves(game, position, one))
    assert [said_to(0, choice.label) for choice in found] == [
        "Going Postal, move 1, eliminate Cy: Sam stops on Fountain Corner, 3 steps from the Post Office",
        "First Class, move 2: Sam stops on Garden Flat, house 1, 2 steps from the Post Office",
        "First Class, move 3: Sam stops on Brick House, house 2, 1 step from the Post Office",
        "Going Postal, move 5: Post Office: you get stamp 3 and lead the new round",
    ]
    hand = ["truck", "bulk", "clean", "address", "registered", "inspector", "review"]
    many = table([hand, *[["first"]] * 3], seats=4, stamps=[0, 1, 1, 1], marked=[1, 2, 3], options={"blitz": True})
    one = engine.decisions(game, many)[0]
    found = game.mail.choices(engine.view_for(game, many, 0), one, lambda: legal_moves.moves(game, many, one))
    assert len(legal_moves.moves(game, many, one)) <= 30 and all(choice.is_complete for choice in found)
    more = table(
        [[*hand, "truck", "clean"], *[["first"]] * 3], stamps=[0, 1, 1, 1], marked=[1, 2, 3], options={"blitz": True}
    )
    one = engine.decisions(game, more)[0]
    found = game.mail.choices(engine.view_for(game, more, 0), one, lambda: legal_moves.moves(game, more, one))
    assert [choice.label for choice in found][:2] == ["Play Delivery Truck", "Play Bulk Mail"]
    assert not any(choice.is_complete for choice in found)  # one choice per kind of card, which opens the form


@pytest.mark.clause("GP-69", "GP-72", "GP-148")
@pytest.mark.parametrize("name", ["inspect", "sort", "discard", "penalty"])
def test_no_take_over_is_mentioned_while_nobody_can_claim(name: str) -> None:
    position = POSITIONS[name]()
    for seat in (*range(position.seats), None):
        told = screen(position, seat)
        assert not re.search("take-over (costs|here|window)|can take over this turn", told.lower())
        assert engine.view_for(game, position, seat).payers == []


@pytest.mark.clause("GP-72")
def test_no_take_over_is_mentioned_after_the_claimer_has_left() -> None:
    position = table([["first", "coffee"], None, [], []], sam=4, out=[2, 3], vendetta={2: 1, 3: 1}, options=LIVE)
    play(position, 2, "claim")
    engine.drop(game, position, 2, "resigned")
    assert not re.search("take-over (costs|here|window)", screen(position, 1).lower())


@pytest.mark.clause("GP-150")
def test_the_email_for_leading_without_a_stamp_mentions_no_stamp() -> None:
    position = table([["bulk", "first", "first", "first"]], stamps=[4], sam=11)
    play_card(position, "bulk-1")
    assert "You got stamp" not in text_of(game, position, 1, NAMES)
    assert facts_of(position, 1)["asked"].decision.prompt == "You lead the new round: play a card."


OFFICE: list[tuple[list[list[str]], dict[str, Any], str]] = [
    ([["bulk"], [], ["first"]], {}, "Post Office: you get stamp 1 and Cy leads the new round"),
    ([["bulk"], [], []], {}, "Post Office: you get stamp 1, and the deal ends"),
    ([["bulk", "first"], [], []], {}, "Post Office: you get stamp 1 and lead the new round"),
    (
        [["bulk", "first"], [], []],
        {"lead_after_stamp": "next"},
        "Post Office: you get stamp 1 and lead the new round",
    ),
]


@pytest.mark.clause("GP-98", "GP-99", "GP-150", "GP-151")
@pytest.mark.parametrize(("hands", "options", "words"), OFFICE)
def test_form_email_and_confirmation_agree_on_who_leads(
    hands: list[list[str]], options: dict[str, Any], words: str
) -> None:
    position = table(hands, seats=3, sam=11, options={"blitz": True, **options})
    assert words in decision(position, 0)
    one = engine.decisions(game, position)[0]
    assert game.mail.choices is not None
    (label, *_) = [c.label for c in game.mail.choices(engine.view_for(game, position, 0), one, lambda: [one.default])]
    assert said_to(0, label) == f"{KIND[one.default.args['card']].name}, move 1: {words}"
    assert words in said_to(0, game.rules.by_name[position.step].preview(position.state, 0, one.default)[0])


@pytest.mark.clause("GP-32", "GP-41")
def test_the_preview_says_that_the_year_ends_for_lack_of_cards() -> None:
    position = table([["bulk", "first"]], stamps=[1, 1, 1, 1], sam=11, pile=[])
    assert "Post Office: you get stamp 2, and the year ends" in decision(position, 0)
    play_card(position, "bulk-1")
    assert position.state.is_over
    position = table([["bulk", "first"]], stamps=[1, 1, 1, 1], sam=11, pile=["coffee"])
    assert "Post Office: you get stamp 2 and lead the new round" in decision(position, 0)


@pytest.mark.clause("GP-24", "GP-98")
def test_form_and_email_use_the_same_words_for_an_action_without_effect() -> None:
    position = table([["going", "bulk"]], stamps=[2], sam=2)
    assert "Sam stops on Mailbox Corner, 9 steps from the Post Office; the action does nothing" in decision(position, 0)
    one = engine.decisions(game, position)[0]
    assert game.mail.choices is not None
    labels = [
        c.label
        for c in game.mail.choices(
            engine.view_for(game, position, 0), one, lambda: legal_moves.moves(game, position, one)
        )
    ]
    assert (
        "Going Postal, move 1, the action does nothing: Sam stops on Mailbox Corner, 9 steps from the Post Office"
        in labels
    )


@pytest.mark.clause("GP-74")
def test_the_email_to_a_claimer_says_who_loses_the_stamp() -> None:
    position = table([["vacation"], None, [], None], stamps=[2], sam=4, out=[2], vendetta={2: 1}, options=LIVE)
    play(position, 2, "claim")
    one = next(d for d in engine.decisions(game, position) if d.seat == 2)
    assert game.mail.choices is not None
    (label, *_) = [c.label for c in game.mail.choices(engine.view_for(game, position, 2), one, lambda: [one.default])]
    assert said_to(2, label).startswith("Paid Vacation, move 1, Ada loses a postal stamp: Sam stops on")
