"""Django's database connection, typed as the PostgreSQL connection it is."""

from typing import TYPE_CHECKING, Any, cast

from django.db import connection

if TYPE_CHECKING:
    from django.db.backends.postgresql.base import DatabaseWrapper


def postgres() -> "DatabaseWrapper":
    """The connection of this thread; a server's version and its pool are known to it alone."""
    return cast("DatabaseWrapper", connection)


def close_connections() -> None:
    """Close the connection of this thread, and the pool with its threads."""
    connection.close()
    postgres().close_pool()


def fetch_all(sql: str, values: Any = None) -> list[Any]:
    """Run this statement without the ORM; its rows."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [*cursor.fetchall()]
