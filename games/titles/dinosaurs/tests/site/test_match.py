"""Happy Little Dinosaurs through page, API and email: every refusal, no hidden cards in any answer, no sign of secret
answers."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from accounts.mail.email import Email, rendered
from accounts.models import OutgoingMail
from games.clocks.waking_hours import ALWAYS
from games.kernel import bots, engine
from games.kernel.position import Open
from games.lobby import tables
from games.mail import choices
from games.matches import decision_clocks, leaving
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, OpenDecision, Snapshot
from games.titles.dinosaurs import game
from games.titles.dinosaurs.cards import CARDS
from games.titles.dinosaurs.tests.site.prepared import SLUG, Door, fields_of, named, set_position
from games.titles.dinosaurs.tests.site.refusals import (
    ROWS,
    Row,
    choosing,
    effect,
    falling,
    grabbing,
    keeping,
    sudden,
    sudden_first,
    window,
)
from tests.fixtures import make_person
from tests.games.conftest import user_of
from tests.games.scenes import clause_and_words, client_of, everything, steady

pytestmark = pytest.mark.django_db
REFUSAL = re.compile(r'<p class="refusal" role="alert">(.*?) <a class="clause" href="([^"]*)"', re.S)
NAMES = ("ann", "bob", "cy", "di", "ed", "flo")


@pytest.fixture
def people() -> list[Any]:
    return [make_person(name) for name in NAMES]


@pytest.fixture
def laid(start: Any, people: list[Any]) -> Any:
    """Start a match with as many people as the table has seats, and give it this position."""

    def make(table: Any, **how: Any) -> Match:
        count = len(table.players)
        options = {"dinos": "random", "extra_dinos": True, "waves": table.state.options.waves}
        return set_position(start(SLUG, tuple(people[:count]), options=options, **how), table)

    return make


def said_on_page(body: str) -> tuple[str, str]:
    found = REFUSAL.search(body)
    assert found, "the page holds no refusal"
    return unescape(found[1]), found[2]


# --- refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=[f"{row.clause}-{number}" for number, row in enumerate(ROWS)])
def test_every_refusal_by_page_and_api(laid: Any, row: Row) -> None:
    door = Door(laid(row.make()), row.seat)
    before = everything()
    if not row.is_raw:
        answer = door.page(row.move)
        assert answer.status_code == row.status
        assert said_on_page(answer.content.decode()) == (row.sentence, f"/rules/{SLUG}/#{row.clause.lower()}")
    answer = door.api(row.move)
    assert answer.status_code == row.status
    assert clause_and_words(answer) == (row.clause, row.sentence)
    assert everything() == before


def test_every_clause_of_a_refusal_is_in_the_manual(client: Any) -> None:
    anchors = set(re.findall(r'id="(hd-\d+)"', client.get(f"/rules/{SLUG}/").content.decode()))
    assert {row.clause.lower() for row in ROWS} <= anchors


@pytest.mark.clause("HD-01")
def test_no_move_is_accepted_after_the_end(laid: Any) -> None:
    table = falling()
    table.players[2].area = ["trapped", "stomped"]
    table.players[0].out = table.players[3].out
    match = laid(table)
    assert Door(match, 2).api({"act": "take"}).json()["is_over"] is True
    before = everything()
    for seat in range(4):
        door = Door(match, seat)
        for move in ({"act": "take"}, {"act": "orders", "orders": {}}, ["nonsense"]):
            answer = door.api(move)
            told = answer.json()
            assert (answer.status_code, told["clause"], told["detail"]) == (422, "HD-01", "The game is over.")
        assert said_on_page(door.page({"act": "take"}).content.decode())[0] == "The game is over."
    assert everything() == before


@pytest.mark.clause("HD-02", "HD-119")
def test_seats_and_options_of_a_new_table(people: list[Any]) -> None:
    before, client = everything(), client_of(people[0])
    data = {"seats": "7", "pace": "correspondence", "bots": "0"}
    answer = client.post(f"/tables/new/?game={SLUG}", data)
    assert answer.status_code == 422 and "This game needs two to six players. (HD-02)" in answer.content.decode()
    assert everything() == before


@pytest.mark.clause("HD-40", "HD-126")
def test_resigning_through_the_page(laid: Any) -> None:
    match = laid(choosing())
    leaving.resign(match_id=match.pk, user=user_of(load_match(match.pk), 1))
    assert load_match(match.pk).at_table().state.players[1].out.reason == "resigned"
    door, before = Door(match, 3), everything()
    answer = door.client.post(f"/match/{match.pk}/resign/", {"sure": "on"})
    assert answer.status_code == 422 and "You are out of the game." in answer.content.decode()
    assert everything() == before


# --- pages and emails in every phase -----------------------------------------------------------------------------

PHASES = {
    "choose": (choosing, 1),
    "pet-rock": (effect("pet-rock"), 0),
    "smoothie": (effect("smoothie"), 0),
    "fire-spray": (effect("fire-spray"), 0),
    "snake": (effect("grappling-snake"), 0),
    "grabber": (effect("dino-grabber"), 0),
    "plant": (effect("hungry-plant"), 0),
    "trees": (effect("treenoculars"), 0),
    "grab": (grabbing, 0),
    "keep": (keeping, 0),
    "window": (window, 1),
    "sudden": (sudden, 2),
    "disaster": (falling, 2),
}


def hidden_from(match: Match, seat: int | None) -> set[str]:
    """The cards that are hidden from this seat: hands, decks, face-down cards, cards shown to others."""
    state = load_match(match.pk).at_table().state
    hidden = {*state.deck, *state.looked}
    for number, player in enumerate(state.players):
        if number != seat:
            laid = [] if state.is_revealed else [player.card]
            hidden |= {*player.hand, *(card for card in (*laid, player.pick) if card)}
    if state.phase in ("grab", "keep") and state.order[state.turn_at] == seat:
        hidden -= {*state.looked, *(state.players[state.robbed].hand if state.robbed is not None else [])}
    return hidden


@pytest.mark.clause("HD-128", "HD-71")
@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_shows_its_facts_and_hides_the_rest(laid: Any, phase: str) -> None:
    make, asked = PHASES[phase]
    match = laid(make())
    for seat in range(len(load_match(match.pk).seats)):
        seen = Door(match, seat).sees()
        assert not named(seen) & hidden_from(match, seat), f"seat {seat} is told too much"
        assert ('data-verb="' in seen) or seat != asked
    nobody = client_of(None).get(f"/match/{match.pk}/").content.decode()
    assert not named(nobody) & hidden_from(match, None)


def asked_of(match: Match, seat: int) -> Open:
    opens = engine.open_decisions(game, load_match(match.pk).at_table())
    return next(open for open in opens if open.decision.seat == seat and open.decision.clock.pace != "standing")


def email_to(match: Match, seat: int) -> str:
    """The text of the email about this seat's decision."""
    data = {"match": match.pk, "seat": seat, "decision": asked_of(match, seat).id}
    email = rendered(OutgoingMail(user=user_of(load_match(match.pk), seat), kind="turn", data=data))
    assert isinstance(email, Email)
    return email.text


@pytest.mark.parametrize(("choice", "is_open"), [("plan ahead …\n", True), ("Or choose on the page:", False)])
def test_the_page_of_an_email_unfolds_standing_orders_for_who_chose_them(laid: Any, choice: str, is_open: bool) -> None:
    path = re.search(rf"{choice} +http://[^/]+(/email/\S+)", email_to(laid(choosing()), 1))
    assert path
    page = client_of(None).get(path[1]).content.decode()
    assert ('id="dinosaurs-orders" open' in page) == is_open and 'id="dinosaurs-orders"' in page


@pytest.mark.clause("HD-125")
@pytest.mark.parametrize("phase", PHASES)
def test_an_email_contains_everything_the_decision_needs(laid: Any, phase: str) -> None:
    make, seat = PHASES[phase]
    match = laid(make())
    loaded, body = load_match(match.pk), steady(email_to(match, seat))
    assert not named(body) & hidden_from(match, seat)
    for card in loaded.at_table().state.players[seat].hand:
        assert CARDS[card].name in body
    assert "Disaster: Meteor, round " in body and "Disaster Area" in body
    if phase == "window":
        assert "if nobody else plays" in body and "If nobody plays another card: " in body
    if phase == "disaster":
        assert "Taking it is safe" in body
    if phase == "keep":
        assert "Shown to you: " in body
    asked = asked_of(match, seat)
    for other in choices.offered(loaded, seat, asked.decision):
        assert engine.check(game, loaded.at_table(), seat, other.move, asked.id) or not other.is_complete


# --- leaks by timing ----------------------------------------------------------------------------------------------


def shown_to(match: Match, seat: int | None) -> str:
    """Everything a seat (None: nobody signed in) can find out about a match, without counters."""
    loaded = load_match(match.pk)
    client = client_of(user_of(loaded, seat)) if seat is not None else client_of(None)
    paths = [f"/match/{match.pk}/", f"/match/{match.pk}/text/", "/tables/", f"/match/{match.pk}/history/"]
    paths += ["/", "/mine/", f"/api/v1/matches/{match.pk}/", "/api/v1/decisions/"] if seat is not None else []
    bodies = [client.get(path).content.decode() for path in paths]
    return steady("\n".join(bodies))


def begin_again(match: Match, kept: int, table: Any) -> None:
    """Set the same position again, with the number of moves, the version and the clocks it had."""
    version, was = match.version, OpenDecision.objects.filter(match=match).first()
    Snapshot.objects.filter(match=match, version__gt=version).delete()
    MoveRecord.objects.filter(match=match, number__gt=kept).delete()
    set_position(match, table)
    Match.objects.filter(pk=match.pk).update(version=version)
    OpenDecision.objects.filter(match=match).update(asked_at=was.asked_at, due_at=was.due_at)


SECRET_CARDS = [
    (choosing, "choose", ("run-home-bat-1", "bonehead-2")),
    (sudden_first, "sudden", ("bonehead-2", "grave-maker-1")),
]


@pytest.mark.clause("HD-84")
def test_nothing_reveals_who_has_answered_in_the_window(laid: Any) -> None:
    """Pages, text, lobby, lists, history, API and each email of everybody else stay the same."""
    table = window()
    match = laid(table, pace="correspondence")
    others = (0, 2, None)
    before = [shown_to(match, seat) for seat in others]
    emails_before = list(OutgoingMail.objects.exclude(user=user_of(load_match(match.pk), 1)).values_list("kind", "key"))
    events = MoveRecord.objects.filter(match=match).exclude(events="[]").count()
    answer = Door(match, 1).api({"act": "instants", "plays": [{"card": "sapper-1", "target": 1}], "final": True})
    assert answer.status_code == 200
    assert [shown_to(match, seat) for seat in others] == before
    assert (
        list(OutgoingMail.objects.exclude(user=user_of(load_match(match.pk), 1)).values_list("kind", "key"))
        == emails_before
    )
    assert MoveRecord.objects.filter(match=match).exclude(events="[]").count() == events
    assert [seat for seat, _ in engine.waiting_for(game, load_match(match.pk).at_table())] == [0, 1, 2]


@pytest.mark.clause("HD-124")
def test_nothing_reveals_a_standing_order(laid: Any) -> None:
    match = laid(choosing(), pace="correspondence")
    before = [shown_to(match, seat) for seat in (1, 2, None)]
    answer = Door(match, 0).api(
        {"act": "orders", "orders": {"instants": "pass", "disaster": "insure", "drop": "booster-1"}}
    )
    assert answer.status_code == 200
    assert [shown_to(match, seat) for seat in (1, 2, None)] == before
    own = Door(match, 0).sees()
    assert (
        "Your plan: pass in the scoring window, insure or take the Disaster card, discard Score Booster."
        in unescape(own)
    )


@pytest.mark.clause("HD-13", "HD-129")
def test_it_is_public_who_has_chosen_but_not_what(laid: Any) -> None:
    match = laid(choosing())
    assert Door(match, 1).api({"act": "choose", "card": "run-home-bat-1"}).status_code == 200
    view = Door(match, 2).client.get(f"/api/v1/matches/{match.pk}/").json()["view"]
    assert [board["has_chosen"] for board in view["boards"]] == [True, True, False, False]
    assert "run-home-bat-1" not in Door(match, 2).sees() + Door(match, 0).sees()
    assert "run-home-bat-1" in Door(match, 1).sees()


@pytest.mark.clause("HD-120")
def test_an_order_that_acts_at_once_looks_like_an_answer(laid: Any) -> None:
    match = laid(falling())
    assert Door(match, 2).api({"act": "orders", "orders": {"disaster": "take"}}).status_code == 200
    loaded = load_match(match.pk)
    assert loaded.at_table().state.players[2].area == ["meteor-1"]
    page = Door(match, 0).client.get(f"/match/{match.pk}/").content.decode()
    assert "Cy adds Meteor to the Disaster Area." in unescape(page) or "adds Meteor to the Disaster Area." in unescape(
        page
    )
    assert MoveRecord.objects.filter(match=match, is_order=True).count() == 1


@pytest.mark.clause("HD-13", "HD-93", "HD-129")
@pytest.mark.parametrize(("make", "verb", "pair"), SECRET_CARDS)
def test_nothing_reveals_a_face_down_card(laid: Any, make: Any, verb: str, pair: tuple[str, str]) -> None:
    """That somebody has chosen is public (HD-13), but the card makes no difference to what anybody else gets: pages,
    text, lobby, badges, lists of awaited players, history, API and each email."""
    match = laid(make())
    kept, told = MoveRecord.objects.filter(match=match).count(), []
    for card in pair:
        assert Door(match, 1).api({"act": verb, "card": card}).status_code == 200
        waiting = engine.waiting_for(game, load_match(match.pk).at_table())
        email = re.sub(r"/email/\S+|\([\w ]+ left\)", "", steady(email_to(match, 2)))  # these change every second
        told.append(([shown_to(match, seat) for seat in (0, 2, None)], email, waiting))
        begin_again(match, kept, make())
    assert told[0] == told[1]
    assert 1 not in [seat for seat, _ in told[0][-1]]  # a player who has chosen is no longer awaited


# --- clocks -------------------------------------------------------------------------------------------------------

SECONDS = {"choose": 45, "pet-rock": 30, "grab": 30, "keep": 30, "window": 25, "sudden": 30, "disaster": 30}


def allowed(match: Match, seat: int) -> float:
    """The seconds that this seat has for its decision before its reserve is used."""
    rows = [row for row in load_match(match.pk).asked if row.seat == seat and row.answered_at is None]
    assert len(rows) == 1
    return float((rows[0].drains_at - rows[0].asked_at).total_seconds())


def clock_of(match: Match, seat: int) -> float:
    """The same for a given position."""
    loaded, now = load_match(match.pk), timezone.now()
    drains, _ = decision_clocks.clock_of(loaded, asked_of(match, seat).decision, 0, now, ALWAYS)
    return float((drains - now).total_seconds())


@pytest.mark.clause("HD-12", "HD-49", "HD-61", "HD-70", "HD-81", "HD-90", "HD-93", "HD-125")
@pytest.mark.parametrize("phase", SECONDS)
def test_each_decision_of_a_live_match_has_its_own_clock(laid: Any, phase: str) -> None:
    """Live: as the rules suggest, whatever the table chose. By email: the turn time, or half of it for Instants."""
    make, seat = PHASES[phase]
    for move_seconds in (60, 180):
        match = laid(make(), pace="live", move_seconds=move_seconds, bank_seconds=300)
        assert clock_of(match, seat) == SECONDS[phase]
    assert clock_of(laid(make(), move_seconds=86_400), seat) == (43_200 if phase == "window" else 86_400)


@pytest.mark.clause("HD-04", "HD-12", "HD-82")
def test_live_clocks_from_the_pick_to_the_second_wave(start: Any, people: list[Any], laid: Any) -> None:
    live = {"pace": "live", "move_seconds": 60, "bank_seconds": 300}
    match = start(SLUG, tuple(people[:2]), options={"dinos": "pick"}, **live)
    assert [allowed(match, seat) for seat in (0, 1)] == [60, 60]
    for seat, dino in enumerate(("stego", "nervous-rex")):
        assert Door(match, seat).api({"act": "dino", "dino": dino}).status_code == 200
    assert [allowed(match, seat) for seat in (0, 1)] == [45, 45]
    match = laid(window(), **live)
    Door(match, 1).api({"act": "instants", "plays": [{"card": "sapper-1", "target": 1}]})
    Door(match, 2).api({"act": "instants", "plays": []})
    assert [allowed(match, seat) for seat in (0, 1, 2)] == [15, 15, 15]


# --- forms --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "seat", "move", "event"),
    [
        (
            choosing,
            1,
            {"act": "choose", "card": "run-home-bat-1", "orders": {"instants": "pass", "sticky": False}},
            None,
        ),
        (effect("fire-spray"), 0, {"act": "effect", "use": True, "discard": ["bonehead-1", "booster-1"]}, "effect"),
        (effect("hungry-plant"), 0, {"act": "effect", "use": True, "targets": [1, 3]}, "effect"),
        (grabbing, 0, {"act": "grab", "card": "grave-maker-1"}, "grab"),
        (keeping, 0, {"act": "keep", "card": None}, "keep"),
        (sudden, 2, {"act": "sudden", "card": "bonehead-3"}, "sudden_reveal"),
        (falling, 2, {"act": "redirect", "card": "redirect-1", "target": 1}, "redirect"),
        (falling, 2, {"act": "take", "discard": "bonehead-3"}, "discard"),
    ],
)
def test_the_forms_of_the_page_can_play_every_decision(
    laid: Any, make: Any, seat: int, move: dict[str, Any], event: str | None
) -> None:
    match = laid(make())
    door = Door(match, seat)
    if move["act"] == "keep":
        move = move | {"card": load_match(match.pk).at_table().state.looked[1]}
    answer = door.page(move)
    assert answer.status_code in (200, 302), said_on_page(answer.content.decode())
    told = json.dumps(
        [json.loads(row) for row in MoveRecord.objects.filter(match=match).values_list("events", flat=True)]
    )
    assert event is None or f'"kind": "{event}"' in told


def test_the_only_point_card_is_chosen_and_nothing_else(laid: Any) -> None:
    match = laid(sudden())
    page = client_of(user_of(load_match(match.pk), 2)).get(match.get_absolute_url()).content.decode()
    (chosen,) = re.findall(r"<input type=\"radio\"([^>]*) checked data-key", page)
    assert 'value="bonehead-' in chosen


def test_an_unticked_card_with_a_chosen_player_is_not_played(laid: Any) -> None:
    """A page sends the target of a row even if its card stays in the hand."""
    match = laid(window())
    door = Door(match, 1)
    fields = fields_of({"act": "instants", "final": False}) | {
        "arg.plays.0.card": "keep",
        "arg.plays.0.target": "1",
        "arg.plays.1.card": "inversion-1",
    }
    answer = door.client.post(f"/match/{match.pk}/play/", {"decision": door.decision({})} | fields)
    assert answer.status_code in (200, 302)
    sealed = load_match(match.pk).at_table().sealed["1"]
    assert (
        sealed.args["plays"][0] == {"card": "inversion-1", "target": None} and sealed.args["plays"][1]["card"] == "keep"
    )


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_house_bots_fill_the_seats_and_play_to_the_end(seats: int) -> None:
    played = bots.self_play(
        game,
        seats,
        bots.seed_from("door", seats),
        game.rules.options.defaults(seats, "correspondence"),
        ["house"] * seats,
    )
    assert sorted(played.result)[0] == 1


@pytest.mark.clause("HD-112")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_two_player_option_is_offered_only_for_two_seats(people: list[Any], seats: int) -> None:
    clock = {"pace": "correspondence", "move_seconds": 86_400, "bank_seconds": 0}
    match = tables.create_match(owner=people[0], slug=SLUG, seats=seats, options={"dinos": "random"}, **clock)
    page = client_of(people[0]).get(f"/match/{match.pk}/").content.decode()
    assert ("two-player rules" in page) == (seats == 2)
    assert "Dinosaurs are dealt at random" in page
