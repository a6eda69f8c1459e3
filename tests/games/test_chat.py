"""Players' and spectators' chat, reports, muting, private notes."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.services import delete_account
from games.groups import services
from games.groups.models import GroupLine
from games.matches.loaded import load_match
from games.models import ChatLine, Match, Report, Visit
from games.views.chat import KINDS
from tests.fixtures import make_person
from tests.games.conftest import browser_of, move_on, user_of
from tests.games.test_replay_pages import finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(start: Any) -> Match:
    match: Match = start()
    move_on(match, 2)
    return match


def seat(match: Match, number: int) -> Client:
    return browser_of(user_of(load_match(match.pk), number))


def table(client: Client, match: Match) -> str:
    return client.get(f"/match/{match.pk}/").content.decode()


def say(client: Client, match: Match, words: str) -> ChatLine:
    assert client.post(f"/match/{match.pk}/chat/", {"chat": words}).status_code == 302
    return ChatLine.objects.latest("id")


def test_players_see_the_spectators_chat_only_after_the_end(match, stranger, player):
    watcher, me = browser_of(stranger), seat(match, 0)
    say(watcher, match, "She should pass now")
    say(me, match, "Hello all")
    assert "She should pass now" in table(watcher, match) and "Hello all" in table(watcher, match)
    for number in range(3):
        for page in ("", "text/"):
            body = seat(match, number).get(f"/match/{match.pk}/{page}").content.decode()
            assert "Hello all" in body and "She should pass now" not in body
    finish(match)
    assert "She should pass now" in table(me, match)


def test_spectators_can_tell_players_lines_from_spectators_lines(match, stranger):
    """All of them used to be listed as spectators' chat."""
    watcher = browser_of(stranger)
    say(watcher, match, "She should pass now")
    say(seat(match, 0), match, "Hello all")
    lines = table(watcher, match).split('class="chat-lines"')[1].split("</ol>")[0].split("<li ")[1:]
    at_table, beside = (next(line for line in lines if words in line) for words in ("Hello all", "She should pass now"))
    assert "watching</span>" in beside and "watching" not in at_table


def test_players_cannot_reach_a_spectators_line_by_its_id(match, stranger):
    line = say(browser_of(stranger), match, "Her hand is bad")
    me = seat(match, 0)
    for answer in (
        me.get(f"/match/{match.pk}/report/", {"line": line.pk}),
        me.post(f"/match/{match.pk}/report/", {"line": line.pk}),
        me.post(f"/match/{match.pk}/mute/", {"line": line.pk, "on": "1"}),
    ):
        assert answer.status_code == 404 and "is bad" not in answer.content.decode()


def test_each_player_can_leave_one_last_word(match):
    me, other, address = seat(match, 0), seat(match, 1), f"/match/{match.pk}/last-word/"
    assert me.post(address, {"words": "Too early"}).status_code == 409
    finish(match)
    for words in ("", "   ", "x" * 141, "a\x07b", "two\nlines"):
        answer = me.post(address, {"words": words})
        assert answer.status_code == 422 and "1 to 140 characters" in answer.content.decode()
    for _ in range(2):  # the button is pressed twice
        assert me.post(address, {"words": "<b>What</b>  a match"}).status_code == 302
    assert me.post(address, {"words": "And another"}).status_code == 422
    assert other.post(address, {"words": "Again!"}).status_code == 302
    body = table(other, match)
    assert "&lt;b&gt;What&lt;/b&gt; a match" in body and "Again!" in body and "And another" not in body
    assert "One last message" not in body and "One last message" in table(seat(match, 2), match)


def test_staff_see_no_whispers_or_spectators_chat_in_their_own_match(match, staff, stranger, player):
    say(browser_of(stranger), match, "He holds a nine")
    Report.objects.create(match=match, by=player, about=player, text="whispered: swap with me")
    answer = browser_of(staff).get("/staff/reports/")
    seen = answer.content.decode()
    assert answer.status_code == 200 and "whispered" not in seen and "nine" not in seen
    sam = browser_of(make_person("sam", is_staff=True))
    assert "whispered" in sam.get("/staff/reports/").content.decode()


def test_a_line_can_be_reported_once_and_its_text_is_kept(match, staff):
    line = say(seat(match, 1), match, "something rude")
    me = seat(match, 0)
    page = me.get(f"/match/{match.pk}/report/", {"line": line.pk}).content.decode()
    assert "something rude" in page and "Send report" in page
    assert KINDS[0] in page
    unsorted = me.post(f"/match/{match.pk}/report/", {"line": line.pk, "reason": "Rude"})
    assert unsorted.status_code == 422 and "Choose one of these." in unsorted.content.decode()
    assert not Report.objects.exists()
    for reason in ("It hurts", "again"):
        said = {"line": line.pk, "kind": KINDS[0], "reason": reason}
        assert me.post(f"/match/{match.pk}/report/", said).status_code == 302
    report = Report.objects.get()
    assert (report.text, report.reason, report.about) == ("something rude", f"{KINDS[0]}. It hurts", line.user)
    line.delete()
    finish(match)
    assert browser_of(staff).post("/staff/do/settle/", {"report": report.pk}).status_code == 403  # they played in it
    sam = browser_of(make_person("sam", is_staff=True))
    assert "something rude" in sam.get("/staff/reports/").content.decode()
    sam.post("/staff/do/settle/", {"report": report.pk})
    report.refresh_from_db()
    assert report.settled_at is not None


def test_text_shown_in_the_game_can_be_reported_but_no_other_text(match):
    me = seat(match, 0)
    name = load_match(match.pk).names[1]
    assert me.post(f"/match/{match.pk}/report/", {"text": name, "kind": KINDS[0]}).status_code == 302
    assert Report.objects.get().text == name
    for text in ("never written here", "", " "):
        assert me.post(f"/match/{match.pk}/report/", {"text": text, "kind": KINDS[0]}).status_code == 422
    assert Report.objects.count() == 1


def test_secret_text_cannot_be_guessed_by_reporting_it(match):
    """Only text that the reporter was shown is accepted."""
    seed = load_match(match.pk).at_table().rng.seed
    assert seat(match, 0).post(f"/match/{match.pk}/report/", {"text": seed, "kind": KINDS[0]}).status_code == 422


def test_muting_hides_lines_from_one_person_until_unmuted(match):
    line = say(seat(match, 1), match, "blah blah")
    me = seat(match, 0)
    assert me.post(f"/match/{match.pk}/mute/", {"line": line.pk, "on": "1"}).status_code == 302
    page = table(me, match)
    assert "blah blah" not in page and f"{line.user.name} is muted." in page
    assert "blah blah" in table(seat(match, 2), match) and "is muted" not in table(seat(match, 1), match)
    me.post(f"/match/{match.pk}/mute/", {"who": line.user_id})
    assert "blah blah" in table(me, match)


def test_muted_lines_do_not_push_others_out_of_the_chat(match):
    keep = say(seat(match, 2), match, "I agree with you")
    loud = user_of(load_match(match.pk), 1)
    ChatLine.objects.bulk_create(ChatLine(match=match, user=loud, text=f"blah {n}") for n in range(60))
    me = seat(match, 0)
    page = table(me, match)
    assert "blah 59" in page and "I agree with you" not in page and "Chat" in page
    me.post(f"/match/{match.pk}/mute/", {"line": ChatLine.objects.latest("id").pk, "on": "1"})
    page = table(me, match)
    assert "blah" not in page and "I agree with you" in page and f"{loud.name} is muted." in page
    loud_lines = ChatLine.objects.filter(user=loud)
    loud_lines.delete()
    assert f"{loud.name} is muted." in table(me, match)  # and can be unmuted, however long ago it was
    assert keep.text in table(me, match)


def test_the_whole_chat_can_be_read_page_by_page(match, stranger):
    author = user_of(load_match(match.pk), 1)
    ChatLine.objects.bulk_create(ChatLine(match=match, user=author, text=f"line {n:03}") for n in range(250))
    say(browser_of(stranger), match, "hush hush")
    me, address = seat(match, 0), f"/match/{match.pk}/chat/all/"
    newest, oldest = (me.get(address, {"page": page}).content.decode() for page in (1, 2))
    assert "line 249" in newest and "line 050" in newest and "line 049" not in newest
    assert newest.index("line 050") < newest.index("line 249")
    assert "line 000" in oldest and "line 049" in oldest and "hush" not in newest + oldest
    assert oldest.count('data-local="datetime"') == 50, "with the year"
    assert "hush hush" in browser_of(stranger).get(address).content.decode()
    assert me.get(address, {"page": "x"}).status_code == 200
    me.post(f"/match/{match.pk}/mute/", {"line": ChatLine.objects.filter(user=author).first().pk, "on": "1"})
    assert "No messages yet" in me.get(address).content.decode()


def test_my_games_counts_unread_lines(match, stranger):
    me = seat(match, 0)
    assert "new chat message" not in me.get("/mine/").content.decode()
    say(me, match, "my own words")
    say(browser_of(stranger), match, "for watchers")
    lines = [say(seat(match, number), match, "hello") for number in (1, 2)]
    assert "2 new chat messages" in me.get("/mine/").content.decode()
    assert "1 new chat message" not in seat(match, 1).get("/mine/").content.decode()  # it is two for that one, too
    me.post(f"/match/{match.pk}/mute/", {"line": lines[0].pk, "on": "1"})
    assert "1 new chat message" in me.get("/mine/").content.decode()
    me.post(f"/match/{match.pk}/seen/", {"version": 1, "said": lines[1].pk})
    assert "new chat message" not in me.get("/mine/").content.decode()


@pytest.mark.parametrize("who", ["", "x", "-3", "9" * 40])
def test_muting_needs_a_person(match, who):
    assert seat(match, 0).post(f"/match/{match.pk}/mute/", {"who": who, "on": "1"}).status_code == 422
    assert not Visit.objects.exists()


def test_notes_are_shown_only_to_their_author(match, stranger, staff):
    me = seat(match, 0)
    text = "Bo never leads 4s <b>&\r\nsecond line"
    assert me.post(f"/match/{match.pk}/notes/", {"notes": text}).status_code == 302
    assert "Bo never leads 4s &lt;b&gt;&amp;\nsecond line" in table(me, match)
    for other in (seat(match, 1), browser_of(stranger), browser_of(staff), Client()):
        assert "never leads" not in table(other, match)
    assert me.post(f"/match/{match.pk}/notes/", {"notes": "x" * 4001}).status_code == 422
    assert me.post(f"/match/{match.pk}/notes/", {"notes": "a\x07b"}).status_code == 422
    assert Visit.objects.get().notes.startswith("Bo never")


def test_notes_and_mutes_are_exported_and_deleted_with_the_account(match):
    user = user_of(load_match(match.pk), 0)
    me = browser_of(user)
    me.post(f"/match/{match.pk}/notes/", {"notes": "remember"})
    finish(match)
    me.post(f"/match/{match.pk}/last-word/", {"words": "so long"})
    told = me.get("/people/me/export/").content.decode()
    assert "remember" in told and "so long" in told
    assert "remember" not in me.get(f"/match/{match.pk}/record.json").content.decode()
    delete_account(user=user)
    assert "so long" not in table(seat(match, 1), match) and not Visit.objects.exists()


def test_the_host_sees_what_was_reported_but_not_by_whom(match, owner, player, stranger, staff):
    line = say(browser_of(player), match, "<b>something</b> rude")
    for reporter, reason in ((stranger, "It <i>hurts</i>"), (staff, "")):
        answer = browser_of(reporter).post(
            f"/match/{match.pk}/report/", {"line": line.pk, "kind": KINDS[0], "reason": reason}
        )
        assert answer.status_code == 302
    body = browser_of(owner).get(f"/match/{match.pk}/reports/").content.decode()
    assert "&lt;b&gt;something&lt;/b&gt; rude" in body and "Reported 2 times" in body and "It &lt;i&gt;hurts" in body
    assert str(stranger.name) not in body
    assert browser_of(player).get(f"/match/{match.pk}/reports/").status_code == 403
    assert f"/match/{match.pk}/reports/" in browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    assert f"/match/{match.pk}/reports/" not in browser_of(player).get(f"/match/{match.pk}/").content.decode()


def test_a_button_that_is_pressed_twice_says_it_once(match, owner):
    me, group = browser_of(owner), services.create(owner=owner, name="Team")
    first, second = say(me, match, "Hello all"), say(me, match, "Hello all")
    assert first == second and ChatLine.objects.count() == 1
    assert say(me, match, "Hello again") != first
    for _ in range(2):
        assert me.post(f"/groups/{group.pk}/say/", {"text": "Hello all"}).status_code == 302
    assert GroupLine.objects.count() == 1
    for _ in range(2):  # what was refused is refused again
        assert me.post(f"/match/{match.pk}/chat/", {"chat": "x" * 501}).status_code == 422


def test_nobody_waits_while_the_chat_of_a_deleted_account_is_deleted(match, player):
    ChatLine.objects.bulk_create(ChatLine(match=match, user=player, text="Hello") for _ in range(3))
    with CaptureQueriesContext(connection) as seen:
        delete_account(user=player)
    asked = [query["sql"] for query in seen.captured_queries]
    deleted = next(place for place, sql in enumerate(asked) if sql.startswith('DELETE FROM "games_chatline"'))
    locked = next(place for place, sql in enumerate(asked) if "FOR NO KEY UPDATE" in sql and '"games_match"' in sql)
    assert deleted < locked and not ChatLine.objects.filter(user=player).exists()
