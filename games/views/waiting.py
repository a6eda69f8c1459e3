"""The page of a table that is waiting for players."""

from typing import Any
from urllib.parse import urlencode
from zlib import crc32

import segno
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from accounts import guests
from accounts.request_types import Request
from games.errors import NoMatch
from games.groups import page as club_page
from games.lobby import email_invitations, game_facts, open_tables, tables
from games.lobby.forms import Invite
from games.lobby.tables import STALE_TABLE
from games.lobby.waiting_room import WaitingRoom
from games.mail import link_preview
from games.mail.invitation_emails import way_home
from games.matches import player_numbers
from games.matches.loaded import LoadedMatch, load_match
from games.models import EmailInvitation, Match
from games.table import chat_reading, chat_writing, fragments, presenter
from games.views import guest_reminders


def waiting(request: Request, match_id: int, key: str, status: int = 200) -> HttpResponse:
    """Seats, invitations and options. Raises Refusal (404) for strangers at a private table."""
    followed = email_invitations.followed(request.session, match_id)
    room = WaitingRoom.of(match_id, request.user, email_invitations.confirmed_address(followed, request.user))
    if not room.may_see(key):
        raise NoMatch()
    match, loaded, shown = room.match, load_match(match_id), room.shown_seats()
    said = _said(loaded, room.user) if room.is_seated else []
    news = (shown, match.numbers, sorted(match.seals), match.starts_by, said[-1:])
    mark = f"{crc32(repr(news).encode()):08x}"  # changes with the seats and the shuffle
    if request.htmx and request.GET.get("seen") == mark:
        return HttpResponse(status=204)  # nothing new: htmx keeps the page and its focus
    context = {
        **_terms(match),
        **_addresses(request, room, key, mark),
        **_invitation(room, followed, key),
        "room": room,
        "match": match,
        "seats": shown,
        "seated_names": ", ".join(seat.name for seat in shown if seat.name),
        "seat_requests": room.seat_requests(),
        "point": room.pointing(),
        "invite_form": _invite_form(request),
        "invited": room.invited(),
        "played_with": open_tables.played_with(room.user) if room.is_seated else [],
        "said": said,
        "silent": chat_writing.why_silent(loaded, room.user) if room.is_seated else None,
        "preview": link_preview.tags_of_match(loaded, key, room.user),
        "reminder": guest_reminders.before_start(request, match, room.is_seated),
    }
    part = "_seats_now" if request.htmx else "waiting"
    return render(request, f"games/{part}.html", context, status=status)


def _invite_form(request: Request) -> Invite:
    """With what was refused; without a line for whom staff have muted."""
    form = Invite(initial=request.POST.dict())
    if request.user.is_authenticated and chat_writing.is_muted(request.user):
        del form.fields["note"]
    return form


def _invitation(room: WaitingRoom, followed: EmailInvitation | None, key: str) -> dict[str, Any]:
    """Whether this person is invited, by an email or a link; which address a seat taken through that email confirms."""
    match = room.match
    is_new = bool(room.address) and not (room.user.is_authenticated and room.user.mail_address)
    club = "" if match.is_public else club_page.name_of(tables__match=match.pk)
    return {
        "followed": followed,
        "email_to": guests.hint_of(room.address) if is_new or room.gets_account else "",
        "home_url": "" if room.is_seated else way_home(followed, room.user),
        "is_asked": not room.user.is_authenticated or (bool(key) and room.may_join and not room.is_invited),
        "club": club,
        "hour": club_page.hour_of(match) if club and not room.is_full else None,
    }


def _terms(match: Match) -> dict[str, Any]:
    """What the table is for."""
    return {
        "game": game_facts.of(match.slug),
        "pace": game_facts.pace_words(match),
        "options": game_facts.option_words(match.slug, match.options, match.seat_count),
        "unusual": game_facts.unusual_words(match.slug, match.options, match.seat_count, match.pace),
        "length": game_facts.length_words(match),
        "seals": sorted(match.seals),
        "unopened": player_numbers.unopened(match),
        "expires_at": match.created_at + STALE_TABLE,
    }


def _addresses(request: Request, room: WaitingRoom, key: str, mark: str) -> dict[str, str]:
    """The addresses of this page and of what can be done on it."""
    page, query = room.match.get_absolute_url(), f"?{urlencode({'key': key})}" if key else ""
    invite_url = request.build_absolute_uri(page) + f"?key={room.match.token}"
    as_guest = reverse("sit_as_guest", args=[room.match.pk]) + query if room.may_sit_as_guest else ""
    return {
        "page_url": page + query,
        "look_again": f"{page}?{urlencode({'key': key, 'seen': mark})}",
        "join_url": reverse("join", args=[room.match.pk]) + query,
        "guest_url": as_guest,
        "invite_url": invite_url,
        "qr": _qr(invite_url) if room.is_seated else "",
    }


def _qr(url: str) -> SafeString:
    """A link as a picture that phones read from a screen."""
    return mark_safe(segno.make(url, micro=False).svg_inline(scale=4, border=2, light="#fff", omitsize=True))


def _said(loaded: LoadedMatch, user: Any) -> list[Any]:
    """The chat of those who sit here."""
    viewer = presenter.viewer_of(loaded, user, user.time_zone)
    return list(fragments.chat_lines(chat_reading.chat_for(loaded, user).lines, viewer))


@transaction.atomic
def take_seat(request: Request, match_id: int, user: Any, key: str) -> None:
    """Join a table. A guest who was invited by email, and does not say that the email was for somebody else, gets the
    emails of the match at that address; at a rated table, an account with it. Raises Refusal."""
    was_guest = user.is_guest
    if "not_mine" not in request.POST:
        email_invitations.confirm_address(session=request.session, match_id=match_id, user=user)
    tables.join(match_id=match_id, user=user, token=key, **shuffle_input(request))
    if was_guest and not user.is_guest:
        messages.success(request, guests.welcome_without_password(user))


def shuffle_input(request: HttpRequest) -> dict[str, str]:
    """The browser's contribution to the shuffle in this form: a number, or the commitment to one."""
    return {"client_seed": request.POST.get("client_seed", ""), "seal": request.POST.get("number_seal", "")}
