"""The page of a table that is waiting for players."""

from typing import Any
from urllib.parse import urlencode
from zlib import crc32

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from accounts import stamps
from accounts.request_types import Request
from games.errors import no_match
from games.lobby import email_invitations, lists, tables
from games.lobby.forms import Invite
from games.lobby.tables import STALE_TABLE, is_hidden, may_join, seat_requests_of
from games.mail import link_preview
from games.matches import player_numbers
from games.matches.loaded import LoadedMatch, load_match
from games.models import Match, Seat
from games.table import chat_lines, fragments, presenter
from games.views import reminders


def waiting(request: Request, match_id: int, key: str, status: int = 200) -> HttpResponse:
    """Seats, invitations and options. Raises Refusal (404) for strangers at a private table."""
    user: Any = request.user
    match = Match.objects.select_related("owner").get(pk=match_id)
    seats = list(match.seats.select_related("user").order_by("number"))
    is_seated = user.is_authenticated and any(seat.user_id == user.pk for seat in seats)
    others = [seat.user_id for seat in seats]
    if not is_seated and (not may_join(match, user, key) or is_hidden(user, others)):
        raise no_match()
    query = f"?{urlencode({'key': key})}" if key else ""
    shown, loaded = [_seat(match, seat, user) for seat in seats], load_match(match_id)
    said = fragments.chat_lines(chat_lines.chat_for(loaded, user).lines, _viewer(loaded, user)) if is_seated else []
    news = (shown, match.numbers, sorted(match.seals), match.starts_by, said[-1:])
    mark = f"{crc32(repr(news).encode()):08x}"  # changes with the seats and the shuffle
    if request.htmx and request.GET.get("seen") == mark:
        return HttpResponse(status=204)  # nothing new: htmx keeps the page and its focus
    facts, is_host = lists.game_facts(match.slug), match.owner_id == user.pk
    has_free = any(seat.user_id is None for seat in seats)
    may_sit = user.is_authenticated and not (match.is_rated and user.is_guest)
    context = {
        "match": match,
        "game": facts,
        "pace": lists.pace_words(match),
        "options": lists.option_words(match.slug, match.options, match.seat_count),
        "unusual": lists.unusual_words(match.slug, match.options, match.seat_count, match.pace),
        "length": facts.length if match.pace == Match.Pace.LIVE else facts.turns,
        "seals": sorted(match.seals),
        "unopened": player_numbers.unopened(match),
        "expires_at": match.created_at + STALE_TABLE,
        "waiting_for": "All seats are taken" if match.starts_by is not None else "Waiting for players",
        "seats": shown,
        "seated_names": ", ".join(seat.name for seat in shown if seat.name),
        "page_url": match.get_absolute_url() + query,
        "look_again": f"{match.get_absolute_url()}?{urlencode({'key': key, 'seen': mark})}",
        "join_url": reverse("join", args=[match.pk]) + query,
        "guest_url": reverse("sit_as_guest", args=[match.pk]) + query if has_free and not match.is_rated else "",
        "is_seated": is_seated,
        "has_free": has_free,
        "owns": is_host and match.starts_by is None,
        "may_join": has_free and not is_seated and may_sit,
        "may_leave": is_seated and not is_host and match.starts_by is None,
        "seat_request": _seat_request(match, seats, user),
        "point": _point(match, seats, user),
        "start_hint": _hint(match, seats, user),
        "invite_url": request.build_absolute_uri(match.get_absolute_url()) + f"?key={match.token}",
        "qr": _qr(request, match) if is_seated else "",
        "invite_form": Invite(),
        "invited": _invited(match, user) if is_seated else [],
        "played_with": lists.played_with(user) if is_seated else [],
        "said": said,
        "may_chat": is_seated and not (user.is_guest and match.is_public),
        "preview": link_preview.tags_of_match(loaded, key, user),
        "reminder": reminders.before_start(request, match, is_seated),
        "is_invited": user.is_authenticated and match.invitations.filter(user=user).exists(),
    }
    part = "_seats_now" if request.htmx else "waiting"
    return render(request, f"games/{part}.html", context, status=status)


def _qr(request: Request, match: Match) -> SafeString:
    """The private link as a picture that phones read from a screen."""
    url = request.build_absolute_uri(match.get_absolute_url()) + f"?key={match.token}"
    return mark_safe(segno.make(url, micro=False).svg_inline(scale=4, border=2, light="#fff", omitsize=True))


def _viewer(loaded: LoadedMatch, user: Any) -> presenter.Viewer:
    return presenter.viewer_of(loaded, user, user.time_zone)


def _invited(match: Match, user: Any) -> list[str]:
    """The names of invited people, and the addresses that this person invited."""
    addresses = match.email_invitations.filter(by=user).order_by("pk").values_list("address", flat=True)
    return [*(row.user.name for row in match.invitations.select_related("user")), *addresses]


def take_seat(request: Request, match_id: int, user: Any, key: str) -> None:
    """Join a table. A guest who was invited by email gets the emails of the match at that address. Raises Refusal."""
    tables.join(match_id=match_id, user=user, token=key, **shuffle_input(request))
    email_invitations.confirm_address(session=request.session, match_id=match_id, user=user)


def shuffle_input(request: HttpRequest) -> dict[str, str]:
    """The browser's contribution to the shuffle in this form: a number, or the commitment to one."""
    return {"client_seed": request.POST.get("client_seed", ""), "seal": request.POST.get("number_seal", "")}


class ShownSeat(Struct, frozen=True):
    """A seat on the page; without a name it is free. `tag`: shown next to the name of a guest or a special bot."""

    number: int
    name: str = ""
    url: str = ""
    is_me: bool = False
    is_owner: bool = False
    is_bot: bool = False
    request: str = ""
    tag: str = ""
    stamp: str = ""


def _seat(match: Match, seat: Seat, user: Any) -> ShownSeat:
    if seat.user is None:
        return ShownSeat(seat.number)
    is_bot = seat.user.is_bot
    return ShownSeat(
        number=seat.number,
        name=seat.user.name,
        stamp=stamps.mark(seat.user.pk, seat.user.stamp),
        url="" if is_bot or seat.user.is_guest else reverse("profile", args=[seat.user.username]),
        is_me=seat.user_id == user.pk,
        is_owner=seat.user_id == match.owner_id,
        is_bot=seat.user.is_any_bot,
        request=dict(seat_requests_of(match)).get(seat.seat_request, ""),
        tag="guest" if seat.user.is_guest else seat.strength if is_bot and seat.strength != "house" else "",
    )


class Pointing(Struct, frozen=True):
    """The host's choice of a player: the question, the players (seat, name, is chosen), and the chosen name."""

    words: str
    players: list[tuple[int, str, bool]]
    chosen: str
    is_host: bool


def _point(match: Match, seats: list[Seat], user: Any) -> Pointing | None:
    """The host's choice of a player, if an option asks for one."""
    asks = match.game.meta.points
    words = next((asks[f"{name}={value}"] for name, value in match.options.items() if f"{name}={value}" in asks), "")
    if not words:
        return None
    players = [(seat.number, seat.user.name, seat.user_id == match.pointed_id) for seat in seats if seat.user]
    chosen = next((name for _, name, is_pointed in players if is_pointed), "")
    return Pointing(words, players, chosen, match.owner_id == user.pk)


class SeatRequest(Struct, frozen=True):
    """This person's seat request: `free` has (value, label, is chosen), without what others have chosen."""

    words: str
    free: list[tuple[str, str, bool]]


def _seat_request(match: Match, seats: list[Seat], user: Any) -> SeatRequest | None:
    is_seated = user.pk is not None and any(
        seat.user_id == user.pk for seat in seats
    )  # a free seat's user is None, too
    offered = seat_requests_of(match) if is_seated else []
    if not offered:
        return None
    own = next(seat.seat_request for seat in seats if seat.user_id == user.pk)
    taken = {seat.seat_request for seat in seats if seat.seat_request and seat.seat_request != own}
    return SeatRequest(
        match.game.meta.wish, [(value, words, value == own) for value, words in offered if value not in taken]
    )


def _hint(match: Match, seats: list[Seat], user: Any) -> str:
    if match.starts_by is not None:
        return "All seats are taken. The game starts in a moment."
    free = sum(seat.user_id is None for seat in seats)
    many = "seat is" if free == 1 else "seats are"
    or_bots = ", or when you fill them with bots" if match.owner_id == user.pk else ""
    return f"{free} {many} free. The match starts when all are taken{or_bots}."
