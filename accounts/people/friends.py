"""Friends (both agree) and following (one-sided; the other person is not told)."""

from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Follow, Friendship, User
from accounts.people import blocks
from accounts.people.listed import COLUMNS, Person, people
from config.postgres import fetch_all

MOST = 500  # per person, of each kind


class TooMany(Exception):
    """The person has too many friends, or follows too many people."""


def follow(*, by: User, whom: User) -> None:
    """Follow somebody, who is not told. Raises TooMany."""
    _need_room(Follow.objects.filter(by=by))
    if by.pk != whom.pk:
        Follow.objects.get_or_create(by=by, whom=whom)


def unfollow(*, by: User, whom: User) -> None:
    Follow.objects.filter(by=by, whom=whom).delete()


def befriend(*, by: User, whom: User) -> None:
    """Ask to be friends, or agree if the other person has asked. Asking twice changes nothing. Raises TooMany.

    A request by a blocked person is stored like any other, but the other person does not see it.
    """
    if by.pk == whom.pk or blocks.has_blocked_any(by, [whom.pk]):
        return
    asked = Friendship.objects.filter(by=whom, to=by, agreed_at=None)
    if not blocks.are_apart(by, whom) and asked.update(agreed_at=timezone.now()):
        return
    _need_room(Friendship.objects.filter(Q(by=by) | Q(to=by)))
    try:
        with transaction.atomic():
            Friendship.objects.create(by=by, to=whom)
    except IntegrityError:  # asked before; or both asked at the same moment, so both agree
        asked.update(agreed_at=timezone.now())


def unfriend(*, by: User, whom: User) -> None:
    """End a friendship, decline a request, or withdraw one's own. The other person is not told."""
    Friendship.between(by.pk, whom.pk).delete()


def _need_room(rows: QuerySet[Follow] | QuerySet[Friendship]) -> None:
    if rows.count() >= MOST:
        raise TooMany


ACTS: dict[str, Callable[..., None]] = {
    "follow": follow,
    "unfollow": unfollow,
    "befriend": befriend,
    "unfriend": unfriend,
    "block": blocks.block,
    "unblock": blocks.unblock,
}


_TIES = f"""SELECT how, {COLUMNS} FROM (
    SELECT CASE WHEN agreed_at IS NOT NULL THEN 'friends' WHEN to_id = %(me)s THEN 'requests' ELSE 'asked' END AS how,
           CASE WHEN by_id = %(me)s THEN to_id ELSE by_id END AS other, id AS tie
    FROM accounts_friendship WHERE by_id = %(me)s OR to_id = %(me)s
    UNION ALL SELECT 'followed', whom_id, 0 FROM accounts_follow WHERE by_id = %(me)s
    UNION ALL SELECT 'blocked', whom_id, 0 FROM accounts_block WHERE by_id = %(me)s
) AS ties JOIN accounts_user u ON u.id = other
WHERE u.is_active AND NOT (how = 'requests' AND {blocks.sql_between("%(me)s", "other")})
ORDER BY CASE how WHEN 'requests' THEN -tie END, u.username"""


def ties_of(person: User) -> dict[str, list[Person]]:
    """Everybody this person has to do with: `friends` (those who are around first), `requests` (newest first), `asked`,
    `followed`, `blocked`. One query."""
    found: dict[str, list[Person]] = {how: [] for how in ("friends", "requests", "asked", "followed", "blocked")}
    for how, *columns in fetch_all(_TIES, {"me": person.pk}):
        found[how].append(Person(*columns))
    found["friends"].sort(key=lambda friend: (not friend.is_around, friend.name.lower()))
    return found


_ASKING = f"""accounts_friendship f JOIN accounts_user u ON u.id = f.by_id
WHERE f.to_id = %(me)s AND f.agreed_at IS NULL AND u.is_active AND NOT {blocks.sql_between("%(me)s", "u.id")}
ORDER BY f.id DESC"""


def requests_to(person: User) -> list[Person]:
    """The people who have asked to be friends with this person, newest first."""
    return people(_ASKING, {"me": person.pk})


def friends_of(person: User) -> set[int]:
    """The ids of this person's friends."""
    agreed = Friendship.objects.filter(Q(by=person) | Q(to=person), agreed_at__isnull=False)
    return {one for pair in agreed.values_list("by", "to") for one in pair} - {person.pk}


def friends_and_followed(person: User) -> QuerySet[Any, Any]:
    """The ids of friends and followed people, for list filters."""
    agreed = Friendship.objects.filter(agreed_at__isnull=False)
    asked, answered = agreed.filter(by=person).values("to"), agreed.filter(to=person).values("by")
    return Follow.objects.filter(by=person).values("whom").union(asked, answered)


_RELATION = """SELECT EXISTS (SELECT 1 FROM accounts_follow WHERE by_id = %(me)s AND whom_id = %(other)s),
EXISTS (SELECT 1 FROM accounts_block WHERE by_id = %(me)s AND whom_id = %(other)s),
EXISTS (SELECT 1 FROM accounts_block WHERE by_id = %(other)s AND whom_id = %(me)s),
(SELECT CASE WHEN agreed_at IS NOT NULL THEN 'friends' WHEN by_id = %(me)s THEN 'has asked' ELSE 'is asked' END
 FROM accounts_friendship WHERE least(by_id, to_id) = least(%(me)s::bigint, %(other)s::bigint)
 AND greatest(by_id, to_id) = greatest(%(me)s::bigint, %(other)s::bigint))"""


class Relation:
    """How `viewer` is related to `person`, for the buttons on a profile. One query."""

    def __init__(self, viewer: User, person: User) -> None:
        facts = fetch_all(_RELATION, {"me": viewer.pk, "other": person.pk})[0]
        self.follows, self.has_blocked, is_blocked, tie = facts
        self.are_friends, self.has_asked = tie == "friends", tie == "has asked"
        self.is_asked = tie == "is asked" and not self.has_blocked and not is_blocked
