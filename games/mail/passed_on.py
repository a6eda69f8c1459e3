"""Replies to emails that ask no decision: they go on to the person who wrote, or to the staff.

That is who sent an invitation, opened a table for a group, or wrote as the host. Nobody sees an address that they did
not type themselves.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from accounts import staff_decisions
from accounts.hooks import Reply
from accounts.mail import email, inbound, outbox
from accounts.mail.email import Email, Skip
from accounts.mail_kinds import KINDS
from accounts.models import Announcement, IncomingMail, OutgoingMail, StaffAct, User
from accounts.notices import registry
from accounts.notices.registry import NoticeText
from accounts.people import blocks
from games.groups.models import Group
from games.lobby import game_facts
from games.mail import links
from games.mail.links import Ticket
from games.models import EmailInvitation, Match, Seat

KIND = "passed_on"
MOST, SHOWN = 1000, 240  # letters in the email, under the bell


class Letter(NamedTuple):
    """A reply: who wrote it, to which of our emails, in words, what it says, the address to write to if nobody here can
    be answered, and the table."""

    sender: str
    about: str
    words: str
    address: str = ""
    match: int = 0


def take(row: OutgoingMail, reply: Reply) -> str:
    """Pass a reply on to the writer of the email. Returns the outcome; "" if nobody did."""
    words = "\n".join((*reply.lines, *reply.said, *reply.more, *reply.aside)).strip()[:MOST]
    if row.kind == "staff_act" and words:
        act = StaffAct.objects.filter(pk=row.data["act"], person=row.user_id).first()
        return "answered" if act and staff_decisions.answer(act, words) else "closed"
    writer = _writer(row)
    if writer is None:
        return ""
    is_known = row.user_id != writer.pk
    if not words or (is_known and blocks.are_apart(writer, row.user)):
        return "nothing"
    IncomingMail.objects.filter(pk=reply.id).update(result={"words": words})
    letter = _letter_to(row, words)
    seen = " ".join(f"{letter.sender} replies to {letter.about}: {words}".split())[:SHOWN]
    outbox.queue(kind=KIND, key=f"r{reply.id}.passed", user=writer, data={"reply": reply.id, "about": seen})
    return "passed on"


def reply_header(row: OutgoingMail) -> dict[str, str]:
    """The header that leads a reply to the writer of this email; {} if nobody would get it."""
    address = inbound.address_for(row)
    return {"Reply-To": address} if address and (row.kind == "staff_act" or _writer(row)) else {}


def _writer(row: OutgoingMail) -> User | None:
    """Who wrote this email: an inviter, or a member of the staff. None if they have gone."""
    writer = _written_by(row)
    return writer if writer and writer.is_active and not writer.deleted_at else None


def _written_by(row: OutgoingMail) -> User | None:
    if row.kind == "announcement":
        text = Announcement.objects.filter(pk=row.data["announcement"]).values_list("text", flat=True).first()
        act = StaffAct.objects.filter(act=StaffAct.Act.ANNOUNCE, words=text or "").order_by("-pk").first()
        return act.by if act else None
    if row.kind == "host":
        act = StaffAct.objects.filter(pk=row.data["act"]).first()
        return act.by if act else None
    if row.kind == "invited_by_email":
        return row.user
    if row.kind == KIND:
        reply = IncomingMail.objects.select_related("mail__user").filter(pk=row.data["reply"]).first()
        return _replier(reply.mail) if reply else None
    if row.kind in ("invited", "group_invited", "group_invited_by_email", "group_tournament"):
        return User.objects.filter(pk=row.data["by"]).first()
    if row.kind == "group_table":
        return User.objects.filter(pk__in=Match.objects.filter(pk=row.data["match"]).values("owner")).first()
    return None


def _replier(row: OutgoingMail) -> User | None:
    """Who replied to this email; for an invitation to an address, its guest at the table, if there is one."""
    if row.kind == "invited_by_email":
        invited = EmailInvitation.objects.filter(pk=row.data["invitation"]).first()
        if invited is None:
            return None
        people = [seat.user for seat in Seat.objects.filter(match=invited.match_id).select_related("user") if seat.user]
        return next((one for one in people if one.mail_address == invited.address.lower()), None)
    return None if row.kind == "group_invited_by_email" else row.user


@email.renderer(KIND)
def passed_on(row: OutgoingMail) -> Email | Skip:
    """A reply, for the writer of the email."""
    letter = _letter(row.data)
    if letter is None:
        return Skip("The reply is too old.")
    ticket, context = Ticket(letter.match, links.NO_SEAT, row.user_id, links.SIT), letter._asdict()
    context |= {"url": links.link(ticket, row.user.link_mark) if letter.match else "", "plays_for": bool(letter.match)}
    context |= {"subject": f"{letter.sender} replies to {letter.about}", "reply_goes": f"goes to {letter.sender}"}
    return email.write(row, KIND, context, headers=reply_header(row))


@registry.announcer(KIND)
def _notice(data: Mapping[str, Any], user: User) -> NoticeText | None:
    letter = _letter(data)
    if letter is None:
        return None
    return NoticeText(KINDS[KIND].label, f"{letter.sender}: {letter.words[:200]}", "/mine/", f"reply-{data['reply']}")


def _letter(data: Mapping[str, Any]) -> Letter | None:
    reply = IncomingMail.objects.select_related("mail__user").filter(pk=data["reply"]).first()
    words = reply.result.get("words") if reply else None
    if reply is None or not words:
        return None
    return _letter_to(reply.mail, words)


def _letter_to(row: OutgoingMail, words: str) -> Letter:
    """A reply to this email."""
    about, address, match = _about(row)
    replier = _replier(row)
    return Letter(replier.name if replier else address, about, words, "" if replier else address, match)


def _about(row: OutgoingMail) -> tuple[str, str, int]:
    """(what the email was, in words; the address of an invitation to one; the match it invites to)."""
    if row.kind == "invited_by_email":
        invited = EmailInvitation.objects.select_related("match").filter(pk=row.data["invitation"]).first()
        if invited:
            return f"your invitation to {game_facts.of(invited.match.slug).title}", invited.address, invited.match_id
    if row.kind == "invited":
        match = Match.objects.defer("position").filter(pk=row.data["match"]).first()
        title = f" to {game_facts.of(match.slug).title}" if match else ""
        return f"your invitation{title}", "", match.pk if match else 0
    if row.kind in ("group_invited", "group_invited_by_email"):
        group = Group.objects.filter(pk=row.data["group"]).first()
        return f"your invitation to {group.name if group else 'a group'}", row.data.get("address", ""), 0
    return ("your new table", "", row.data["match"]) if row.kind == "group_table" else ("your message", "", 0)
