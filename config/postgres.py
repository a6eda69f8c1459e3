"""Django's database connection, typed as the PostgreSQL connection it is."""

from typing import TYPE_CHECKING, Any, cast

from django.db import connection

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
