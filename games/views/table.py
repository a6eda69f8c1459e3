"""The table page, what an open page reports, and resigning. Its form: moves.py; its plain text: table_text.py."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe
from msgspec import Struct

from accounts import guests
from accounts.request_types import MemberRequest, Request
from config import static_bundles
from games.agreements import takebacks
from games.deadlines import availability, substitutes
from games.errors import NoMatch, Refusal, not_your_seat
from games.live_templates import address
from games.lobby import bell, game_facts
from games.mail import link_preview
from games.matches import access, leaving, open_decisions, presence
from games.matches.access import key_for, save_key
from games.matches.loaded import LoadedMatch, load_match
from games.matches.recent import match_now
from games.numbers import whole_number
from games.table import chat_reading, choosing, departures, fragments, presenter, recently_seen, tutorials, visits
from games.views import guest_reminders
from games.views.decorators import member_action, member_form, open_page
from games.views.stage_files import stage_files
from games.views.waiting import waiting

Data = dict[str, list[str]]
ASKED_BY_PAGE = "Playpost-Preview"  # a header that the table's script sends


@open_page
def match(request: Request, match_id: int) -> HttpResponse:
    """The table before, during and after the match."""
    loaded = visible(request, match_id, match_now)
    if getattr(request.user, "is_guest", False) and request.session.get(guests.LAST_TABLE) != request.path:
        request.session[guests.LAST_TABLE] = request.path
    if loaded.status == "open":
        return waiting(request, match_id, key_for(request, match_id))
    if request.htmx:  # the waiting page polls, and the match has started: reload
        return HttpResponse(headers={"HX-Refresh": "true"})
    access.need_begun(loaded)
    return page(request, loaded, extras(request, loaded, data_of(request.GET)))


def visible(request: HttpRequest, match_id: int, load: Callable[[int], LoadedMatch] = load_match) -> LoadedMatch:
    """The match, if this person may see it. Raises Refusal (404)."""
    loaded = load(match_id)
    is_open = loaded.status == "open"  # waiting() checks access, because it knows invitations
    if not is_open and not access.may_see(loaded, request.user, key_for(request, match_id)):
        raise NoMatch()
    save_key(request, loaded)
    return loaded


def running(request: HttpRequest, match_id: int) -> LoadedMatch:
    """The match, if it has begun and this person may see it. Raises Refusal: 404, 410 if it was closed."""
    loaded = visible(request, match_id)
    access.need_begun(loaded)
    return loaded


def own_seat(request: HttpRequest, loaded: LoadedMatch) -> int:
    """The seat of this user. Raises Refusal (403), which tells who has lost it what happened."""
    seat = loaded.seat_of(request.user.pk)
    if seat is None:
        refusal = not_your_seat()
        raise Refusal(403, departures.in_words(loaded, request.user) or refusal.message, refusal.clause)
    return seat


def viewer(request: HttpRequest, loaded: LoadedMatch) -> presenter.Viewer:
    """The viewer of this request, with time zone and CSRF token."""
    zone = getattr(request.user, "time_zone", "UTC")
    return presenter.viewer_of(loaded, request.user, zone, get_token(request))


def data_of(query: QueryDict) -> Data:
    """Form data as lists of strings."""
    return {name: values for name, values in query.lists() if len(name) < 100}


def extras(request: HttpRequest, loaded: LoadedMatch, data: Data, refusal: Refusal | None = None) -> presenter.Extras:
    """What this request adds to the table: who is present, a choice begun in the query string, a refusal."""
    more = presenter.Extras(here=presence.here(loaded.id, len(loaded.seats)), refusal=refusal)
    if (seat := loaded.seat_of(request.user.pk)) is not None:
        more.chosen = choosing.chosen_so_far(loaded, seat, data)
    return more


def page(request: HttpRequest, loaded: LoadedMatch, more: presenter.Extras, status: int = 200) -> HttpResponse:
    """The whole page of a running or finished match."""
    me = viewer(request, loaded)
    facts = presenter.describe(loaded, me, more)
    recently_seen.mark(loaded.id, facts.own)
    visitor = visits.visitor(loaded, request.user)
    chat = chat_reading.chat_for(loaded, request.user, visitor)
    parts = fragments.parts(loaded, facts)
    parts |= {"chat": fragments.chat(loaded, me, chat), "proposals": fragments.proposals(loaded, me, more.here)}
    context = {
        "fragments": {name: mark_safe(html) for name, html in parts.items()},
        "match": match_facts(loaded),
        "title": f"{'Your turn · ' if facts.asked else ''}{loaded.game.meta.title} {loaded.id} · Playpost",
        "cup": loaded.cup_of(me.seat),
        "has_tray": fragments.has_tray(loaded.slug),
        "is_playing": me.seat is not None and not loaded.seats[me.seat].left_reason and not loaded.is_over,
        "has_company": len(loaded.people()) > 1,
        "is_alone": takebacks.is_alone(loaded),
        "viewer": me,
        "confirms": loaded.is_rated and loaded.pace != "live",
        "socket_url": f"/ws/match/{loaded.id}/?by={request.user.pk or ''}&of={static_bundles.version_of_pages()}",
        "version": loaded.version,
        "next_url": address("match", visitor.next_match) if me.seat is not None and visitor.next_match else "",
        "rule_now": next(iter(facts.asked.decision.clauses), "").lower() if facts.asked else "",
        "availability": availability.of_table(loaded, me.zone),
        "may_leave": me.seat is not None and substitutes.may_leave_at_start(loaded, me.seat),
        "reminder": _reminder(request, loaded, me.seat),
        "missed": visits.missed(loaded, visitor.visit),
        "visit": visitor.visit,
        "preview": link_preview.tags_of_match(loaded, key_for(request, loaded.id), request.user),
        "first": _first_match(loaded, facts, visitor.knows_game),
        "csrf_token": me.csrf,
        "coach": tutorials.coach(loaded, me.seat),
        "departure": departures.in_words(loaded, request.user),
        "may_return": request.user.is_authenticated and substitutes.seat_to_return_to(loaded, request.user) is not None,
    }
    return render_stage(request, "table", loaded.slug, context, status)


def _reminder(request: HttpRequest, loaded: LoadedMatch, seat: int | None) -> str:
    """games/_guest_reminder.html for a guest who is asked; otherwise ""."""
    if (reminder := guest_reminders.at_table(request, loaded, seat)) is None:
        return ""
    context = {"reminder": reminder, "match": match_facts(loaded)}
    return mark_safe(render_to_string("games/_guest_reminder.html", context, request))


class FirstMatch(Struct, frozen=True):
    """What a newcomer to a game reads before their first move: its aim, what to do now, where the tutorial is."""

    aim: str
    now: str
    url_learn: str


def _first_match(loaded: LoadedMatch, facts: presenter.Description, knows_game: bool) -> FirstMatch | None:
    """For a player who has not moved yet, in their first match of this game; a tutorial explains itself."""
    seat = facts.me
    if seat is None or loaded.is_over or loaded.is_lesson or knows_game:
        return None
    if any(line.seat == seat for line in loaded.lines):
        return None
    now = facts.asked.decision.prompt if facts.asked else facts.headline
    return FirstMatch(loaded.game.meta.aim, now, game_facts.of(loaded.slug).url_learn)


def render_stage(
    request: HttpRequest, name: str, slug: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page with a table: games/<name>.html, with its style sheets and scripts."""
    files = stage_files(name.partition("_")[0] if name.startswith("mailed") else name, slug)
    return render(request, f"games/{name}.html", context | files, status=status)


class MatchFacts(Struct, frozen=True):
    """What pages say about a match. `id`: "" for an uploaded record."""

    id: int | str
    slug: str
    title: str
    url: str
    url_rules: str
    url_learn: str
    pace: str
    is_rated: bool
    is_over: bool
    owner: int
    is_live: bool


def match_facts(loaded: LoadedMatch) -> MatchFacts:
    newest, slug = loaded.game.meta.rules, loaded.slug
    rules = loaded.at_table().rules if loaded.position else newest  # the version that this match is played by
    is_old = rules != newest
    url_rules = address("rules_edition", slug, rules) if is_old else address("rules", slug)
    title, url, pace = loaded.game.meta.title, address("match", loaded.id), game_facts.pace_words(loaded)
    url_learn = address("tutorial", slug) if tutorials.of_game(slug) else ""
    is_live = loaded.pace == "live" and not loaded.is_over
    addresses = (url, url_rules, url_learn)
    return MatchFacts(loaded.id, slug, title, *addresses, pace, loaded.is_rated, loaded.is_over, loaded.owner, is_live)


@member_action
def seen(request: HttpRequest, match_id: int) -> HttpResponse:
    """An open page reports the version and chat line it has shown. Returns whether other matches have decisions, and
    for how many seconds the last move can be taken back at once."""
    loaded = running(request, match_id)
    version, said = (whole_number(request.POST.get(name, "0"), "Send numbers.") for name in ("version", "said"))
    visits.note(match_id=match_id, user=request.user, version=min(version, loaded.version), said=said)
    if (seat := loaded.seat_of(request.user.pk)) is not None:  # what is on screen needs no email
        if version >= loaded.version:
            bell.read_at_table(request.user, loaded.id, said)
            recently_seen.mark(loaded.id, presenter.own_decisions(loaded, seat).all)
        (recently_seen.mark_away if "left" in request.POST else recently_seen.mark_looking)(loaded.id, seat)
    undo = takebacks.seconds_to_undo(loaded, seat) if seat is not None and "moved" in request.POST else 0
    elsewhere = bool(open_decisions.next_decision(request.user, match_id))
    return JsonResponse({"elsewhere": elsewhere, "undo": undo})


@member_action
def return_to_seat(request: MemberRequest, match_id: int) -> HttpResponse:
    """Take back the seat that a bot has held."""
    running(request, match_id)
    substitutes.take_back(match_id=match_id, user=request.user, now=timezone.now())
    return redirect("match", match_id)


@member_form
def resign(request: HttpRequest, match_id: int) -> HttpResponse:
    """Ask for confirmation, then resign."""
    loaded = running(request, match_id)
    seat = own_seat(request, loaded)
    if loaded.seats[seat].left_reason or (loaded.is_over and request.method != "POST"):
        return redirect("match", match_id)
    if request.method == "POST":
        leaving.resign(match_id=match_id, user=request.user)
        return redirect("match", match_id)
    context = {
        "match": match_facts(loaded),
        "staying": sum(not row.left_reason for row in loaded.seats) - 1,
        "may_pass_on": substitutes.is_substitute(loaded.id, seat),
        "may_leave": substitutes.may_leave_at_start(loaded, seat),
    }
    return render(request, "games/resign.html", context)
