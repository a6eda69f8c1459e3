"""`manage.py up`: runs a whole site in one terminal: services, migrations, rulebooks, demo data, web, workers, beat."""

import contextlib
import io
import json
import os
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import redis
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection

from config import env, static_bundles
from config.checks import MAIL
from config.embedded import servers, supervisor
from config.embedded.processes import PidList
from config.postgres import close_connections, fetch_all, postgres, trouble

HERE = ("localhost", "127.0.0.1", "::1")
MADE_OF = ("config", "games", "requirements", "rulebook", "static", "templates")  # manuals depend on these


def delete_broken_manifest(folder: Path) -> None:
    """Delete the manifest of collected files if a full disk or a power cut left it incomplete."""
    file = folder / "staticfiles.json"
    try:
        json.loads(file.read_bytes())
    except FileNotFoundError:
        return
    except ValueError:
        file.unlink()


def state_of_rules(base: Path) -> str:
    """A checksum of the files that manuals are made of and of the pages in the database."""
    files = (file for name in MADE_OF for file in sorted((base / name).rglob("*")) if file.suffix != ".pyc")
    found = sha256(os.environ.get("PLAYPOST_MODEL_GAMES", "").encode())
    for file in files:
        if file.is_file():
            facts = file.stat()
            found.update(f"{file.relative_to(base)} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    found.update(str(fetch_all("SELECT count(*), max(updated_at) FROM rulebook_page")).encode())
    return found.hexdigest()


class Command(BaseCommand):
    help = "Start the whole site. Ctrl-C stops it."
    requires_system_checks: list[str] = [MAIL]
    collecting: subprocess.Popen[str] | None = None
    rendering: subprocess.Popen[str] | None = None

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=env.number("PLAYPOST_PORT", 8000))
        parser.add_argument("--host", default="localhost", help="address to listen on (default: this machine only)")
        parser.add_argument("--no-demo", action="store_true", help="don't create demo players and matches")

    def handle(self, *args: Any, **options: Any) -> None:
        """Start everything, supervise it, and always stop it in order."""
        self.port, self.hosts = options["port"], supervisor.hosts_to_bind(options["host"])
        self.is_open = options["host"] not in HERE
        self.wants_demo = settings.IS_EMBEDDED and not options["no_demo"]
        self.var = servers.var_dir(settings.BASE_DIR)
        lock = supervisor.take_lock(self.var, self.port)
        supervisor.check_port(self.hosts, self.port)
        self._set_site_url()
        if self.is_open and settings.DEBUG and "PLAYPOST_DEBUG" not in os.environ:
            self._disable_debug()
        self.pids = PidList(self.var / "pids", [self.var, servers.socket_dir(self.var)])
        if left := self.pids.end_leftovers():
            self.say(f"Stopped {left} processes left over from an earlier start.")
        self.keeper = supervisor.Supervisor(self.say, self.var)
        try:
            if self._start_all():
                self.keeper.watch(self.look)
        finally:
            self.keeper.stop()
            lock.close()
        self.say("Stopped.")

    def look(self) -> None:
        """Called several times a second while the site runs."""

    def say(self, line: str) -> None:
        """Print a line. If the output goes to a file on a full disk, it gets there when there is room again."""
        with contextlib.suppress(OSError):
            self.stdout.write(line)
            self.stdout.flush()

    def _set_site_url(self) -> None:
        """Put the port into SITE_URL, for links in emails: the settings were read before --port was."""
        os.environ["PLAYPOST_PORT"] = str(self.port)
        if not os.environ.get("PLAYPOST_URL"):
            settings.SITE_URL = f"http://localhost:{self.port}"
            settings.CSRF_TRUSTED_ORIGINS = [settings.SITE_URL]

    def _disable_debug(self) -> None:
        """Other people can reach this site: turn off debug mode, and show everyone only their own emails."""
        own = {"PLAYPOST_DEBUG": "0", "PLAYPOST_OUTBOX": "1", "PLAYPOST_SECRET_KEY": settings.SECRET_KEY}
        os.environ.update(own | {"PLAYPOST_HOSTS": ",".join(settings.ALLOWED_HOSTS)})

    def _start_all(self) -> bool:
        """Run all stages in order. False if we were asked to stop meanwhile."""
        stages: list[tuple[str, Callable[[], str]]] = [
            ("services", self._services),
            ("database", self._database),
            ("migrations", self._migrations),
            ("files", self._files),
            ("rulebooks", self._rulebooks),
            ("demo data", self._demo_data),
            ("web", self._web),
            ("workers", self._workers),
            ("beat", self._beat),
        ]
        if settings.MAIL_DOOR:
            stages.append(("mail", self._mail_door))
        self.say(f"Starting Playpost. Data and logs: {self.var}")
        self.notes = servers.moved_from(self.var, settings.BASE_DIR) if settings.IS_EMBEDDED else ""
        self._collect()
        self.web = supervisor.web(self.hosts, self.port, self.var, self.pids)
        if not self.collecting:
            self.keeper.start(self.web)  # it loads meanwhile
        for name, stage in stages:
            self._run(name, stage)
            if self.keeper.is_stopping:
                return False
        if settings.DEBUG and "dev_outbox" in settings.EMAIL_BACKEND:
            self.notes += f"Emails are not sent. Read them at {settings.SITE_URL}/dev/outbox/\n"
        self.say(f"{self.notes}Playpost is running. Press Ctrl-C to stop it.\n{settings.SITE_URL}")
        return True

    def _run(self, name: str, stage: Callable[[], str]) -> None:
        """Run a stage and print one line: its name at once, then the outcome and the seconds it took."""
        began = time.monotonic()
        self.stdout.write(f"  {name:<12}", ending="")
        self.stdout.flush()
        try:
            outcome = stage()
        except BaseException:
            self.say("failed")
            raise
        self.say(f"{outcome:<46}{time.monotonic() - began:5.1f} s")

    def _services(self) -> str:
        started = []
        if settings.IS_EMBEDDED:
            self.keeper.start(servers.Postgres(self.var, self.pids))
            started.append("PostgreSQL")
        if not os.environ.get("REDIS_URL"):
            self.keeper.start(servers.Valkey(self.var, self.pids))
            started.append("Valkey")
        else:
            try:
                redis.Redis.from_url(settings.CACHES["default"]["LOCATION"], socket_connect_timeout=10).ping()
            except redis.AuthenticationError:
                raise SystemExit("The server at REDIS_URL wants a password, or another one.") from None
            except redis.RedisError as error:
                raise SystemExit(f"The server at REDIS_URL does not answer: {error}") from None
        return " and ".join(started) + " started" if started else "your own (DATABASE_URL, REDIS_URL)"

    def _database(self) -> str:
        for child in self.keeper.children:
            if isinstance(child, servers.Postgres) and child.is_alive:
                child.create_database()
        try:
            connection.ensure_connection()
        except OperationalError as error:
            raise SystemExit(trouble(error) or f"The database does not answer: {error}") from None
        return f"{connection.settings_dict['NAME']} on PostgreSQL {postgres().pg_version // 10000}"

    def _migrations(self) -> str:
        from django.db.migrations.executor import MigrationExecutor

        executor = MigrationExecutor(connection)
        missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        if missing:
            call_command("migrate", interactive=False, verbosity=0)
            self.rendering = self._render()  # while files are collected
        return f"{missing} applied" if missing else "nothing new"

    def _collect(self) -> None:
        """Begin to collect static files, compressed and with hashed names, if one has changed.

        In another process, because it has other settings, and because it can run while a new database is migrated.
        """
        os.environ["PLAYPOST_COLLECTED"] = "1"
        os.environ.setdefault("PLAYPOST_COMPILED", str(servers.private_dir(self.var / "compiled")))
        self.static_sum = static_bundles.fingerprint()
        mark, manifest = self.var / "static.sum", settings.STATIC_ROOT / "staticfiles.json"
        if manifest.exists() and mark.exists() and mark.read_text() == self.static_sum:
            return
        delete_broken_manifest(settings.STATIC_ROOT)
        self.collecting = self._begin("collectstatic", "--noinput", "-v", "0")

    def _files(self) -> str:
        if self.collecting:
            _, errors = self.collecting.communicate()
            if self.collecting.returncode:
                raise SystemExit(f"Can't collect the static files:\n{errors[-1500:]}")
            (self.var / "static.sum").write_text(self.static_sum)
            self.keeper.start(self.web)  # it loads while the manuals are rendered
        return "compressed" if self.collecting else "nothing new"

    def _rulebooks(self) -> str:
        """Wait for changed manuals. A mistake in one is reported, but the site starts with the other manuals."""
        rendering, self.rendering = self.rendering or self._render(), None
        if not rendering:
            return "nothing new"
        done, errors = rendering.communicate()
        if rendering.returncode:
            self.notes += errors.removeprefix("CommandError: ")
            return "with mistakes, see below"
        (self.var / "rules.sum").write_text(state_of_rules(settings.BASE_DIR))
        return done

    def _render(self) -> subprocess.Popen[str] | None:
        """Begin to render changed manuals, in another process: what it loads is not needed afterwards.

        Comparing manuals takes two seconds, so it is skipped if no file has changed.
        """
        mark = self.var / "rules.sum"
        if mark.exists() and mark.read_text() == state_of_rules(settings.BASE_DIR):
            return None
        return self._begin("loadrules")

    def _demo_data(self) -> str:
        if not self.wants_demo:
            return "none (manage.py seeddemo creates some)"
        options = ["--random-password"] if self.is_open else []
        *_, who = self._call("seeddemo", *options).strip().splitlines()  # the last line names the demo players
        self.notes += f"{who}\n"
        return "ready"

    def _begin(self, *command: str) -> subprocess.Popen[str]:
        """Run a management command in a process of its own."""
        command = (sys.executable, "manage.py", *command)
        return subprocess.Popen(
            command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def _call(self, command: str, *options: str) -> str:
        """Run a management command and return its output."""
        out = io.StringIO()
        call_command(command, *options, stdout=out)
        return out.getvalue()

    def _web(self) -> str:
        close_connections()  # free the pool's threads, which are not needed here
        supervisor.gate(self.var).touch()
        self.workers = supervisor.workers(self.var, self.pids)
        if (os.cpu_count() or 1) > 1:
            self.keeper.start(self.workers[0])
        name = urlsplit(settings.SITE_URL).netloc
        host = self.hosts[0] if self.hosts[0] not in ("0.0.0.0", "::") else "localhost"
        address = f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"
        self.keeper.wait_for(self.web, lambda: supervisor.page_answers(address, name))
        return f"answers at {settings.SITE_URL}"

    def _workers(self) -> str:
        """All but the first start once pages are answered, so that they take no time from the web process."""
        self.beat = supervisor.beat(self.var, self.pids)
        for child in (*self.workers, self.beat):
            if not child.proc:
                self.keeper.start(child)
        for worker in self.workers:
            self.keeper.wait_for(worker, worker.has_reported)
        return "ready"

    def _mail_door(self) -> str:
        door = supervisor.mail_door(self.var, self.pids)
        self.keeper.start(door)
        self.keeper.wait_for(door, door.has_reported)
        return f"receiving at {settings.MAIL_DOOR}"

    def _beat(self) -> str:
        self.keeper.wait_for(self.beat, self.beat.has_reported)
        return "ready"
