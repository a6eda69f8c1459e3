"""Going Postal through page, API and email: every refusal, take-overs with their clocks, no hidden cards anywhere."""

import json
import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.db.models import F
from django.utils import timezone
from msgspec.structs import replace

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from games.deadlines import sweep
from games.kernel import codec, engine
from games.kernel.bots import seed_from
from games.kernel.engine import read_options
from games.kernel.laws.random_cases import Case, walk
from games.kernel.position import AnyPosition
from games.kernel.replay import line_of, make_record, play_record
from games.matches import bots, play
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, OpenDecision
from games.records.export import without_secrets
from games.titles.going_postal import game
from games.titles.going_postal.cards import KIND
from games.titles.going_postal.tests.journeys.actions import wish
from games.titles.going_postal.tests.refusals import POSITIONS, ROWS
from games.titles.going_postal.tests.site.scenes import SLUG
from games.titles.going_postal.tests.tables import LIVE, TRADING, table
from games.views.chat import KINDS
from tests.fixtures import make_person
from tests.games.conftest import browser_of, user_of
from tests.games.scenes import clause_and_words, client_of, everything

pytestmark = pytest.mark.django_db
REFUSAL = re.compile(r'<p class="refusal" role="alert">(.*?) <a class="clause" href="([^"]*)"', re.S)
CLOCKS = r"datetime=\S+|\d+ (min|s)\b|\"\d{10}(\.\d+)?\""


def id_for(match: Match, seat: int, verb: str) -> tuple[str, bool]:
    """The decision that this seat would answer with this verb, and whether it is open for this seat."""
    position = load_match(match.pk).at_table()
    opens = engine.open_decisions(game, position)
    own = [open for open in opens if open.decision.seat == seat]
    fitting = [open for open in own if any(action.verb == verb for action in open.decision.actions)]
    best = next(iter(fitting or own or opens), None)
    return (best.id if best else f"{position.serial}.{seat}"), bool(own)


def words_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", "", page)).split())


def fields_of(verb: str, args: dict[str, Any]) -> dict[str, Any]:
    return {"verb": verb} | {f"arg.{name}": value for name, value in args.items() if value is not None}


def press(match: Match, mover: int, verb: str, id: str = "", /, **args: Any) -> Any:
    """Send the form of this seat's decision."""
    client = browser_of(user_of(load_match(match.pk), mover))
    decision = id or id_for(match, mover, verb)[0]
    return client.post(f"/match/{match.pk}/play/", {"decision": decision} | fields_of(verb, args))


def person(match: Match, seat: int) -> Any:
    return user_of(load_match(match.pk), seat)


def state_of(match: Match) -> Any:
    return load_match(match.pk).at_table().state


# --- refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.clause("GP-146")
@pytest.mark.parametrize("name", sorted({row.position for row in ROWS}))
def test_every_refusal_by_page_and_api(laid: Any, name: str) -> None:
    match = laid(POSITIONS[name]())
    before = everything()
    for row in (row for row in ROWS if row.position == name):
        id, is_own = id_for(match, row.seat, row.verb)
        status = 422 if is_own or name == "over" else 409
        words, clause = row.words[:-1].rsplit(" (", 1)
        answer = press(match, row.seat, row.verb, id, **row.args)
        found = REFUSAL.search(answer.content.decode())
        assert answer.status_code == status, row
        assert found and (unescape(found[1]), found[2]) == (words, f"/rules/{SLUG}/#{clause.lower()}"), row
        data = json.dumps({"decision": id, "move": {"type": row.verb, **row.args}})
        client, address = browser_of(person(match, row.seat)), f"/api/v1/matches/{match.pk}/moves/"
        answer = client.post(address, data, content_type="application/json")
        assert answer.status_code == status, row
        assert clause_and_words(answer) == (clause, words), row
    assert everything() == before


@pytest.mark.clause("GP-01", "GP-93")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seats": "2"}, "Going Postal is played by 3 to 6 personalities. (GP-01)"),
        ({"seats": "7"}, "Going Postal is played by 3 to 6 personalities. (GP-01)"),
        (
            {"option.postal": "true", "option.blitz": "true"},
            "The Postal Variant cannot be combined with Blitz or Cutthroat.",
        ),
        (
            {"option.lead_after_stamp": "other"},
            "Choose who leads after a stamp: the stamped personality or the next one. (GP-151)",
        ),
    ],
)
def test_invalid_tables_cannot_be_opened(people: Any, fields: dict[str, str], words: str) -> None:
    before = everything()
    data = {"seats": "4", "clock": "correspondence:86400:259200", "bots": "0"} | fields
    answer = browser_of(people[0]).post(f"/tables/new/?game={SLUG}", data)
    assert answer.status_code == 422 and words in unescape(answer.content.decode())
    assert everything() == before


def test_the_rules_use_the_pace_of_the_table(people: Any) -> None:
    for chosen, pace in (("live:60:300", "live"), ("correspondence:86400:259200", "async")):
        data = {"seats": "4", "clock": chosen, "bots": "0"}
        assert browser_of(people[0]).post(f"/tables/new/?game={SLUG}", data).status_code == 302
        assert Match.objects.latest("pk").options["pace"] == pace


# --- the take-over ------------------------------------------------------------------------------------------------


def house(**facts: Any) -> AnyPosition:
    """Seat 0's turn with Sam on a house of 1; seat 2 is out and has a vendetta stamp."""
    hands = [["first", "coffee"], None, [], None]
    return table(hands, **{"sam": 4, "out": [2], "vendetta": {2: 1}, **facts})


@pytest.mark.clause("GP-78")
def test_nobody_else_can_see_who_is_asked_to_take_over(laid: Any) -> None:
    match = laid(house())
    asked = {row.pace: row.user for row in OpenDecision.objects.filter(match=match)}
    assert asked == {"turn": person(match, 0), "aside": person(match, 2)}
    page = client_of(person(match, 1)).get("/mine/").content.decode()
    assert re.findall(r"waiting for ([^<]*?),? *<", page.split("faint", 1)[1]) == [person(match, 0).name]


@pytest.mark.clause("GP-76")
def test_the_hold_delays_the_card_for_four_seconds_but_not_a_claim(laid: Any) -> None:
    match = laid(house(options=LIVE), "live")
    answer = press(match, 0, "play", card="first-1", option="a")
    words = "The take-over hold is still running; your card is accepted in 4 s."
    assert answer.status_code == 422 and words in answer.content.decode() and state_of(match).sam == 4
    OpenDecision.objects.filter(match=match).update(asked_at=F("asked_at") - timedelta(seconds=5))
    assert press(match, 0, "play", card="first-1", option="a").status_code == 302
    assert state_of(match).sam == 6
    match = laid(house(options=LIVE), "live")
    assert press(match, 2, "claim").status_code == 302
    assert press(match, 2, "play", card="first-1", option="a").status_code == 302  # the claim ended the waiting time


@pytest.mark.clause("GP-72", "GP-76")
def test_in_live_play_the_first_of_card_and_claim_wins(laid: Any) -> None:
    match = laid(house(options=LIVE), "live")
    claim = id_for(match, 2, "claim")[0]
    OpenDecision.objects.filter(match=match).update(asked_at=F("asked_at") - timedelta(seconds=5))
    assert press(match, 0, "play", card="first-1", option="b").status_code == 302
    answer = press(match, 2, "claim", claim)
    assert answer.status_code == 409 and state_of(match).vendetta[2] == 1


@pytest.mark.clause("GP-76")
def test_bots_wait_for_the_hold_too(laid: Any) -> None:
    match = laid(house(sam=8, options=LIVE), "live")
    assert bots.play_one(match.pk, for_people=True) is not None  # the bot of the eliminated seat has claimed
    assert state_of(match).claimer == 2
    match = laid(house(options=LIVE, vendetta={2: 1}, sam=5), "live")  # nobody can pay, so there is no waiting time
    assert play.hold_left(load_match(match.pk), id_for(match, 0, "play")[0], timezone.now()) == 0
    match = laid(house(options=LIVE), "live")
    assert play.hold_left(load_match(match.pk), id_for(match, 0, "play")[0], timezone.now()) == 4


@pytest.mark.clause("GP-77", "GP-78", "GP-137")
def test_nothing_reveals_a_sealed_card_or_the_question(laid: Any, people: Any) -> None:
    match = laid(house())
    others = [person(match, 1), person(match, 3), make_person("watcher")]

    def pages() -> list[str]:
        found = [client_of(person).get(f"/match/{match.pk}/").content.decode() for person in others]
        found += [client_of(person).get(f"/api/v1/matches/{match.pk}/").content.decode() for person in others[:2]]
        found += [client_of(person).get("/mine/").content.decode() for person in others]
        return [
            re.sub(r'nonce-[\w-]+|nonce="[^"]*"|csrf\w+"? (name|value)="[^"]*"|value="\w{64}"', "", one)
            for one in found
        ]

    version, before = load_match(match.pk).version, pages()
    assert press(match, 0, "play", card="first-1", option="a").status_code == 302
    assert load_match(match.pk).version == version and state_of(match).sam == 4
    after = pages()
    for one, other in zip(before, after, strict=True):
        assert re.sub(CLOCKS, "", one) == re.sub(CLOCKS, "", other)
    assert press(match, 2, "claim").status_code == 302
    told = " ".join(pages()) + client_of(person(match, 1)).get(f"/match/{match.pk}/history/").content.decode()
    assert "first-1" not in told


@pytest.mark.clause("GP-78")
def test_the_question_times_out_as_a_pass_after_twelve_hours_or_the_turn_time(
    laid: Any, start: Any, people: Any
) -> None:
    match = laid(table([["coffee", "first"], None, [], ["coffee", "first"]], sam=4, active=3, out=[2], vendetta={2: 1}))
    press(match, 2, "pass")
    assert press(match, 3, "play", card="coffee-2", option="a").status_code == 302
    row = OpenDecision.objects.get(match=match, pace="aside")
    assert row.due_at - row.asked_at == timedelta(hours=12)
    assert press(match, 0, "play", card="coffee-1", option="a").status_code == 302
    OpenDecision.objects.filter(pk=row.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    sweep.expire_due(timezone.now())
    state = state_of(match)
    assert state.active == 1 and state.claimer is None
    loaded = load_match(match.pk)
    assert [seat.misses for seat in loaded.seats] == [0, 0, 0, 0]  # nobody missed a turn


@pytest.mark.clause("GP-77", "GP-138")
def test_the_default_play_is_sealed_in_an_open_window(laid: Any) -> None:
    match = laid(house())
    OpenDecision.objects.filter(match=match, pace="turn").update(due_at=timezone.now() - timedelta(seconds=1))
    sweep.expire_due(timezone.now())
    loaded = load_match(match.pk)
    assert loaded.at_table().state.sam == 4 and loaded.seats[0].misses == 1
    assert press(match, 2, "claim").status_code == 302
    assert state_of(match).claimer == 2


@pytest.mark.clause("GP-78")
def test_a_standing_order_can_be_given_on_its_page(laid: Any, people: Any) -> None:
    match = laid(house())
    page = client_of(person(match, 2)).get(f"/match/{match.pk}/order/").content.decode()
    assert "Plan ahead" in page
    order = {"mode": "always", "targets": ["0", "1"], "max_price": "3"}
    assert press(match, 2, "orders", **order).status_code == 302
    state = state_of(match)
    assert state.claimer == 2 and state.vendetta[2] == 0  # it answered the open question
    kinds = list(MoveRecord.objects.filter(match=match).order_by("number").values_list("is_order", "by"))[-2:]
    assert kinds == [(True, "web"), (False, "order")]
    page = unescape(client_of(person(match, 1)).get(f"/match/{match.pk}/").content.decode())
    assert f"{person(match, 2).name} pays 1 and takes over {person(match, 0).name}’s turn." in page


# --- emails ------------------------------------------------------------------------------------------------------


def send_due(minutes: int = 0) -> None:
    late = timezone.now() + timedelta(minutes=minutes)
    OutgoingMail.objects.filter(status="queued", next_try_at__lte=late).update(next_try_at=timezone.now())
    outbox.send_due()


def emails_to(mailoutbox: list[Any], person: Any) -> list[Any]:
    return [email for email in mailoutbox if email.to == [person.email] and "YOUR CHOICES" in email.body]


@pytest.mark.clause("GP-155")
def test_the_email_about_leading_is_delayed_after_bringing_sam_home(
    laid: Any, people: Any, mailoutbox: list[Any]
) -> None:
    match = laid(table([["first", "going"]], sam=10, seats=4))
    assert press(match, 0, "play", card="first-1", option="a").status_code == 302
    send_due(14)
    assert emails_to(mailoutbox, person(match, 0)) == []
    send_due(16)  # it is still open
    (email,) = emails_to(mailoutbox, person(match, 0))
    assert "Sam is back at the Post Office. You got stamp 1 and lead the new round." in email.body


@pytest.mark.clause("GP-155")
def test_the_page_continues_with_the_leading_turn(laid: Any) -> None:
    match = laid(table([["first", "going"]], sam=10, seats=4))
    answer = press(match, 0, "play", card="first-1", option="a")
    page = unescape(client_of(person(match, 0)).get(answer["Location"]).content.decode())
    assert "You lead the new round: play a card." in page and 'value="going-1.a"' in page


@pytest.mark.clause("GP-155")
def test_the_email_about_leading_is_sent_at_once_if_p_was_away(laid: Any, people: Any, mailoutbox: list[Any]) -> None:
    match = laid(table([["bulk", "going"], None, [], None], sam=11, out=[2], vendetta={2: 2}))
    press(match, 0, "play", card="bulk-1", option="a")
    assert press(match, 2, "pass").status_code == 302  # the last answer plays the sealed card
    assert state_of(match).is_leading
    send_due(10)
    assert len(emails_to(mailoutbox, person(match, 0))) == 1


@pytest.mark.clause("GP-75", "GP-78")
def test_the_email_of_a_take_over(laid: Any, people: Any, mailoutbox: list[Any]) -> None:
    hands = [["coffee", "bulk"], None, [], ["coffee", "first"]]
    match = laid(table(hands, sam=4, active=3, out=[2], vendetta={2: 2}))
    press(match, 2, "pass")
    press(match, 3, "play", card="coffee-2", option="a")
    send_due(10)
    email = emails_to(mailoutbox, person(match, 2))[-1]
    assert "take over" in email.subject.lower()
    assert "Take over the turn of" in email.body and "Let it go" in email.body
    assert "YOUR HAND" not in email.body and "Bulk Mail" not in email.body


# --- trading ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("GP-117", "GP-135")
def test_a_whisper_reaches_only_its_receiver(laid: Any, people: Any) -> None:
    match = laid(table([["first", "priority", "coffee"]], options=TRADING))
    assert press(match, 0, "whisper", to="1", text="Meet me at the fountain").status_code == 302
    pages = [client_of(person(match, seat)).get(f"/match/{match.pk}/").content.decode() for seat in range(4)]
    assert ["Meet me at the fountain" in page for page in pages] == [True, True, False, False]
    ada, bo = (person(match, seat).name for seat in (0, 1))
    told = [f"You whisper to {bo}.", f"{ada} whispers to you.", *[f"{ada} whispers to {bo}."] * 2]
    assert all(line in words_of(page) for line, page in zip(told, pages, strict=True))


@pytest.mark.clause("GP-117")
def test_a_reported_whisper_is_not_shown_to_a_host_who_plays(laid: Any, people: Any) -> None:
    match = laid(table([["first", "priority", "coffee"]], options=TRADING))
    words = "Meet me at the fountain"
    assert press(match, 0, "whisper", to="1", text=words).status_code == 302
    report = client_of(person(match, 1)).post(
        f"/match/{match.pk}/report/", {"text": words, "kind": KINDS[0], "reason": "Rude"}
    )
    assert report.status_code == 302
    for host, is_read in ((2, False), (0, True)):  # a bystander first, then the whisperer
        Match.objects.filter(pk=match.pk).update(owner=person(match, host), revision=F("revision") + 1)
        page = client_of(person(match, host)).get(f"/match/{match.pk}/reports/")
        assert page.status_code == 200 and (words in page.content.decode()) is is_read


@pytest.mark.clause("GP-117")
def test_staff_who_play_see_no_reported_whispers_of_their_match(laid: Any, people: Any) -> None:
    match = laid(table([["first", "priority", "coffee"]], options=TRADING))
    words = "Meet me at the fountain"
    press(match, 0, "whisper", to="1", text=words)
    client_of(person(match, 1)).post(f"/match/{match.pk}/report/", {"text": words, "kind": KINDS[0], "reason": "Rude"})

    def is_seen_by(user: Any) -> bool:
        User.objects.filter(pk=user.pk).update(is_staff=True)
        Authenticator.objects.create(user=user, type="totp", data={"secret": ""})
        return words in client_of(user).get("/staff/reports/").content.decode()

    outsider = User.objects.create_user("outsider")
    assert not is_seen_by(person(match, 2)) and is_seen_by(outsider)


@pytest.mark.clause("GP-148")
def test_a_penalty_suspends_the_clock_of_the_turn(laid: Any) -> None:
    match = laid(table([["first", "priority", "coffee"]], seats=3, options=TRADING))
    OpenDecision.objects.filter(match=match, pace="turn").update(due_at=timezone.now() + timedelta(hours=5))
    press(match, 0, "show", to="1")
    press(match, 2, "accuse", seat="0")
    rows = OpenDecision.objects.filter(match=match)
    assert {row.pace for row in rows} == {"window"}
    assert all(row.due_at - row.asked_at == timedelta(hours=24) for row in rows)
    assert set(load_match(match.pk).paused_clocks) == {"0"}
    _stop_earlier(match, timezone.now() - timedelta(hours=2))  # two hours pass
    for seat in (1, 2):
        press(match, seat, "keep")
    row = OpenDecision.objects.get(match=match, pace="turn")
    assert abs(row.due_at - timezone.now() - timedelta(hours=7)) < timedelta(seconds=30)


def _stop_earlier(match: Match, moment: Any) -> None:
    """Pretend that the penalty began then, so that the time left at that moment is left afterwards."""
    paused = load_match(match.pk).paused_clocks
    earlier = {key: replace(clock, stopped_at=moment) for key, clock in paused.items()}
    Match.objects.filter(pk=match.pk).update(paused_clocks=codec.plain(earlier), revision=F("revision") + 1)


# --- hidden cards -------------------------------------------------------------------------------------------------


def test_no_hidden_card_is_in_any_page(laid: Any, people: Any) -> None:
    hands = [["rush", "sorting"], ["address", "opened"], [], ["shift", "registered"]]
    match = laid(table(hands, sam=4, out=[2], vendetta={2: 1}))
    state = state_of(match)
    for seat in (*range(4), None):
        one = None if seat is None else person(match, seat)
        hidden = {card for other, hand in enumerate(state.hands) if other != seat for card in hand}
        pages = ["", "text/"] + (["order/"] if seat == 2 else [])
        bodies = [unescape(client_of(one).get(f"/match/{match.pk}/{path}").content.decode()) for path in pages]
        if one is not None:
            bodies.append(client_of(one).get(f"/api/v1/matches/{match.pk}/").content.decode())
        for body in bodies:
            assert not [card for card in hidden if f'"{card}"' in body or f">{KIND[card].name}<" in body]


def test_a_match_can_end_in_another_personalitys_turn(laid: Any, people: Any) -> None:
    match = laid(table([["review", "bulk"]], stamps=[2, 3, 3, 1], overtime=True))
    assert press(match, 0, "play", card="review-1", option="a", target="1").status_code == 302
    loaded = load_match(match.pk)
    assert loaded.is_over and [seat.rank for seat in loaded.seats] == [2, 2, 1, 4]
    page = unescape(client_of(person(match, 3)).get(f"/match/{match.pk}/").content.decode())
    assert "alone with the most postal stamps in overtime" in page


@pytest.mark.clause("GP-117", "GP-145")
@pytest.mark.parametrize("number", range(4))
def test_the_public_record_leaves_out_whispers_and_failed_offers(number: int) -> None:
    """Secrets are left out or disguised, and the rest replays to the same end."""
    options = read_options(game, {"trading": True, "cutthroat": number % 2 == 1})
    case = Case(3 + number % 2, options, seed_from("public", number))
    looks = [(look.seat, look.move, look.id, look.position) for look in walk(game, case, orders=10**6)]
    lines = [line_of(seat, move, "web") | {"id": id} for seat, move, id, _ in looks if seat is not None and move]
    shown = without_secrets(game, make_record(game, looks[-1][3], case.seats, codec.plain(options), lines))
    whispers = [line["args"]["text"] for line in shown["moves"] if line["verb"] == "whisper"]
    assert whispers and set(whispers) == {"…"}
    play_record(game, shown)
    assert len(shown["moves"]) <= len(lines)


@pytest.mark.clause("GP-77", "GP-145")
def test_a_destroyed_card_is_not_in_the_record() -> None:
    seed = "7fefbe942997130b0de31a6bcb7c8dab"  # an eliminated seat can take a turn over
    position, _ = engine.start(game, 3, {}, seed)
    lines: list[dict[str, Any]] = []
    while asked := [one for one in engine.decisions(game, position) if not one.optional]:
        one = min(asked, key=lambda one: one.actions[0].verb == "claim")  # the card first, then the claim
        line = line_of(one.seat, wish(position, one), "web") | {"id": position.id_of(one)}
        engine.play(game, position, one.seat, wish(position, one), line["id"])
        lines.append(line)
    place = next(number for number, line in enumerate(lines) if line["verb"] == "claim")
    assert lines[place - 1]["verb"] == "play"
    shown = without_secrets(game, make_record(game, position, 3, {}, lines))
    assert shown["moves"] == [line for number, line in enumerate(lines) if number != place - 1]
    play_record(game, shown)
