"""Playing before signing up: creates a guest when somebody without an account starts to play."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render

from accounts import names, zones
from accounts.decorators import opens_once
from accounts.login import throttle
from accounts.models import BannedName, User
from accounts.request_types import Request
from games import rate_limits
from games.errors import Refusal
from games.lobby import game_facts, tables
from games.lobby.forms import NewTable, against_bots
from games.matches.access import key_for
from games.table import tutorials
from games.titles import load
from games.views.decorators import anybodys_form, guest_action
from games.views.waiting import take_seat, waiting

BACKEND = "accounts.login.backend.Backend"
GUESTS_AN_HOUR = 40  # from one network: a whole school class may share it
TOO_MANY = "Too many guests have started from your network. Wait an hour, or sign up."


def player_of(request: Request, name: str = "") -> Any:
    """The signed-in user, else a new guest under this name, now signed in. Raises Refusal (429), ValidationError for
    the name."""
    if request.user.is_authenticated:
        return request.user
    guest = _new_guest(request, _name_for(name))
    login(request, guest, backend=BACKEND)
    return guest


def _new_guest(request: Request, display_name: str) -> User:
    rate_limits.spend("guest", throttle.network_of(request, 48), GUESTS_AN_HOUR, TOO_MANY)
    zone = request.POST.get("time_zone", "")
    return User.objects.create_guest(display_name, zone if zone in zones.known() else "UTC")


@opens_once
@anybodys_form
def play_now(request: Request, slug: str = "") -> HttpResponse:
    """Start an unrated match against bots at once; without a slug, in the shortest game. GET: the page with the button,
    for links."""
    quick = None if slug else game_facts.quick_game()
    game = load().get(quick.slug if quick else slug)
    if game is None:
        raise Refusal(404, "There is no such game.")
    if request.method != "POST":
        return _begin_page(request, game.meta.slug)
    form = NewTable(game, against_bots(game, request.user))
    if not form.is_valid():
        raise Refusal(409, "You can’t play this game against bots.")
    return redirect(form.open_table(player_of(request)))


@opens_once
@anybodys_form
def tutorial(request: Request, slug: str) -> HttpResponse:
    """Start the tutorial match of a game. GET: the page with the button, for links."""
    if slug not in load() or tutorials.of_game(slug) is None:
        raise Refusal(404, "This game has no tutorial.")
    if request.method != "POST":
        return _begin_page(request, slug)
    return redirect(tables.begin_tutorial(owner=player_of(request), slug=slug))


def _begin_page(request: Request, slug: str) -> HttpResponse:
    """A game with its ways to begin: tutorial, match against bots, table. Links lead here, because only a form starts a
    match."""
    return render(request, "games/begin.html", {"game": game_facts.of(slug)})


@guest_action
def sit(request: Request, match_id: int) -> HttpResponse:
    """Take a seat: as a new guest under a chosen name, or as the signed-in user."""
    key = request.POST.get("key") or key_for(request, match_id)
    if request.user.is_authenticated:
        take_seat(request, match_id, request.user, key)
        return redirect("match", match_id)
    try:
        name = _name_for(request.POST.get("name", ""))
    except ValidationError as error:
        messages.error(request, error.messages[0])
        return waiting(request, match_id, key, 422)
    with transaction.atomic():  # if joining is refused, create no guest
        guest = _new_guest(request, name)
        take_seat(request, match_id, guest, key)
    login(request, guest, backend=BACKEND)
    return redirect("match", match_id)


def _name_for(text: str) -> str:
    """The guest's name; may be empty. Raises ValidationError for a name that accounts could not have either."""
    name = names.clean_display_name(text)
    names.check_not_reserved(name)
    BannedName.check_name(name)
    User.check_free(name)
    return name
