"""Bad input through every door: a clear sentence, the right status, nothing changed, nothing leaked.

The same wrong answers go through the page's form, the API and an email's link (sockets: test_sockets.py).
"""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import User
from games.kernel.types import Move
from games.mail import links
from games.mail.links import FORM, Ticket
from games.matches.loaded import load_match
from games.models import ChatLine, Match, MoveRecord
from tests.fixtures import make_person
from tests.games.conftest import browser_of, move_on, open_of, user_of
from tests.games.scenes import client_of, everything
from tests.games.test_lobby import in_threads
from tests.samples import GAME

pytestmark = pytest.mark.django_db


class Doors:
    """The ways to answer the decision that is open, for whoever is on turn (or `user`)."""

    def __init__(self, match: Match, user: Any = None) -> None:
        self.match, self.loaded = match, load_match(match.pk)
        self.asked = open_of(self.loaded)
        self.user = user or user_of(self.loaded, self.asked.decision.seat)
        self.client = browser_of(self.user)

    def form(self, decision: str | None = None, **fields: Any) -> Any:
        data = {"decision": self.asked.id if decision is None else decision} | fields
        return self.client.post(f"/match/{self.match.pk}/play/", data)

    def api(self, move: Any, decision: Any = None) -> Any:
        return self.raw(json.dumps({"decision": self.asked.id if decision is None else decision, "move": move}))

    def raw(self, body: str | bytes) -> Any:
        address = f"/api/v1/matches/{self.match.pk}/moves/"
        return self.client.post(address, body, content_type="application/json")

    def link(self, choice: str = FORM) -> str:
        ticket = Ticket(self.match.pk, self.asked.decision.seat, self.user.pk, choice, self.asked.id)
        return urlsplit(links.link(ticket)).path

    def email(self, **fields: Any) -> Any:
        return client_of(None).post(self.link(), fields)


def as_form(args: dict[str, Any]) -> dict[str, Any]:
    return {f"arg.{name}": "" if value is None else value for name, value in args.items()}


def refused(answer: Any, status: int, clause: str = "") -> None:
    """This status, a sentence, and its clause where there is one."""
    body = answer.content.decode()
    assert answer.status_code == status, body[-2000:]
    if answer["Content-Type"] == "application/problem+json":
        error = json.loads(body)
        assert error["detail"].endswith((".", "!", "?", "…"))
        assert not clause or error["clause"] == clause
    else:
        assert 'role="alert"' in body
        assert not clause or f'#{clause.lower()}"' in body


@pytest.fixture
def match(start: Any) -> Match:
    """Three moves old."""
    begun: Match = start()
    move_on(begun, 3)
    return begun


@pytest.fixture
def doors(match: Match) -> Doors:
    return Doors(match)


def test_a_body_that_is_not_utf8_is_no_json(player):
    raw = '{"slug": "\xff"}'.encode("latin-1")
    answer = browser_of(player).post("/api/v1/tables/", raw, content_type="application/json")
    refused(answer, 400)


@pytest.mark.parametrize("header", ["", " "])
def test_an_empty_authorization_header_is_no_token(match, header):
    browser = Client(enforce_csrf_checks=True, headers={"Authorization": header})
    browser.force_login(User.objects.get(username="player"))
    lines = ChatLine.objects.count()
    answer = browser.post(f"/api/v1/matches/{match.pk}/chat/", '{"text": "hi"}', content_type="application/json")
    assert (answer.status_code, ChatLine.objects.count()) == (403, lines)


BROKEN: tuple[tuple[str | bytes, int], ...] = (
    ("", 400),
    ("{", 400),
    ("null", 400),
    ("[1]", 400),
    ('"x"', 400),
    ("[" * 5000, 400),
    ("[" * 30000 + "]" * 30000, 400),
    ('{"decision": "\\ud800", "move": {}}', 400),
    (b"\xff\xfe", 400),
    ("{}", 422),
    ('{"decision": 5, "move": {}}', 422),
    ('{"decision": "1.0"}', 422),
    ('{"decision": "1.0", "move": {}, "seat": 1}', 422),
    ('{"decision": "1.0", "move": {"verb": "pass"}, "decision": "2.0"}', 409),
)


def test_broken_bodies(doors):
    before = everything()
    for body, status in BROKEN:
        refused(doors.raw(body), status)
        assert everything() == before, body[:99]


NOT_OPEN = ("", "x", "0.0", "99.0", "1", "1.9", "-1.0", "\x00", "1.0\x00", "é" * 500, "1.0.x")


@pytest.mark.clause("PLAY-01")
def test_decisions_that_are_not_open(doors):
    before, move = everything(), doors.asked.decision.default
    for decision in NOT_OPEN:
        answer = doors.form(decision, verb=move.verb, **as_form(move.args))
        if "\0" in decision:  # refused before any form is read
            assert answer.status_code == 400
        else:
            refused(answer, 409, "PLAY-01")
        refused(doors.api({"verb": move.verb, "args": move.args}, decision), 409, "PLAY-01")
        assert everything() == before, decision


@pytest.mark.clause("PLAY-11")
def test_an_email_of_another_seat_does_not_speak_for_this_one(match):
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    before = everything()
    for seat in set(range(3)) - {asked.decision.seat}:
        other = Ticket(match.pk, seat, user_of(loaded, seat).pk, FORM, asked.id)
        answer = client_of(None).post(urlsplit(links.link(other)).path)
        assert answer.status_code == 410
        wrong = Ticket(match.pk, asked.decision.seat, user_of(loaded, seat).pk, FORM, asked.id)
        refused(client_of(None).post(urlsplit(links.link(wrong)).path), 403, "PLAY-11")
    assert everything() == before


@pytest.mark.parametrize("token", ["x", "a~b~c~d~e:f:g", "1~2", "%00", "é", "..%2f", "x" * 3000, "~~~~:1:2"])
def test_forged_emails(db, token):
    for method in ("get", "post"):
        answer = getattr(client_of(None), method)(f"/email/{token}/")
        assert answer.status_code in ((400,) if token == "%00" else (403, 404))
        assert "Traceback" not in answer.content.decode()


def test_an_email_of_a_match_that_is_gone(doors):
    link = doors.link()
    before = MoveRecord.objects.count()
    gone = urlsplit(links.link(Ticket(10**9, 0, doors.user.pk, "0", "1.0"))).path
    assert client_of(None).get(gone).status_code == 404
    assert client_of(None).get(link).status_code == 200
    assert MoveRecord.objects.count() == before


def test_a_dead_email_shows_nothing_of_the_seat(doors):
    link = doors.link("0")
    move_on(doors.match)
    page = client_of(None).get(link)
    assert page.status_code == 410
    assert "The position" not in page.content.decode() and "hand" not in page.content.decode().lower()


def test_an_email_of_who_was_replaced_or_closed_is_refused(doors):
    link = doors.link()
    doors.user.is_active = False
    doors.user.save()
    refused(client_of(None).get(link), 403)
    refused(client_of(None).post(link), 403)


# --- too much -----------------------------------------------------------------------------------------------------


def test_bodies_over_64_kb(doors):
    before, much = everything(), "x" * 70_000
    refused(doors.form(verb="x", **{"arg.x": much}), 413)
    refused(doors.raw(json.dumps({"decision": doors.asked.id, "move": {"verb": much}})), 413)
    refused(doors.email(verb=much), 413)
    for address in (f"/match/{doors.match.pk}/chat/", f"/match/{doors.match.pk}/invite/", f"/tables/new/?game={GAME}"):
        refused(doors.client.post(address, {"chat": much, "name": much, "seats": much}), 413)
    assert everything() == before


def test_too_many_fields(doors):
    before = everything()
    answer = doors.form(verb="x", **{f"arg.x{number}": "1" for number in range(600)})
    assert answer.status_code == 400
    assert everything() == before


# --- twice --------------------------------------------------------------------------------------------------------


def good(doors: Doors) -> dict[str, Any]:
    move = doors.asked.decision.default
    return {"verb": move.verb} | as_form(move.args)


@pytest.mark.clause("PLAY-12")
@pytest.mark.django_db(transaction=True)
def test_a_double_click_plays_once(match):
    doors = Doors(match)
    fields, version = good(doors), load_match(match.pk).version
    other = Doors(match)
    results = in_threads(lambda: doors.form(**fields).status_code, lambda: other.form(**fields).status_code)
    assert results == [302, 302]
    assert load_match(match.pk).version == version + 1
    assert MoveRecord.objects.filter(match=match, decision=doors.asked.id).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_tabs_with_different_moves_play_one(match):
    doors, other = Doors(match), Doors(match)
    plays = [choice for choice in legal(match) if choice != doors.asked.decision.default]
    if not plays:
        pytest.fail("this position offers one move only: choose another seed")
    results = in_threads(
        lambda: doors.api(as_json(doors.asked.decision.default)).status_code,
        lambda: other.api(as_json(plays[0])).status_code,
    )
    assert sorted(results) == [200, 409]
    assert MoveRecord.objects.filter(match=match, decision=doors.asked.id).count() == 1


def legal(match: Match) -> list[Move]:
    from games.kernel import legal_moves

    loaded = load_match(match.pk)
    return legal_moves.moves(loaded.game, loaded.at_table(), open_of(loaded).decision)


def as_json(move: Move) -> dict[str, Any]:
    return {"verb": move.verb, "args": move.args}


def test_the_same_answer_twice_through_the_api_says_so(doors):
    move = as_json(doors.asked.decision.default)
    first, second = doors.api(move).json(), doors.api(move).json()
    assert (first["is_repeated"], second["is_repeated"]) == (False, True)
    assert first["version"] == second["version"]


# --- chat ---------------------------------------------------------------------------------------------------------


UNREADABLE = ("", "   ", "a\x07b", "two\nlines", "\u202egnol", "\u200b", "\ue000", "x" * 501)
READABLE = ("x" * 500, "tab\tis a space", "😀 <b>bold</b> & \u0430")
MARKUP = ("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '"><b>', "{{ 7*7 }}", "javascript:alert(1)")


def say(doors: Doors, text: str) -> Any:
    return doors.client.post(f"/match/{doors.match.pk}/chat/", {"chat": text})


def test_the_chat_takes_what_people_can_read(doors):
    before = everything()
    for text in UNREADABLE:
        refused(say(doors, text), 422)
        assert everything() == before, text
    assert [say(doors, text).status_code for text in READABLE] == [302] * len(READABLE)


def test_chat_holds_no_markup(doors):
    for text in MARKUP:
        say(doors, text)
    page = doors.client.get(f"/match/{doors.match.pk}/").content.decode()
    lines = re.findall("<bdi>([^<]*)</bdi> <time", page[page.index('id="t-chat"') :])
    assert [unescape(line).strip() for line in lines] == list(MARKUP)


def test_who_talks_too_fast_waits(doors):
    address = f"/match/{doors.match.pk}/chat/"
    codes = [doors.client.post(address, {"chat": f"line {number}"}).status_code for number in range(22)]
    assert codes == [302] * 20 + [429] * 2


# --- addresses ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("match_id", ["0", "99999999999", "9" * 40, "-1", "x", "1.5", "%00"])
def test_matches_that_are_none(player, match_id):
    none = 400 if match_id == "%00" else 404
    for page in ("", "history/", "proof/", "text/", "record.json"):
        assert browser_of(player).get(f"/match/{match_id}/{page}").status_code in (403, none)  # `none`: no number
    for page in ("join/", "leave/", "play/", "chat/", "rematch/", "start/"):
        assert browser_of(player).post(f"/match/{match_id}/{page}").status_code == none
    assert browser_of(player).get(f"/api/v1/matches/{match_id}/").status_code == none


def test_odd_choices_in_the_address_show_the_table(doors):
    for query in ("verb=play&arg.cards=99", "verb=fly", "arg.x=1", "verb=pass&arg.take=x"):
        assert doors.client.get(f"/match/{doors.match.pk}/?{query}").status_code == 200
        assert doors.client.get(f"/match/{doors.match.pk}/narrow/?{query}").status_code == 200
        assert doors.client.get(f"/match/{doors.match.pk}/preview/?{query}").status_code in (200, 422)
    for page in ("", "narrow/", "preview/"):
        assert doors.client.get(f"/match/{doors.match.pk}/{page}?verb=play&arg.cards=%00").status_code == 400


def test_a_name_with_markup_is_shown_as_text(start, owner, player):
    villain = make_person("villain", display_name="<i>Vi</i>{{x}}")
    match = start(people=(owner, player, villain))
    for address in (f"/match/{match.pk}/", f"/match/{match.pk}/text/", "/tables/", "/people/villain/"):
        body = browser_of(owner).get(address).content.decode()
        assert "<i>Vi</i>" not in body
