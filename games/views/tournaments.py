"""Tournament pages: the list, a new tournament, a tournament with standings and rounds, and its actions."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts import guests
from accounts.decorators import opens_once, to_login
from accounts.mail import person_keys
from accounts.people import listed
from games.errors import NeedsAccount, Refusal
from games.groups import page as club_page
from games.groups import services as groups
from games.groups.models import Group
from games.lobby import game_facts
from games.numbers import number_of
from games.titles import load
from games.tournaments import course, page, services, standings
from games.tournaments.forms import Announcement
from games.tournaments.models import LEAST, Tournament
from games.views.decorators import guest_action, member_action, member_form, open_page

Status = Tournament.Status
_FOR_LOGGED_IN = ("my_tables", "needs_account", "to_take_over")
_FOR_HOSTS = ("may_start", "may_cancel", "may_remove", "may_replace")


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    rows = page.listed(request.user, request.GET.get("page"))
    return render(request, "games/tournaments.html", {"rows": rows, "games": game_facts.of_all()})


@opens_once
@member_form
def new(request: HttpRequest) -> HttpResponse:
    """Create a tournament: choose a game, then fill in the form."""
    game, group = load().get(request.GET.get("game", "")), number_of(request.GET.get("group", ""))
    club = club_page.find(group, request.user) if group else None
    if game is None:
        if request.method == "POST":
            raise Refusal(422, "Choose a game.")
        return render(request, "games/new_tournament.html", {"games": game_facts.of_all(), "club": club})
    given = request.POST if request.method == "POST" else None
    form = Announcement(game, given, initial={"is_private": club is not None})
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(_announced(request, form, club))
        except NeedsAccount:
            raise
        except Refusal as refusal:
            form.add_error(None, refusal.message)
    context = {"form": form, "chosen": game_facts.of(game.meta.slug), "club": club}
    return render(request, "games/new_tournament.html", context, status=422 if form.errors else 200)


def _announced(request: HttpRequest, form: Announcement, club: Group | None) -> Tournament:
    made = form.announce(request.user)
    if club:
        groups.add_tournament(group_id=club.pk, user=request.user, tournament=made)
    return made


@open_page
def tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    key, mailed = request.GET.get("key", ""), request.GET.get("as", "")
    user = person_keys.reader(request, f"tournament {tournament_id}", mailed)
    shown = page.find(tournament_id, user)
    if shown is None or not services.may_see(shown, user, key):
        raise Refusal(404, "There is no such tournament.")
    entrants, tables = course.entrants(shown.pk), course.tables(shown.pk)
    me = page.entered(entrants, user)
    rounds = page.rounds(shown, entrants, tables, me, request.GET.get("round", ""))
    context = {
        "tournament": shown,
        "game": game_facts.of(shown.slug),
        "how": page.format_in_words(shown),
        "people": len(entrants),
        "sizes": page.sizes_in_words(shown),
        "winners": page.winners(shown, entrants, user),
        "lines": page.lines(shown, entrants, tables, me, user, request.GET.get("page")),
        "rounds": rounds,
        "my_tables": [one for made in rounds for one in made.tables if one.is_mine and one.url and not one.is_over],
        "sits_out": page.sits_out(rounds),
        "calendar": course.calendar(tables),
        "key": key,
        "mailed": mailed,
        "reader": user,
        "account_at": guests.hint_of(user.mail_address) if user.is_authenticated else "",
        "bye": standings.BYE,
        "least": LEAST,
    }
    free = page.free_places(shown, entrants)
    context |= _invitation(shown, me, user) | _rights(shown, entrants, free, me, user) | _links(request, shown)
    if user != request.user:  # the email was sent for taking part only, and for thinking better of it
        context |= dict.fromkeys(_FOR_LOGGED_IN + _FOR_HOSTS, ())
        context["may_withdraw"] = context["may_withdraw"] and shown.status == Status.OPEN
    return render(request, "games/tournament.html", context)


def _invitation(shown: Tournament, me: course.Entered | None, user: Any) -> dict[str, Any]:
    """Whose tournament it is, whether it invites this person, and for which group."""
    asks = shown.status == Status.OPEN and me is None
    return {
        "is_invited": asks and shown.owner_id != user.pk,
        "host": listed.by_id([shown.owner_id])[shown.owner_id].name,
        "club": club_page.name_of(tournaments__tournament=shown.pk) if asks else "",
    }


def _rights(
    shown: Tournament, entrants: page.Entrants, free: set[int], me: course.Entered | None, user: Any
) -> dict[str, Any]:
    """What this person can do, and why not."""
    is_open, runs, is_host = shown.status == Status.OPEN, shown.status == Status.RUNNING, shown.owner_id == user.pk
    gets_account = user.is_authenticated and user.is_guest and guests.may_open_account(user.mail_address, user.pk)
    has_account, is_full = user.is_authenticated and (gets_account or not user.is_guest), len(entrants) >= shown.most
    has_dropped = me is not None and me.has_dropped
    was_removed = me.is_removed if me else is_open and bool(user.pk) and services.is_removed(shown, user)
    return {
        "may_enter": is_open and me is None and not is_full and has_account and not was_removed,
        "needs_account": is_open and not is_full and not has_account,
        "is_full": is_open and is_full,
        "may_withdraw": me is not None and not has_dropped and (is_open or runs),
        "has_dropped": has_dropped or was_removed,
        "was_removed": was_removed,
        "may_start": is_open and is_host and len(entrants) >= LEAST,
        "may_cancel": is_open and is_host,
        "may_remove": is_host and (is_open or runs),
        "to_take_over": free if free and has_account and not services.had_a_place(shown, user) else (),
        "may_replace": is_host and bool(free),
    }


def _links(request: HttpRequest, shown: Tournament) -> dict[str, str]:
    """The link to share, and what a link to another part of this page must keep."""
    kept = f"key={shown.token}" if shown.is_private else ""
    link = request.build_absolute_uri(shown.get_absolute_url())
    return {"link": f"{link}?{kept}" if kept else link, "kept": f"{kept}&" if kept else ""}


@guest_action
def enter(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Take part: who is logged in, or whom the email was sent to that led here."""
    key, mailed = request.POST.get("key", ""), request.POST.get("as", "")
    user = person_keys.reader(request, f"tournament {tournament_id}", mailed)
    if not user.is_authenticated:
        return to_login(request, _address(tournament_id, key=key))
    services.enter(tournament_id=tournament_id, user=user, key=key)
    told = "We’ll email you" if user.gets_emails else "You’ll read here"
    messages.success(request, f"You’re in. {told} when it’s your turn.")
    return redirect(_address(tournament_id, **({} if request.user == user else _from_mail(request))))


def _from_mail(request: HttpRequest) -> dict[str, str]:
    """The query of the page for whoever came by an email."""
    return {"key": request.POST.get("key", ""), "as": request.POST.get("as", ""), "from": "mail"}


def _address(tournament_id: int, **query: str) -> str:
    """The page of a tournament. Without its key, a private one is hidden."""
    kept = urlencode({name: value for name, value in query.items() if value})
    return f"{reverse('tournament', args=[tournament_id])}?{kept}".removesuffix("?")


@guest_action
def withdraw(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Drop out: who is logged in, or before the start whom the email was sent to that led here."""
    key, is_open = request.POST.get("key", ""), Tournament.objects.filter(pk=tournament_id, status=Status.OPEN).exists()
    mailed = request.POST.get("as", "") if is_open else ""
    user = person_keys.reader(request, f"tournament {tournament_id}", mailed)
    if not user.is_authenticated:
        return to_login(request, _address(tournament_id, key=key))
    services.withdraw(tournament_id=tournament_id, user=user)
    told = "You’ve dropped out." + ("" if is_open else " If you’re at a table, play that game to its end.")
    messages.info(request, told)
    return redirect(_address(tournament_id, **({"key": key} if request.user == user else _from_mail(request))))


@member_action
def take_over(request: HttpRequest, tournament_id: int) -> HttpResponse:
    place_id, key = number_of(request.POST.get("place", "")), request.POST.get("key", "")
    services.take_over(tournament_id=tournament_id, user=request.user, entrant_id=place_id, key=key)
    messages.success(request, "You’re in. You play on from this place, with its points.")
    return redirect("tournament", tournament_id)


@member_action
def start(request: HttpRequest, tournament_id: int) -> HttpResponse:
    services.start(tournament_id=tournament_id, user=request.user)
    messages.success(request, "The tournament has started. The first tables are open.")
    return redirect("tournament", tournament_id)


@member_action
def remove(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The host removes a player."""
    gone = services.remove(tournament_id=tournament_id, user=request.user, name=request.POST.get("name", ""))
    messages.success(request, f"You’ve removed {gone.name}. We’re telling them.")
    return redirect("tournament", tournament_id)


@member_action
def cancel(request: HttpRequest, tournament_id: int) -> HttpResponse:
    services.cancel(tournament_id=tournament_id, user=request.user)
    messages.info(request, "The tournament is cancelled.")
    return redirect("tournament", tournament_id)
