"""Playing before signing up: a guest is made where somebody without an account begins to play."""

from typing import Any

from allauth.core.internal.ratelimit import get_ip
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts import zones
from accounts.models import User
from games import rate_limits
from games.errors import Refusal
from games.lobby import lists, tables
from games.lobby.forms import NewTable, against_bots
from games.table import tutorials
from games.titles import load
from games.views.decorators import small_body
from games.views.refusals import answers_refusals

BACKEND = "django.contrib.auth.backends.ModelBackend"
GUESTS_AN_HOUR = 40  # from one address: a school class sits behind one
TOO_MANY = "Too many guests have come from your network. Wait an hour, or sign up."


def player_of(request: HttpRequest, display_name: str = "") -> Any:
    """Who plays: the person who is signed in, else a new guest, signed in from here on. Raises Refusal (429)."""
    if request.user.is_authenticated:
        return request.user
    rate_limits.spend_address("guest", get_ip(request), GUESTS_AN_HOUR, rate_limits.HOUR, TOO_MANY)
    zone = request.POST.get("time_zone", "")
    guest = User.objects.create_guest(display_name, zone if zone in zones.known() else "UTC")
    login(request, guest, backend=BACKEND)
    return guest


@require_POST
@answers_refusals
@small_body
def play_now(request: HttpRequest, slug: str = "") -> HttpResponse:
    """A friendly match against bots that begins at once; without a name of a game the one that is over soonest."""
    quick = None if slug else lists.quick_game()
    chosen = quick["slug"] if quick else slug
    if chosen not in load():
        raise Refusal(404, "We do not have this game.")
    form = NewTable(load()[chosen], against_bots(load()[chosen]))
    if not form.is_valid():
        raise Refusal(409, "This game cannot be played against bots.")
    return redirect(tables.create_match(owner=player_of(request), **form.table()))


@require_POST
@answers_refusals
@small_body
def tutorial(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin the tutorial match of a game."""
    if slug not in load() or tutorials.of_game(slug) is None:
        raise Refusal(404, "This game has no tutorial.")
    return redirect(tables.begin_tutorial(owner=player_of(request), slug=slug))
