"""The page of a table that waits for players."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.request_types import Request
from games.errors import no_match
from games.lobby import lists
from games.lobby.forms import Invite
from games.lobby.tables import STALE_TABLE, is_hidden, may_join, seat_requests_of
from games.mail import link_preview
from games.matches import shuffle
from games.matches.loaded import load_match
from games.models import Match, Seat


def waiting(request: Request, match_id: int, key: str, status: int = 200) -> HttpResponse:
    """Seats, invitations and terms. Raises Refusal (404) for strangers at a private table."""
    match = Match.objects.select_related("owner").get(pk=match_id)
    seats = list(match.seats.select_related("user").order_by("number"))
    is_seated = request.user.is_authenticated and any(seat.user_id == request.user.pk for seat in seats)
    others = [seat.user_id for seat in seats]
    if not is_seated and (not may_join(match, request.user, key) or is_hidden(request.user, others)):
        raise no_match()
    shown = [_seat(match, seat, request.user) for seat in seats]
    news = (shown, match.numbers, sorted(match.seals), match.starts_by)
    mark = f"{crc32(repr(news).encode()):08x}"  # changes with who sits there, and with the shuffle
    if request.htmx and request.GET.get("seen") == mark:
        return HttpResponse(status=204)  # nothing new: htmx leaves the page, and the focus in it, alone
    context = {
        "match": _match_facts(match),
        "waiting_for": "All seats are taken" if match.starts_by is not None else "Waiting for players",
        "seats": shown,
        "page_url": match.get_absolute_url() + (f"?{urlencode({'key': key})}" if key else ""),
        "look_again": f"{match.get_absolute_url()}?{urlencode({'key': key, 'seen': mark})}",
        "guest_url": _guest_url(match, seats, request, key),
        "can": _can(match, seats, request.user, is_seated),
        "seat_request": _seat_request(match, seats, request.user),
        "point": _point(match, seats, request.user),
        "start_hint": _hint(match, seats, request.user),
        "urls": _urls(match, key),
        "invite_url": request.build_absolute_uri(match.get_absolute_url()) + f"?key={match.token}",
        "invite_form": Invite(),
        "invited": _invited(match, request.user) if is_seated else [],
        "played_with": lists.played_with(request.user) if is_seated else [],
        "preview": link_preview.tags_of_match(load_match(match_id), key, request.user),
        "is_invited": request.user.is_authenticated and match.invitations.filter(user=request.user).exists(),
    }
    part = "_seats_now" if request.htmx else "waiting"
    return render(request, f"games/{part}.html", context, status=status)


def added(request: HttpRequest) -> dict[str, str]:
    """What the browser adds to the shuffle with this form: a number, or its seal."""
    return {"client_seed": request.POST.get("client_seed", ""), "seal": request.POST.get("number_seal", "")}


def _guest_url(match: Match, seats: list[Seat], request: Request, key: str) -> str:
    """Where somebody who is logged out sits down as a guest; "" where they cannot."""
    if request.user.is_authenticated or match.is_rated or all(seat.user_id for seat in seats):
        return ""
    return reverse("sit_as_guest", args=[match.pk]) + (f"?{urlencode({'key': key})}" if key else "")


def _invited(match: Match, user: Any) -> list[str]:
    """Names that were invited, and the addresses that this person gave us."""
    names = [row.user.name for row in match.invitations.select_related("user")]
    return names + list(match.email_invitations.filter(by=user).order_by("pk").values_list("address", flat=True))


def _match_facts(match: Match) -> dict[str, Any]:
    facts = lists.game_facts(match.slug)
    return facts | {
        "id": match.pk,
        "owner": match.owner.name,
        "pace": lists.pace_words(match),
        "options": lists.option_words(match.slug, match.options, match.seat_count),
        "unusual": lists.unusual_words(match.slug, match.options, match.seat_count, match.pace),
        "length": facts["length"] if match.pace == Match.Pace.LIVE else facts["turns"],
        "is_rated": match.is_rated,
        "commitment": match.commitment,
        "numbers": match.numbers,
        "seals": sorted(match.seals),
        "unopened": shuffle.unopened(match),
        "is_starting": match.starts_by is not None,
        "is_live": match.pace == Match.Pace.LIVE,
        "is_public": match.is_public,
        "expires_at": match.created_at + timedelta(days=STALE_TABLE.days),
    }


def _seat(match: Match, seat: Seat, user: Any) -> dict[str, Any]:
    if seat.user is None:
        return {"number": seat.number, "is_free": True}
    is_bot = seat.user.is_bot
    return {
        "number": seat.number,
        "name": seat.user.name,
        "url": "" if is_bot or seat.user.is_guest else reverse("profile", args=[seat.user.username]),
        "is_me": seat.user_id == user.pk,
        "is_owner": seat.user_id == match.owner_id,
        "is_bot": seat.user.is_any_bot,
        "seat_request": dict(seat_requests_of(match)).get(seat.seat_request, ""),
        "strength": "guest" if seat.user.is_guest else seat.strength if is_bot and seat.strength != "house" else "",
    }


def _can(match: Match, seats: list[Seat], user: Any, is_seated: bool) -> dict[str, bool]:
    owns = match.owner_id == user.pk and match.starts_by is None
    has_free = any(seat.user_id is None for seat in seats)
    return {
        "join": user.is_authenticated and not is_seated and has_free and not (match.is_rated and user.is_guest),
        "leave": is_seated and match.owner_id != user.pk and match.starts_by is None,
        "start": owns and has_free,
        "add_bot": owns and has_free,
        "remove_bot": owns,
        "invite": is_seated,
        "close": owns,
    }


def _point(match: Match, seats: list[Seat], user: Any) -> dict[str, Any] | None:
    """What the host is asked to point at, where an option wants it: the question, the players, who is pointed at."""
    asks = match.game.meta.points
    words = next((asks[f"{name}={value}"] for name, value in match.options.items() if f"{name}={value}" in asks), "")
    if not words:
        return None
    players = [(seat.number, seat.user.name, seat.user_id == match.pointed_id) for seat in seats if seat.user]
    chosen = next((name for _, name, is_pointed in players if is_pointed), "")
    return {"words": words, "players": players, "chosen": chosen, "is_host": match.owner_id == user.pk}


def _seat_request(match: Match, seats: list[Seat], user: Any) -> dict[str, Any] | None:
    """What this person may ask for before the start, what the others have taken, and what they asked for."""
    offered = seat_requests_of(match) if any(seat.user_id == user.pk for seat in seats) else []
    if not offered:
        return None
    own = next(seat.seat_request for seat in seats if seat.user_id == user.pk)
    taken = {seat.seat_request for seat in seats if seat.seat_request and seat.seat_request != own}
    free = [(value, words, value == own) for value, words in offered if value not in taken]
    return {"words": match.game.meta.wish, "free": free}


def _hint(match: Match, seats: list[Seat], user: Any) -> str:
    if match.starts_by is not None:
        return "All seats are taken. The game starts in a moment."
    free = sum(seat.user_id is None for seat in seats)
    many = "seat is" if free == 1 else "seats are"
    or_bots = ", or when you fill them with bots" if match.owner_id == user.pk else ""
    return f"{free} {many} free. The match starts when all are taken{or_bots}."


def _urls(match: Match, key: str) -> dict[str, str]:
    names = ("join", "leave", "start", "add_bot", "remove_bot", "invite", "point_at", "seat_request", "add_number")
    urls = {name: reverse(name, args=[match.pk]) for name in names} | {"close": reverse("call_off", args=[match.pk])}
    if key:
        urls["join"] += f"?{urlencode({'key': key})}"
    return urls
