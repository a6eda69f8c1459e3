"""Moves that arrive while a process is busy are stored in one batch, and none is affected by another."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import OutgoingMail
from games.errors import Refusal
from games.kernel import codec, engine, legal_moves
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.mail import links
from games.matches import broadcast, move_forms, play, recent
from games.matches.batching import Batching
from games.matches.loaded import load_match
from games.matches.play import Submission
from games.models import MoveRecord
from tests.fixtures import make_person
from tests.games.conftest import browser_of, move_on, open_of, user_of

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def matches(transactional_db: None, start: Callable[..., Any]) -> list[Any]:
    people = tuple(make_person(name) for name in ("ada", "bo", "cy"))
    begun = [start(people=people) for _ in range(4)]
    for match in begun:
        recent.put(move_on(match))
    return begun


def submission(match: Any, rng: str = "3c", by: str = "web") -> Submission:
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    move = legal_moves.random_move(loaded.game, loaded.at_table(), asked.decision, Rng(rng * 16))
    seat = asked.decision.seat
    return Submission(match.pk, seat, asked.id, move, by, user_of(loaded, seat))


def form_of(one: Submission) -> dict[str, Any]:
    """The data that the form for this move sends."""
    form: dict[str, Any] = {}
    for name, value in move_forms.move_as_form(one.move):
        form.setdefault(name, []).append(value)
    return form | {"verb": one.move.verb}


def stored(match: Any, one: Submission) -> int:
    return MoveRecord.objects.filter(match=match, decision=one.decision).count()


@contextmanager
def held_writes(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Event, list[int]]]:
    """Keep play.write busy until the event is set. The list holds the number of matches in each write."""
    go_on, sizes = Event(), []
    real = play.write

    def slow(changes: list[Any], emails: Any) -> None:
        is_first = not sizes
        sizes.append(len(changes))
        if is_first:
            assert go_on.wait(20)
        real(changes, emails)

    monkeypatch.setattr(play, "write", slow)
    yield go_on, sizes


def waiting(count: int) -> None:
    """Wait until this many moves are queued."""
    until = time.monotonic() + 20
    while len(play._batching._waiting) < count:
        assert time.monotonic() < until, "the moves were never queued"
        time.sleep(0.005)


def closing(act: Callable[[], Any]) -> Callable[[], Any]:
    def run() -> Any:
        try:
            return act()
        finally:
            connection.close()

    return run


def test_moves_in_several_matches_take_one_transaction_and_one_publish(matches, monkeypatch):
    published: list[int] = []
    monkeypatch.setattr(broadcast, "publish", lambda pokes: published.append(len(pokes)))
    moves = [submission(match) for match in matches]
    with CaptureQueriesContext(connection) as caught:
        receipts = play.play_moves(moves)
    words = [query["sql"] for query in caught.captured_queries]
    assert words.count("COMMIT") == 1 and published == [4]
    assert [type(receipt) for receipt in receipts] == [play.Receipt] * 4
    assert [stored(match, one) for match, one in zip(matches, moves, strict=True)] == [1] * 4


def test_a_lone_live_move_takes_one_statement(start, matches):
    live = start(people=tuple(user_of(load_match(matches[0].pk), seat) for seat in range(3)), pace="live")
    recent.put(move_on(live))
    one = submission(live)
    with CaptureQueriesContext(connection) as caught:
        play.play_moves([one])
    assert [query["sql"].split()[0] for query in caught.captured_queries] == ["WITH"]
    assert stored(live, one) == 1


def test_a_lone_correspondence_move_and_its_email_take_two_statements(matches):
    one = submission(matches[0])
    OutgoingMail.objects.all().delete()
    with CaptureQueriesContext(connection) as caught:
        play.play_moves([one])
    assert [query["sql"].split()[0] for query in caught.captured_queries] == [
        "SELECT",
        "WITH",
    ]  # calendars, the rest
    asked = open_of(load_match(one.match_id))
    assert [row.data["decision"] for row in OutgoingMail.objects.all()] == [asked.id]
    assert stored(matches[0], one) == 1


def test_a_refused_move_does_not_affect_others_in_its_batch(matches):
    moves = [submission(match) for match in matches]
    moves[1] = Submission(*(getattr(moves[1], name) for name in ("match_id", "seat", "decision")), Move("fly"), "web")
    moves[2] = Submission(matches[2].pk, moves[2].seat, moves[2].decision, Move("fly"), "web", moves[2].user)
    done = play.play_moves(moves)
    assert [type(one) for one in done] == [play.Receipt, Refusal, Refusal, play.Receipt]
    assert [done[1].status, done[2].status] == [403, 422]
    assert [stored(match, one) for match, one in zip(matches, moves, strict=True)] == [1, 0, 0, 1]


def test_a_stale_move_does_not_affect_others_in_its_batch(matches):
    """Another process has moved in one of the matches, so this process has a stale copy."""
    moves = [submission(match) for match in matches]
    old = recent.get(matches[1].pk, 0)
    other = submission(matches[1], "77")
    play.play_moves([other])
    recent._matches.put(matches[1].pk, old)
    done = play.play_moves(moves)
    assert [isinstance(one, play.Receipt) for one in done] in ([True, False, True, True], [True] * 4)
    assert [stored(match, one) for match, one in zip(matches, moves, strict=True)] == [1] * 4
    assert done[1].status == 409 if isinstance(done[1], Refusal) else done[1].is_repeated


def test_matches_that_are_not_cached_are_played_with_the_lock(matches):
    recent._matches._kept.clear()
    moves = [submission(match) for match in matches]
    assert [type(one) for one in play.play_moves(moves)] == [play.Receipt] * 4


def test_moves_in_one_match_keep_their_order(matches):
    """The second move is only legal after the first, which is in the same call."""
    first = submission(matches[0])
    loaded = load_match(matches[0].pk)
    engine.play(loaded.game, loaded.at_table(), first.seat, first.move, first.decision)
    loaded.opens = None
    asked = open_of(loaded)
    move = legal_moves.random_move(loaded.game, loaded.at_table(), asked.decision, Rng("5e" * 16))
    seat = asked.decision.seat
    second = Submission(matches[0].pk, seat, asked.id, move, "web", user_of(loaded, seat))
    done = play.play_moves([first, submission(matches[1]), second])
    assert [type(one) for one in done] == [play.Receipt] * 3
    numbers = MoveRecord.objects.filter(match=matches[0], decision__in=[first.decision, second.decision])
    assert list(numbers.order_by("number").values_list("decision", flat=True)) == [first.decision, second.decision]
    refused = play.play_moves([second, first])
    assert [one.is_repeated for one in refused] == [True, True]


def test_a_connection_that_dies_midway_loses_and_repeats_nothing(matches, monkeypatch):
    real, deaths = play.write, []

    def dies(changes: list[Any], emails: Any) -> None:
        real(changes, emails)
        if not deaths:
            deaths.append(len(changes))
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr(play, "write", dies)
    moves = [submission(match) for match in matches]
    assert [type(one) for one in play.play_moves(moves)] == [play.Receipt] * 4
    assert deaths == [4]
    assert [stored(match, one) for match, one in zip(matches, moves, strict=True)] == [1] * 4


def test_moves_by_page_api_and_email_share_a_batch(matches, monkeypatch):
    first, *others = [submission(match) for match in matches]
    page, api, email = others
    body = {"decision": api.decision, "move": codec.plain(api.move)}
    ticket = links.Ticket(email.match_id, email.seat, email.user.pk, "", email.decision)
    by_page, by_api, by_email = (browser_of(one.user) for one in others)
    address = links.link(ticket)
    acts = [
        lambda: play.play_moves([first]),
        lambda: by_page.post(f"/match/{page.match_id}/play/", {"decision": page.decision} | form_of(page)),
        lambda: by_api.post(f"/api/v1/matches/{api.match_id}/moves/", body, content_type="application/json"),
        lambda: by_email.post(address[address.index("/email/") :], form_of(email)),
    ]
    with held_writes(monkeypatch) as (go_on, sizes), ThreadPoolExecutor(4) as threads:
        results: list[Future[Any]] = [threads.submit(closing(acts[0]))]
        while not sizes:
            time.sleep(0.005)
        results += [threads.submit(closing(act)) for act in acts[1:]]
        waiting(3)
        go_on.set()
        answers = [one.result(20) for one in results]
    assert sizes[:2] == [1, 3], [getattr(one, "status_code", one) for one in answers]
    assert [stored(match, one) for match, one in zip(matches, [first, *others], strict=True)] == [1] * 4


def test_an_interrupted_batch_does_not_leave_callers_hanging():
    def work(calls: list[int]) -> list[int]:
        if 0 in calls:
            raise KeyboardInterrupt
        return calls

    batching = Batching(work, key=lambda call: call)
    with pytest.raises(KeyboardInterrupt):
        batching.do([0, 1])
    assert batching.do([1, 1, 2]) == [1, 1, 2]


@pytest.mark.slow
def test_kill_9_loses_no_acknowledged_move(matches):
    """Another process plays in all matches at once and prints each accepted move until it is killed."""
    facts = connection.settings_dict
    address = (
        f"postgres://{facts['USER']}:{facts['PASSWORD']}@/{facts['NAME']}?host={facts['HOST']}&port={facts['PORT']}"
    )
    if "/" not in str(facts["HOST"]):
        address = f"postgres://{facts['USER']}:{facts['PASSWORD']}@{facts['HOST']}:{facts['PORT']}/{facts['NAME']}"
    env = os.environ | {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "config.settings"}
    line = [sys.executable, "-m", "tests.games.ledger", *(str(match.pk) for match in matches)]
    player = subprocess.Popen(line, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
    assert player.stdout is not None
    told = [player.stdout.readline() for _ in range(40)]
    player.send_signal(signal.SIGKILL)
    told += player.stdout.readlines()
    player.wait(10)
    accepted = [text.split() for text in told if text.endswith("\n")]
    assert len(accepted) >= 40
    kept = {(str(id), decision) for id, decision in MoveRecord.objects.values_list("match_id", "decision")}
    assert [one for one in accepted if tuple(one) not in kept] == []
    for match in matches:
        loaded = load_match(match.pk)
        assert MoveRecord.objects.filter(match=match).order_by("-number")[0].version == loaded.version
