"""A rolling restart as players meet it: a client keeps a ledger of moves while web processes are restarted.

Two web processes; moves and sockets go to one of them and, when it is away, to the other, as a proxy would do. Each
process is asked to end (SIGTERM) and started again once the other one is ready. Then: is every move that was
acknowledged in the database, once, and for how long was each socket away? `python tests/rolling_restart.py [ROUNDS]`
"""

import http.client
import random
import sys
import threading
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.bench.site import Site, site  # noqa: E402
from tests.samples import GAME, LONG  # noqa: E402

MATCHES, SOCKETS = 3, 12
LONGEST = 3.0  # seconds for which a socket may be disconnected
CSRF = "c" * 32


@dataclass
class Ledger:
    """The moves acknowledged to players, and how long their sockets were disconnected."""

    ports: list[int]
    acknowledged: set[tuple[int, str]] = field(default_factory=set)
    stored: Counter[tuple[int, str]] = field(default_factory=Counter)
    refused: list[str] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    is_over: threading.Event = field(default_factory=threading.Event)

    def wrong(self) -> list[str]:
        """All violations, in words."""
        return [
            *(
                f"move {move} was acknowledged and is stored {self.stored[move]} times"
                for move in sorted(self.acknowledged)
                if self.stored[move] != 1
            ),
            *(f"move {move} is stored {count} times" for move, count in self.stored.items() if count > 1),
            *self.refused,
        ]


def run(rounds: int) -> Ledger:
    with site(web=2) as place:
        ledger = Ledger(place.ports)
        tables = [_table(number) for number in range(MATCHES)]
        threads = [threading.Thread(target=_play_on, args=(ledger, *table)) for table in tables]
        threads += [
            threading.Thread(target=_look_on, args=(ledger, tables[number % MATCHES][0], number))
            for number in range(SOCKETS)
        ]
        for thread in threads:
            thread.start()
        try:
            time.sleep(2)
            for _ in range(rounds):
                _restart_each(place)
            time.sleep(2)
        finally:
            ledger.is_over.set()
            for thread in threads:
                thread.join(60)
        _count(ledger)
        return ledger


def _restart_each(place: Site) -> None:
    """Like deploy/restart.sh: restart one process after the other, each once the previous one is ready."""
    for web in [process for process in place.processes if process.name.startswith("web")]:
        web.stop(30)
        place.again(web)
        address = f"http://127.0.0.1:{web.name.removeprefix('web')}/health/ready"
        end = time.monotonic() + 90
        while not _is_ready(address):
            assert time.monotonic() < end and web.is_alive, web.tail(40)
            time.sleep(0.1)
        time.sleep(1)


def _is_ready(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _table(number: int) -> tuple[int, dict[int, str]]:
    """A match of three people, and their session keys by seat."""
    from games.lobby import tables
    from games.matches.loaded import load_match
    from tests.bench.cost import people
    from tests.bench.sockets import cookie_of

    persons = people(3, f"rolling-{number}-")
    facts: dict[str, Any] = {"options": LONG, "pace": "correspondence", "move_seconds": 86400}
    match = tables.create_match(owner=persons[0], slug=GAME, seats=3, bank_seconds=0, **facts)
    for person in persons[1:]:
        tables.join(match_id=match.pk, user=person)
    by_id = {person.pk: person for person in persons}
    return match.pk, {seat.number: cookie_of(by_id[seat.user]) for seat in load_match(match.pk).seats}


def _play_on(ledger: Ledger, match_id: int, cookies: dict[int, str]) -> None:
    """Play default moves and record each one that a page has acknowledged; start the next match when one ends."""
    from django.db import connection

    from games.matches.loaded import load_match

    try:
        while not ledger.is_over.is_set():
            loaded = load_match(match_id)
            asked = next((open for open in loaded.open_decisions() if open.answer is None), None)
            if asked is None or loaded.is_over:
                match_id, cookies = _table(match_id + MATCHES)
                continue
            move = asked.decision.default
            form = {f"arg.{name}": "" if value is None else value for name, value in move.args.items()}
            body = urlencode({"decision": asked.id, "verb": move.verb} | form, doseq=True)
            status = _send(ledger, f"/match/{match_id}/play/", body, cookies[asked.decision.seat])
            if status in (200, 302):
                ledger.acknowledged.add((match_id, asked.id))
            else:
                ledger.refused.append(f"move {asked.id} of match {match_id} was answered with {status}")
            time.sleep(0.2)
    finally:
        connection.close()


def _send(ledger: Ledger, path: str, body: str, cookie: str) -> int:
    """Like the proxy: send it to one process, and to the next one if there is no answer."""
    headers = {
        "Cookie": f"{cookie}; csrftoken={CSRF}",
        "X-CSRFToken": CSRF,
        "Content-Type": "application/x-www-form-urlencoded",
    }
    for attempt in range(200):
        line = http.client.HTTPConnection("localhost", ledger.ports[attempt % 2], timeout=20)
        try:
            line.request("POST", path, body, headers)
            return line.getresponse().status
        except (OSError, http.client.HTTPException):
            time.sleep(0.05)
        finally:
            line.close()
    return 0


def _look_on(ledger: Ledger, match_id: int, number: int) -> None:
    """An open page. Records the time from a disconnect until the table is shown again."""
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect

    lost, attempt, tries = None, number, 0
    while not ledger.is_over.is_set():
        port = ledger.ports[attempt % 2]
        attempt += 1
        try:
            with connect(f"ws://localhost:{port}/ws/match/{match_id}/", origin=f"http://localhost:{port}") as line:  # type: ignore[arg-type]
                line.recv(20)
                if lost is not None:
                    ledger.gaps.append(time.monotonic() - lost)
                lost, tries = None, 0
                while not ledger.is_over.is_set():
                    try:
                        line.recv(0.5)
                    except TimeoutError:
                        continue
        except (OSError, WebSocketException, TimeoutError):
            lost, tries = lost or time.monotonic(), tries + 1
            time.sleep((0.6 if tries == 1 else 1.5) * random.uniform(0.2, 1))  # as static/connection.js does


def _count(ledger: Ledger) -> None:
    from games.models import MoveRecord

    played = MoveRecord.objects.filter(by__in=["web", "live"]).exclude(decision="")
    ledger.stored.update(played.values_list("match_id", "decision"))


def main(rounds: int) -> int:
    ledger = run(rounds)
    longest = max(ledger.gaps, default=0.0)
    print(f"{rounds} restarts of each of 2 web processes")
    print(f"{len(ledger.acknowledged)} moves acknowledged, {len(ledger.wrong())} of them wrong")
    middle = sorted(ledger.gaps)[len(ledger.gaps) // 2] if ledger.gaps else 0.0
    print(f"{len(ledger.gaps)} sockets came back, half within {middle:.2f} s, the slowest after {longest:.2f} s")
    for line in ledger.wrong():
        print("WRONG:", line)
    return int(bool(ledger.wrong()) or longest > LONGEST)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
