"""Upgrading a database that an earlier version made: nothing is lost, and its schema is that of a new one.

before.sql is the demo site of that version, as pg_dump writes it, without sessions, manuals and positions kept for
takebacks.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from config.env import renamed
from tests.fixtures import ROOT

BEFORE = Path(__file__).with_name("before.sql")
COLUMNS = """
    SELECT table_name, column_name, data_type, is_nullable, character_maximum_length
    FROM information_schema.columns WHERE table_schema = 'public'
"""
INDEXES = "SELECT tablename, indexname FROM pg_indexes WHERE schemaname = 'public'"
CONSTRAINTS = "SELECT conrelid::regclass::text, conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace"
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
def old_site(django_db_setup: None) -> Iterator[str]:
    """The URL of a database with the old site."""
    server, name = os.environ["DATABASE_URL"], f"{connection.settings_dict['NAME']}_old"
    with psycopg.connect(renamed(server, "postgres"), autocommit=True) as link:
        link.execute(f'DROP DATABASE IF EXISTS "{name}"')
        link.execute(f'CREATE DATABASE "{name}"')
        with psycopg.connect(renamed(server, name), autocommit=True) as inside:
            inside.execute(BEFORE.read_bytes())
        yield renamed(server, name)
        link.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def manage(address: str, *words: str) -> str:
    """What a command of the site says. Fails if it does."""
    line = [sys.executable, "manage.py", *words]
    done = subprocess.run(line, cwd=ROOT, env=os.environ | {"DATABASE_URL": address}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def schema(address: str) -> list[set[object]]:
    with psycopg.connect(address) as link:
        return [set(link.execute(what).fetchall()) for what in (COLUMNS, INDEXES, CONSTRAINTS)]


@pytest.mark.django_db
def test_an_earlier_site_upgrades_and_plays_on(old_site: str) -> None:
    manage(old_site, "migrate")
    for new, old in zip(schema(renamed(old_site, connection.settings_dict["NAME"])), schema(old_site), strict=True):
        assert old == new
    opened = [line.split() for line in manage(old_site, "shell", "-v", "0", "-c", OPEN_ALL).splitlines()]
    assert {match for match, _ in opened} == set("1234567") and {status for _, status in opened} == {"200"}
