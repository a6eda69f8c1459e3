"""The landing page, my games, the lobby, and everything before a match starts."""

from urllib.parse import quote, urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec import structs

from accounts.decorators import opens_once, to_login
from accounts.request_types import MemberRequest, Request
from games.errors import NeedsAccount, Refusal
from games.groups import page as club_page
from games.groups import services as groups
from games.kernel.bots import STRENGTHS
from games.lobby import email_invitations, game_facts, open_tables, rematches, tables
from games.lobby.forms import NewTable, against_bots
from games.lobby.my_matches import matches_page
from games.mail import link_preview
from games.mail.invitation_emails import way_home
from games.mail.links import FROM_MAIL
from games.matches import open_decisions
from games.models import Match
from games.numbers import number_of, whole_number
from games.titles import load
from games.views.decorators import anybodys_form, member_action, member_form, member_page, open_page
from games.views.guests import player_of
from games.views.waiting import shuffle_input, take_seat, waiting


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The landing page; signed-in users are redirected to their games."""
    if request.user.is_authenticated:
        return redirect("my_matches")
    preview = link_preview.tags(link_preview.of_site(), reverse("home"), reverse("site_card"))
    context = {"games": game_facts.of_all(), "quick": game_facts.quick_game(), "preview": preview}
    return render(request, "games/home.html", context)


@member_page
def my_matches(request: HttpRequest) -> HttpResponse:
    slug = _known_slug(request.GET.get("game", ""))
    context = matches_page(request.user, request.GET.get("page"), slug)
    return render(request, "games/my_matches.html", context | {"games": game_facts.of_all(), "chosen": slug})


@member_page
def next_decision(request: HttpRequest) -> HttpResponse:
    """Redirect to the most urgent decision of this person."""
    after = number_of(request.GET.get("after", ""))
    return redirect(open_decisions.next_decision(request.user, after) or "my_matches")


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    wanted, pages = _wanted(request.GET), (request.GET.get("page", ""), request.GET.get("watch", ""))
    to_join, running = open_tables.to_join_and_watch(request.user, wanted, *pages)
    context = {
        "wanted": wanted,
        "sizes": sorted({seats for game in load().values() for seats in game.meta.seats}),
        "games": game_facts.of_all(),
        "chosen": wanted.slug,
        "query": "".join(f"{urlencode({name: value})}&" for name, value in wanted.asked().items()),
        "open_tables": to_join,
        "running": running,
    }
    return render(request, "games/lobby.html", context)


@opens_once
@anybodys_form
def new_match(request: Request) -> HttpResponse:
    """Choose a game and open a table. Somebody without an account becomes a guest."""
    slug, guest = _known_slug(request.GET.get("game", "")), request.GET.get("invite", "")
    if "logged_in" in request.POST and not request.user.is_authenticated:  # any more: no guest opens it instead
        return to_login(request)
    may_rate = request.user.is_authenticated and not request.user.is_guest
    if not slug and request.method == "POST":
        raise Refusal(404, "There is no such game.")
    if not may_rate and request.POST.get("is_rated") == "on":
        raise NeedsAccount("Rated games need an account.")
    if not slug:
        more = _kept(request.GET)
        games = [structs.replace(facts, url_new=facts.url_new + more) for facts in game_facts.of_all()]
        return render(request, "games/new_match.html", {"games": games, "chosen": None, "company": _company(request)})
    game = load()[slug]
    strength = request.POST.get("against_bots")
    kind = strength if strength in STRENGTHS else "house"
    given = request.POST if strength is None else against_bots(game, request.user, kind)
    form = NewTable(game, given if request.method == "POST" else None, may_rate=may_rate)
    if request.method == "POST" and form.is_valid():
        try:
            return _opened(request, form.open_table(player_of(request)), guest)
        except NeedsAccount:
            raise
        except Refusal as refusal:
            form.add_error(None, refusal.message)
    context = {"chosen": game_facts.of(slug), "form": form, "kept": _kept(request.GET), "company": _company(request)}
    return render(request, "games/new_match.html", context, status=422 if form.errors else 200)


def _opened(request: Request, match: Match, guest: str) -> HttpResponse:
    """Redirect to the new table; first list it in the group, or invite the player, from whose page it was opened."""
    if group := number_of(request.GET.get("group", "")):
        groups.add_table(group_id=group, user=request.user, match=match)
    if guest and match.status == Match.Status.OPEN:
        try:
            messages.success(request, _invite(request, match.pk, guest))
        except Refusal as refusal:
            messages.error(request, refusal.message)
    return redirect(match)


def _invite(request: Request, match_id: int, name: str, note: str = "") -> str:
    """Invite a player. Returns the success message."""
    return f"You’ve invited {tables.invite(match_id=match_id, by=request.user, name=name, note=note).name}."


def _kept(asked: QueryDict) -> str:
    """Whom to invite and the group of the table, for the links between the pages of a new table."""
    return "".join(f"&{urlencode({name: value})}" for name in ("invite", "group") if (value := asked.get(name, "")))


def _company(request: Request) -> str:
    """The player or the group with whom the new table is opened; "" if anybody."""
    group = number_of(request.GET.get("group", ""))
    club = club_page.find(group, request.user) if group else None
    return club.name if club else request.GET.get("invite", "")


@member_form
def quick(request: HttpRequest) -> HttpResponse:
    """Show the table that a quick join would pick, and join it when confirmed with its id (`table`)."""
    given = request.POST if request.method == "POST" else request.GET
    wanted, confirmed, refused = _wanted(given), number_of(given.get("table", "")), ""
    if request.method == "POST" and confirmed:
        try:
            tables.join(match_id=confirmed, user=request.user)
            return redirect("match", confirmed)
        except Refusal as refusal:  # somebody was faster, or it was cancelled: offer the next one
            refused = refusal.message
    row = open_tables.quickest_table(request.user, wanted)
    if row is None:
        told = f"{refused} No table is free right now. Open one, and others can join you."
        messages.info(request, told.strip())
        return redirect(f"{reverse('new_match')}{f'?game={wanted.slug}' if wanted.slug else ''}")
    if refused:
        messages.info(request, f"{refused} This is the next table.")
    return render(request, "games/quick.html", {"row": row, "rows": [row], "asked": wanted.asked()})


@member_action
def join(request: Request, match_id: int) -> HttpResponse:
    key = request.POST.get("key", "") or request.GET.get("key", "")
    take_seat(request, match_id, request.user, key)
    return redirect("match", match_id)


@member_action
def add_number(request: HttpRequest, match_id: int) -> HttpResponse:
    """A seated player's browser commits to a number for the shuffle, or reveals it."""
    tables.add_number(match_id=match_id, user=request.user, **shuffle_input(request))
    return redirect("match", match_id)


@member_action
def leave(request: HttpRequest, match_id: int) -> HttpResponse:
    tables.leave(match_id=match_id, user=request.user)
    return redirect("lobby")


@member_action
def decline(request: Request, match_id: int) -> HttpResponse:
    tables.leave(match_id=match_id, user=request.user)
    messages.info(request, "You declined the invitation.")
    return redirect("my_matches")


@open_page
def email_invitation(request: Request, key: str) -> HttpResponse:
    """Follow the link of an emailed invitation to the table, with its private key: if all seats are taken by now, the
    table says so, and they can watch. Once it has begun, the guest who took a seat with this link gets back to it."""
    invitation = email_invitations.read(key)
    email_invitations.note_followed(request.session, invitation)
    match = invitation.match
    if match.status != Match.Status.OPEN and (home := way_home(invitation, request.user)):
        return redirect(home)
    return redirect(f"{match.get_absolute_url()}?key={quote(match.token)}&{FROM_MAIL}")


@member_action
def invite(request: MemberRequest, match_id: int) -> HttpResponse:
    """Invite by name or email address."""
    name, note = request.POST.get("name", ""), request.POST.get("note", "")
    try:
        if "@" in name:
            email_invitations.invite_address(match_id=match_id, by=request.user, address=name, note=note)
            messages.success(request, f"We’ve sent an invitation to {name.strip()[:100]}.")
        else:
            messages.success(request, _invite(request, match_id, name, note))
    except Refusal as refusal:
        if refusal.status not in (422, 429):
            raise
        messages.error(request, refusal.message)
        return waiting(request, match_id, "", refusal.status)
    return redirect("match", match_id)


@member_action
def add_bot(request: HttpRequest, match_id: int) -> HttpResponse:
    tables.add_bot(match_id=match_id, user=request.user, strength=request.POST.get("strength", "house"))
    return redirect("match", match_id)


@member_action
def clear_seat(request: HttpRequest, match_id: int) -> HttpResponse:
    seat, who = _seat_number(request, "Choose the seat to free."), number_of(request.POST.get("who", ""))
    tables.clear_seat(match_id=match_id, user=request.user, seat=seat, who=who)
    return redirect("match", match_id)


def _seat_number(request: HttpRequest, words: str) -> int:
    return whole_number(request.POST.get("seat", ""), words, most=3)


@member_action
def point_at(request: HttpRequest, match_id: int) -> HttpResponse:
    """The host picks a player, if an option asks for one."""
    tables.point_at(match_id=match_id, user=request.user, seat=_seat_number(request, "Choose a player."))
    return redirect("match", match_id)


@member_action
def request_seat(request: HttpRequest, match_id: int) -> HttpResponse:
    """A player at an open table states their seat request."""
    tables.request_seat(match_id=match_id, user=request.user, value=request.POST.get("seat_request", ""))
    return redirect("match", match_id)


@member_action
def start(request: HttpRequest, match_id: int) -> HttpResponse:
    tables.start_with_bots(match_id=match_id, user=request.user)
    return redirect("match", match_id)


@member_action
def close_table(request: HttpRequest, match_id: int) -> HttpResponse:
    tables.close_table(match_id=match_id, user=request.user)
    messages.info(request, "The table is closed.")
    return redirect("my_matches")


@member_action
def rematch(request: HttpRequest, match_id: int) -> HttpResponse:
    again = rematches.open_rematch(match_id=match_id, user=request.user)
    if words := rematches.in_words(again, request.user):
        messages.info(request, words)
    return redirect(again)


def _wanted(asked: QueryDict) -> open_tables.TableFilter:
    """The filters of the lobby, ignoring invalid values."""
    seats, pace, rated = asked.get("seats", ""), asked.get("pace", ""), asked.get("rated", "")
    return open_tables.TableFilter(
        slug=_known_slug(asked.get("game", "")),
        pace=pace if pace in Match.Pace.values else "",
        seats=int(seats) if seats.isdecimal() and len(seats) < 3 else 0,
        rated=rated if rated in ("yes", "no") else "",
        host="friends" if asked.get("host") == "friends" else "",
    )


def _known_slug(slug: str) -> str:
    return slug if slug in load() else ""
