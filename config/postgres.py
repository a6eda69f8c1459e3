"""Django's connection to the database as what it is: one to PostgreSQL."""

from typing import TYPE_CHECKING, cast

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
