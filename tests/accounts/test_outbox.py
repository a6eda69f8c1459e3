"""The outbox: one email per key, rendered on sending, sent once; failures do not block other emails."""

import re
import threading
from collections.abc import Iterator
from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused
from typing import Any
from unittest.mock import Mock

import pytest
import requests
from anymail.exceptions import AnymailRequestsAPIError
from django.core import mail as django_mail
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.locmem import EmailBackend as LocMem
from django.db import connection, connections, transaction
from django.utils import timezone

from accounts.mail import digest, email, outbox, sending, unsubscribe
from accounts.mail.email import Email, Skip
from accounts.mail.headers import message, message_id
from accounts.mail.lease import lease
from accounts.models import OutgoingMail, User

pytestmark = pytest.mark.django_db


class BrokenConnection(LocMem):
    def open(self) -> bool:
        raise ConnectionRefusedError


class RefusingServer(LocMem):
    def send_messages(self, messages: Any) -> int:
        raise OSError("550 no")


@pytest.fixture(autouse=True)
def renderers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A separate registry per test: `turn` works, `broken` raises, `gone` skips. Returns the rendered keys."""
    monkeypatch.setattr(email, "renderers", {})
    rendered: list[str] = []

    @email.renderer("turn")
    def turn(row: OutgoingMail) -> Email:
        rendered.append(row.key)
        return Email(
            "Backgammon", f"Hello {row.user.name}", "<p>Hello</p>", about="Backgammon with Ann", url="/match/4/"
        )

    email.renderers["last_call"] = turn

    @email.renderer("broken")
    def broken(row: OutgoingMail) -> Email:
        raise RuntimeError("a bug")

    @email.renderer("gone")
    def gone(row: OutgoingMail) -> Skip:
        return Skip("The decision was made already.")

    yield rendered


def queue(user: User, key: str = "m4.t1.s0.turn", kind: str = "turn", **data: Any) -> OutgoingMail | None:
    return outbox.queue(kind=kind, key=key, user=user, data={"match": 4, **data})


def row_of(key: str = "m4.t1.s0.turn") -> OutgoingMail:
    return OutgoingMail.objects.get(key=key)


def make_due() -> None:
    OutgoingMail.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))


def test_a_key_is_queued_once(player: User) -> None:
    assert queue(player) is not None
    assert queue(player) is None
    assert OutgoingMail.objects.count() == 1


def test_a_duplicate_key_leaves_the_transaction_usable(player: User) -> None:
    with transaction.atomic():
        queue(player)
        assert queue(player) is None
        assert queue(player, "m4.t2.s0.turn") is not None
    assert OutgoingMail.objects.count() == 2


def test_many_rows_are_queued_with_one_query(player: User, django_assert_num_queries: Any) -> None:
    rows = [outbox.row_for(kind="turn", key=f"m4.t{n}", user=player, data={"match": 4}) for n in range(50)]
    queue(player, "m4.t7")
    with django_assert_num_queries(1):  # including notices on other channels
        outbox.queue_many(rows)
    assert OutgoingMail.objects.count() == 50


@pytest.mark.parametrize("key", ["", "two words", "line\nbreak", "<x>", "x" * 121, "a@b"])
def test_keys_invalid_in_a_header_are_refused(player: User, key: str) -> None:
    with pytest.raises(ValueError, match="not a mail key"):
        queue(player, key)


def test_emails_are_rendered_on_sending_with_all_headers(player: User, settings: Any) -> None:
    settings.SITE_URL, settings.REPLY_ADDRESS = "https://play.example:8443", "reply@play.example"
    queue(player)
    player.display_name = "Pat"
    player.save()
    assert outbox.send_due() == 1
    (sent,) = django_mail.outbox
    assert (sent.subject, sent.body, sent.to) == ("Backgammon", "Hello Pat", ["player@example.org"])
    headers = dict(sent.message().items())
    assert re.fullmatch(r"<m4\.t1\.s0\.turn@\d{10}\.play\.example>", headers["Message-ID"])
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    url, by_mail = headers["List-Unsubscribe"].replace("\n", "").split(", ")
    assert url.startswith("<https://play.example:8443/people/mail/stop/")
    assert by_mail.startswith(f"<mailto:reply+stop-{player.pk}-4-") and by_mail.endswith("@play.example?subject=stop>")
    assert headers["List-Id"] == "<match-4.play.example>"
    assert (headers["Auto-Submitted"], headers["X-Auto-Response-Suppress"]) == ("auto-generated", "All")
    row = row_of()
    assert (row.status, row.subject, row.data["url"]) == ("sent", "Backgammon", "/match/4/")


def test_message_ids_are_stable(player: User) -> None:
    row, email = queue(player), Email("Backgammon", "Hello")
    assert row is not None
    first, second = (message(row, email).message()["Message-ID"] for _ in range(2))
    assert first == second == message_id(row.key, row.created_at)
    row.delete()
    again = queue(player)
    assert again is not None
    again.created_at += timedelta(minutes=1)  # after a backup was restored: mailboxes would drop the new email
    assert message(again, email).message()["Message-ID"] != first


def test_renderers_can_set_thread_headers_but_not_the_message_id(player: User) -> None:
    row = queue(player)
    assert row is not None
    root = "<m4.root@localhost>"
    email = Email("Backgammon", "Hello", headers={"In-Reply-To": root, "References": root, "Message-ID": "<forged@x>"})
    headers = dict(message(row, email).message().items())
    assert headers["In-Reply-To"] == headers["References"] == root
    assert headers["Message-ID"] == message_id(row.key, row.created_at)


def test_line_breaks_in_names_cannot_inject_headers(player: User) -> None:
    email.renderer("turn")(lambda row: Email("Anna\r\nBcc: all@x.org\x00\u202e", "Hi", headers={"List-Id": "a\nX: b"}))
    queue(player)
    outbox.send_due()
    message = django_mail.outbox[0].message()
    assert message["Subject"] == "Anna Bcc: all@x.org"
    assert message["Bcc"] is None and message["X"] is None


def test_emails_are_sent_once_and_not_early(player: User) -> None:
    queue(player)
    in_an_hour = timezone.now() + timedelta(hours=1)
    outbox.queue_many([outbox.row_for(kind="turn", key="later", user=player, data={}, not_before=in_an_hour)])
    assert [outbox.send_due(), outbox.send_due()] == [1, 0]
    assert len(django_mail.outbox) == 1


def test_a_skipped_email_stores_the_reason(player: User) -> None:
    queue(player, kind="gone")
    outbox.send_due()
    assert (row_of().status, row_of().reason) == ("skipped", "The decision was made already.")
    assert django_mail.outbox == []


@pytest.mark.parametrize(
    ("changes", "data", "reason"),
    [
        ({"mail_stopped": True}, {}, "You stopped all emails"),
        ({"mail_turn": False}, {}, "Your settings turn off this kind"),
        ({}, {"live": True}, "Your settings turn off emails about live"),
        ({"mail_bounced_at": timezone.now()}, {}, "Emails to your address bounced"),
        ({"mail_daily_limit": 0}, {}, "Your limit of 0 emails"),
        ({"deleted_at": timezone.now()}, {}, "The account was deleted"),
        ({"is_active": False}, {}, "The account is closed"),
        ({"email": ""}, {}, "We have no email address"),
    ],
)
def test_settings_are_checked_on_sending(player: User, changes: Any, data: Any, reason: str, renderers: Any) -> None:
    queue(player, **data)
    User.objects.filter(pk=player.pk).update(**changes)
    outbox.send_due()
    assert row_of().status == "skipped" and row_of().reason.startswith(reason)
    assert renderers == [] and django_mail.outbox == []


def test_live_emails_are_sent_if_wanted(player: User) -> None:
    User.objects.filter(pk=player.pk).update(mail_live=True)
    queue(player, live=True)
    outbox.send_due()
    assert len(django_mail.outbox) == 1


def test_bots_get_no_emails() -> None:
    queue(User.objects.create_bot("house-bot-1"))
    outbox.send_due()
    assert row_of().reason == "Bots get no email."


def test_stopping_one_match_does_not_stop_others(player: User) -> None:
    unsubscribe.stop(unsubscribe.Scope(player.pk, "4"))
    queue(player)
    outbox.queue(kind="turn", key="m5.t1", user=player, data={"match": 5})
    outbox.send_due()
    assert [row_of().status, row_of("m5.t1").status] == ["skipped", "sent"]


def test_the_daily_limit_exempts_the_last_call_and_delays_other_questions(player: User) -> None:
    User.objects.filter(pk=player.pk).update(mail_daily_limit=2)
    for number in range(3):
        queue(player, f"t{number}")
    queue(player, "call", kind="last_call")
    outbox.send_due()
    assert [row_of(key).status for key in ("t0", "t1", "t2", "call")] == ["sent", "sent", "queued", "sent"]
    first = min(row.done_at for row in OutgoingMail.objects.filter(status="sent") if row.done_at)
    assert abs(row_of("t2").next_try_at - first - timedelta(days=1)) < timedelta(minutes=1)
    OutgoingMail.objects.filter(status="sent").update(done_at=timezone.now() - timedelta(hours=25))
    OutgoingMail.objects.filter(key="t2").update(next_try_at=timezone.now())
    outbox.send_due()
    assert row_of("t2").status == "sent"


def test_a_failing_renderer_blocks_no_other_email_and_gives_up(player: User) -> None:
    queue(player, "bad", kind="broken")
    queue(player, "good")
    outbox.send_due()
    assert (row_of("bad").status, row_of("good").status) == ("queued", "sent")
    waits = []
    while row_of("bad").status == "queued":
        waits.append((row_of("bad").next_try_at - timezone.now()).total_seconds())
        make_due()
        assert outbox.send_due() == 1
    assert len(waits) == sending.MAX_ATTEMPTS - 1 and waits == sorted(waits)
    row = row_of("bad")
    assert (row.status, row.attempts) == ("dead", 8)
    assert row.reason == "It could not be rendered (RuntimeError)." and "a bug" not in row.reason
    assert outbox.revive(row) and row_of("bad").status == "queued"


def test_a_renderer_that_breaks_the_transaction_counts_as_a_failure(player: User) -> None:
    @email.renderer("turn")
    def bad_query(row: OutgoingMail) -> Email:
        with connection.cursor() as cursor:
            cursor.execute("select no_such_column")
        raise AssertionError

    queue(player)
    outbox.send_due()
    assert (row_of().status, row_of().attempts) == ("queued", 1)


def test_an_unknown_kind_fails_alone(player: User) -> None:
    queue(player, kind="unheard_of")
    outbox.send_due()
    assert row_of().reason == "It could not be rendered (KeyError)."


def test_refused_emails_back_off(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "get_connection", RefusingServer)
    queue(player)
    outbox.send_due()
    row = row_of()
    assert row.status == "queued" and row.reason == "The mail server refused it (OSError)."
    assert outbox.send_due() == 0
    monkeypatch.undo()
    assert row.next_try_at > timezone.now()


def refused_with(status: int) -> Exception:
    answer = requests.Response()
    answer.status_code = status
    return AnymailRequestsAPIError("no", response=answer)


@pytest.mark.parametrize(
    ("error", "is_about_us", "named"),
    [
        (SMTPSenderRefused(530, b"Authentication required", "post@x"), True, "SMTPSenderRefused 530"),
        (SMTPDataError(421, b"closing"), True, "SMTPDataError 421"),
        (SMTPDataError(554, b"spam"), False, "SMTPDataError 554"),
        (SMTPRecipientsRefused({"player@example.org": (450, b"greylisted")}), False, "SMTPRecipientsRefused 450"),
        (refused_with(401), True, "AnymailRequestsAPIError 401"),
        (refused_with(429), True, "AnymailRequestsAPIError 429"),
        (refused_with(503), True, "AnymailRequestsAPIError 503"),
        (refused_with(422), False, "AnymailRequestsAPIError 422"),
    ],
)
def test_a_refusal_of_the_site_gives_up_no_email(
    player: User, monkeypatch: pytest.MonkeyPatch, error: Exception, is_about_us: bool, named: str
) -> None:
    """A wrong password or key, or a limit of the provider, says nothing about the email that met it."""
    monkeypatch.setattr(LocMem, "send_messages", Mock(side_effect=error))
    queue(player)
    outbox.send_due()
    assert row_of().attempts == (0 if is_about_us else 1) and f"({named})." in row_of().reason


def test_what_waits_for_the_morning_is_not_marked_as_failed(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    queue(player)
    OutgoingMail.objects.update(reason=f"{sending.NO_ANSWER} (OSError).")
    monkeypatch.setattr(digest, "until", lambda *_: timezone.now() + timedelta(hours=8))
    outbox.send_due()
    assert (row_of().status, row_of().reason) == ("queued", "")


def test_a_server_that_is_down_is_tried_once_per_sweep(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        queue(player, f"t{number}")
    monkeypatch.setattr(sending, "get_connection", BrokenConnection)
    assert outbox.send_due() == 1
    assert OutgoingMail.objects.filter(attempts=0, status="queued").count() == 5, "no attempt counts"


def test_a_slow_server_does_not_outlast_leases(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that cannot be tried within their lease are given back, without counting an attempt or sending twice."""
    now, moments = timezone.now(), []
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(seconds=4 * len(moments)))
    for number in range(5):
        queue(player, f"t{number}")

    @email.renderer("turn")
    def slow(row: OutgoingMail) -> Email:
        moments.append(row.key)
        return Email("Backgammon", row.key)

    assert outbox.send_due() == 5
    assert sorted(moments) == sorted(one.body for one in django_mail.outbox) == [f"t{n}" for n in range(5)]
    assert set(OutgoingMail.objects.values_list("status", "attempts")) == {("sent", 1)}


def test_retried_rows_are_leased_alone(player: User) -> None:
    """If it kills its sender, no other row loses an attempt."""
    for number in range(4):
        queue(player, f"t{number}")
    OutgoingMail.objects.filter(key__in=("t0", "t2")).update(attempts=1)
    found = []
    while rows := lease(OutgoingMail, sending.PAUSES, 20):
        found.append([row.key for row in rows])
    assert found == [["t0"], ["t1"], ["t2"], ["t3"]]
    make_due()
    OutgoingMail.objects.update(attempts=0)
    assert [row.key for row in lease(OutgoingMail, sending.PAUSES, 3)] == ["t0", "t1", "t2"]


def test_a_row_of_a_killed_worker_is_sent_later(player: User) -> None:
    queue(player)
    assert lease(OutgoingMail, sending.PAUSES)  # and then the worker is killed
    assert outbox.send_due() == 0
    make_due()
    assert outbox.send_due() == 1
    assert (row_of().status, len(django_mail.outbox)) == ("sent", 1)


def test_a_row_that_kills_every_worker_is_abandoned(player: User) -> None:
    queue(player)
    OutgoingMail.objects.update(attempts=sending.MAX_ATTEMPTS)
    outbox.send_due()
    assert row_of().status == "dead" and django_mail.outbox == []


def test_times_are_rendered_in_the_readers_time_zone(player: User) -> None:
    seen = []
    email.renderer("turn")(lambda row: seen.append(str(timezone.get_current_timezone())) or Skip("seen"))
    User.objects.filter(pk=player.pk).update(time_zone="Asia/Tokyo")
    queue(player)
    outbox.send_due()
    assert seen == ["Asia/Tokyo"]
    assert str(timezone.get_current_timezone()) == "UTC"


def test_old_rows_are_deleted_and_queued_ones_kept(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "DELETE_BATCH", 2)
    for key in ("old", "older", "oldest", "new", "waiting"):
        queue(player, key)
    long_ago = timezone.now() - outbox.KEPT - timedelta(days=1)
    OutgoingMail.objects.filter(key__startswith="old").update(status="sent", done_at=long_ago)
    OutgoingMail.objects.filter(key="new").update(status="sent", done_at=timezone.now())
    OutgoingMail.objects.filter(key="waiting").update(created_at=long_ago)
    assert outbox.forget_old() == 3
    assert set(OutgoingMail.objects.values_list("key", flat=True)) == {"new", "waiting"}


class SlowCounter(BaseEmailBackend):
    """Counts each message under a lock, slowly enough for two senders to overlap."""

    sent: list[str] = []
    lock = threading.Lock()

    def send_messages(self, messages: Any) -> int:
        for one in messages:
            threading.Event().wait(0.002)
            with self.lock:
                self.sent.append(one.extra_headers["Message-ID"])
        return len(messages)


@pytest.mark.django_db(transaction=True)
def test_concurrent_senders_send_each_email_once(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    SlowCounter.sent.clear()
    monkeypatch.setattr(sending, "get_connection", SlowCounter)
    User.objects.filter(pk=player.pk).update(mail_daily_limit=500)
    rows = [outbox.row_for(kind="turn", key=f"t{number}", user=player, data={}) for number in range(60)]
    outbox.queue_many(rows)
    done: list[int] = []

    def sweep() -> None:
        try:
            done.append(outbox.send_due())
        finally:
            connections.close_all()

    threads = [threading.Thread(target=sweep) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(done) == 60 and max(done) < 60
    assert len(SlowCounter.sent) == len(set(SlowCounter.sent)) == 60
    assert OutgoingMail.objects.filter(status="sent").count() == 60


def test_leasing_and_the_list_of_what_was_given_up_use_their_indexes(player: User) -> None:
    outbox.queue_many(outbox.row_for(kind="turn", key=f"t{number}", user=player, data={}) for number in range(300))
    OutgoingMail.objects.filter(key__startswith="t1").update(status="sent", done_at=timezone.now())
    waiting = OutgoingMail.objects.filter(status="queued", next_try_at__lte=timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("analyze accounts_outgoingmail")
        cursor.execute("set local enable_seqscan = off")
    assert "mail_due" in waiting.order_by("next_try_at", "id")[:1].explain()
    given_up = OutgoingMail.objects.filter(status="dead").order_by("-pk")[:50]
    assert "mail_dead" in given_up.explain(), "as the staff page reads them"
