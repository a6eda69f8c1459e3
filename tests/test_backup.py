"""Backup while matches run, restore into an empty database, and `manage.py doctor`."""

import io
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from accounts.models import OutgoingMail
from config.env import renamed
from games.lobby import tables
from games.matches import bots
from games.models import Match, MoveRecord, OpenDecision, SweepHeartbeat
from games.operations import doctor
from tests.fixtures import ROOT
from tests.samples import GAME


@pytest.fixture
def empty_database() -> Iterator[str]:
    """The URL of a separate database on the test server."""
    name = f"{connection.settings_dict['NAME']}_restored"
    with psycopg.connect(renamed(os.environ["DATABASE_URL"], "postgres"), autocommit=True) as link:
        link.execute(f'DROP DATABASE IF EXISTS "{name}"')
        link.execute(f'CREATE DATABASE "{name}"')
        yield renamed(os.environ["DATABASE_URL"], name)
        link.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def manage(address: str, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"DATABASE_URL": address} | more
    line = [sys.executable, "manage.py", *words]
    return subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True)


def running(owner: Any, count: int = 1) -> list[Match]:
    facts: dict[str, Any] = {"slug": GAME, "seats": 3, "options": {}, "bots": 2}
    facts |= {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
    made = [tables.create_match(owner=owner, **facts) for _ in range(count)]
    SweepHeartbeat.objects.update_or_create(defaults={"at": timezone.now()})
    return made


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_cut_backup_is_refused_and_changes_nothing(owner: Any, tmp_path: Path, empty_database: str) -> None:
    running(owner)
    whole, cut = tmp_path / "site.dump", tmp_path / "cut.dump"
    assert (
        manage(renamed(os.environ["DATABASE_URL"], connection.settings_dict["NAME"]), "backup", str(whole)).returncode
        == 0
    )
    assert manage(empty_database, "restore", str(whole)).returncode == 0
    raw = whole.read_bytes()
    for part in (0.1, 0.3, 0.5):  # the last fifth of a file may hold nothing that is needed
        cut.write_bytes(raw[: int(len(raw) * part)])
        done = manage(empty_database, "restore", str(cut), "--replace")
        assert done.returncode == 1 and "Traceback" not in done.stderr, (part, len(raw), done.stderr)
        assert "Can't read the file" in done.stderr
        with psycopg.connect(empty_database) as link:
            assert link.execute("SELECT count(*) FROM games_match").fetchone() == (1,)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_backup_and_restore_while_matches_run(owner: Any, tmp_path: Path, empty_database: str) -> None:
    matches, file = running(owner, 3), tmp_path / "site.dump"
    is_done = threading.Event()

    def play_on() -> None:
        while not is_done.is_set():
            for match in matches:
                bots.play_one(match.pk, for_people=True)
        connection.close()

    player = threading.Thread(target=play_on)
    player.start()
    try:
        call_command("backup", str(file), stdout=io.StringIO())
    finally:
        is_done.set()
        player.join()
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError, match="exists"):
        call_command("backup", str(file))

    new_machine = {"PLAYPOST_COLLECTED": "1", "PLAYPOST_STATIC": str(tmp_path / "static")}
    done = manage(empty_database, "restore", str(file), **new_machine)
    assert done.returncode == 0 and "Restored" in done.stdout, done.stderr
    assert "tell the players, with an announcement" in done.stdout
    with psycopg.connect(empty_database) as link:
        row = link.execute("SELECT count(*), sum(version) FROM games_match").fetchone()
        assert row is not None and row[0] == 3
    looked = manage(empty_database, "doctor")
    assert "Nothing is wrong" in looked.stdout, looked.stdout + looked.stderr

    again = manage(empty_database, "restore", str(file))
    assert again.returncode and "--replace" in again.stderr
    broken = tmp_path / "half.dump"
    broken.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    failed = manage(empty_database, "restore", str(broken), "--replace")
    assert failed.returncode
    assert "Nothing is wrong" in manage(empty_database, "doctor").stdout  # all or nothing
    with psycopg.connect(empty_database):
        busy = manage(empty_database, "restore", str(file), "--replace")
    assert busy.returncode and "Stop the site first" in busy.stderr
    assert manage(empty_database, "restore", str(file), "--replace").returncode == 0


def found() -> list[str]:
    return [finding.what for finding in doctor.examine()]


@pytest.mark.django_db
def test_doctor_finds_nothing_on_a_sound_site(owner: Any) -> None:
    running(owner)
    assert found() == []


def end(match: Match, stranger: Any) -> None:
    Match.objects.filter(pk=match.pk).update(status="cancelled")


def forget_position(match: Match, stranger: Any) -> None:
    Match.objects.filter(pk=match.pk).update(position='{"state": 7}')


def swap_seat(match: Match, stranger: Any) -> None:
    OpenDecision.objects.filter(match=match).update(user=stranger)


def forget_decisions(match: Match, stranger: Any) -> None:
    OpenDecision.objects.filter(match=match).delete()


def number_log_on(match: Match, stranger: Any) -> None:
    MoveRecord.objects.filter(match=match).update(version=10_000)


def uninstall(match: Match, stranger: Any) -> None:
    Match.objects.filter(pk=match.pk).update(slug="ludo")


def stop_sweep(match: Match, stranger: Any) -> None:
    SweepHeartbeat.objects.all().delete()


def leave_mail(match: Match, stranger: Any) -> None:
    old = timezone.now() - timedelta(days=16)
    OutgoingMail.objects.create(key="old", kind="turn", user=stranger, created_at=old, next_try_at=old)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("harm", "what", "is_mended"),
    [
        (end, "Open decisions of matches that are not running", True),
        (swap_seat, "Open decisions assigned to the wrong person", True),
        (forget_position, "Matches that cannot be read", False),
        (forget_decisions, "Running matches without an open decision", False),
        (number_log_on, "Matches whose log is ahead of their position", False),
        (uninstall, "Matches of games that are not installed", False),
        (stop_sweep, "The clocks have not been swept yet", False),
        (leave_mail, "Emails that have been waiting for days", False),
    ],
)
def test_doctor_finds_and_repairs(
    owner: Any, stranger: Any, harm: Callable[[Match, Any], None], what: str, is_mended: bool
) -> None:
    (match,) = running(owner)
    harm(match, stranger)
    assert what in found()
    out = io.StringIO()
    with pytest.raises(CommandError, match="To look at: ") if not is_mended else io.StringIO():
        call_command("doctor", "--fix", stdout=out)
    assert what in out.getvalue() and (what not in found()) == is_mended


@pytest.mark.slow
@pytest.mark.django_db
def test_a_command_says_what_is_wrong_with_the_database(empty_database: str) -> None:
    as_guest, nowhere = f"{empty_database}&options=-c%20role%3Dpg_read_all_data", "postgresql://ann:x@localhost:1/x"
    for address, command, words in (
        (empty_database, "staff", "The database lacks tables of this version. Run: manage.py migrate"),
        (as_guest, "migrate", "The user in DATABASE_URL has to own the database and what is in it: permission denied"),
        (nowhere, "staff", "The database at DATABASE_URL does not answer: connection failed"),
    ):
        done = manage(address, command)
        assert done.returncode and done.stderr.startswith(words) and done.stderr.count("\n") < 3, done.stderr


def test_a_backup_to_a_place_where_nobody_can_write_says_so() -> None:
    with pytest.raises(CommandError, match="Can't write to /proc"):
        call_command("backup", "/proc/site.dump")
