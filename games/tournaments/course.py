"""What has happened in a tournament so far, for its page. Plain SQL: as model instances, 512 entrants at as many tables
would take most of the page's time."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from accounts.people.listed import COLUMNS, Person
from config.postgres import fetch_all
from games.tournaments import standings

_ENTRANTS = f"""SELECT e.id, e.place, e.dropped_at IS NOT NULL, {COLUMNS}
FROM tournaments_entrant e JOIN accounts_user u ON u.id = e.user_id
WHERE e.tournament_id = %s ORDER BY e.seed, e.joined_at, e.id"""
_TABLES = """SELECT id, round, number, match_id, sent, ended_at IS NOT NULL FROM tournaments_tournamenttable
WHERE tournament_id = %s ORDER BY round, number"""
# OFFSET 0: by the index for each table, or large tournaments would read the places of all tournaments.
_PLACES = """SELECT p.table_id, p.entrant_id, p.rank FROM tournaments_tournamenttable t, LATERAL
(SELECT * FROM tournaments_place WHERE table_id = t.id OFFSET 0) p WHERE t.tournament_id = %s ORDER BY 1, p.seat"""
Ranked = tuple[tuple[int, int, int | None], ...]  # table, entrant, rank


class Entered(NamedTuple):
    """An entrant. `columns`: of the person, whom a page shows of few entrants."""

    pk: int
    place: int | None
    has_dropped: bool
    columns: Sequence[Any]

    @property
    def user(self) -> Person:
        return Person(*self.columns)

    @property
    def user_id(self) -> int:
        user_id: int = self.columns[0]
        return user_id


class Table(NamedTuple):
    """A table of a round; `sent` as in the model, but as JSON; `places`: (entrant, rank) by seat."""

    pk: int
    round: int
    number: int
    match_id: int | None
    sent: str
    is_over: bool
    places: list[tuple[int, int | None]]

    @property
    def sources(self) -> list[tuple[int, int]]:
        return [(at, which) for at, which in json.loads(self.sent)] if self.sent != "[]" else []


class Course(NamedTuple):
    """All tables of a tournament, by round and number; `ranked`: the results."""

    tables: list[Table]
    ranked: Ranked


def entrants(tournament_id: int) -> dict[int, Entered]:
    """The entrants by id, in seed order. One query."""
    rows = fetch_all(_ENTRANTS, [tournament_id])
    return {pk: Entered(pk, place, dropped, columns) for pk, place, dropped, *columns in rows}


def read(tournament_id: int) -> Course:
    """Two queries."""
    rows = fetch_all(_TABLES, [tournament_id])
    tables = [Table(pk, round, number, match, sent, is_over, []) for pk, round, number, match, sent, is_over in rows]
    by_id = {table.pk: table for table in tables}
    ranked = [row for row in fetch_all(_PLACES, [tournament_id]) if row[0] in by_id]
    for table, entrant, rank in ranked:
        by_id[table].places.append((entrant, rank))
    return Course(tables, tuple(ranked))


@lru_cache(maxsize=16)
def scores(people: tuple[int, ...], ranked: Ranked) -> Sequence[standings.Standing]:
    """The standings after these results; `people`: in seed order. The same results are counted once."""
    by_table: dict[int, dict[int, int]] = {}
    for table, entrant, rank in ranked:
        if rank is not None:
            by_table.setdefault(table, {})[entrant] = rank or 1
    return standings.standings(people, [standings.Result(places) for places in by_table.values()])
