"""Blocking: silent and in both directions. All code that keeps people apart uses this module.

A block is one row, created by one person, that works both ways. Nobody is ever told that they were blocked: they see
what they would see if the other person had not reacted, or if the table did not exist.
"""

from collections.abc import Collection, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import Block, Follow, Friendship, User
from config.postgres import fetch_all


def are_apart(one: Any, other: Any) -> bool:
    """Has one of these two blocked the other?"""
    return is_apart_from_any(one, [other.pk])


def is_apart_from_any(person: Any, others: Iterable[int | None]) -> bool:
    """Is there a block between this person and any of the others? One query."""
    ids = [pk for pk in others if pk is not None and pk != person.pk]
    if not ids or person.pk is None:
        return False
    return bool(fetch_all(_APART_FROM_ANY, {"me": person.pk, "others": ids}))


def has_blocked_any(person: Any, others: Iterable[int | None]) -> bool:
    """Has this person blocked any of the others? People can be told about their own blocks."""
    return Block.objects.filter(by=person.pk, whom__in=[pk for pk in others if pk is not None]).exists()


def is_hidden_from(person: Any, others: Iterable[int | None]) -> bool:
    """Has one of the others blocked this person? Then what they have opened does not exist for them. A person who has
    blocked one of the others does see it, and is told why they cannot join."""
    return is_apart_from_any(person, others) and not has_blocked_any(person, others)


def apart_from(user_id: int) -> set[int]:
    """The ids of all people with a block between them and this person. One query."""
    return apart_from_each([user_id]).get(user_id, set())


def apart_from_each(user_ids: Collection[int]) -> dict[int, set[int]]:
    """The same for several people: {id: ids}, without people who have no blocks. One query."""
    found: dict[int, set[int]] = {}
    for by, whom in fetch_all(_APART, {"people": list(user_ids)}) if user_ids else ():
        found.setdefault(by, set()).add(whom)
        found.setdefault(whom, set()).add(by)
    return found


_APART_FROM_ANY = """SELECT 1 FROM accounts_block WHERE (by_id = %(me)s AND whom_id = ANY(%(others)s))
OR (by_id = ANY(%(others)s) AND whom_id = %(me)s) LIMIT 1"""
_APART = "SELECT by_id, whom_id FROM accounts_block WHERE by_id = ANY(%(people)s) OR whom_id = ANY(%(people)s)"


def between(user_id: int, other: str) -> Exists:
    """A query expression: is there a block between this person and the one in the field `other`?"""
    pair = Q(by=user_id, whom=OuterRef(other)) | Q(by=OuterRef(other), whom=user_id)
    return Exists(Block.objects.filter(pair))


def sql_apart_from(one: str) -> str:
    """apart_from() in SQL, as a subquery, for statements that every page runs. `one`: a parameter."""
    whom = f"SELECT whom_id FROM accounts_block WHERE by_id = {one}"
    return f"{whom} UNION ALL SELECT by_id FROM accounts_block WHERE whom_id = {one}"


def sql_between(one: str, other: str) -> str:
    """between() in SQL. The blocks of `one` are read once for all rows; `other`: a column, which may be null."""
    return f"coalesce({other}, 0) IN ({sql_apart_from(one)})"


@transaction.atomic
def block(*, by: User, whom: User) -> None:
    """Block a person. Ends a friendship; the other's follow stays, because its end would reveal the block."""
    if by.pk == whom.pk:
        return
    Block.objects.get_or_create(by=by, whom=whom)
    Follow.objects.filter(by=by, whom=whom).delete()
    Friendship.between(by.pk, whom.pk).delete()


def unblock(*, by: User, whom: User) -> None:
    """Undo a block. Invitations made meanwhile become visible if their tables are still open."""
    Block.objects.filter(by=by, whom=whom).delete()
