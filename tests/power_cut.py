"""A power cut: whatever PostgreSQL has written but not synced is gone. Are the acknowledged moves still there?

People play at five doors of a site whose PostgreSQL syncs its log. The method is a replay: before they begin, all data
files are copied right after a checkpoint. At each cut we note what was acknowledged and then how far the log was
synced. Later each cut starts a server from the old data files (all later writes to them are lost) and the log up to
that place (what follows is zeroed). With `synchronous_commit` off, the same cuts do lose moves: then the method works.

`python tests/power_cut.py [CUTS] [on|off]`
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from config.embedded import servers  # noqa: E402
from tests.bench.site import Site, site  # noqa: E402
from tests.ledger import FATES, REPLY_TO, WEBHOOK_SECRET, Key, Ledger, Player  # noqa: E402

DOORS = ("form", "socket", "mail link", "reply", "token")  # bots and clocks need a worker: see tests/faults.py
PLAYED, BETWEEN = 10.0, 1.7  # seconds of play before the first cut, and between cuts


@dataclass
class Cut:
    """What was acknowledged, and then: the last segment of the log and how many of its bytes were synced."""

    noted: dict[str, dict[Key, Any]]
    segment: str
    synced: int


def run(cuts: int, commits: str) -> list[Ledger]:
    """Play, cut, and read what each cut has left."""
    os.environ |= {"PLAYPOST_REPLY_TO": REPLY_TO, "ANYMAIL_WEBHOOK_SECRET": WEBHOOK_SECRET}
    with tempfile.TemporaryDirectory(prefix="playpost-cut-") as folder, site(web=1) as place:
        left = servers.private_dir(Path(folder))
        _ask(place.var, f"ALTER SYSTEM SET synchronous_commit = {commits}")
        _ask(place.var, "ALTER SYSTEM SET wal_writer_delay = '2s'")  # the log is synced by commits alone, if they do
        _ask(place.var, "SELECT pg_reload_conf()")
        _ask(place.var, "CHECKPOINT")
        subprocess.run(["cp", "-a", place.var / "pgdata", left / "before"], check=True)
        made, log = _play(place, cuts), left / "log"
        postgres = place.processes[0].proc
        assert postgres is not None
        postgres.kill()
        postgres.wait()
        subprocess.run(["cp", "-a", place.var / "pgdata" / "pg_wal", log], check=True)
        return [_left(left, log, number, cut) for number, cut in enumerate(made)]


def _play(place: Site, cuts: int) -> list[Cut]:
    ledger = Ledger()
    players = [Player(ledger, door, place.ports[0]) for door in DOORS]
    for player in players:
        player.start()
    time.sleep(PLAYED)
    made = []
    for _ in range(cuts):
        time.sleep(BETWEEN)
        noted = {door: dict(moves) for door, moves in ledger.noted.copy().items()}
        ((segment, synced),) = _ask(
            place.var, "SELECT file_name, file_offset FROM pg_walfile_name_offset(pg_current_wal_flush_lsn())"
        )
        made.append(Cut(noted, segment, synced))
    for player in players:
        player.is_over.set()
    for player in players:
        player.join(10)
    return made


def _left(folder: Path, log: Path, number: int, cut: Cut) -> Ledger:
    """Start a server as after this cut, and read its moves."""
    var = servers.private_dir(folder / f"cut{number}")
    data = var / "pgdata"
    subprocess.run(["cp", "-a", folder / "before", data], check=True)
    (data / "postmaster.pid").unlink(missing_ok=True)
    for path in log.iterdir():
        if len(path.name) == len(cut.segment) and path.name <= cut.segment:
            subprocess.run(["cp", "-a", path, data / "pg_wal" / path.name], check=True)
    with open(data / "pg_wal" / cut.segment, "r+b") as last:
        size = os.fstat(last.fileno()).st_size
        last.truncate(cut.synced)
        last.truncate(size)
    postgres = servers.Postgres(var)
    postgres.start()
    try:
        ledger = Ledger(noted=cut.noted)
        ledger.take(_ask(var, "SELECT match_id, decision, move FROM games_moverecord WHERE move <> ''"))
        return ledger
    finally:
        postgres.stop()
        shutil.rmtree(var)


def _ask(var: Path, line: str) -> list[Any]:
    """The rows of this statement."""
    import psycopg

    host = str(servers.socket_dir(var) / "pg")
    with psycopg.connect(user="playpost", host=host, dbname=servers.DATABASE, autocommit=True) as link:
        found = link.execute(line)
        return found.fetchall() if found.description else []


def main(cuts: int, commits: str) -> int:
    left = run(cuts, commits)
    for number, ledger in enumerate(left, 1):
        for door, count in ledger.count().items():
            print(f"cut {number}, {door}:", ", ".join(f"{count[fate]} {fate}" for fate in FATES))
    wrong = [words for ledger in left for words in ledger.wrong()]
    print("\n".join(f"WRONG: {words}" for words in wrong) or "No acknowledged move was lost.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2] if len(sys.argv) > 2 else "on"))
