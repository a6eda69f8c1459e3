"""Group actions: create, join by link, leave, and the owner's actions."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts import names
from accounts.models import BannedName, User
from accounts.people import blocks
from accounts.people.listed import name_in_sql
from config.postgres import first
from games import rate_limits
from games.errors import NeedsAccount, Refusal
from games.groups import news
from games.groups.models import MEMBERSHIP, Group, GroupLine, GroupTable, GroupTournament, Member, StandingDate
from games.models import Match, new_token
from games.table import chat_writing

MOST_GROUPS = 20  # of one person
MOST_MEMBERS = 200  # of one group
A_DAY = 5  # groups that one person may create in 24 hours


@transaction.atomic
def create(*, owner: Any, name: str) -> Group:
    """Create a group with its owner as the only member. Raises Refusal: 403 for guests, 409, 422, 429."""
    words = _name(name)
    if owner.is_guest:
        raise NeedsAccount("Starting a group needs an account.")
    _need_room(owner)
    too_many = "You’ve started a lot of groups. Try again tomorrow."
    rate_limits.spend("group", owner.pk, A_DAY, too_many, 24 * rate_limits.HOUR)
    group = Group.objects.create(name=words, owner=owner)
    Member.objects.create(group=group, user=owner)
    return group


def of_token(token: str, user: Any) -> Group:
    """The group of an invitation link, with `host`, its owner's name, and `membership`. Raises Refusal: 404, also if
    the owner has blocked this person; 409 if this person has blocked the owner."""
    owned = "JOIN accounts_user u ON u.id = t.owner_id WHERE t.token = %s"
    host = name_in_sql("u")
    group = first(Group, owned, [token], host=host, membership=MEMBERSHIP)
    if group is None:
        raise _none()
    if blocks.is_apart_from_any(user, [group.owner_id]):
        if blocks.has_blocked_any(user, [group.owner_id]):
            raise Refusal(409, "You blocked the owner of this group. Unblock them first.")
        raise _none()
    return group


@transaction.atomic
def join(*, token: str, user: Any) -> Group:
    """Become a member, also as a guest. Raises Refusal: 404, 409."""
    group = Group.objects.select_for_update().get(pk=of_token(token, user).pk)
    if not group.members.filter(user=user).exists():
        _need_room(user)
        if group.members.count() >= MOST_MEMBERS:
            raise Refusal(409, "This group is full.")
        Member.objects.create(group=group, user=user)
    return group


@transaction.atomic
def leave(*, group_id: int, user: Any) -> None:
    """Leave a group. The longest-standing member with an account becomes the owner, and is told, one who is suspended
    only if there is no other; a group without any is deleted. Raises Refusal (404)."""
    group = _locked(group_id, user)
    group.members.filter(user=user).delete()
    StandingDate.objects.filter(group=group, by=user).delete()
    heir = group.members.filter(user__is_guest=False).order_by("-user__is_active", "pk").first()
    if heir is None:
        group.delete()
    elif group.owner_id == user.pk:
        group.owner_id = heir.user_id
        group.save(update_fields=["owner"])
        news.tell_heir(group)


@transaction.atomic
def remove(*, group_id: int, user: Any, name: str) -> None:
    """Remove a member, and change the link so that they cannot rejoin. Raises Refusal: 403, 404, 422."""
    group = _owned(group_id, user)
    gone, _ = group.members.filter(user__username__iexact=name).exclude(user=user).delete()
    if not gone:
        raise Refusal(422, "There is no such member.")
    StandingDate.objects.filter(group=group, by__username__iexact=name).delete()
    _renew(group)


@transaction.atomic
def renew(*, group_id: int, user: Any) -> None:
    """Replace the invitation link. Raises Refusal: 403, 404."""
    _renew(_owned(group_id, user))


@transaction.atomic
def rename(*, group_id: int, user: Any, name: str) -> None:
    """Rename the group. Raises Refusal: 403, 404, 422."""
    group = _owned(group_id, user)
    group.name = _name(name)
    group.save(update_fields=["name"])


def add_table(*, group_id: int, user: Any, match: Match) -> None:
    """List a table in a group, if this person is a member of it, and tell the members if they can join."""
    group = Group.objects.filter(pk=group_id, members__user=user).first()
    if group is None:
        return
    GroupTable.objects.get_or_create(match=match, defaults={"group": group})
    if match.status == Match.Status.OPEN:
        news.announce_table(group, match, user)


def add_tournament(*, group_id: int, user: Any, tournament: Any) -> None:
    """List a tournament in a group, if this person is a member of it, and tell the members."""
    if group := Group.objects.filter(pk=group_id, members__user=user).first():
        GroupTournament.objects.get_or_create(tournament=tournament, defaults={"group": group})
        news.announce_tournament(group, tournament, user)


def say(*, group: Group, user: Any, text: str) -> None:
    """Add a line to the group's chat. Raises Refusal: 403, 422, 429."""
    if refusal := chat_writing.why_muted(user, "in chats"):
        raise refusal
    GroupLine.objects.create(group=group, user=user, text=chat_writing.line_of(user, text))


def hear(*, group_id: int, user: Any, is_told: bool) -> None:
    """Turn news about new tables on or off for this member."""
    Member.objects.filter(group=group_id, user=user).update(is_told=is_told)


def drop_date(*, group: Group, user: Any, date_id: int) -> bool:
    """Remove a standing date: its own, or for the owner any. Returns whether a table of it waits on, which starts at no
    hour now. Raises Refusal (403)."""
    row = group.dates.filter(pk=date_id).select_related("match").first()
    if row is not None and user.pk not in (row.by_id, group.owner_id):
        raise Refusal(403, "Only the owner of the group and the person who set the date can remove it.")
    group.dates.filter(pk=date_id).delete()
    return row is not None and row.match is not None and row.match.status == Match.Status.OPEN


def leave_all(person: User) -> None:
    """Leave all groups, before the account is deleted."""
    for group_id in Member.objects.filter(user=person).values_list("group", flat=True):
        leave(group_id=group_id, user=person)


def _name(name: str) -> str:
    try:
        words = names.clean_display_name(name)
        BannedName.check_name(words)
    except ValidationError as error:
        raise Refusal(422, error.messages[0]) from None
    if len(words) < 2:
        raise Refusal(422, "A name needs at least 2 characters.")
    return words


def _need_room(user: Any) -> None:
    if Member.objects.filter(user=user).count() >= MOST_GROUPS:
        raise Refusal(409, f"You’re already in {MOST_GROUPS} groups. Leave one first.")


def _renew(group: Group) -> None:
    group.token = new_token()
    group.save(update_fields=["token"])


def _locked(group_id: int, user: Any) -> Group:
    group = Group.objects.select_for_update().filter(pk=group_id, members__user=user).first()
    if group is None:
        raise _none()
    return group


def _owned(group_id: int, user: Any) -> Group:
    group = _locked(group_id, user)
    if group.owner_id != user.pk:
        raise Refusal(403, "Only the owner of the group can do this.")
    return group


def _none() -> Refusal:
    return Refusal(404, "There is no such group, or its link has changed.")
