"""A tournament known from its emails alone: each player reads what comes next, and whether they are still in.

Five play a game for two, and the first seat wins each table. After the first round one drops out, and one of those who
play on loses the seat by the clock.
"""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from games import tasks
from games.deadlines import sweep
from games.matches import leaving
from games.models import LostSeat, OpenDecision, Seat
from games.tournaments import services
from games.tournaments.models import Tournament
from tests.fixtures import make_person
from tests.games.tournaments.test_play import announced, running
from tests.samples import DUEL

pytestmark = pytest.mark.django_db
WORDS = {  # in emails, and in the stories below
    "has started.": "begins",
    "You play on in Spring Cup.": "plays on",
    "You are out of Spring Cup, unless somebody who is ahead of you drops out.": "out",
    "That was your last table in Spring Cup.": "last table",
    "You drop out of Spring Cup.": "drops",
    "You have dropped out of Spring Cup.": "dropped",
    "You get half a point.": "half a point",
    "You go on to the next round.": "goes on",
    "you won it: 1st of 5.": "won",
    "you came": "placed",
}
STORIES = {
    "swiss": {
        "owner": "begins, plays on, begins, plays on, begins, won",
        "ben": "begins, plays on, begins, drops, placed",
        "cy": "begins, plays on, begins, plays on, half a point, placed",
        "dora": "begins, plays on, half a point, placed",
        "eva": "half a point, begins, plays on, begins, placed",
    },
    "pools": {
        "owner": "half a point, begins, half a point, drops, placed",
        "ben": "begins, plays on, begins, half a point, last table, half a point, won",
        "cy": "begins, plays on, begins, plays on, half a point, begins, placed",
        "dora": "begins, plays on, placed",
        "eva": "begins, plays on, begins, half a point, plays on, begins, placed",
    },
    "knockout": {
        "owner": "goes on, begins, drops, placed",
        "ben": "begins, plays on, goes on, begins, placed",
        "cy": "begins, plays on, begins, plays on, begins, won",
        "dora": "begins, out, placed",
        "eva": "begins, out, placed",
    },
}


class Cup:
    """The tournament, and where each player stands as their emails say."""

    def __init__(self, postbox: list[Any], owner: User, **facts: Any) -> None:
        self.postbox, self.told = postbox, dict[str, str]()
        people = [make_person(name) for name in ("ben", "cy", "dora", "eva")]
        self.tournament = announced(owner, people, slug=DUEL, seats=2, rounds=3, **facts)
        services.start(tournament_id=self.tournament.pk, user=owner)
        self.post()

    def post(self) -> None:
        tasks.run_tournaments()
        self.tournament = Tournament.objects.get(pk=self.tournament.pk)
        OutgoingMail.objects.filter(status="queued").update(next_try_at=timezone.now())
        outbox.send_due(1000)
        for email in self.postbox:
            name, said = email.to[0].partition("@")[0], " ".join(email.body.split())
            for words in re.findall("|".join(map(re.escape, WORDS)), said):
                self.told[name] = f"{self.told.get(name, '')}, {WORDS[words]}".strip(", ")
        self.postbox.clear()

    def play(self) -> None:
        """At each table that runs, the last seat resigns."""
        for match in running(self.tournament):
            loser = match.seats.filter(user__is_bot=False).order_by("number").last()
            assert loser is not None and loser.user is not None
            leaving.resign(match_id=match.pk, user=loser.user)
        self.post()

    def sleep(self, seat: Seat) -> None:
        """The player in this seat misses two turns in a row."""
        while not LostSeat.objects.filter(user=seat.user).exists():
            Seat.objects.filter(pk=seat.pk).update(misses=1)
            OpenDecision.objects.filter(match=seat.match).update(due_at=timezone.now() - timedelta(seconds=1))
            sweep.expire_due(timezone.now())
        self.post()


@pytest.mark.parametrize("format", ["swiss", "pools", "knockout"])
def test_each_email_says_where_its_reader_stands(owner: User, mailoutbox: list[Any], format: str) -> None:
    cup = Cup(mailoutbox, owner, format=format)
    cup.play()
    services.withdraw(tournament_id=cup.tournament.pk, user=User.objects.get(username="dora"))
    cup.post()
    cup.sleep(running(cup.tournament)[0].seats.get(number=1))
    while cup.tournament.status == Tournament.Status.RUNNING:
        cup.play()
    assert cup.told == STORIES[format]


def test_who_drops_out_at_a_table_reads_it_with_the_result(owner: User, mailoutbox: list[Any]) -> None:
    cup = Cup(mailoutbox, owner, format="swiss")
    services.withdraw(tournament_id=cup.tournament.pk, user=User.objects.get(username="ben"))
    cup.play()
    assert cup.told["ben"] == "begins, dropped"
