"""Matches and their players for lists: one query for all rows of a page.

Plain SQL, because building querysets and model instances would take most of the time of a page.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from accounts.people.listed import name_in_sql
from config.postgres import fetch_all
from games.live_templates import address
from games.titles import cover, load

# Names as in `User.name`.
_FACTS = f"""json_build_object(
    'id', m.id, 'slug', m.slug, 'status', m.status, 'seat_count', m.seat_count, 'options', m.options, 'pace', m.pace,
    'move_seconds', m.move_seconds, 'bank_seconds', m.bank_seconds, 'is_rated', m.is_rated, 'is_public', m.is_public,
    'token', m.token, 'started_at', m.started_at, 'ended_at', m.ended_at,
    'owner', {name_in_sql("o")},
    'seats', (SELECT json_agg(json_build_array(
            coalesce(s.user_id, 0), coalesce({name_in_sql("u")}, ''), coalesce(u.is_bot, false),
            coalesce(u.is_bot OR u.bot_owner_id IS NOT NULL, false), s.rank, t.seconds,
            coalesce(u.stamp, '')) ORDER BY s.number)
        FROM games_seat s LEFT JOIN accounts_user u ON u.id = s.user_id
        LEFT JOIN games_answertime t ON t.user_id = s.user_id AND t.pace = m.pace AND m.status = 'open'
        WHERE s.match_id = m.id))::text"""
_FROM = "FROM games_match m JOIN accounts_user o ON o.id = m.owner_id WHERE m.id"
_LISTED = f"SELECT m.id, {_FACTS}, {{more}} {_FROM} = ANY(%(ids)s)"
OF_FOUND = f"(SELECT {_FACTS} {_FROM} = found.id)"  # for `Rows` with the ids of matches, to be decoded by `read`


class ListedSeat(NamedTuple):
    """A seat and its player (0 and "" if free). `seconds`: at an open table, the player's usual answering time at this
    pace."""

    user: int
    name: str
    is_bot: bool
    is_any_bot: bool
    rank: int | None
    seconds: float | None
    stamp: str = ""


class Listed(msgspec.Struct, frozen=True):
    """A match in a list. `owner`: the host's name."""

    id: int
    slug: str
    status: str
    seat_count: int
    options: dict[str, Any]
    pace: str
    move_seconds: int
    bank_seconds: int
    is_rated: bool
    is_public: bool
    token: str
    started_at: datetime | None
    ended_at: datetime | None
    owner: str
    seats: list[ListedSeat]

    @property
    def taken(self) -> int:
        """How many seats are taken."""
        return sum(seat.user > 0 for seat in self.seats)

    @property
    def title(self) -> str:
        return load()[self.slug].meta.title

    @property
    def picture(self) -> str:
        return cover(self.slug)

    @property
    def has_position(self) -> bool:
        """Can the game draw its positions?"""
        return load()[self.slug].mail.picture is not None

    @property
    def url(self) -> str:
        return address("match", self.id)

    @property
    def key(self) -> str:
        """The query string with the key of a private table; "" for a public one."""
        return "" if self.is_public else f"?key={self.token}"


class MatchRow(msgspec.Struct):
    """A match in a person's own list."""

    match: Listed
    user: int

    @property
    def opponents(self) -> str:
        return ", ".join(seat.name for seat in self.match.seats if seat.user not in (0, self.user))

    @property
    def rank(self) -> int | None:
        return next((seat.rank for seat in self.match.seats if seat.user == self.user), None)


read = msgspec.json.Decoder(Listed).decode


def listed_by_id(ids: Iterable[int]) -> dict[int, Listed]:
    """These matches by id."""
    return {id: match for id, (match, _) in listed_with(ids, "NULL", {}).items()}


def listed_with(ids: Iterable[int], more: str, values: dict[str, Any]) -> dict[int, tuple[Listed, Any]]:
    """These matches by id, each with one value more: a SQL expression about the match `m`."""
    wanted = set(ids)
    rows = fetch_all(_LISTED.replace("{more}", more), {"ids": wanted, **values}) if wanted else []
    return {id: (read(facts), known) for id, facts, known in rows}


def listed(ids: Iterable[int]) -> list[Listed]:
    """These matches in this order."""
    ids = list(ids)
    by_id = listed_by_id(ids)
    return [by_id[id] for id in ids if id in by_id]
