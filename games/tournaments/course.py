"""What has happened in a tournament so far, for its page. Plain SQL: as model instances, 512 entrants at as many tables
would take most of the page's time."""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.utils.timezone import localdate

from config.memory_cache import BoundedCache
from config.postgres import fetch_all
from games.tournaments import standings

_ENTRANTS = """SELECT id, place, dropped_at IS NOT NULL, user_id, is_removed FROM tournaments_entrant
WHERE tournament_id = %s ORDER BY seed, joined_at, id"""
# OFFSET 0: by the index for each table, or large tournaments would read the places of all tournaments.
_TABLES = """SELECT t.id, t.round, t.number, t.match_id, t.sent, t.ended_at, m.started_at, p.who, p.ranks
FROM tournaments_tournamenttable t LEFT JOIN games_match m ON m.id = t.match_id, LATERAL
(SELECT array_agg(one.entrant_id ORDER BY one.seat) AS who, array_agg(one.rank ORDER BY one.seat) AS ranks
FROM (SELECT * FROM tournaments_place WHERE table_id = t.id OFFSET 0) one) p
WHERE t.tournament_id = %(tournament)s AND t.id <> ALL(%(known)s::bigint[])"""
Places = tuple[tuple[int, int | None], ...]  # (entrant, rank) by seat


class Entered(NamedTuple):
    """An entrant."""

    pk: int
    place: int | None
    has_dropped: bool
    user_id: int
    is_removed: bool


class Table(NamedTuple):
    """A table of a round; `sent` as in the model, but as JSON."""

    pk: int
    round: int
    number: int
    match_id: int | None
    sent: str
    ended_at: datetime | None
    began_at: datetime | None
    places: Places

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def sources(self) -> list[tuple[int, int]]:
        return [(at, which) for at, which in json.loads(self.sent)] if self.sent != "[]" else []


_BYTES = 800  # of a table in memory, about
# Tables that are over, by tournament: nothing of them changes any more.
_OVER: BoundedCache[dict[int, Table]] = BoundedCache(1_000, 4_000_000, lambda tables: _BYTES * len(tables))


def entrants(tournament_id: int) -> dict[int, Entered]:
    """The entrants by id, in seed order. One query."""
    return {row[0]: Entered._make(row) for row in fetch_all(_ENTRANTS, [tournament_id])}


def tables(tournament_id: int) -> list[Table]:
    """All tables of a tournament, by round and number. One query, which reads those that this process has not seen
    over."""
    over = _OVER.get(tournament_id) or {}
    known = f"{{{','.join(map(str, over))}}}"
    rows = fetch_all(_TABLES, {"tournament": tournament_id, "known": known})
    read = [Table._make((*facts, tuple(zip(who or (), ranks or (), strict=True)))) for *facts, who, ranks in rows]
    if ended := {table.pk: table for table in read if table.is_over}:
        _OVER.put(tournament_id, over | ended)
    return sorted([*over.values(), *read], key=lambda table: (table.round, table.number))


class Dates(NamedTuple):
    """When a round began and ended; a running one has tables `left`."""

    round: int
    began: datetime | None
    ended: datetime | None
    tables: int
    left: int

    @property
    def is_of_one_day(self) -> bool:
        return bool(self.began and self.ended) and localdate(self.began) == localdate(self.ended)


def calendar(tables: Iterable[Table]) -> list[Dates]:
    """The dates of each round."""
    by_round: defaultdict[int, list[Table]] = defaultdict(list)
    for table in tables:
        by_round[table.round].append(table)
    return [_dates(number, made) for number, made in by_round.items()]


def _dates(number: int, made: list[Table]) -> Dates:
    began = [table.began_at for table in made if table.began_at]
    ended = [table.ended_at for table in made if table.ended_at]
    return Dates(number, min(began, default=None), max(ended, default=None), len(made), len(made) - len(ended))


@lru_cache(maxsize=16)
def scores(people: tuple[int, ...], places: tuple[Places, ...]) -> Sequence[standings.Standing]:
    """The standings after these results; `people`: in seed order. The same results are counted once."""
    ranked = ({who: rank or 1 for who, rank in one if rank is not None} for one in places)
    return standings.standings(people, list(filter(None, ranked)))
