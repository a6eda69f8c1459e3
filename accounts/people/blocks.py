"""Blocking: silent and two-sided. Whatever keeps two people apart asks here.

A block is one row, made by one person, and works in both directions. Nobody is ever told of a block by somebody else:
whoever was blocked sees what they would see if the other did not care, or if the table did not exist.
"""

from collections.abc import Collection, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Block, Follow, Friendship, User
from config.postgres import fetch_all


def are_apart(one: Any, other: Any) -> bool:
    """Has one of these two blocked the other?"""
    return is_apart_from_any(one, [other.pk])


def is_apart_from_any(person: Any, others: Iterable[int | None]) -> bool:
    """Has this person blocked one of the others, or one of them this person? One query."""
    ids = [pk for pk in others if pk is not None and pk != person.pk]
    if not ids or person.pk is None:
        return False
    return Block.objects.filter(Q(by=person.pk, whom__in=ids) | Q(by__in=ids, whom=person.pk)).exists()


def has_blocked_any(person: Any, others: Iterable[int | None]) -> bool:
    """Has this person blocked one of the others? What they did themselves they may be told."""
    return Block.objects.filter(by=person.pk, whom__in=[pk for pk in others if pk is not None]).exists()


def apart_from(user_id: int) -> set[int]:
    """Ids of everybody from whom this person is kept apart. One query."""
    return apart_from_each([user_id]).get(user_id, set())


def apart_from_each(user_ids: Collection[int]) -> dict[int, set[int]]:
    """The same for several people at once: {id: ids}; people without blocks are left out. One query."""
    found: dict[int, set[int]] = {}
    for by, whom in fetch_all(_APART, {"people": list(user_ids)}) if user_ids else ():
        found.setdefault(by, set()).add(whom)
        found.setdefault(whom, set()).add(by)
    return found


_APART = "SELECT by_id, whom_id FROM accounts_block WHERE by_id = ANY(%(people)s) OR whom_id = ANY(%(people)s)"


def between(user_id: int, other: str) -> Exists:
    """For a query: is there a block between this person and the one in the field `other`?"""
    pair = Q(by=user_id, whom=OuterRef(other)) | Q(by=OuterRef(other), whom=user_id)
    return Exists(Block.objects.filter(pair))


@transaction.atomic
def block(*, by: User, whom: User) -> None:
    """Keep this person away. Friends they are no more; that the other follows stays, for its end would tell."""
    if by.pk == whom.pk:
        return
    Block.objects.get_or_create(by=by, whom=whom)
    Follow.objects.filter(by=by, whom=whom).delete()
    Friendship.between(by.pk, whom.pk).delete()


def unblock(*, by: User, whom: User) -> None:
    """As if it had never been; invitations that were made meanwhile are seen now, if their tables still wait."""
    Block.objects.filter(by=by, whom=whom).delete()


def blocked_by(person: User) -> QuerySet[User]:
    """Whom this person has blocked, by name."""
    return User.objects.filter(blocks_on__by=person, is_active=True).order_by("username")
