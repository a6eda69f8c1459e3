"""People for lists, with the few columns that lists show. Plain SQL, because a queryset and its model instances take
five times as long."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.utils import timezone

from accounts import names
from accounts.models.people import AROUND
from config.postgres import fetch_all

COLUMNS = """u.id, u.username, u.display_name, u.stamp, u.is_guest, u.is_bot OR u.bot_owner_id IS NOT NULL,
u.last_seen_at, u.deleted_at IS NOT NULL"""


def name_in_sql(person: str) -> str:
    """SQL for what `User.name` is; `person`: the table of people in a statement."""
    name = f"{person}.display_name"
    isolated = f"'{names.ISOLATES[0]}' || {name} || '{names.ISOLATES[1]}'"
    to_left = f"CASE WHEN {name} ~ '{names.RIGHT_TO_LEFT}' THEN {isolated}"
    return f"coalesce({to_left} ELSE nullif({name}, '') END, {person}.username)"


class Person(NamedTuple):
    """As `User` has it, in the order of COLUMNS."""

    pk: int
    username: str
    display_name: str
    stamp: str
    is_guest: bool
    is_any_bot: bool
    last_seen_at: datetime | None
    is_deleted: bool

    @property
    def name(self) -> str:
        return names.shown(self.display_name) or self.username

    @property
    def is_around(self) -> bool:
        """Has this person opened a page recently?"""
        return self.last_seen_at is not None and self.last_seen_at > timezone.now() - AROUND


def people(rest: str, values: Any) -> list[Person]:
    """The people of a statement: what follows FROM, with accounts_user as u."""
    return [Person(*row) for row in fetch_all(f"SELECT {COLUMNS} FROM {rest}", values)]


def by_id(ids: Iterable[int]) -> dict[int, Person]:
    """These people by id."""
    wanted = list(ids)
    found = people("accounts_user u WHERE u.id = ANY(%s)", [wanted]) if wanted else []
    return {person.pk: person for person in found}
