"""Emails and notices about groups: a new table or tournament, an invitation to a person or to an address."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse

from accounts.mail import email, never, person_keys
from accounts.mail.email import Email, Skip
from accounts.mail_kinds import KINDS
from accounts.models import OutgoingMail, User
from accounts.notices import registry
from accounts.notices.registry import NoticeText
from games.groups import news, page
from games.groups.models import Group, GroupTable, Member
from games.lobby import game_facts
from games.mail import links, match_email, picture
from games.mail.invitation_emails import to_a_stranger
from games.mail.links import Ticket
from games.mail.passed_on import reply_header
from games.models import Match
from games.table.local_times import at_words
from games.tournaments.models import Tournament


def _table(data: Mapping[str, Any], user: User) -> Match | None:
    """The table of the row, if it still has a free seat and the person is a member who wants to hear of it."""
    match = Match.objects.select_related("owner").defer("position").filter(pk=data["match"], status="open").first()
    is_ours = GroupTable.objects.filter(group=data["group"], match=data["match"]).exists()
    has_seat = match is not None and match.seats.filter(user=None).exists()
    return match if _wants(data, user) and is_ours and has_seat else None


def _cup(data: Mapping[str, Any], user: User) -> Tournament | None:
    """The tournament of the row, if this member who wants to hear of it can still take part."""
    is_open = Tournament.objects.filter(pk=data["tournament"], status=Tournament.Status.OPEN)
    return is_open.exclude(entrants__user=user).select_related("owner").first() if _wants(data, user) else None


def _wants(data: Mapping[str, Any], user: User) -> bool:
    return Member.objects.filter(group=data["group"], user=user, is_told=True).exists()


@email.renderer("group_table")
def group_table(row: OutgoingMail) -> Email | Skip:
    """A member has opened a table for the group, or it was opened for them at a standing date."""
    match = _table(row.data, row.user)
    if match is None:
        return Skip("The table has no free seat any more, or you turned this off.")
    facts, path = game_facts.of(match.slug), f"{match.get_absolute_url()}?key={match.token}"
    is_own, table = match.owner_id == row.user_id, f"table of {facts.title} for {row.data['about']}"
    context = {
        "subject": f"Your {table} is open" if is_own else f"{match.owner.name} opened a {table}",
        "words": " ".join(f"{part}." for part in _terms(match, facts, row.user) if part),
        "stop_url": "",
        "group": row.data["about"],
        "action": "See the table" if is_own else "Join the game",
        "reply_goes": "" if is_own else f"goes to {match.owner.name}",
    }
    if match.pace != Match.Pace.LIVE:  # who plays live has to be at the table
        sit = Ticket(match.pk, links.NO_SEAT, row.user_id, links.SIT, links.MEMBER)
        context |= {"url": links.link(sit, row.user.link_mark), "plays_for": True}
    return _to_member(row, context, match.slug, path)


@email.renderer("group_tournament")
def group_tournament(row: OutgoingMail) -> Email | Skip:
    """A member has announced a tournament for the group."""
    cup = _cup(row.data, row.user)
    if cup is None:
        return Skip("The tournament has begun, you take part, or you turned this off.")
    starts = at_words(cup.starts_at, row.user.time_zone)
    context = {
        "subject": f"{cup.owner.name} announces {row.data['about']}",
        "words": f"A tournament of {game_facts.of(cup.slug).title}. Starts on {starts}. {cup.clock}.",
        "note": cup.text,
        "group": Group.objects.get(pk=row.data["group"]).name,
        "action": "See the tournament",
        "reply_goes": f"goes to {cup.owner.name}",
        "url": links.page_url(f"{row.data['url']}&as={person_keys.key_for(f'tournament {cup.pk}', row.user)}"),
        "plays_for": True,
    }
    return _to_member(row, context, cup.slug, row.data["url"])


def _to_member(row: OutgoingMail, context: dict[str, Any], slug: str, path: str) -> Email:
    """The email about something new in a group, with a link that ends such emails."""
    hush = reverse("hush_group", args=[news.hush_token(row.data["group"], row.user_id)])
    context = {"url": links.page_url(path), "hush_url": settings.SITE_URL + hush} | context
    return _write(row, context, slug, about=row.data["about"], url=path)


def _write(row: OutgoingMail, context: dict[str, Any], slug: str | None, **more: Any) -> Email:
    """An email of a group, with the cover of a game."""
    drawn = picture.of_cover(row.key, slug) if slug else None
    pictures = [drawn.inline] if drawn else []
    return email.write(row, "group", context | {"picture": drawn}, headers=reply_header(row), pictures=pictures, **more)


def _terms(match: Match, facts: game_facts.GameFacts, user: User) -> list[str]:
    """The hour of a standing date, who sits at this table, how many seats are free, how long it takes, at what pace."""
    people = [seat.user for seat in match.seats.select_related("user").order_by("number") if seat.user]
    names = ["You" if person.pk == user.pk else person.name for person in people]
    free = match.seat_count - len(names)
    length = facts.meta.length_in_words if match.pace == Match.Pace.LIVE else facts.meta.turns
    seats = f"{match_email.listed(names)} {'sits' if len(names) == 1 and names != ['You'] else 'sit'} here; {free} free"
    return [_hour(match, user), seats, length[:1].upper() + length[1:], game_facts.pace_words(match)]


def _hour(match: Match, user: User) -> str:
    """When the table of a standing date starts, in this person's time zone; "" for all other tables."""
    hour = page.hour_of(match)
    when = at_words(hour, user.time_zone) if hour else ""
    return when and f"It starts on {when} with whoever has come, or as soon as all seats are taken"


def _invitation(row: OutgoingMail, hidden: Mapping[str, Any] | None = None, **more: Any) -> Email | Skip:
    group = Group.objects.filter(pk=row.data["group"]).first()
    by = User.objects.filter(pk=row.data["by"], is_active=True).first()
    if group is None or by is None:
        return Skip("The group is gone.")
    path = news.invited_link(group, row.data.get("address", ""))
    members = [member.user.name for member in group.members.select_related("user").order_by("pk")]
    context = {
        "subject": f"{by.name} invites you to the group {group.name}",
        "group": group.name,
        "by": by.name,
        "note": row.data["note"],
        "words": f"Members: {match_email.listed(members)}.",
        "reply_goes": f"goes to {by.name}",
        "action": "See the group",
        "url": links.page_url(path if "address" in row.data else news.link_for(group, row.user)),
        "plays_for": "address" not in row.data,
        **(hidden or {}),
    }
    played = GroupTable.objects.filter(group=group).order_by("-match").values_list("match__slug", flat=True)
    return _write(row, context, played.first(), about=group.name, url=path, **more)


@email.renderer("group_invited")
def group_invited(row: OutgoingMail) -> Email | Skip:
    """An invitation to a person with an account."""
    if Member.objects.filter(group=row.data["group"], user=row.user).exists():
        return Skip("You are a member already.")
    return _invitation(row)


@email.renderer("group_invited_by_email")
def group_invited_by_email(row: OutgoingMail) -> Email | Skip:
    """An invitation to an address that a member typed. It has no links to the member's own settings."""
    address = row.data["address"]
    return Skip(never.REFUSED) if never.is_refused(address) else _invitation(row, to_a_stranger(address), to=address)


@registry.announcer("group_table")
def _table_notice(data: Mapping[str, Any], user: User) -> NoticeText | None:
    match = _table(data, user)
    if match is None:
        return None
    title = game_facts.of(match.slug).title
    url = f"{match.get_absolute_url()}?key={match.token}"
    opened = "Your table is open" if match.owner_id == user.pk else f"{match.owner.name} opened a table"
    words = f"{_hour(match, user) or opened}."
    return NoticeText(f"{data['about']}: {title}", words, url, f"match-{match.pk}")


@registry.announcer("group_invited")
def _invited_notice(data: Mapping[str, Any], user: User) -> NoticeText | None:
    by = User.objects.filter(pk=data["by"], is_active=True).first()
    words = f"{by.name} invites you." if by else ""
    return NoticeText(f"{KINDS['group_invited'].label}: {data['about']}", words, data["url"], f"group-{data['group']}")


@registry.announcer("group_owner")
def _heir_notice(data: Mapping[str, Any], user: User) -> NoticeText | None:
    return NoticeText(KINDS["group_owner"].label, data["about"], data["url"], f"group-{data['group']}")


@registry.announcer("group_tournament")
def _tournament_notice(data: Mapping[str, Any], user: User) -> NoticeText | None:
    cup = _cup(data, user)
    words = f"{cup.owner.name} invites you to this tournament." if cup else ""
    return NoticeText(data["about"], words, data["url"], f"tournament-{cup.pk}") if cup else None
