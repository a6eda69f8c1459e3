"""Django's database connection, typed as the PostgreSQL connection it is."""

from typing import TYPE_CHECKING, Any, cast

from django.db import InterfaceError, OperationalError, connection
from psycopg.errors import QueryCanceled

if TYPE_CHECKING:
    from django.db.backends.postgresql.base import DatabaseWrapper


def postgres() -> "DatabaseWrapper":
    """The connection of this thread, with its PostgreSQL-only attributes: the server version and the pool."""
    return cast("DatabaseWrapper", connection)


def close_connections() -> None:
    """Close the connection of this thread, and the connection pool with its threads."""
    connection.close()
    postgres().close_pool()


def fetch_all(sql: str, values: Any = None) -> list[Any]:
    """Run a SQL statement and return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [*cursor.fetchall()]


def is_away(error: Exception) -> bool:
    """Whether the database restarts, cannot be reached or has no room, so that the same may succeed a little later.
    Not if a statement took too long: it may do so again."""
    is_of_database = isinstance(error, OperationalError | InterfaceError)
    return is_of_database and not isinstance(error.__cause__, QueryCanceled)
