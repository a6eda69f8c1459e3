"""The cost of a stored move and of a page: queries, bytes, and whether moves get slower as a match gets longer."""

import gzip
import re
import time
from statistics import median
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.kernel import codec, engine, legal_moves
from games.kernel.rng import Rng
from games.lobby import tables
from games.matches import play
from games.matches.loaded import load_match
from tests import samples
from tests.bench.load import PACES

LINKED = re.compile(r'(?:href|src)="(/static/[^"?#]+)')
LONG = 500  # a move this late is compared with move 5


def start(owner: Any, others: list[Any], pace: str = "live") -> Any:
    """A long match."""
    match = tables.create_match(
        owner=owner,
        slug=samples.GAME,
        seats=1 + len(others),
        options=samples.LONG,
        **PACES[pace],
    )
    for person in others:
        tables.join(match_id=match.pk, user=person)
    return match


def people(count: int, name: str) -> list[Any]:
    return [User.objects.create(username=f"{name}{n}", email=f"{name}{n}@example.org") for n in range(count)]


def one_move(match_id: int, rng: Rng) -> float | None:
    """CPU seconds of this process for one random move through `play_move`; None once the match is over."""
    loaded = load_match(match_id)
    opens = engine.open_decisions(loaded.game, loaded.at_table())
    asked = next((open for open in opens if open.answer is None and not open.decision.optional), None)
    if asked is None:
        return None
    move = legal_moves.random_move(loaded.game, loaded.at_table(), asked.decision, rng)
    seat = asked.decision.seat
    user = User(pk=loaded.seats[seat].user)
    began = time.process_time()
    play.play_move(match_id=match_id, seat=seat, decision=asked.id, move=move, by="live", user=user)
    return time.process_time() - began


def growth() -> dict[str, float]:
    """Median CPU milliseconds of moves 1-20 and of the last 20 of a padded match of 500 records, and their ratio."""
    from games.models import MoveRecord, Snapshot

    match, rng = start(*_split(people(3, "grow"))), Rng("7b" * 16)
    early = [taken for _ in range(20) if (taken := one_move(match.pk, rng)) is not None]
    loaded = load_match(match.pk)
    first = MoveRecord.objects.filter(match=match).order_by("-number")[0]
    shot = Snapshot.objects.filter(match=match).order_by("-version")[0]
    pads = range(LONG)
    MoveRecord.objects.bulk_create(
        _pad(first, number=first.number + 1 + n, version=first.version + 1 + n) for n in pads
    )
    Snapshot.objects.bulk_create(_pad(shot, version=shot.version + 1 + n) for n in pads)
    type(match).objects.filter(pk=match.pk).update(version=loaded.version + LONG, revision=loaded.revision + LONG)
    late = [taken for _ in range(20) if (taken := one_move(match.pk, rng)) is not None]
    return {"early": median(early) * 1000, "late": median(late) * 1000, "ratio": median(late) / median(early)}


def by_correspondence() -> tuple[int, float]:
    """A move that queues an email: queries, and median CPU milliseconds in `play_move`."""
    match, rng = start(*_split(people(3, "post")), "correspondence"), Rng("3e" * 16)
    taken = [one_move(match.pk, rng) for _ in range(40)][10:]  # the first fill what a process remembers
    with CaptureQueriesContext(connection) as caught:
        one_move(match.pk, rng)
    return len(caught) - 1, median(seconds for seconds in taken if seconds is not None) * 1000


def _pad(row: Any, **changes: Any) -> Any:
    """A copy of a row, to add more moves to the same match."""
    kept = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key}
    return type(row)(**(kept | changes))


def _split(persons: list[Any]) -> tuple[Any, list[Any]]:
    return persons[0], persons[1:]


def queries() -> dict[str, int]:
    """The number of queries of a move, of the table page and of the lobby."""
    persons = people(3, "count")
    match, rng = start(*_split(persons)), Rng("9c" * 16)
    for _ in range(6):
        one_move(match.pk, rng)
    browser = Client()
    browser.force_login(persons[0], backend="accounts.login.backend.Backend")
    found = {}
    with CaptureQueriesContext(
        connection,
    ) as caught:
        one_move(match.pk, rng)
    found["move"] = len(caught) - 1  # without the benchmark's own query for the position
    for name, url in (("table page", f"/match/{match.pk}/"), ("lobby", "/tables/")):
        browser.get(url)
        with CaptureQueriesContext(connection) as caught:
            browser.get(url)
        found[name] = len(caught)
    return found


def sizes() -> dict[str, float]:
    """Kilobytes of a position, and of the compressed table page with and without its static files."""
    persons = people(3, "size")
    match, rng = start(*_split(persons)), Rng("4d" * 16)
    largest = 0
    for _ in range(60):
        if one_move(match.pk, rng) is None:
            break
        largest = max(largest, len(codec.dump(load_match(match.pk).at_table())))
    browser = Client()
    browser.force_login(persons[0], backend="accounts.login.backend.Backend")
    page = browser.get(f"/match/{match.pk}/").content
    second = len(gzip.compress(page))
    loaded = sum(_sent(url) for url in set(LINKED.findall(page.decode())))
    return {"position": largest / 1000, "first visit": (second + loaded) / 1000, "second visit": second / 1000}


def _sent(url: str) -> int:
    """The size of a static file as sent to a browser, with Brotli if that is smaller."""
    from django.conf import settings

    path = settings.STATIC_ROOT / url.removeprefix("/static/")
    packed = path.with_name(f"{path.name}.br")
    return (packed if packed.exists() else path).stat().st_size
