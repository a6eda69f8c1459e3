"""Django's database connection, typed as the PostgreSQL connection it is."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

import psycopg
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, connections
from django.db.backends.postgresql.psycopg_any import get_adapters_template
from django.db.models import Model
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.errors import InsufficientPrivilege, QueryCanceled, UndefinedColumn, UndefinedTable
from psycopg_pool import PoolTimeout

if TYPE_CHECKING:
    from django.db.backends.postgresql.base import DatabaseWrapper

M = TypeVar("M", bound=Model)
T = TypeVar("T")


class Timestamps(Loader):
    """Reads points in time in a fifth of the time of Django's loader: a list of one's own games has a hundred."""

    timezone = UTC  # Django asks for it

    def load(self, data: Buffer) -> datetime:
        return datetime.fromisoformat(str(data, "ascii"))


class Ids(Dumper):
    """Writes a set of ids as a bigint[]: a list takes five times as long, and a statement for each size of integer."""

    oid = 1016

    def dump(self, obj: set[int]) -> bytes:
        return f"{{{','.join(map(str, obj))}}}".encode()


get_adapters_template(True, UTC).register_loader("timestamptz", Timestamps)
get_adapters_template(True, UTC).register_dumper(set, Ids)


def postgres() -> "DatabaseWrapper":
    """The connection of this thread, with its PostgreSQL-only attributes: the server version and the pool."""
    return cast("DatabaseWrapper", connection)


def close_connections() -> None:
    """Close the connection of this thread, and the connection pool with its threads."""
    connection.close()
    postgres().close_pool()


def fetch_all(sql: str, values: Any = None) -> list[Any]:
    """Run a SQL statement and return its rows: without Django's cursor, which takes a fifth of the time of a small one,
    unless somebody wants to see all statements."""
    db: Any = connections["default"]
    if db.queries_logged or db.execute_wrappers:
        with db.cursor() as cursor:
            cursor.execute(sql, values)
            return [*cursor.fetchall()]
    db.close_if_health_check_failed()
    db.ensure_connection()
    db.validate_no_broken_transaction()
    with db.wrap_database_errors:
        rows: list[Any] = db.connection.execute(sql, values).fetchall()
        return rows


@cache
def _names(model: type[Model]) -> tuple[list[str], str]:
    """The attributes of a model, which are named like its columns, and these as SQL."""
    names = [field.attname for field in model._meta.concrete_fields]
    return names, ", ".join(f"t.{name}" for name in names)


def first(model: type[M], rest: str, values: Any, **more: str) -> M | None:
    """The first row of a model as an instance: `rest` is what follows FROM and its table, called t; `more`: columns of
    other tables, by the name of the attribute. In raw SQL, because the ORM takes eight times as long."""
    names, columns = _names(model)
    columns = ", ".join((columns, *more.values()))
    for row in fetch_all(f"SELECT {columns} FROM {model._meta.db_table} t {rest} LIMIT 1", values):
        found = model.from_db("default", names, row[: len(names)])
        vars(found).update(zip(more, row[len(names) :], strict=True))
        return found
    return None


def again_if_dead(work: Callable[[], T]) -> T:
    """Do this, and once more if the connection turns out to be dead. So it must be safe to repeat."""
    try:
        return work()
    except (OperationalError, InterfaceError):
        connection.close()  # after a restart of the database the pool opens a new one
        return work()


def is_away(error: Exception) -> bool:
    """Whether the database restarts, cannot be reached or has no room, so that the same may succeed a little later.
    Not if a statement took too long: it may do so again."""
    is_of_database = isinstance(error, OperationalError | InterfaceError)
    return is_of_database and not isinstance(error.__cause__, QueryCanceled)


def trouble(error: Exception) -> str:
    """What a host can do about this error; "" if it is none of theirs. The pool only says how long it has waited."""
    if isinstance(error.__cause__, UndefinedTable | UndefinedColumn):
        return "The database lacks tables of this version. Run: manage.py migrate"
    if isinstance(error.__cause__, InsufficientPrivilege):
        return f"The user in DATABASE_URL has to own the database and what is in it: {str(error).splitlines()[0]}"
    if not isinstance(error.__cause__, PoolTimeout):
        return ""
    if settings.IS_EMBEDDED:
        return "The database is not running. Start the site first, in another terminal: manage.py up"
    try:
        psycopg.connect(**postgres().get_connection_params()).close()
    except psycopg.Error as found:
        error = found
    return f"The database at DATABASE_URL does not answer: {' '.join(str(error).split())}"
