"""Pages before and after a match: landing, my games, tables, ratings. Views translate; services decide."""

from contextlib import suppress
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import ratings
from accounts.requests import Request
from games.errors import Refusal
from games.kernel.bots import STRENGTHS
from games.lobby import lists, tables
from games.lobby.forms import NewTable, against_bots
from games.lobby.my_matches import matches_page
from games.matches import open_decisions
from games.models import Match
from games.titles import load
from games.views.decorators import member_action, members_only, small_body
from games.views.refusals import answers_refusals
from games.views.waiting import waiting


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What Playpost is; people who are signed in go on to their games."""
    if request.user.is_authenticated:
        return redirect("my_matches")
    return render(request, "games/home.html", {"games": lists.games_list()})


@require_safe
@members_only
def my_matches(request: HttpRequest) -> HttpResponse:
    context = matches_page(request.user, request.GET.get("page")) | {"games": lists.games_list()}
    return render(request, "games/my_matches.html", context)


@require_safe
@members_only
def next_decision(request: HttpRequest) -> HttpResponse:
    """To the most urgent decision of this person."""
    after = request.GET.get("after", "")
    url = open_decisions.next_decision(request.user, int(after) if after.isdecimal() and len(after) < 15 else 0)
    return redirect(url or "my_matches")


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    wanted = _wanted(request.GET)
    chosen = wanted.slug
    asked = {"game": chosen, "pace": wanted.pace, "seats": wanted.seats or "", "rated": wanted.rated}
    context = {
        "wanted": wanted,
        "sizes": sorted({seats for game in load().values() for seats in game.meta.seats}),
        "games": [{"slug": slug, "title": game.meta.title} for slug, game in load().items()],
        "chosen": chosen,
        "query": "".join(f"{urlencode({name: value})}&" for name, value in asked.items() if value),
        "open_tables": lists.open_tables(request.user, wanted, request.GET.get("page")),
        "running": lists.matches_to_watch(wanted, request.GET.get("watch")),
    }
    return render(request, "games/lobby.html", context)


@require_http_methods(["GET", "POST"])
@answers_refusals
@small_body
@members_only
def new_match(request: HttpRequest) -> HttpResponse:
    slug = _known_slug(request.GET.get("game", ""))
    if not slug and request.method == "POST":
        raise Refusal(404, "We do not have this game.")
    if not slug:
        return render(request, "games/new_match.html", {"games": lists.games_list(), "chosen": None})
    game = load()[slug]
    strength = request.POST.get("against_bots")
    given = request.POST if strength is None else against_bots(game, strength if strength in STRENGTHS else "house")
    form = NewTable(game, given if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(tables.create_match(owner=request.user, **form.table()))
        except Refusal as refusal:
            form.add_error(None, refusal.message)
    context = {"chosen": lists.game_facts(slug), "form": form, "groups": form.groups()}
    return render(request, "games/new_match.html", context, status=422 if form.errors else 200)


@require_POST
@answers_refusals
@small_body
@members_only
def tutorial(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin the tutorial match of a game."""
    return redirect(tables.begin_tutorial(owner=request.user, slug=slug))


@require_POST
@answers_refusals
@small_body
@members_only
def quick(request: HttpRequest) -> HttpResponse:
    """Sit down at the public table that needs the fewest more players; without one open a new one."""
    wanted = _wanted(request.POST)
    for match_id in lists.quickest_tables(request.user, wanted):
        with suppress(Refusal):  # somebody was quicker, or it was called off: the next one
            tables.join(match_id=match_id, user=request.user)
            return _to_table(match_id)
    messages.info(request, "No table is free just now. Open one: others will see it here.")
    return redirect(f"{reverse('new_match')}{f'?game={wanted.slug}' if wanted.slug else ''}")


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    games = load()
    slug = _known_slug(request.GET.get("game", "")) or next(iter(games), "")
    page = Paginator(ratings.leaderboard(slug), 50).get_page(request.GET.get("page"))
    first = page.start_index()
    page.object_list = [
        {  # type: ignore[misc]
            "place": first + place,
            "name": row.user.name,
            "url": reverse("profile", args=[row.user.username]),
            "rating": row.shown,
            "uncertainty": row.uncertainty,
            "matches": row.matches,
            "wins": row.wins,
            "is_me": row.user_id == request.user.pk,
        }
        for place, row in enumerate(page.object_list)
    ]
    context = {
        "games": [{"slug": slug, "title": game.meta.title} for slug, game in games.items()],
        "chosen": slug,
        "title": games[slug].meta.title if slug else "",
        "rows": page,
        "query": f"game={slug}&",
    }
    return render(request, "games/leaderboard.html", context)


@member_action
def join(request: HttpRequest, match_id: int) -> HttpResponse:
    tables.join(match_id=match_id, user=request.user, token=request.POST.get("key", "") or request.GET.get("key", ""))
    return _to_table(match_id)


@member_action
def leave(request: HttpRequest, match_id: int) -> HttpResponse:
    tables.leave(match_id=match_id, user=request.user)
    return redirect("lobby")


@member_action
def invite(request: Request, match_id: int) -> HttpResponse:
    try:
        guest = tables.invite(match_id=match_id, by=request.user, name=request.POST.get("name", ""))
        messages.success(request, f"{guest.name} is asked to join.")
    except Refusal as refusal:
        if refusal.status != 422:
            raise
        messages.error(request, refusal.message)
        return waiting(request, match_id, "", refusal.status)
    return _to_table(match_id)


@member_action
def add_bot(request: HttpRequest, match_id: int) -> HttpResponse:
    tables.add_bot(match_id=match_id, user=request.user, strength=request.POST.get("strength", "house"))
    return _to_table(match_id)


@member_action
def remove_bot(request: HttpRequest, match_id: int) -> HttpResponse:
    tables.clear_seat(match_id=match_id, user=request.user, seat=_seat_number(request, "Say which seat shall be free."))
    return _to_table(match_id)


def _seat_number(request: HttpRequest, words: str) -> int:
    seat = request.POST.get("seat", "")
    if not seat.isdecimal() or len(seat) > 3:
        raise Refusal(422, words)
    return int(seat)


@member_action
def point_at(request: HttpRequest, match_id: int) -> HttpResponse:
    """The host points at a player, where an option asks for it."""
    tables.point_at(match_id=match_id, user=request.user, seat=_seat_number(request, "Say at whom."))
    return _to_table(match_id)


@member_action
def request_seat(request: HttpRequest, match_id: int) -> HttpResponse:
    """Somebody at a waiting table says what they would like."""
    tables.request_seat(match_id=match_id, user=request.user, value=request.POST.get("seat_request", ""))
    return _to_table(match_id)


@member_action
def start(request: HttpRequest, match_id: int) -> HttpResponse:
    tables.start_with_bots(match_id=match_id, user=request.user)
    return _to_table(match_id)


@member_action
def call_off(request: HttpRequest, match_id: int) -> HttpResponse:
    tables.call_off(match_id=match_id, user=request.user)
    messages.info(request, "The table is called off.")
    return redirect("my_matches")


@member_action
def rematch(request: HttpRequest, match_id: int) -> HttpResponse:
    return redirect(tables.rematch(match_id=match_id, user=request.user))


def _wanted(asked: QueryDict) -> lists.Wanted:
    """The filters of the lobby; what is none of the choices does not filter."""
    seats, pace, rated = asked.get("seats", ""), asked.get("pace", ""), asked.get("rated", "")
    return lists.Wanted(
        slug=_known_slug(asked.get("game", "")),
        pace=pace if pace in Match.Pace.values else "",
        seats=int(seats) if seats.isdecimal() and len(seats) < 3 else 0,
        rated=rated if rated in ("yes", "no") else "",
    )


def _known_slug(slug: str) -> str:
    return slug if slug in load() else ""


def _to_table(match_id: int) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse("match", args=[match_id]))
