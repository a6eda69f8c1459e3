"""The mail server is away for 30 hours: nothing is lost, nobody's time runs out untold, and all goes out once."""

from collections import Counter
from typing import Any

import pytest
from django.core import mail
from django.core.mail import get_connection
from django.core.mail.backends.locmem import EmailBackend

from accounts.mail import outbox, sending
from accounts.models import OutgoingMail
from games.deadlines import sweep
from games.matches.loaded import load_match
from games.models import OpenDecision, SweepHeartbeat
from games.table import log_words
from tests.clock import Clock
from tests.games.conftest import DAY, move_on
from tests.games.test_clock import row_of

pytestmark = pytest.mark.django_db


class NobodyThere(EmailBackend):
    def open(self) -> bool:
        raise ConnectionRefusedError


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def live_through(clock: Clock, hours: float, step: float = 1 / 3) -> None:
    """Let the sender and the sweep run as the site would."""
    for _ in range(round(hours / step)):
        clock.pass_time(hours=step)
        SweepHeartbeat.objects.update(at=clock.now)
        outbox.send_due()
        sweep.sweep(clock.now)


@pytest.mark.clause("PLAY-15")
def test_an_outage_of_thirty_hours_loses_nothing(start: Any, clock: Clock, monkeypatch: Any) -> None:
    monkeypatch.setattr(sending, "get_connection", NobodyThere)
    match = start(bank_seconds=0, move_seconds=DAY)
    version = load_match(match.pk).version
    live_through(clock, 30)
    assert not mail.outbox
    assert load_match(match.pk).version == version, "the clock of a player who was not told plays no default"
    assert not OutgoingMail.objects.exclude(status="queued").exists(), "nothing is given up"

    monkeypatch.setattr(sending, "get_connection", get_connection)
    live_through(clock, 1, step=1 / 60)
    row = row_of(match)
    turns = [one for one in mail.outbox if one.to == [row.user.email]]
    assert len(turns) == 1 and "1 day for this move" in turns[0].body, "one email, with the time there is now"
    assert row.due_at is not None and (row.due_at - clock.now).total_seconds() > DAY - 3600 - 60
    counts = Counter(one.extra_headers["Message-ID"] for one in mail.outbox)
    assert set(counts.values()) == {1}
    assert "told late" in " ".join(line.words for line in log_words.story(load_match(match.pk), None))

    live_through(clock, 25)
    assert load_match(match.pk).version > version, "from then on the clock runs as always"


def test_what_was_answered_meanwhile_is_not_asked_afterwards(start: Any, clock: Clock, monkeypatch: Any) -> None:
    monkeypatch.setattr(sending, "get_connection", NobodyThere)
    match = start()
    live_through(clock, 2)
    first = row_of(match).user
    move_on(match)
    monkeypatch.setattr(sending, "get_connection", get_connection)
    live_through(clock, 1, step=1 / 60)
    assert OutgoingMail.objects.get(user=first, kind="turn", match_id=str(match.pk)).status == "skipped"
    assert OpenDecision.objects.filter(OpenDecision.OPEN, match=match).exists()
