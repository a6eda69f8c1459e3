"""Senders in processes of their own, one of them killed in the middle: nothing is lost, nothing is sent twice."""

import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from accounts import mail
from accounts.models import DeskLetter, OutgoingMail, User
from config.env import renamed

ROOT = Path(__file__).resolve().parent.parent.parent
COUNT = 60
SENDER = """
import os, time
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from accounts import mail

@mail.renderer("turn")
def turn(row):
    time.sleep(0.01)
    return mail.Letter("Parcels", row.key)

print("ready", flush=True)
while mail.send_due():
    pass
"""


def start() -> subprocess.Popen[str]:
    env = os.environ | {
        "DATABASE_URL": renamed(os.environ["DATABASE_URL"], connection.settings_dict["NAME"]),
        "PLAYPOST_MAIL_BACKEND": "accounts.devmail.DeskBackend",
    }
    return subprocess.Popen([sys.executable, "-c", SENDER], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)


@pytest.mark.django_db(transaction=True)
def test_a_killed_sender_loses_nothing_and_sends_nothing_twice(player: User) -> None:
    User.objects.filter(pk=player.pk).update(mail_daily_limit=500)
    mail.queue_many(mail.row_for(kind="turn", key=f"t{n}", user=player, data={}) for n in range(COUNT))
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
    ids = list(DeskLetter.objects.values_list("headers__Message-ID", flat=True))
    assert len(ids) == len(set(ids)) == COUNT
