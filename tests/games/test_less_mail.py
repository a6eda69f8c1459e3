"""One email per event, and none about what the recipient already knows or did not ask for."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from games.deadlines import substitutes, sweep, vacations
from games.lobby import tables
from games.matches import leaving, presence
from games.matches.loaded import load_match
from games.models import Match, OpenDecision, Seat
from games.table import log_words, recently_seen
from tests.clock import Clock
from tests.fixtures import make_person
from tests.games.conftest import browser_of, move_on, open_of
from tests.games.test_clock import row_of
from tests.games.test_replies import local_post, send_all  # noqa: F401
from tests.samples import DUEL, FROM_TWO, GAME

pytestmark = pytest.mark.django_db


def test_the_first_player_gets_one_email_about_the_start(start: Any) -> None:
    match = start()
    first = row_of(match).user
    mails = send_all()
    (mine,) = [mail for mail in mails if mail.to == [first.email]]
    asked = open_of(load_match(match.pk)).decision
    assert mine.body.startswith(f"Your match has started.\n\n{asked.prompt}\n") and "Correspondence: " in mine.body
    assert len([mail for mail in mails if " has started. You play with " in mail.subject]) == 2


def test_matches_against_bots_send_nothing_unless_asked_for(owner: User) -> None:
    facts = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0, "options": {}}
    for is_wanted in (False, True):
        User.objects.filter(pk=owner.pk).update(mail_bots=is_wanted)
        match = tables.create_match(owner=owner, slug=GAME, seats=3, **facts)
        for _ in range(2):
            tables.add_bot(match_id=match.pk, user=owner)
        rows = OutgoingMail.objects.filter(match_id=str(match.pk))
        assert rows and bool(send_all()) == is_wanted
        assert is_wanted or "against bots" in rows.get(kind=rows[0].kind).reason


def test_a_vacation_is_told_once_in_an_email(start: Any) -> None:
    match = start()
    first = row_of(match).user
    away = Seat.objects.filter(match=match).exclude(user=first).first()
    assert first is not None and away is not None and away.user is not None
    User.objects.filter(pk=first.pk).update(mail_mode=User.MailMode.QUIET, mail_quiet_minutes=10)
    day = timezone.now().date() + timedelta(days=5)
    vacations.book(user=away.user, first=day, last=day, now=timezone.now())
    OutgoingMail.objects.update(created_at=F("created_at") - timedelta(hours=2))
    (mail,) = [mail for mail in send_all() if mail.to == [first.email]]
    assert mail.body.count("vacation") == 1 and f"{away.user.username} books a vacation" in mail.body


@pytest.mark.clause("PLAY-14")
def test_a_vacation_that_was_booked_before_the_match_is_told_when_it_begins(start: Any, owner: User) -> None:
    away, day = make_person("away"), timezone.now().date() + timedelta(days=1)
    vacations.book(user=away, first=day, last=day, now=timezone.now())
    match = start(people=(owner, away, make_person("third")))
    days, mails = f"{day:%-d %B}", send_all()
    said = [f"away is away on {days}.", f"away is on vacation ({days}). The clock is paused on these days."]
    for mail in mails:
        assert sum(mail.body.count(words) for words in said) == (mail.to != [away.email]), mail.body
    assert len(mails) == 3 and said[1] in log_words.story(load_match(match.pk), None)[-1].words
    later = start(people=(owner, make_person("fourth"), make_person("fifth")))
    assert "vacation" not in str(log_words.story(load_match(later.pk), None))


def test_no_email_about_what_the_open_table_shows(start: Any) -> None:
    match = start()
    others = [seat for seat in load_match(match.pk).seats if seat.number != row_of(match).seat]
    for seat in others:
        presence.mark([(match.pk, seat.number)])  # both have a tab open; one of them looks at it
    recently_seen.mark_looking(match.pk, others[0].number)
    send_all()
    rows = OutgoingMail.objects.filter(match_id=str(match.pk), kind="started")
    told = {row.user_id: (row.status, row.reason) for row in rows}
    assert told[others[0].user] == ("skipped", "You had the table open.") and told[others[1].user] == ("sent", "")


def test_waiting_games_share_an_email_and_the_first_one_says_why(
    start: Any, owner: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL_IS_QUIET = True
    Clock(monkeypatch, datetime(2026, 3, 2, 12, 0, tzinfo=UTC))
    while OutgoingMail.objects.filter(kind="turn", user=owner).count() < 3:
        start()
    OutgoingMail.objects.exclude(kind="turn").delete()
    (mail,) = [mail for mail in send_all() if mail.to == [owner.email]]
    assert mail.subject.startswith("Your turn in 3 games: ")
    assert "What waits for you comes in one email, and not at night." in mail.body
    assert mail.alternatives[0][0].count("<img") >= 3 and len(mail.alternatives[0][0].encode()) < 102_000


def test_no_email_about_what_was_seen_but_a_forgotten_tab_does_not_count(start: Any) -> None:
    match = start()
    asked = row_of(match)
    client = browser_of(asked.user)
    presence.mark([(match.pk, asked.seat)])
    client.post(f"/match/{match.pk}/seen/", {"version": 0})  # an old page: it does not show the question yet
    send_all()
    turn = OutgoingMail.objects.get(kind="turn")
    assert turn.status == "sent"
    turn.delete()
    queued = outbox.queue(kind="turn", key="again", user=asked.user, data=turn.data)
    client.post(f"/match/{match.pk}/seen/", {"version": load_match(match.pk).version})
    send_all()
    assert queued and OutgoingMail.objects.get(pk=queued.pk).reason == "You had just looked at it."


def test_no_result_email_for_players_who_saw_the_end(start: Any, owner: User, player: User) -> None:
    match = start()
    send_all()
    for person in (owner, player):
        leaving.resign(match_id=match.pk, user=person)
    end = load_match(match.pk)
    browser_of(owner).post(f"/match/{match.pk}/seen/", {"version": end.version, "left": "1"})
    browser_of(player).post(f"/match/{match.pk}/seen/", {"version": end.version - 1, "left": "1"})
    assert {mail.to[0] for mail in send_all() if ".over@" in mail.extra_headers["Message-ID"]} == {
        row.user.email for row in Seat.objects.filter(match=match) if row.user != owner
    }


def test_leaving_the_page_ends_looking(start: Any) -> None:
    match = start()
    seat = load_match(match.pk).seats[0]
    presence.mark([(match.pk, 0)])
    client = browser_of(User.objects.get(pk=seat.user))
    client.post(f"/match/{match.pk}/seen/", {"version": 1})
    assert recently_seen.is_looking(match.pk, 0)
    client.post(f"/match/{match.pk}/seen/", {"version": 1, "left": "1"})
    assert not recently_seen.is_looking(match.pk, 0)


def test_two_players_who_miss_a_sealed_step_get_one_email_each(start: Any, owner: User, player: User) -> None:
    """Sealed answers: the clock plays for one player, then for the other; then both get the next decision."""
    match = start(FROM_TWO, (owner, player))
    for _ in range(40):
        opens = OpenDecision.objects.filter(OpenDecision.OPEN, match=match).exclude(pace="standing")
        if opens.count() == 2:
            break
        move_on(match)
    send_all()
    OutgoingMail.objects.all().delete()
    late = timezone.now() - timedelta(seconds=1)
    assert opens.update(due_at=late) == 2
    assert sweep.expire_due(timezone.now()) == 2
    rows = OutgoingMail.objects.filter(status="queued")
    told = {user: [row.kind for row in rows if row.user == user] for user in (owner, player)}
    assert all(len(kinds) <= 1 or kinds == ["turn"] * len(kinds) for kinds in told.values()), told
    for mail in send_all():
        assert "Your time ran out, so the default was played." in mail.body


def test_a_lost_seat_sends_one_email_to_each_player(start: Any, owner: User) -> None:
    match = start()
    heir = make_person("heir")
    substitutes.volunteer_for(user=heir, slugs={GAME})
    absent = row_of(match)
    Seat.objects.filter(match=match, number=absent.seat).update(misses=1)
    send_all()
    OutgoingMail.objects.all().delete()
    OpenDecision.objects.filter(pk=absent.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1)
    sweep.expire_due(timezone.now())
    kinds = list(OutgoingMail.objects.filter(status="queued").values_list("user__username", "kind"))
    assert len(kinds) == len({name for name, _ in kinds}) == 4, kinds
    assert (absent.user.username, "lost") in kinds and ("heir", "took_over") in kinds
    mails = send_all()
    (lost,) = [mail for mail in mails if mail.to == [absent.user.email]]
    assert "You missed 2 turns in a row, so heir took over your seat." in lost.body
    turn = next(mail for mail in mails if "YOUR CHOICES" in mail.body)
    assert "missed 2 turns in a row. heir takes over the seat." in turn.body


def test_the_result_is_emailed_even_if_a_bot_has_taken_over(start: Any, owner: User, player: User) -> None:
    match = start(DUEL, (owner, player))
    absent = row_of(match)
    Seat.objects.filter(match=match, number=absent.seat).update(misses=1)
    OpenDecision.objects.filter(pk=absent.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1)
    sweep.expire_due(timezone.now())
    assert [seat.is_bot for seat in load_match(match.pk).seats].count(True) == 1
    other = player if absent.user == owner else owner
    leaving.resign(match_id=match.pk, user=other)
    assert [mail.to for mail in send_all() if ".over@" in mail.extra_headers["Message-ID"]] == [[other.email]]
