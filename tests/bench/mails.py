"""The CPU of writing one turn email: loading its match, words, picture, styles, and the message as it is sent."""

import time
from collections.abc import Iterator
from statistics import mean
from typing import Any, NamedTuple

from django.utils import timezone

from accounts.mail import headers, preferences
from accounts.mail.email import Email, rendered
from accounts.models import OutgoingMail
from games.kernel.rng import Rng
from games.lobby import tables
from games.mail import faces, picture
from games.matches import mail_queue
from games.matches.loaded import load_match
from games.models import OpenDecision
from games.titles import load
from tests.bench.cost import one_move, people
from tests.bench.load import PACES
from tests.samples import seats_of

MAILS, MOVES = 60, 7  # of each game; moves between two mails of a match
ALL, MINUTES = 100_000, 25  # on the busiest morning, and how long they may take (ratios.ONE_QUERY)
FACES = 3000  # people whose stamps are drawn before: a process keeps them all
WARM_UP = 12  # emails of each game that are not counted: psycopg and PostgreSQL keep a statement after 10


class Cost(NamedTuple):
    """Mean CPU milliseconds of one email, and of drawing and rendering its picture."""

    slug: str
    count: int
    whole: float
    picture: float


def all_games() -> list[Cost]:
    """Emails about random matches of each game, to whoever is asked, by a process that has written many before."""
    for number in range(FACES):
        faces.of(number, "", "")
    return [_cost(slug) for slug in load()]


def _cost(slug: str) -> Cost:
    whole, drawn = [], []
    for row in _rows(slug):
        began = time.process_time()
        preferences.lock(row)  # loads the person, as a sender does
        email = rendered(row)
        if not isinstance(email, Email):
            continue
        headers.message(row, email).message().as_bytes()
        whole.append(time.process_time() - began)
        drawn.append(_of_picture(row))
        if len(whole) == MAILS + WARM_UP:
            break
    return Cost(slug, MAILS, mean(whole[WARM_UP:]) * 1000, mean(drawn[WARM_UP:]) * 1000)


def _rows(slug: str) -> Iterator[OutgoingMail]:
    """Emails that ask for a move, saved, so that they are checked and written like all others."""
    number = 0
    while True:
        match = _start(slug, number)
        rng, moves = Rng(f"{number:032x}"), 0
        while one_move(match.pk, rng) is not None:
            moves += 1
            if moves % MOVES == 0 and (found := _row(match)):
                yield found
        number += 1


def _start(slug: str, number: int) -> Any:
    owner, *others = people(seats_of(slug), f"{slug[:8]}-{number}-")
    match = tables.create_match(owner=owner, slug=slug, seats=1 + len(others), options={}, **PACES["correspondence"])
    for person in others:
        tables.join(match_id=match.pk, user=person)
    return match


def _row(match: Any) -> OutgoingMail | None:
    asked = OpenDecision.objects.filter(match=match, answered_at=None).order_by("pk").first()
    if asked is None:
        return None
    data = {"match": match.pk, "seat": asked.seat, "decision": asked.key, "slug": match.slug}
    key, now = f"m{match.pk}.{asked.key}.bench", timezone.now()
    return OutgoingMail.objects.create(
        kind=mail_queue.TURN, key=key, user_id=asked.user_id, match_id=str(match.pk), data=data, next_try_at=now
    )


def _of_picture(row: OutgoingMail) -> float:
    """CPU seconds of the picture alone."""
    loaded, seat = load_match(int(row.match_id)), row.data["seat"]
    view = loaded.view_for(seat)
    began = time.process_time()
    picture.of_position(row.key, loaded, view, None, seat)
    return time.process_time() - began
