"""Links in letters. GET shows the choice and changes nothing (mail scanners follow links); POST plays it."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games import fragments, letter_links, letters, present, selectors
from games.errors import Refusal
from games.forms import FormData, in_words, move_as_form
from games.frames import Frame, load_frame
from games.kernel.errors import IllegalMove
from games.kernel.types import Choice, Open
from games.letter_links import Ticket
from games.live import clause_url
from games.services import play as door
from games.views.entry import small_body
from games.views.refusals import answers_refusals
from games.views.table import assets, data_of


@never_cache
@require_http_methods(["GET", "POST"])
@answers_refusals
@small_body
def letter(request: HttpRequest, token: str) -> HttpResponse:
    """A choice from a letter. The ticket speaks for its seat in this one decision, and for nothing else."""
    ticket = letter_links.read(token)
    frame = load_frame(ticket.match)
    user = User.objects.filter(pk=ticket.user, is_active=True).first()
    if user is None or frame.position is None or frame.seat_of(user.pk) != ticket.seat:
        raise Refusal(403, "This letter belongs to a seat that has another player now.", "PLAY-11")
    asked = _asked(frame, ticket)
    if asked is None:
        return _page(request, frame, user, ticket, _closed(ticket), 410)
    choice = _choice(frame, ticket, asked)
    if request.method == "POST":
        return _play(request, frame, user, ticket, choice)
    return _page(request, frame, user, ticket, _ready(request, frame, user, ticket, asked, choice))


def _closed(ticket: Ticket) -> dict[str, Any]:
    """Why there is nothing to decide any more."""
    by = selectors.answered_by(ticket.match, ticket.seat, ticket.decision)
    if by == "clock":
        return {
            "state": "expired",
            "sentence": "Your time ran out, and the default was played. Nothing was changed now.",
        }
    if by:
        return {"state": "done", "sentence": "You have answered this letter already. Nothing was changed now."}
    return {"state": "expired", "sentence": "The decision of this letter is closed. Nothing was changed."}


def _asked(frame: Frame, ticket: Ticket) -> Open | None:
    opens = present.own_decisions(frame, ticket.seat).all
    return next((open for open in opens if open.id == ticket.decision), None)


def _choice(frame: Frame, ticket: Ticket, asked: Open) -> Choice | None:
    """What the link stands for; None for the whole form."""
    offered = letters.choices(frame, ticket.seat, asked.decision)
    number = int(ticket.choice) if ticket.choice.isdecimal() else len(offered)
    return offered[number] if number < len(offered) else None


def _play(request: HttpRequest, frame: Frame, user: User, ticket: Ticket, choice: Choice | None) -> HttpResponse:
    data: FormData = data_of(request.POST)
    move = choice.move if choice is not None and choice.is_complete and "verb" not in data else data
    try:
        door.play_move(match_id=frame.id, seat=ticket.seat, decision=ticket.decision, move=move, by="mail", user=user)
    except Refusal as refusal:
        frame = load_frame(frame.id)
        facts = _refused(frame, ticket, refusal.message, refusal.clause)
        return _page(request, frame, user, ticket, facts, refusal.status)
    after = load_frame(frame.id)
    told = present.story(after, ticket.seat, since=frame.version)
    facts = {"state": "played", "told": [line.words for line in told]}
    return _page(request, after, user, ticket, facts)


def _refused(frame: Frame, ticket: Ticket, sentence: str, clause: str) -> dict[str, Any]:
    """Why not; with the way back to all choices while the decision is open: one may have no log-in here."""
    again = letter_links.link(replace(ticket, choice=letter_links.FORM)) if _asked(frame, ticket) else ""
    return {"state": "refused", "sentence": sentence, "clause": clause, "again": again}


def _ready(
    request: HttpRequest, frame: Frame, user: User, ticket: Ticket, asked: Open, choice: Choice | None
) -> dict[str, Any]:
    due = next((row.due_at for row in frame.asked if row.key == asked.id), None)
    facts = {"state": "ready", "due_at": due, "default": in_words(asked.decision, asked.decision.default)}
    if choice is None or not choice.is_complete:
        return facts | {"move": asked.decision.prompt, "form": _form(request, frame, user, ticket, choice)}
    data = _as_data(asked, choice)
    try:
        lines = present.preview(frame, ticket.seat, data)
    except IllegalMove as error:
        return facts | _refused(frame, ticket, error.message, error.clause)
    return facts | {"move": choice.label, "preview": lines}


def _as_data(asked: Open, choice: Choice) -> dict[str, list[str]]:
    data: dict[str, list[str]] = {}
    for name, value in move_as_form(asked.decision, choice.move):
        data.setdefault(name, []).append(value)
    return data


def _form(request: HttpRequest, frame: Frame, user: User, ticket: Ticket, choice: Choice | None) -> str:
    """The form of the decision, with what the link stands for filled in."""
    more = present.Extras(form_action=request.path, only=ticket.decision)
    if choice is not None:
        more.chosen = {"verb": choice.move.verb, "args": choice.move.args}
    viewer = present.Viewer(user.pk, ticket.seat, user.time_zone, get_token(request))
    return mark_safe(fragments.form(present.describe(frame, viewer, more)))


def _page(
    request: HttpRequest, frame: Frame, user: User, ticket: Ticket, facts: dict[str, Any], status: int = 200
) -> HttpResponse:
    shown = present.describe(frame, present.Viewer(user.pk, ticket.seat, user.time_zone))
    clause = facts.get("clause", "")
    context = {
        "match": {
            "slug": frame.slug,
            "title": frame.game.meta.title,
            "id": frame.id,
            "url": reverse("match", args=[frame.id]),
        },
        "seat_name": frame.names[ticket.seat],
        # A link speaks for one decision: when that is closed, it shows nothing of the seat any more.
        "summary": "" if facts["state"] in ("expired", "done") else fragments.position_text(shown),
        "clause_url": clause_url(clause) if clause else "",
        "next_url": selectors.next_decision(user, frame.id) if facts["state"] == "played" else "",
        **assets(frame.slug),
        **facts,
    }
    response = render(request, "games/confirm_mail.html", context, status=status)
    # The address is the key, so it is told to nobody; "no-referrer" would turn the Origin of our own form into "null".
    response["Referrer-Policy"] = "strict-origin"
    return response
