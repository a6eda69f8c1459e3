"""Opening any move of a long match: server time of the replay page, in this process."""

import time
from dataclasses import dataclass
from typing import Any

from django.test import Client

from games.kernel.rng import Rng
from games.lobby import tables
from games.matches.loaded import load_match
from games.models import MoveRecord, Snapshot
from games.titles import load
from tests.bench.cost import _pad, one_move, people

DECISIONS, LOOKS = 500, 60


@dataclass(frozen=True)
class Opened:
    """Milliseconds to open a move in a match of this game: the median and the slowest."""

    slug: str
    decisions: int
    median: float
    worst: float


def long_match(slug: str) -> Any:
    """A match with 500 decisions: a real one, with its records and snapshots repeated."""
    game, persons = load()[slug], people(load()[slug].meta.seats[-1], f"replay-{slug[:9]}-")
    facts = {"options": {}, "pace": "live", "move_seconds": 600, "bank_seconds": 600}
    match = tables.create_match(owner=persons[0], slug=game.meta.slug, seats=len(persons), **facts)
    for person in persons[1:]:
        tables.join(match_id=match.pk, user=person)
    rng = Rng("3e" * 16)
    for _ in range(DECISIONS // 5):
        if one_move(match.pk, rng) is None:
            break
    _fill(match)
    return match


def _fill(match: Any) -> None:
    loaded = load_match(match.pk)
    records = list(MoveRecord.objects.filter(match=match, by="live").order_by("number"))
    shots = list(Snapshot.objects.filter(match=match).order_by("version"))
    more = range(1, DECISIONS - loaded.version + 2)
    MoveRecord.objects.bulk_create(
        _pad(records[n % len(records)], number=loaded.revision + n, version=loaded.version + n) for n in more
    )
    Snapshot.objects.bulk_create(_pad(shots[n % len(shots)], version=loaded.version + n) for n in more)
    last = (loaded.version + len(more), loaded.revision + len(more))
    type(match).objects.filter(pk=match.pk).update(version=last[0], revision=last[1])


def opened(slug: str) -> Opened:
    """Open moves all over the match as one of its players, each for the first time, uncached."""
    match = long_match(slug)
    browser = Client()
    browser.force_login(match.owner, backend="accounts.login.backend.Backend")
    address = f"/match/{match.pk}/history/"
    browser.get(address, {"at": 2})
    taken = []
    for at in range(3, DECISIONS, max(1, DECISIONS // LOOKS)):
        began = time.perf_counter()
        answer = browser.get(address, {"at": at} | ({"part": 1} if at % 2 else {}))
        taken.append((time.perf_counter() - began) * 1000)
        assert answer.status_code == 200 and f"of {DECISIONS}".encode() in answer.content
    taken.sort()
    return Opened(slug, DECISIONS, taken[len(taken) // 2], taken[-1])


def all_games() -> list[Opened]:
    """Measure every game with the most seats."""
    return [opened(slug) for slug in load()]
