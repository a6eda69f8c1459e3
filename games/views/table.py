"""The table as pages: look, play, preview, talk, resign, look back, check the shuffle, take the record away."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods, require_safe

from games import forms, fragments, looks, presence, present, records, rhythms, selectors, tutorials
from games.errors import Refusal, no_match, not_your_seat
from games.frames import Frame, load_frame
from games.kernel.errors import IllegalMove
from games.live import clause_url
from games.models import Visit
from games.private_links import keep, key_for
from games.services import absence, seats, visits
from games.services import play as door
from games.titles import folder
from games.views.entry import member_action, members_only, small_body
from games.views.refusals import answers_refusals
from games.views.waiting import waiting

Data = dict[str, list[str]]
ON_PAGE = ("web", "live")  # how moves are made that come from an open table
ASKED_BY_PAGE = "Playpost-Preview"  # a header of the table's own script


@require_safe
@answers_refusals
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """The table, before, during and after the match."""
    frame = visible(request, match_id)
    if frame.status == "open":
        return waiting(request, match_id, key_for(request, match_id))
    if request.htmx:  # the waiting page looked again, and the match has begun: show the table
        return HttpResponse(headers={"HX-Refresh": "true"})
    if frame.position is None:
        raise Refusal(410, "This table was called off.")
    return page(request, frame, extras(request, frame, data_of(request.GET)))


def visible(request: HttpRequest, match_id: int) -> Frame:
    """The match if this person may know of it. Raises Refusal (404)."""
    frame = load_frame(match_id)
    is_open = frame.status == "open"  # the page of an open table knows invitations too
    if not is_open and not selectors.may_see(frame, request.user, key_for(request, match_id)):
        raise no_match()
    keep(request, frame)
    return frame


def running(request: HttpRequest, match_id: int) -> Frame:
    """A match that has begun and may be seen. Raises Refusal (404)."""
    frame = visible(request, match_id)
    if frame.position is None:
        raise no_match()
    return frame


def viewer(request: HttpRequest, frame: Frame) -> present.Viewer:
    """Who asks, with time zone and form token."""
    zone = getattr(request.user, "time_zone", "UTC")
    return present.viewer_of(frame, request.user, zone, get_token(request))


def data_of(query: QueryDict) -> Data:
    """Form data as lists of strings."""
    return {name: values for name, values in query.lists() if len(name) < 100}


def extras(request: HttpRequest, frame: Frame, data: Data, refusal: Refusal | None = None) -> present.Extras:
    """What this request adds to the table: who is here, a choice begun in the address, a refusal."""
    more = present.Extras(here=presence.here(frame.id, len(frame.seats)), refusal=refusal)
    seat = present.viewer_of(frame, request.user).seat
    verb = forms.verb_of(data)
    if seat is not None and verb:
        chosen, narrowed = present.begun(frame, seat, verb, data)
        more.chosen, more.narrowed = chosen, narrowed
    return more


def page(request: HttpRequest, frame: Frame, more: present.Extras, status: int = 200) -> HttpResponse:
    """The whole page of a running or finished match."""
    me = viewer(request, frame)
    facts = present.describe(frame, me, more)
    looks.mark(frame.id, present.own_decisions(frame, me.seat).all)
    visit = visits.visit_of(frame.id, request.user)
    talk = selectors.talk_of(frame, request.user, visit)
    parts = fragments.parts(frame, facts)
    parts |= {"chat": fragments.chat(frame, me, talk), "deal": fragments.deal(frame, me, more.here)}
    context = {
        "fragments": {name: mark_safe(html) for name, html in parts.items()},
        "match": match_facts(frame, me.seat),
        "viewer": {
            "is_spectator": me.seat is None,
            "name": "" if me.seat is None else frame.names[me.seat],
            "seat": me.seat,
        },
        "confirms": frame.is_rated and frame.pace != "live",
        "socket_url": f"/ws/match/{frame.id}/",
        "version": frame.version,
        "is_mine": facts["mine"],
        "next_url": selectors.next_decision(request.user, frame.id) if me.seat is not None else "",
        "rule_now": next(iter(facts["asked"].decision.clauses), "").lower() if facts["asked"] else "",
        "rhythms": rhythms.of_table(frame, me.zone),
        "rhythm_zone": me.zone,
        "missed": missed(frame, visit),
        "visit": visit,
        "coach": tutorials.coach(frame, me.seat),
        **assets(frame.slug),
    }
    return render(request, "games/table.html", context, status=status)


def missed(frame: Frame, visit: Visit) -> dict[str, Any]:
    """How many moves were made since the last visit and the address that plays them; {} for none or a first visit.

    Who has moved on the page saw what there was: an own move is a visit, too.
    """
    seat = frame.seat_of(visit.user_id) if visit.user_id else None
    own = [line.version for line in frame.lines if line.seat == seat and line.by in ON_PAGE] if seat is not None else []
    seen = max([visit.version, *own])
    count = frame.version - seen
    if not visit.version or count <= 0:
        return {}
    return {"count": count, "url": f"{reverse('history', args=[frame.id])}?at={seen}&play=1"}


def assets(slug: str) -> dict[str, Any]:
    """A title's own style sheet and scripts."""
    from django.templatetags.static import static

    files = folder(slug) / "table"
    css = static(f"titles/{slug}/table/table.css") if (files / "table.css").exists() else ""
    scripts = [static(f"titles/{slug}/table/{path.name}") for path in sorted(files.glob("*.js"))]
    return {"game_css": css, "game_scripts": scripts}


def match_facts(frame: Frame, seat: int | None) -> dict[str, Any]:
    """What the frame of the page says about the match."""
    is_playing = seat is not None and not frame.seats[seat].left and not frame.is_over
    urls = {f"url_{name}": reverse(name, args=[frame.id]) for name in ("history", "proof", "resign")}
    return urls | {
        "id": frame.id,
        "slug": frame.slug,
        "title": frame.game.meta.title,
        "url": reverse("match", args=[frame.id]),
        "url_rules": _rules_url(frame),
        "url_export": reverse("record", args=[frame.id]) if frame.is_over else "",
        "can_resign": is_playing,
        "pace": selectors.pace_words(frame),
        "is_rated": frame.is_rated,
        "is_over": frame.is_over,
        "has_tray": fragments.has_tray(frame.slug),
        "owner": frame.owner,
    }


def _rules_url(frame: Frame) -> str:
    """The manual of the rules that this match is played with."""
    number = frame.at_table().rules if frame.position else frame.game.meta.rules
    if number == frame.game.meta.rules:
        return reverse("rules", args=[frame.slug])
    return reverse("rules_edition", args=[frame.slug, number])


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
@small_body
@members_only
def play(request: HttpRequest, match_id: int) -> HttpResponse:
    """A move from the page's form. Refused: the page with the sentence on top; loaded again, it is the table."""
    if request.method != "POST":
        return redirect("match", match_id)
    data = data_of(request.POST)
    refusal, frame = move_of(request, match_id, data)
    if refusal is None:
        return redirect(f"{reverse('match', args=[match_id])}#table")
    show = order_page if _is_order(frame, frame.seat_of(request.user.pk), data) else page
    return show(request, frame, extras(request, frame, data, refusal), refusal.status)


def move_of(request: HttpRequest, match_id: int, data: Data) -> tuple[Refusal | None, Frame]:
    """Make this person's move: what the rules say against it, and the match as it is now. Raises Refusal: 403, 404."""
    frame = running(request, match_id)
    seat = frame.seat_of(request.user.pk)
    decision = (data.get("decision") or [""])[0][:60]
    try:
        if seat is None:
            raise not_your_seat()
        door.play_move(match_id=match_id, seat=seat, decision=decision, move=data, by="web", user=request.user)
    except Refusal as refusal:
        if refusal.status in (403, 404):
            raise
        return refusal, load_frame(match_id)
    return None, frame


def _is_order(frame: Frame, seat: int | None, data: Data) -> bool:
    """Was this the form of a standing order?"""
    orders = present.own_decisions(frame, seat).orders
    return orders is not None and forms.verb_of(data) in {a.verb for a in orders.decision.actions}


@require_safe
@members_only
@answers_refusals
def order(request: HttpRequest, match_id: int) -> HttpResponse:
    """The form of a standing order: a page of its own, or put into the table by htmx."""
    frame = running(request, match_id)
    return order_page(request, frame, extras(request, frame, data_of(request.GET)))


def order_page(request: HttpRequest, frame: Frame, more: present.Extras, status: int = 200) -> HttpResponse:
    """The form of the standing order, with a refusal if there is one. Raises Refusal: 403, 409."""
    facts = present.describe(frame, viewer(request, frame), more)
    if facts["me"] is None:
        raise not_your_seat()
    if facts["orders"] is None:
        raise Refusal(409, "There is nothing to plan for now.", "PLAY-01")
    form = mark_safe(fragments.form(facts | {"asked": None, "sealed": None, "beside": []}))
    if request.htmx:
        return HttpResponse(f'<section class="decision is-quiet">{form}</section>')
    refusal = more.refusal
    context = {
        "form": form,
        "match": match_facts(frame, facts["me"]),
        "refusal": refusal,
        "clause_url": clause_url(refusal.clause) if refusal and refusal.clause else "",
    }
    return render(request, "games/order.html", context | assets(frame.slug), status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
@small_body
def text(request: HttpRequest, match_id: int) -> HttpResponse:
    """The plain form: the whole table in words, for screen readers, old phones and slow lines. It answers to itself."""
    if request.method == "POST":
        return _answer_in_words(request, match_id=match_id)
    frame = running(request, match_id)
    return text_page(request, frame, extras(request, frame, data_of(request.GET)))


@members_only
def _answer_in_words(request: HttpRequest, match_id: int) -> HttpResponse:
    data = data_of(request.POST)
    refusal, frame = move_of(request, match_id, data)
    if refusal is None:
        return redirect("text", match_id)
    return text_page(request, frame, extras(request, frame, data, refusal), refusal.status)


def text_page(request: HttpRequest, frame: Frame, more: present.Extras, status: int = 200) -> HttpResponse:
    """The table in words: who is asked, my decision as plain form, seats, position (as in letters), log, chat."""
    me = viewer(request, frame)
    more.form_action = reverse("text", args=[frame.id])
    facts = present.describe(frame, me, more)
    context = {
        "match": match_facts(frame, me.seat),
        "headline": facts["headline"],
        "due": facts["due"],
        "last": facts["last"],
        "parts": {name: mark_safe(html) for name, html in fragments.words_parts(frame, facts).items()},
        "deal": mark_safe(fragments.deal(frame, me, more.here)),
        "position": fragments.position_text(facts),
        "chat": mark_safe(fragments.chat(frame, me, selectors.talk_of(frame, request.user))),
    }
    return render(request, "games/text.html", context, status=status)


@require_safe
@members_only
@answers_refusals
def preview(request: HttpRequest, match_id: int) -> HttpResponse:
    """What the chosen move would do, as a small fragment; a refusal with its clause if the rules do not allow it."""
    frame = running(request, match_id)
    data = data_of(request.GET)
    seat = frame.seat_of(request.user.pk)
    if seat is None:
        raise not_your_seat()
    looks.mark(frame.id, present.own_decisions(frame, seat).all)
    return foresight(request, frame, seat, data)


def foresight(request: HttpRequest, frame: Frame, seat: int, data: Data) -> HttpResponse:
    """What a chosen move of this seat would do, as a fragment."""
    try:
        lines = present.preview(frame, seat, data)
    except IllegalMove as error:
        context = {"message": error.message, "clause": error.clause, "clause_url": clause_url(error.clause)}
        # A page asks for each choice, and "no" is an answer to it: browsers complain aloud of every 422.
        status = 200 if ASKED_BY_PAGE in request.headers else 422
        return render(request, "games/_preview.html", context, status=status)
    return render(request, "games/_preview.html", {"lines": lines})


@require_safe
@members_only
@answers_refusals
def narrow(request: HttpRequest, match_id: int) -> HttpResponse:
    """For a choice that has begun: the values that are still possible, {field: [values]}."""
    frame = running(request, match_id)
    seat = frame.seat_of(request.user.pk)
    data = data_of(request.GET)
    if seat is None:
        raise not_your_seat()
    return JsonResponse(present.begun(frame, seat, forms.verb_of(data), data)[1])


@member_action
def seen(request: HttpRequest, match_id: int) -> HttpResponse:
    """What an open page has shown so far, a version and a line of chat; it hears whether a decision waits elsewhere."""
    frame = running(request, match_id)
    version, said = (_count(request.POST.get(name, "0")) for name in ("version", "said"))
    visits.note(match_id=match_id, user=request.user, version=min(version, frame.version), said=said)
    return JsonResponse({"elsewhere": bool(selectors.next_decision(request.user, match_id))})


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 15:
        raise Refusal(422, "Send numbers.")
    return int(text)


@require_http_methods(["GET", "POST"])
@answers_refusals
@small_body
@members_only
def resign(request: HttpRequest, match_id: int) -> HttpResponse:
    """Ask once more, then give up the seat."""
    frame = running(request, match_id)
    if frame.seat_of(request.user.pk) is None:
        raise not_your_seat()
    if request.method == "POST":
        seats.resign(match_id=match_id, user=request.user)
        return redirect("match", match_id)
    seat = frame.seat_of(request.user.pk)
    may_pass_on = seat is not None and not frame.is_over and absence.is_substitute(frame.id, seat)
    return render(request, "games/resign.html", {"match": match_facts(frame, seat), "may_pass_on": may_pass_on})


@require_safe
@answers_refusals
def proof(request: HttpRequest, match_id: int) -> HttpResponse:
    """The commitment from the start, the seed after the end (PLAY-10)."""
    frame = running(request, match_id)
    context = {
        "match": match_facts(frame, None),
        "commitment": frame.commitment,
        "commitment_method": "SHA-256 of the words “Playpost commits to the seed ” followed by the seed.",
        "seed": frame.at_table().rng.seed if frame.is_over else "",
        "command": f"manage.py verify playpost-{match_id}.json",
    }
    return render(request, "games/proof.html", context)


@require_safe
@answers_refusals
def export(request: HttpRequest, match_id: int) -> HttpResponse:
    """The record of a finished match, for `manage.py verify`."""
    frame = running(request, match_id)
    if not frame.is_over:
        raise Refusal(409, "The record is published when the match is over.", "PLAY-10")
    response = JsonResponse(records.record(frame), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="playpost-{match_id}.json"'
    return response
