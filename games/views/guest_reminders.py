"""Asks a guest at a correspondence table for a way to tell them that it is their turn: an address or this browser."""

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from msgspec import Struct

from accounts import guests
from accounts.models import User
from accounts.notices import push
from accounts.request_types import MemberRequest
from games import rate_limits
from games.errors import NoMatch, not_your_seat
from games.lobby.personal_line import check_address
from games.matches.loaded import LoadedMatch
from games.models import Match, MoveRecord, Seat
from games.views.decorators import member_action

ADDRESSES_AN_HOUR = 3
ADDRESS_ASKED = "address_asked"  # session key: this guest wants no emails, or has been sent the link that confirms them


class Reminder(Struct, frozen=True):
    """What the form shows. `push_key`: for the button that notifies this browser; `is_later`: only after a move."""

    push_key: str
    is_later: bool = False


def before_start(request: HttpRequest, match: Match, is_seated: bool) -> Reminder | None:
    """The question on the page of a table that waits for players; None if this person is not asked."""
    return Reminder(push.public_key()) if is_seated and _may_ask(request, match.pace) else None


def at_table(request: HttpRequest, loaded: LoadedMatch, seat: int | None) -> Reminder | None:
    """The question at the table of a match with other people. The page has it from the start, and shows it at once
    after this guest's first move, however that is sent."""
    if seat is None or loaded.is_over or not _may_ask(request, loaded.pace):
        return None
    if all(row.number == seat for row in loaded.people()):
        return None
    has_moved = MoveRecord.objects.filter(match_id=loaded.id, user=request.user.pk).exists()
    return Reminder(push.public_key(), is_later=not has_moved)


def _may_ask(request: HttpRequest, pace: str) -> bool:
    """Is this a guest at a correspondence table who has not been asked yet, or not since our emails came back?"""
    user = request.user
    if pace == Match.Pace.LIVE or not user.is_authenticated or not user.is_guest:
        return False
    is_needed = not user.reminder_email or user.mail_bounced_at is not None
    return is_needed and request.session.get(ADDRESS_ASKED) != _asked_for(user)


def _asked_for(user: User) -> str | bool:
    """What the session keeps of an answered question: after which bounce of emails it was asked."""
    return user.mail_bounced_at.isoformat() if user.mail_bounced_at else True


@member_action
def remind_me(request: MemberRequest, match_id: int) -> HttpResponse:
    """Save a guest's address for reminders, or that they want none. The address must be confirmed before it is used."""
    if not Seat.objects.filter(match=match_id, user=request.user).exists():
        raise NoMatch()
    if not request.user.is_guest:
        raise not_your_seat()
    email = "" if request.POST.get("no") else request.POST.get("email", "").strip()
    if email:
        _send_confirmation(request, email)
    request.session[ADDRESS_ASKED] = _asked_for(request.user)
    return redirect("match", match_id)


def _send_confirmation(request: MemberRequest, email: str) -> None:
    check_address(email)
    words = "You’ve tried a lot of addresses. Wait an hour."
    rate_limits.spend("reminder", request.user.pk, ADDRESSES_AN_HOUR, words)
    rate_limits.spend("reminder", email.lower(), ADDRESSES_AN_HOUR, words)
    token = guests.ask_to_remind(user=request.user, email=email)
    url = settings.SITE_URL + reverse("confirm_reminder", args=[token])
    get_adapter(request).send_mail("account/email/reminder_address", email, {"url": url, "user": request.user})
    messages.info(request, f"We’ve sent an email to {email}. Open its link to turn on reminders.")
