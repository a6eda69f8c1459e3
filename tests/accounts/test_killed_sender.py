"""Senders in separate processes, one of them killed while sending: nothing is lost, nothing is sent twice."""

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.mail import email, outbox
from accounts.mail.email import Email
from accounts.models import DevEmail, OutgoingMail, User
from config.env import renamed

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
COUNT = 60
# Dies as soon as the mail server has accepted an email.
DYING = """
import signal
from django.core.mail import EmailMultiAlternatives

def send_and_die(self):
    with open(os.environ["TAKEN"], "a") as taken:
        taken.write(self.extra_headers["Message-ID"])
    os.kill(os.getpid(), signal.SIGKILL)

EmailMultiAlternatives.send = send_and_die
"""
SENDER = """
import os, time
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from accounts.mail import email, outbox
from accounts.mail.email import Email

@email.renderer("turn", "reminder")
def turn(row):
    time.sleep(0.01)
    return Email("Backgammon", row.key)

{more}
print("ready", flush=True)
while outbox.send_due():
    pass
"""


def start(more: str = "", taken: str = "") -> subprocess.Popen[str]:
    env = os.environ | {
        "TAKEN": taken,
        "DATABASE_URL": renamed(os.environ["DATABASE_URL"], connection.settings_dict["NAME"]),
        "PLAYPOST_MAIL_BACKEND": "accounts.mail.dev_outbox.DevOutboxBackend",
    }
    return subprocess.Popen(
        [sys.executable, "-c", SENDER.replace("{more}", more)], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True
    )


@pytest.mark.django_db(transaction=True)
def test_a_killed_sender_neither_loses_nor_repeats_emails(player: User) -> None:
    User.objects.filter(pk=player.pk).update(mail_daily_limit=500)
    outbox.queue_many(outbox.row_for(kind="turn", key=f"t{n}", user=player, data={}) for n in range(COUNT))
    senders = [start(), start()]
    try:
        for sender in senders:
            assert sender.stdout and sender.stdout.readline() == "ready\n"
        while not OutgoingMail.objects.filter(status="sent").count() > 5:
            time.sleep(0.005)
        senders[0].send_signal(signal.SIGKILL)
        assert senders[1].wait(60) == 0
    finally:
        for sender in senders:
            sender.kill()
            sender.communicate()
    OutgoingMail.objects.filter(status="queued").update(next_try_at=timezone.now() - timedelta(seconds=1))
    late = start()
    late.communicate(timeout=60)
    assert set(OutgoingMail.objects.values_list("status", flat=True)) == {"sent"}
    ids = list(DevEmail.objects.values_list("headers__Message-ID", flat=True))
    assert len(ids) == len(set(ids)) == COUNT


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("mode", "is_bundle"), [("once", False), ("quiet", True)])
def test_a_reminder_is_not_repeated_if_its_sender_died_after_handing_it_over(
    player: User, tmp_path: Path, mode: str, is_bundle: bool
) -> None:
    User.objects.filter(pk=player.pk).update(mail_mode=mode)
    kinds = ("turn", "reminder") if is_bundle else ("reminder",)
    outbox.queue_many(outbox.row_for(kind=kind, key=kind, user=player, data={}) for kind in kinds)
    long_ago = timezone.now() - timedelta(hours=3)
    OutgoingMail.objects.update(created_at=long_ago, held_until=long_ago if is_bundle else None)
    assert start(DYING, str(tmp_path / "taken")).wait(60) == -signal.SIGKILL
    assert (tmp_path / "taken").read_text().count("<") == 1
    OutgoingMail.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))
    start().communicate(timeout=60)
    reminder = OutgoingMail.objects.get(kind="reminder")
    assert reminder.status == "skipped" and reminder.reason.startswith("We were interrupted")
    assert not OutgoingMail.objects.filter(kind="turn").exclude(status="sent").exists()
    assert DevEmail.objects.count() == is_bundle  # the turn: better twice than never
    assert not DevEmail.objects.filter(text__contains="reminder").exists()


@pytest.mark.django_db
def test_a_refused_reminder_is_tried_again(player: User, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(email, "renderers", {"reminder": lambda row: Email("Backgammon", row.key)})
    settings.EMAIL_BACKEND = "tests.accounts.test_outbox.RefusingServer"
    outbox.queue_many([outbox.row_for(kind="reminder", key="r1", user=player, data={})])
    outbox.send_due()
    row = OutgoingMail.objects.get(key="r1")
    assert row.status == "queued" and row.reason.startswith("The mail server")
