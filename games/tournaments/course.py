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
# OFFSET 0: by the index for each table, or large tournaments would read the places of all tournaments.
_TABLES = """SELECT t.id, t.round, t.number, t.match_id, t.sent, t.ended_at IS NOT NULL, p.who, p.ranks
FROM tournaments_tournamenttable t, LATERAL
(SELECT array_agg(one.entrant_id ORDER BY one.seat) AS who, array_agg(one.rank ORDER BY one.seat) AS ranks
FROM (SELECT * FROM tournaments_place WHERE table_id = t.id OFFSET 0) one) p
WHERE t.tournament_id = %s ORDER BY t.round, t.number"""
Places = tuple[tuple[int, int | None], ...]  # (entrant, rank) by seat


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
    """A table of a round; `sent` as in the model, but as JSON."""

    pk: int
    round: int
    number: int
    match_id: int | None
    sent: str
    is_over: bool
    places: Places

    @property
    def sources(self) -> list[tuple[int, int]]:
        return [(at, which) for at, which in json.loads(self.sent)] if self.sent != "[]" else []


def entrants(tournament_id: int) -> dict[int, Entered]:
    """The entrants by id, in seed order. One query."""
    rows = fetch_all(_ENTRANTS, [tournament_id])
    return {pk: Entered(pk, place, dropped, columns) for pk, place, dropped, *columns in rows}


def tables(tournament_id: int) -> list[Table]:
    """All tables of a tournament, by round and number. One query."""
    rows = fetch_all(_TABLES, [tournament_id])
    return [Table._make((*facts, tuple(zip(who or (), ranks or (), strict=True)))) for *facts, who, ranks in rows]


@lru_cache(maxsize=16)
def scores(people: tuple[int, ...], places: tuple[Places, ...]) -> Sequence[standings.Standing]:
    """The standings after these results; `people`: in seed order. The same results are counted once."""
    ranked = ({who: rank or 1 for who, rank in one if rank is not None} for one in places)
    return standings.standings(people, [standings.Result(one) for one in ranked if one])
