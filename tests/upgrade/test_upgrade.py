"""Upgrading a database that an earlier version made: nothing is lost, and its schema is that of a new one, which the
migrations would make, too.

before.sql is the demo site of that version, as pg_dump writes it, without sessions, manuals and positions kept for
takebacks.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.apps import apps
from django.db import connection

from config.env import renamed
from tests.fixtures import ROOT

BEFORE = Path(__file__).with_name("before.sql")
COLUMNS = """
    SELECT table_name, column_name, data_type, is_nullable, character_maximum_length, is_identity, column_default
    FROM information_schema.columns WHERE table_schema = 'public'
"""
# Without casts and parentheses, which change in expressions when a database is dumped and restored; without the names,
# most of which PostgreSQL or Django made up when a column was added or renamed.
PLAIN = r"regexp_replace({}, 'INDEX \S+ |[()]|::(text|character varying)(\[\])?', '', 'g')"
INDEXES = f"SELECT tablename, {PLAIN.format('indexdef')} FROM pg_indexes WHERE schemaname = 'public'"
CONSTRAINTS = f"""
    SELECT conrelid::regclass::text, {PLAIN.format("pg_get_constraintdef(oid)")}
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
"""
NAMES = """
    SELECT indexname FROM pg_indexes WHERE schemaname = 'public'
    UNION SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace
"""
# As `manage.py migrate` would do in a new database without our own command.
MIGRATE = """
import django
django.setup()
from django.core.management import call_command
from django.core.management.commands.migrate import Command
call_command(Command(), verbosity=0)
"""
# Each player opens each of their tables.
OPEN_ALL = """
from django.test import Client
from accounts.models import User
from games.models import Seat
for seat in Seat.objects.filter(user__is_bot=False).order_by("match", "number"):
    client = Client(SERVER_NAME="localhost")
    client.force_login(seat.user)
    print(seat.match_id, client.get(f"/match/{seat.match_id}/").status_code)
"""


@pytest.fixture
def empty(django_db_setup: None) -> Iterator[str]:
    """The URL of an empty database."""
    server, name = os.environ["DATABASE_URL"], f"{connection.settings_dict['NAME']}_old"
    with psycopg.connect(renamed(server, "postgres"), autocommit=True) as link:
        link.execute(f'DROP DATABASE IF EXISTS "{name}"')
        link.execute(f'CREATE DATABASE "{name}"')
        yield renamed(server, name)
        link.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def old_site(empty: str) -> str:
    """The URL of a database with the old site."""
    with psycopg.connect(empty, autocommit=True) as inside:
        inside.execute(BEFORE.read_bytes())
    return empty


def manage(address: str, *words: str) -> str:
    """What a command of the site says. Fails if it does."""
    return python(address, "manage.py", *words)


def python(address: str, *words: str) -> str:
    """What this program prints with this database. Fails if it does."""
    env = os.environ | {"DATABASE_URL": address, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def schema(address: str) -> list[Counter[object]]:
    """The columns, indexes and constraints. Fails if one that has a name of its own is missing."""
    named = {one.name for model in apps.get_models() for one in (*model._meta.constraints, *model._meta.indexes)}
    with psycopg.connect(address) as link:
        assert named <= {name for (name,) in link.execute(NAMES)} and len(named) > 20
        return [Counter(link.execute(what).fetchall()) for what in (COLUMNS, INDEXES, CONSTRAINTS)]


@pytest.mark.django_db
def test_an_earlier_site_upgrades_and_plays_on(old_site: str) -> None:
    manage(old_site, "migrate")
    for new, old in zip(schema(renamed(old_site, connection.settings_dict["NAME"])), schema(old_site), strict=True):
        assert old == new
    opened = [line.split() for line in manage(old_site, "shell", "-v", "0", "-c", OPEN_ALL).splitlines()]
    assert {match for match, _ in opened} == set("1234567") and {status for _, status in opened} == {"200"}


@pytest.mark.slow
@pytest.mark.django_db
def test_all_migrations_make_the_schema_of_a_new_database(empty: str) -> None:
    manage(empty, "migrate")
    new = schema(empty)
    with psycopg.connect(empty) as link:
        link.execute("DROP SCHEMA public CASCADE")
        link.execute("CREATE SCHEMA public")
    python(empty, "-c", MIGRATE)
    for made, migrated in zip(new, schema(empty), strict=True):
        assert made == migrated and len(made) > 50
    assert "No migrations to apply" in manage(empty, "migrate")
