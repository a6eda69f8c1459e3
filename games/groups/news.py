"""What a group tells its members: a new table, an invitation. The same row is the email, the bell and the notice."""

from typing import Any

from django.core import signing
from django.utils import timezone

from accounts import guests
from accounts.mail import outbox, person_keys
from accounts.models import OutgoingMail, User
from accounts.people import blocks
from games import rate_limits
from games.deadlines import undelivered
from games.errors import NeedsAccount, Refusal
from games.groups.models import Group, Member
from games.lobby.personal_line import check_address, personal_line
from games.models import Match

INVITATIONS_A_DAY = 30  # by one person
TO_ONE_A_DAY = 3  # to one address
MOST_TABLES = 5  # that are sent again
DAY = 86400
_SALT = "playpost.group-news"
_TO_ADDRESS = "playpost.group-invitation"


def announce_table(group: Group, match: Match, by: Any) -> None:
    """Tell the members about a new table, except who opened it and people whom a block keeps apart from them."""
    _tell(group, by, "group_table", f"m{match.pk}.group", _table_facts(group, match, by.pk))


def announce_date(group: Group, match: Match) -> None:
    """Tell the members about the table of a standing date; its owner too, who has not opened it by hand."""
    announce_table(group, match, match.owner)
    key, facts = f"m{match.pk}.group.u{match.owner_id}", _table_facts(group, match, None)
    outbox.queue(kind="group_table", key=key, user=match.owner_id, data=facts)


def _table_facts(group: Group, match: Match, by: int | None) -> dict[str, Any]:
    url = f"{match.get_absolute_url()}?key={match.token}"
    about = {"group": group.pk, "by": by, "about": str(group)}
    return {"match": match.pk, "slug": match.slug, "live": False, "url": url, **about}


def announce_tournament(group: Group, tournament: Any, by: Any) -> None:
    """Tell the same members about a new tournament."""
    facts = {"tournament": tournament.pk, "group": group.pk, "by": by.pk, "about": f"{tournament} for {group}"}
    facts["url"] = f"{tournament.get_absolute_url()}?key={tournament.token}"
    _tell(group, by, "group_tournament", f"t{tournament.pk}.group", facts)


def tell_heir(group: Group) -> None:
    """Tell a member that they are the owner now."""
    facts = {"group": group.pk, "about": group.name, "url": f"/groups/{group.pk}/"}
    key = f"g{group.pk}.u{group.owner_id}.owner.{timezone.now():%Y%m%d}"  # they may become it again
    outbox.queue(kind="group_owner", key=key, user=group.owner_id, data=facts)


def _tell(group: Group, by: Any, kind: str, key: str, facts: dict[str, Any]) -> None:
    apart = {by.pk, *blocks.apart_from(by.pk)}
    members = group.members.filter(is_told=True).exclude(user__in=apart).values_list("user", flat=True)
    outbox.queue_many(outbox.row_for(kind=kind, key=f"{key}.u{user}", user=user, data=facts) for user in members)


def invite(*, group: Group, by: Any, name: str, note: str) -> str:
    """Invite somebody by name or email address, with a line of one's own. Returns whom. Raises Refusal: 403 for guests,
    422, 429. An address never learns whether it has an account."""
    if by.is_guest:
        raise NeedsAccount("Sending invitations needs an account. You can send your friends the link.")
    name, note = name.strip(), personal_line(by, note)
    too_many = "You have sent a lot of invitations. Try again tomorrow."
    rate_limits.spend("group-invitation", by.pk, INVITATIONS_A_DAY, too_many, DAY)
    facts = {"group": group.pk, "by": by.pk, "note": note, "about": group.name, "url": invited_link(group, "")}
    if "@" in name:
        return _invite_address(group, by, name.lower(), facts)
    person = User.objects.called(name)
    if person is None:
        raise Refusal(422, "There is no player with that name.")
    if group.members.filter(user=person).exists():
        raise Refusal(422, f"{person.name} is a member already.")
    if not blocks.are_apart(by, person):  # otherwise it looks as if it had been sent
        outbox.queue(kind="group_invited", key=_invitation_key(group, person.pk), user=person, data=facts)
    return person.name


def _invite_address(group: Group, by: Any, address: str, facts: dict[str, Any]) -> str:
    check_address(address)
    too_many = "This address got several invitations today. Send your friend the link instead."
    rate_limits.spend("group-address", address, TO_ONE_A_DAY, too_many, DAY)
    facts["address"] = address
    outbox.queue(kind="group_invited_by_email", key=_invitation_key(group, address), user=by, data=facts)
    return address


def lost_addresses(group: Group, by: Any) -> list[str]:
    """The addresses that this person invited and that do not exist."""
    rows = OutgoingMail.objects.filter(user=by, kind="group_invited_by_email", status=OutgoingMail.Status.DEAD)
    return list(rows.filter(data__group=group.pk).order_by("pk").values_list("data__address", flat=True))


def _invitation_key(group: Group, whom: str | int | None) -> str:
    """The key of the email to an address or a person."""
    hidden = signing.Signer(salt=_SALT).signature(whom)[:24] if isinstance(whom, str) else f"u{whom}"
    return f"g{group.pk}.{hidden}.invited"


def invitation_to(group: Group, address: str, user: Any) -> dict[str, str]:
    """Who invited this address or, without one, this person, with which line; {} for the link that members share."""
    row = OutgoingMail.objects.filter(key=_invitation_key(group, address or user.pk)).first()
    by = row and User.objects.filter(pk=row.data["by"], is_active=True).first()
    return {"by": by.name, "note": row.data.get("note", "")} if row and by else {}


def invited_link(group: Group, address: str) -> str:
    """The path of an invitation. To an address it is signed: only who reads its emails can follow it."""
    key = f"?to={signing.dumps([group.pk, address], salt=_TO_ADDRESS)}" if address else ""
    return f"/groups/join/{group.token}/{key}"


def link_for(group: Group, person: User) -> str:
    """The path of an invitation that this person accepts without logging in."""
    return f"{invited_link(group, '')}?as={person_keys.key_for(purpose(group), person)}"


def purpose(group: Group) -> str:
    """That of the keys in such links."""
    return f"group {group.pk}"


def confirm_address(*, group: Group, user: Any, key: str) -> None:
    """Send the emails of a guest who has joined to the address they were invited at. Each link does this for one guest
    only, so that a forwarded email does not send somebody else's turns to its first reader."""
    address = invited_address(group, key)
    if address and user.is_guest and not user.mail_address and guest_at(group, address) is None:
        guests.know_address(user=user, email=address)


def invited_address(group: Group, key: str) -> str:
    """The address that a link to this group was sent to; "" for the link that members share."""
    try:
        group_id, address = signing.loads(key, salt=_TO_ADDRESS)
    except (signing.BadSignature, ValueError):
        return ""
    return str(address) if group_id == group.pk else ""


def guest_at(group: Group, address: str) -> User | None:
    """The guest in this group whose confirmed address this is: their cookies may be gone."""
    return User.objects.guests_at(address).filter(pk__in=group.members.values("user")).first() if address else None


def send_again(group: Group, guest: User) -> None:
    """Send a guest whose cookies are gone the emails again that lead on: about their open turns, and the group's open
    tables. Raises Refusal (429)."""
    too_many = "We’ve sent these emails several times today. Look in your mailbox, or try again tomorrow."
    rate_limits.spend("group-again", guest.pk, TO_ONE_A_DAY, too_many, DAY)
    now, rows = timezone.now(), []
    undelivered.resend_turns(guest, now)
    tables = Match.objects.filter(pk__in=group.tables.values("match"), status=Match.Status.OPEN)
    tables = tables.exclude(seats__user=guest).exclude(owner__in=blocks.apart_from(guest.pk))
    for match in tables.defer("position").order_by("-pk")[:MOST_TABLES]:
        key = f"m{match.pk}.group.u{guest.pk}.b{int(now.timestamp())}"
        facts = _table_facts(group, match, match.owner_id)
        rows.append(outbox.row_for(kind="group_table", key=key, user=guest, data=facts))
    outbox.queue_many(rows)


def hush_token(group_id: int, user_id: int) -> str:
    """The signed part of the link that ends the emails about new tables."""
    return signing.dumps([group_id, user_id], salt=_SALT)


def read_hush_token(token: str) -> Member | None:
    """The membership of such a link; None if it is forged or the person has left."""
    try:
        group_id, user_id = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError):
        return None
    return Member.objects.select_related("group").filter(group=group_id, user=user_id).first()
