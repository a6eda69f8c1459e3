"""The table's socket: who may send and receive what."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.people import blocks
from accounts.services import delete_account
from games.matches import leaving, move_forms
from games.matches.loaded import load_match
from games.models import ChatLine, Match
from games.operations import moderation
from games.sockets.hub import TRY_AGAIN
from games.table import fragments, presenter
from tests.games.conftest import browser_of, move_on, open_of
from tests.games.scenes import Cast, everything, make_cast, set_up
from tests.games.table_sockets import TableSocket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


def good_move(match: Match) -> dict[str, Any]:
    asked = open_of(load_match(match.pk))
    fields: dict[str, Any] = {"decision": asked.id}
    for name, value in move_forms.move_as_form(asked.decision.default):
        fields[name] = [*fields[name], value] if name in fields and name != "verb" else [value]
    return fields | {"verb": fields["verb"][0]}


# --- what may be said ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["nobody", "stranger", "staff", "watcher"])
def test_people_without_a_seat_cannot_move_and_chat_as_spectators(live, cast, role):
    match = set_up(cast, "running", is_public=role != "watcher")
    with TableSocket(live, match.pk, getattr(cast, role), key=match.token) as socket:
        socket.hear()
        before = everything()
        for message in (good_move(match), good_move(match) | {"seat": "0", "user": "1"}):
            socket.parts.pop("decision", None)
            socket.say(json.dumps(message))
            socket.until("This isn’t your seat.", "decision")
            socket.say(json.dumps({"look": "again"}))
            socket.hear()
        assert everything() == before
        socket.say(json.dumps({"chat": "hello"}))
        socket.until("Log in to chat." if role == "nobody" else "hello", "chat")
    assert not ChatLine.objects.filter(match=match, spectators_only=False).exists()


def test_an_open_page_of_a_player_shows_the_spectators_chat_when_the_match_ends(live, cast):
    match = set_up(cast, "running", True)
    ChatLine.objects.create(match=match, user=cast.stranger, text="She should pass now", spectators_only=True)
    with TableSocket(live, match.pk, cast.player) as socket:
        assert "She should pass now" not in socket.hear().parts["chat"]
        for person in (cast.owner, cast.third):
            leaving.resign(match_id=match.pk, user=person)
        socket.until("She should pass now", "chat")


def test_players_can_only_move_for_their_own_seat(live, cast):
    match = set_up(cast, "running", True)
    with TableSocket(live, match.pk, cast.player) as socket:
        socket.hear()
        before = everything()
        for more in ({}, {"seat": "0"}, {"user": str(cast.owner.pk)}):
            socket.say(json.dumps(good_move(match) | more))
            socket.until("It is not your turn.", "decision")
            socket.say("{}")
            socket.hear()
        assert everything() == before


@pytest.mark.clause("PLAY-12")
def test_a_repeated_move_by_socket_counts_once(live, cast):
    match = set_up(cast, "running", True)
    with TableSocket(live, match.pk, cast.owner) as socket, TableSocket(live, match.pk, cast.owner) as tab:
        message = json.dumps(good_move(match))
        for one in (socket, tab, socket):
            one.say(message)
        socket.until("Waiting for player", "status")
        socket.settle(0.3)
    loaded = load_match(match.pk)
    assert loaded.version == 2 and loaded.lines[-1].by == "live"


NONSENSE: list[tuple[Any, str]] = [
    ("{", "We couldn’t read this message."),
    ("", "We couldn’t read this message."),
    ("[1, 2]", "We couldn’t read this message."),
    ("5", "We couldn’t read this message."),
    ("null", "We couldn’t read this message."),
    ('"x"', "We couldn’t read this message."),
    ("[" * 5000, "We couldn’t read this message."),
    ('{"a":' * 2000, "We couldn’t read this message."),
    ('{"chat": "\\ud800"}', "We couldn’t read this message."),
    (b"\x00\x01", "Please send text."),
    (json.dumps({"chat": "x" * 70_000}), "This is too long"),
    (json.dumps({"chat": "\U0001f4e6" * 20_000}, ensure_ascii=False), "This is too long"),
    (json.dumps({"decision": "\x00"}), "It is not your turn."),
    (json.dumps({"decision": "x" * 5000, "verb": "play"}), "It is not your turn."),
    (json.dumps({"decision": ["77.0", "2.0"], "verb": ["a", "b"]}), "It is not your turn."),
    (json.dumps({"decision": 5, "verb": 7, "arg.cards": {"a": [1]}}), "It is not your turn."),
]


def test_nonsense_is_refused_in_words_and_the_socket_stays_open(live, cast):
    match = set_up(cast, "running", True)
    with TableSocket(live, match.pk, cast.player) as socket:
        socket.hear()
        before = everything()
        for message, words in NONSENSE:
            socket.parts.pop("decision", None)
            socket.say(message)
            socket.until(words, "decision")
            socket.parts.pop("log")
            socket.say('{"look": "again"}')  # clears the refusal
            socket.until("t-log", "log")
            socket.settle(0.1)
            assert words not in socket.parts["decision"]
        assert everything() == before


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("", "Write something first."),
        ("a\x00b", "characters that can’t be shown"),
        ("bad\u202eevil", "characters that can’t be shown"),
        ("two\u2028lines", "characters that can’t be shown"),
        ("Z" + "\u0300\u0301" * 20, "characters that can’t be shown"),
        ("x" * 501, "A message can have at most 500 characters."),
    ],
)
def test_a_refused_chat_line_stays_in_the_chat_field(live, cast, words, refusal):
    match = set_up(cast, "running", True)
    with TableSocket(live, match.pk, cast.player) as socket:
        socket.until("t-chat", "chat")
        decision = socket.parts["decision"]
        for _ in range(2):  # the same refusal again is an answer too
            socket.parts.pop("chat")
            socket.say(json.dumps({"chat": words}))
            socket.until(refusal, "chat")
            assert f'value="{words}"' in socket.parts["chat"]
        assert socket.parts["decision"] == decision and not ChatLine.objects.exists()
        socket.say(json.dumps({"chat": "hello"}))
        socket.until("hello", "chat")
        assert refusal not in socket.parts["chat"]


def test_an_old_name_is_no_longer_shown(live, cast):
    """Not by what the server remembers of the table either."""
    match = set_up(cast, "running", True)
    cast.player.display_name = "Priscilla"
    cast.player.save()
    with TableSocket(live, match.pk, cast.owner) as socket:
        socket.until("Priscilla", "seats")
        browser_of(cast.player).post(f"/match/{match.pk}/chat/", {"chat": "remember me"})
        socket.until("remember me", "chat")
        settings_form = {"display_name": "Prue", "time_zone": "UTC", "language": "en"}
        assert browser_of(cast.player).post("/people/me/settings/", settings_form).status_code == 302
        socket.until("Prue", "seats")
        delete_account(user=cast.player)
        socket.until(f"deleted-{cast.player.pk}", "seats")
        socket.until("No messages yet", "chat")
    with TableSocket(live, match.pk, cast.stranger) as socket:
        socket.until(f"deleted-{cast.player.pk}", "seats")
        assert not any(name in loaded for loaded in socket.frames for name in ("Priscilla", "Prue"))


@pytest.mark.clause("PLAY-02", "PLAY-03")
def test_moves_against_the_rules_are_refused_with_their_clause(live, cast):
    match = set_up(cast, "running", True)
    asked = open_of(load_match(match.pk)).id
    with TableSocket(live, match.pk, cast.owner) as socket:
        socket.hear()
        before = everything()
        for fields in ({"verb": "fly"}, {"verb": "play", "arg.cards": ["9"]}, {"verb": "play", "arg.x": "1"}, {}):
            socket.say(json.dumps({"decision": asked} | fields))
            socket.until('role="alert"', "decision")
            assert 'class="clause"' in socket.parts["decision"]
        assert everything() == before


def test_any_other_message_resyncs(live, cast):
    match = set_up(cast, "running", True)
    with TableSocket(live, match.pk) as socket:
        socket.hear()
        before = everything()
        for message in (
            {},
            {"look": "again"},
            {"x" * 200: "1"},
            {"chat": []},
            {"chat": {}},
            {"HEADERS": {"chat": "x"}},
        ):
            socket.parts.clear()
            socket.say(json.dumps(message))
            socket.hear()
            assert {"status", "board", "seats", "log"} <= set(socket.parts)
        assert everything() == before


def test_chat_reaches_everybody_at_the_table_as_text(live, cast):
    match = set_up(cast, "running", True)
    with TableSocket(live, match.pk, cast.owner) as socket, TableSocket(live, match.pk) as watcher:
        socket.hear()
        socket.say(json.dumps({"chat": "<b>Good</b> luck <script>x</script>"}))
        watcher.until("luck", "chat")
    assert "<b>Good" not in watcher.parts["chat"] and "<script" not in watcher.parts["chat"]
    assert 'name="chat"' not in watcher.parts["chat"] and 'name="chat"' in socket.parts["chat"]


# --- who hears what -----------------------------------------------------------------------------------------------


def shown_to(loaded: Any, user: Any) -> dict[str, str]:
    """What the presenter shows this person, but for whoever is here."""
    parts = fragments.parts(loaded, presenter.describe(loaded, presenter.viewer_of(loaded, user)))
    return {name: html for name, html in parts.items() if name not in ("seats", "result")}


def records(log: str) -> list[str]:
    """The moves of a log in words, newest first: those that come with a move are written shorter than a page's."""
    marks = re.compile(r"<(a|time) .*?</\1>|<[^>]*>", re.S)
    return [" ".join(marks.sub(" ", found).split()) for found in re.findall(r"<li[ >].*?</li>", log, re.S)]


def test_each_socket_gets_only_its_own_view(live, cast):
    match = set_up(cast, "running", True)
    people = [cast.owner, cast.player, cast.third, None]
    sockets = [TableSocket(live, match.pk, person) for person in people]
    try:
        for _ in range(6):
            loaded = move_on(match, 1)
            for person, socket in zip(people, sockets, strict=True):
                shown = shown_to(load_match(match.pk), person)
                socket.until(f'data-version="{loaded.version}"', "status")
                socket.settle(0.1)
                log, got = records(shown.pop("log")), records(socket.parts["log"])
                assert got[: len(log)] == log and len(got) == len(set(got))
                assert {name: socket.parts[name].strip() for name in shown} == {n: h.strip() for n, h in shown.items()}
        hands = [socket.parts["board"] + socket.parts["decision"] for socket in sockets]
        assert len(set(hands)) == len(hands)
    finally:
        for socket in sockets:
            socket.close()


def test_a_plan_is_sent_only_to_its_players_pages(live, cast):
    match = set_up(cast, "running", True)
    loaded = load_match(match.pk)
    seat = loaded.seat_of(cast.player.pk)
    order = next(open for open in loaded.open_decisions() if open.decision.seat == seat)
    hand = loaded.at_table().state.hands[seat]
    card = next(number for number in range(1, 9) if hand[number])
    kinds = {f"arg.moves.{place}.kind": kind for place, kind in enumerate(("play", "", ""))}
    plan = {"decision": order.id, "verb": "plan", "arg.moves.0.cards": str(card)} | kinds
    sockets = [TableSocket(live, match.pk, person) for person in (cast.player, cast.player, cast.owner, None)]
    try:
        for socket in sockets:
            socket.hear()
        for socket in sockets:  # who else has come to the table is told a moment later
            socket.settle()
        counts = [len(socket.frames) for socket in sockets]
        sockets[0].say(json.dumps(plan))
        for socket in sockets[:2]:
            socket.until("Your plan", "decision")
        for socket in sockets[2:]:
            socket.settle(0.3)
        assert [len(socket.frames) for socket in sockets[2:]] == counts[2:]
    finally:
        for socket in sockets:
            socket.close()


# --- quick reactions -------------------------------------------------------------------------------------------------


def reactions_in(socket: TableSocket) -> list[list[int]]:
    return [found for frame in socket.frames if (found := json.loads(frame).get("reaction"))]


def test_a_quick_reaction_reaches_the_table_but_not_those_apart(live, cast):
    match = set_up(cast, "running", True)
    seat = load_match(match.pk).seat_of(cast.owner.pk)
    blocks.block(by=cast.stranger, whom=cast.owner)
    with (
        TableSocket(live, match.pk, cast.owner) as mine,
        TableSocket(live, match.pk, cast.player) as theirs,
        TableSocket(live, match.pk, cast.stranger) as apart,
    ):
        for socket in (mine, theirs, apart):
            socket.hear()
        for number in ("2", "3", "9"):  # the second comes too soon, the third does not exist
            mine.say(json.dumps({"reaction": number}))
        assert [reactions_in(socket.settle()) for socket in (mine, theirs, apart)] == [[[seat, 2]], [[seat, 2]], []]


def test_only_players_whom_staff_have_not_muted_react(live, cast):
    match = set_up(cast, "running", True)
    User.objects.filter(pk=cast.player.pk).update(muted_until=timezone.now() + timedelta(days=1))
    with TableSocket(live, match.pk, cast.owner) as reader:
        reader.hear()
        for who in (cast.player, cast.stranger, None):
            with TableSocket(live, match.pk, who) as socket:
                socket.hear()
                socket.say(json.dumps({"reaction": "1"}))
                socket.settle()
        assert reactions_in(reader.settle()) == []


def test_a_player_whom_staff_mute_writes_no_more_on_an_open_page(live, cast):
    match = set_up(cast, "running", True)
    with TableSocket(live, match.pk, cast.player) as socket:
        socket.hear()
        User.objects.filter(pk=cast.player.pk).update(muted_until=timezone.now() + timedelta(days=1))
        socket.say(json.dumps({"chat": "I go on"}))
        socket.until("You can’t write in chats until", "chat")
    assert not ChatLine.objects.filter(match=match).exists()


def test_an_open_page_asks_again_what_a_player_may_do_whom_staff_mute_or_unmute(live, cast):
    match = set_up(cast, "running", True)
    about = {"by": cast.staff, "username": cast.player.username, "words": "Insults"}
    for act in (lambda: moderation.mute(**about, days=3), lambda: moderation.unmute(**about)):
        with TableSocket(live, match.pk, cast.player) as socket:
            socket.hear()
            act()
            assert socket.is_closed() == TRY_AGAIN
