"""A dump of a database with all migrations and manuals: var/migrated-*.sql, which runs of the tests make and keep.

To copy it takes a second or two, to migrate an empty database and to render the manuals ten.
"""

import os
import subprocess
from hashlib import sha256
from pathlib import Path

from config.embedded import servers

ROOT = Path(__file__).resolve().parent.parent


def path() -> Path:
    """Where the dump for the code of now is kept."""
    return ROOT / "var" / f"migrated-{migrations_hash()}-{manuals_hash()}.sql"


def nearest() -> Path | None:
    """The dump of now, else one with these migrations and older manuals, if any is kept."""
    kept = path()
    return kept if kept.exists() else next(kept.parent.glob(f"migrated-{migrations_hash()}-*.sql"), None)


def fill(server: servers.Postgres, url: str) -> None:
    """Make the empty database of a server a copy of the dump. Without one it stays empty."""
    if near := nearest():
        subprocess.run([server.bin / "psql", "-qXf", near, url], check=True, stdout=subprocess.DEVNULL)


def keep(dump: bytes) -> None:
    """Keep this dump instead of all others."""
    kept = path()
    kept.parent.mkdir(exist_ok=True)
    for old in kept.parent.glob("migrated-*.sql"):
        old.unlink(missing_ok=True)
    new = kept.with_suffix(f".{os.getpid()}")
    new.write_bytes(dump)
    new.replace(kept)  # another run reads all of it or none


def migrations_hash() -> str:
    """Changes with each migration, of ours or of a package."""
    return _hash_of([*ROOT.glob("[a-z]*/**/migrations/*.py"), *ROOT.glob("requirements/*.txt")])


def manuals_hash() -> str:
    """Changes with whatever a manual may be made of, and with some things more."""
    folders = ("games/titles", "games/kernel", "rulebook", "templates", "static")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*") if file.is_file()]
    return _hash_of([file for file in files if not {"tests", "__pycache__"} & set(file.parts)])


def _hash_of(files: list[Path]) -> str:
    return sha256(b"".join(file.read_bytes() for file in sorted(files))).hexdigest()[:12]
