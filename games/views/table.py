"""The table page: view, play, preview, resign; also as plain text."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods
from msgspec import Struct, structs

from accounts.request_types import MemberRequest, Request
from games.agreements import takebacks
from games.clause_links import clause_url
from games.deadlines import availability, substitutes
from games.errors import Refusal, no_match, not_your_seat
from games.kernel.errors import IllegalMove
from games.lobby import bell, lists
from games.mail import link_preview
from games.matches import access, calendars, leaving, move_forms, open_decisions, presence
from games.matches import play as door
from games.matches.access import key_for, save_key
from games.matches.loaded import LoadedMatch, load_match
from games.models import Visit
from games.table import chat_reading, departures, fragments, presenter, recently_seen, tutorials, visits
from games.views import reminders
from games.views.decorators import member_action, member_form, member_page, members_only, open_page
from games.views.refusals import answers_refusals
from games.views.stage_files import stage_files
from games.views.waiting import waiting

Data = dict[str, list[str]]
ASKED_BY_PAGE = "Playpost-Preview"  # a header that the table's script sends


@open_page
def match(request: Request, match_id: int) -> HttpResponse:
    """The table before, during and after the match."""
    loaded = visible(request, match_id)
    if loaded.status == "open":
        return waiting(request, match_id, key_for(request, match_id))
    if request.htmx:  # the waiting page polls, and the match has started: reload
        return HttpResponse(headers={"HX-Refresh": "true"})
    if loaded.position is None:
        raise Refusal(410, "This table was closed before it started.")
    return page(request, loaded, extras(request, loaded, data_of(request.GET)))


def visible(request: HttpRequest, match_id: int) -> LoadedMatch:
    """The match, if this person may see it. Raises Refusal (404)."""
    loaded = load_match(match_id)
    is_open = loaded.status == "open"  # waiting() checks access, because it knows invitations
    if not is_open and not access.may_see(loaded, request.user, key_for(request, match_id)):
        raise no_match()
    save_key(request, loaded)
    return loaded


def running(request: HttpRequest, match_id: int) -> LoadedMatch:
    """The match, if it has begun and this person may see it. Raises Refusal (404)."""
    loaded = visible(request, match_id)
    if loaded.position is None:
        raise no_match()
    return loaded


def own_seat(request: HttpRequest, loaded: LoadedMatch) -> int:
    """The seat of this user. Raises Refusal (403)."""
    seat = loaded.seat_of(request.user.pk)
    if seat is None:
        raise not_your_seat()
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
        more.chosen = presenter.chosen_so_far(loaded, seat, data)
    return more


def page(request: HttpRequest, loaded: LoadedMatch, more: presenter.Extras, status: int = 200) -> HttpResponse:
    """The whole page of a running or finished match."""
    me = viewer(request, loaded)
    facts = presenter.describe(loaded, me, more)
    recently_seen.mark(loaded.id, presenter.own_decisions(loaded, me.seat).all)
    visit = visits.visit_of(loaded, request.user)
    chat = chat_reading.chat_for(loaded, request.user, visit)
    parts = fragments.parts(loaded, facts)
    parts |= {"chat": fragments.chat(loaded, me, chat), "proposals": fragments.proposals(loaded, me, more.here)}
    context = {
        "fragments": {name: mark_safe(html) for name, html in parts.items()},
        "match": match_facts(loaded),
        "has_tray": fragments.has_tray(loaded.slug),
        "is_playing": me.seat is not None and not loaded.seats[me.seat].left_reason and not loaded.is_over,
        "has_company": len(loaded.people()) > 1,
        "is_alone": takebacks.is_alone(loaded),
        "viewer": {
            "is_spectator": me.seat is None,
            "seat": me.seat,
        },
        "confirms": loaded.is_rated and loaded.pace != "live",
        "socket_url": f"/ws/match/{loaded.id}/",
        "version": loaded.version,
        "is_mine": facts.asked is not None,
        "next_url": open_decisions.next_decision(request.user, loaded.id) if me.seat is not None else "",
        "rule_now": next(iter(facts.asked.decision.clauses), "").lower() if facts.asked else "",
        "availability": availability.of_table(loaded, me.zone),
        "availability_zone": me.zone,
        "may_leave": me.seat is not None and substitutes.may_leave_at_start(loaded, me.seat),
        "reminder": reminders.at_table(request, loaded, me.seat),
        "missed": visits.missed(loaded, visit),
        "visit": visit,
        "preview": link_preview.tags_of_match(loaded, key_for(request, loaded.id), request.user),
        "first": _first_match(loaded, facts, visit),
        "coach": tutorials.coach(loaded, me.seat),
        "departure": departures.in_words(loaded, request.user),
        "may_return": request.user.is_authenticated and substitutes.seat_to_return_to(loaded, request.user) is not None,
    }
    return render_stage(request, "table", loaded.slug, context, status)


class FirstMatch(Struct, frozen=True):
    """What a newcomer to a game reads before their first move: its aim, what to do now, where the tutorial is."""

    aim: str
    now: str
    url_learn: str


def _first_match(loaded: LoadedMatch, facts: presenter.Description, visit: Visit) -> FirstMatch | None:
    """For a player who has not moved yet, in their first match of this game; a tutorial explains itself."""
    seat = facts.me
    if seat is None or loaded.is_over or loaded.is_lesson or getattr(visit, "knows_game", True):
        return None
    if any(line.seat == seat for line in loaded.lines):
        return None
    now = facts.asked.decision.prompt if facts.asked else facts.headline
    return FirstMatch(loaded.game.meta.aim, now, lists.game_facts(loaded.slug).url_learn)


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
    url_rules = reverse("rules_edition", args=[slug, rules]) if is_old else reverse("rules", args=[slug])
    title, url, pace = loaded.game.meta.title, reverse("match", args=[loaded.id]), lists.pace_words(loaded)
    url_learn = reverse("tutorial", args=[slug]) if tutorials.of_game(slug) else ""
    is_live = loaded.pace == "live" and not loaded.is_over
    addresses = (url, url_rules, url_learn)
    return MatchFacts(loaded.id, slug, title, *addresses, pace, loaded.is_rated, loaded.is_over, loaded.owner, is_live)


@member_form
def play(request: Request, match_id: int) -> HttpResponse:
    """Play a move from the page's form. If refused, show the page with the reason; GET (a reload) goes to the table."""
    if request.method != "POST":
        return redirect("match", match_id)
    data = data_of(request.POST)
    refusal, loaded = move_of(request, match_id, data)
    if refusal is None:
        return redirect(f"{reverse('match', args=[match_id])}#table")
    orders = presenter.own_decisions(loaded, loaded.seat_of(request.user.pk)).orders
    is_order = orders is not None and move_forms.verb_of(data) in {a.verb for a in orders.decision.actions}
    show = order_page if is_order else page
    return show(request, loaded, extras(request, loaded, data, refusal), refusal.status)


def move_of(request: HttpRequest, match_id: int, data: Data) -> tuple[Refusal | None, LoadedMatch]:
    """Play this person's move. Returns the rules' refusal, if any, and the match. Raises Refusal: 403, 404."""
    loaded = running(request, match_id)
    decision = (data.get("decision") or [""])[0][:60]
    try:
        seat = own_seat(request, loaded)
        door.play_move(match_id=match_id, seat=seat, decision=decision, move=data, by="web", user=request.user)
    except Refusal as refusal:
        if refusal.status in (403, 404):
            raise
        return refusal, load_match(match_id)
    return None, loaded


@member_page
def order(request: Request, match_id: int) -> HttpResponse:
    """The form for a standing order, as a page or as a fragment for the table's script."""
    loaded = running(request, match_id)
    return order_page(request, loaded, extras(request, loaded, data_of(request.GET)))


def order_page(request: Request, loaded: LoadedMatch, more: presenter.Extras, status: int = 200) -> HttpResponse:
    """Render that form, with a refusal if there is one. Raises Refusal: 403, 409."""
    facts = presenter.describe(loaded, viewer(request, loaded), more)
    if facts.me is None:
        raise not_your_seat()
    if facts.orders is None:
        raise Refusal(409, "There is nothing to plan right now.", "PLAY-01")
    form = mark_safe(fragments.form(structs.replace(facts, asked=None, sealed=None, further=())))
    if ASKED_BY_PAGE in request.headers:
        return HttpResponse(f'<section class="decision is-quiet">{form}</section>')
    refusal = more.refusal
    context = {
        "form": form,
        "match": match_facts(loaded),
        "refusal": refusal,
        "clause_url": clause_url(refusal.clause) if refusal and refusal.clause else "",
    }
    return render_stage(request, "order", loaded.slug, context, status)


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def text(request: HttpRequest, match_id: int) -> HttpResponse:
    """The whole table as plain text, with its own form, for screen readers, old phones and slow connections."""
    if request.method == "POST":
        return _answer_in_words(request, match_id=match_id)
    loaded = running(request, match_id)
    return text_page(request, loaded, extras(request, loaded, data_of(request.GET)))


@members_only
def _answer_in_words(request: HttpRequest, match_id: int) -> HttpResponse:
    data = data_of(request.POST)
    refusal, loaded = move_of(request, match_id, data)
    if refusal is None:
        return redirect("text", match_id)
    return text_page(request, loaded, extras(request, loaded, data, refusal), refusal.status)


def text_page(request: HttpRequest, loaded: LoadedMatch, more: presenter.Extras, status: int = 200) -> HttpResponse:
    """The table as text: whose turn it is, my decision as a plain form, seats, position (as in emails), log, chat."""
    me = viewer(request, loaded)
    more.form_action = reverse("text", args=[loaded.id])
    facts = presenter.describe(loaded, me, more)
    context = {
        "match": match_facts(loaded),
        "headline": facts.headline,
        "due": facts.due,
        "left": _left(loaded, request.user),
        "last": facts.last,
        "parts": {name: mark_safe(html) for name, html in fragments.words_parts(loaded, facts).items()},
        "proposals": mark_safe(fragments.proposals(loaded, me, more.here)),
        "position": presenter.position_words(loaded, facts.view, facts.me),
        "chat": mark_safe(fragments.chat(loaded, me, chat_reading.chat_for(loaded, request.user))),
    }
    return render(request, "games/text.html", context, status=status)


def _left(loaded: LoadedMatch, user: Any) -> str:
    """The time left for this person's most urgent decision: "23 h for this move, then your 3-day reserve"."""
    seat, now = loaded.seat_of(user.pk), timezone.now()
    rows = [row for row in loaded.asked if row.seat == seat and row.due_at and row.answered_at is None]
    row = min(rows, key=lambda row: row.due_at or now, default=None)
    return calendars.left_in_words(loaded, row, now) if row else ""


@member_page
def preview(request: HttpRequest, match_id: int) -> HttpResponse:
    """What the chosen move would do, as a small fragment; if it is illegal, the refusal with its clause."""
    loaded = running(request, match_id)
    seat = own_seat(request, loaded)
    recently_seen.mark(loaded.id, presenter.own_decisions(loaded, seat).all)
    return render_preview(request, loaded, seat, data_of(request.GET))


def render_preview(request: HttpRequest, loaded: LoadedMatch, seat: int, data: Data) -> HttpResponse:
    """What a chosen move of this seat would do, as a fragment."""
    try:
        lines = presenter.preview(loaded, seat, data)
    except IllegalMove as error:
        context = {"message": error.message, "clause": error.clause, "clause_url": clause_url(error.clause)}
        # The page's script asks on every change, and browsers log an error for each 422.
        status = 200 if ASKED_BY_PAGE in request.headers else 422
        return render(request, "games/_preview.html", context, status=status)
    return render(request, "games/_preview.html", {"lines": lines})


@member_page
def narrow(request: HttpRequest, match_id: int) -> HttpResponse:
    """The values that are still possible for a move in progress, as {field: [values]}."""
    loaded = running(request, match_id)
    return JsonResponse(presenter.still_possible(loaded, own_seat(request, loaded), data_of(request.GET)))


@member_action
def seen(request: HttpRequest, match_id: int) -> HttpResponse:
    """An open page reports the version and chat line it has shown. Returns whether other matches have decisions, and
    for how many seconds the last move can be taken back at once."""
    loaded = running(request, match_id)
    counts = [request.POST.get(name, "0") for name in ("version", "said")]
    if not all(count.isdecimal() and len(count) <= 15 for count in counts):
        raise Refusal(422, "Send numbers.")
    version, said = map(int, counts)
    visits.note(match_id=match_id, user=request.user, version=min(version, loaded.version), said=said)
    if (seat := loaded.seat_of(request.user.pk)) is not None:  # what is on screen needs no email
        if version >= loaded.version:
            bell.read_at_table(request.user, loaded.id, said)
            recently_seen.mark(loaded.id, presenter.own_decisions(loaded, seat).all)
        (recently_seen.mark_away if "left" in request.POST else recently_seen.mark_looking)(loaded.id, seat)
    may_undo = seat is not None and "moved" in request.POST and takebacks.is_free(loaded, seat)
    undo = (8 if takebacks.is_alone(loaded) else 3) if may_undo else 0  # seconds
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
    if request.method == "POST":
        leaving.resign(match_id=match_id, user=request.user)
        return redirect("match", match_id)
    is_playing = not loaded.is_over
    context = {
        "match": match_facts(loaded),
        "may_pass_on": is_playing and substitutes.is_substitute(loaded.id, seat),
        "may_leave": is_playing and substitutes.may_leave_at_start(loaded, seat),
    }
    return render(request, "games/resign.html", context)
