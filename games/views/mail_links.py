"""Links in emails. GET shows the choice and changes nothing (mail scanners follow links); POST plays it."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.text import get_text_list
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.clause_links import clause_url
from games.errors import Refusal
from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.kernel.position import Open
from games.kernel.types import Choice
from games.lobby import rematches
from games.mail import choices, links, match_email, picture, touchable_picture
from games.mail.links import Ticket
from games.matches import calendars, open_decisions
from games.matches import play as door
from games.matches.hidden_words import veil
from games.matches.loaded import LoadedMatch, load_match
from games.matches.move_forms import PREFIX, FormData, in_words, move_as_form, read_move
from games.table import fragments, presenter, second_person
from games.views.decorators import small_body
from games.views.refusals import answers_refusals
from games.views.table import assets, data_of


@never_cache
@require_http_methods(["GET", "POST"])
@answers_refusals
@small_body
def email(request: HttpRequest, token: str) -> HttpResponse:
    """A choice from an email. The ticket speaks for its seat in this one decision, and for nothing else."""
    ticket = links.read(token)
    loaded = load_match(ticket.match)
    user = User.objects.filter(pk=ticket.user, is_active=True).first()
    if user is None or loaded.position is None or loaded.seat_of(user.pk) != ticket.seat:
        raise Refusal(403, "This email is about a seat that has another player now.", "PLAY-11")
    if ticket.choice == links.AGAIN:
        return _again(request, loaded, user, ticket)
    asked = _asked(loaded, ticket)
    if asked is None:
        return _page(request, loaded, user, ticket, _closed(ticket), 410)
    offered = choices.offered(loaded, ticket.seat, asked.decision)
    number = int(ticket.choice) if ticket.choice.isdecimal() else len(offered)
    choice = offered[number] if number < len(offered) else None  # none stands for the whole form
    if request.method == "POST":
        return _play(request, loaded, user, ticket, choice)
    return _page(request, loaded, user, ticket, _ready(request, loaded, user, ticket, asked, choice))


def _again(request: HttpRequest, loaded: LoadedMatch, user: User, ticket: Ticket) -> HttpResponse:
    """Play a match once more. The new table asks people to log in, as any other; they have their seat there already."""
    others = match_email.listed([row.name for row in loaded.seats if row.number != ticket.seat])
    facts = {"state": "again", "others": others}
    if request.method == "POST":
        table = rematches.open_rematch(match_id=loaded.id, user=user)
        if request.user == user:
            return redirect(table)
        facts |= {"state": "opened", "table_url": table.get_absolute_url()}
    return _page(request, loaded, user, ticket, facts)


def _closed(ticket: Ticket) -> dict[str, Any]:
    """Why there is nothing to decide any more."""
    by = open_decisions.answered_by(ticket.match, ticket.seat, ticket.decision)
    if by == "clock":
        return {
            "state": "expired",
            "sentence": "Your time ran out, and the default was played. Nothing was changed now.",
        }
    if by:
        return {"state": "done", "sentence": "You have already answered this email. Nothing was changed now."}
    return {
        "state": "expired",
        "sentence": "This email is out of date: it is no longer your turn here. Nothing was changed.",
    }


def _asked(loaded: LoadedMatch, ticket: Ticket) -> Open | None:
    opens = presenter.own_decisions(loaded, ticket.seat).all
    return next((open for open in opens if open.id == ticket.decision), None)


def _play(request: HttpRequest, loaded: LoadedMatch, user: User, ticket: Ticket, choice: Choice | None) -> HttpResponse:
    data: FormData = data_of(request.POST)
    move = choice.move if choice is not None and choice.is_complete and "verb" not in data else data
    try:
        door.play_move(match_id=loaded.id, seat=ticket.seat, decision=ticket.decision, move=move, by="mail", user=user)
    except Refusal as refusal:
        loaded = load_match(loaded.id)
        facts = _refused(loaded, ticket, refusal.message, refusal.clause)
        return _page(request, loaded, user, ticket, facts, refusal.status)
    after = load_match(loaded.id)
    told = second_person.story(after, ticket.seat, since=loaded.version)
    facts = {"state": "played", "told": told, "turn": _whose_turn(after, ticket.seat)}
    return _page(request, after, user, ticket, facts)


def _whose_turn(loaded: LoadedMatch, seat: int) -> str:
    """What the match waits for now, told to this seat; "" when it is over."""
    if loaded.is_over:
        return "The match is over."
    if (asked := presenter.own_decisions(loaded, seat).asked) and not asked.decision.optional:
        return "It's your turn again."
    waiting = {other for other, _ in engine.waiting_among(loaded.open_decisions())} - {seat}
    names = [loaded.names[other] for other in sorted(waiting)]
    if len(names) == 1:
        return f"Now it's {names[0]}'s turn."
    return f"Now it's the turn of {get_text_list(names, 'and')}." if names else ""


def _refused(loaded: LoadedMatch, ticket: Ticket, sentence: str, clause: str) -> dict[str, Any]:
    """Why not; with the way back to all choices while the decision is open: one may have no log-in here."""
    again = links.link(replace(ticket, choice=links.FORM)) if _asked(loaded, ticket) else ""
    return {"state": "refused", "sentence": sentence, "clause": clause, "again": again}


def _ready(
    request: HttpRequest, loaded: LoadedMatch, user: User, ticket: Ticket, asked: Open, choice: Choice | None
) -> dict[str, Any]:
    clock = next((row for row in loaded.asked if row.key == asked.id), None)
    left = calendars.left_in_words(loaded, clock, timezone.now()) if clock else ""
    view = veil(engine.view_for(loaded.game, loaded.at_table(), ticket.seat), loaded.hidden)
    default = presenter.default_words(loaded, view, asked.decision) if left else ""
    facts = {"state": "ready", "left": left, "default": default}
    if choice is None:
        return facts | {"move": asked.decision.prompt, "form": _form(request, loaded, user, ticket, None)}
    if not choice.is_complete:
        return facts | _unfinished(request, loaded, user, ticket, asked, choice)
    data: dict[str, list[str]] = {}
    for name, value in move_as_form(asked.decision, choice.move):
        data.setdefault(name, []).append(value)
    try:
        lines = presenter.preview(loaded, ticket.seat, data)
    except IllegalMove as error:
        return facts | _refused(loaded, ticket, error.message, error.clause)
    return facts | {"move": choice.label, "preview": lines}


def _unfinished(
    request: HttpRequest, loaded: LoadedMatch, user: User, ticket: Ticket, asked: Open, choice: Choice
) -> dict[str, Any]:
    """A choice that needs more: touched in the drawing or filled into the form, until it is a move to confirm."""
    action = next(action for action in asked.decision.actions if action.verb == choice.move.verb)
    chosen = touchable_picture.chosen_in(data_of(request.GET), action, choice.move)
    data = {"verb": [action.verb]} | {PREFIX + name: values for name, values in chosen.items()}
    possible = presenter.still_possible(loaded, ticket.seat, data)
    facts: dict[str, Any] = {"move": choice.label, "touch": (action, choice.move, chosen, possible)}
    if request.GET:
        try:
            lines = presenter.preview(loaded, ticket.seat, data)
        except IllegalMove as error:
            facts["missing"] = error.message
        else:
            hidden = [(name, value) for name, values in data.items() for value in values]
            move = in_words(asked.decision, read_move(asked.decision, data))
            return facts | {"move": move, "preview": lines, "hidden": hidden, "start_again": request.path}
    begun = Choice(choice.label, touchable_picture.begun(action, choice.move, chosen), is_complete=False)
    return facts | {"form": _form(request, loaded, user, ticket, begun)}


def _form(request: HttpRequest, loaded: LoadedMatch, user: User, ticket: Ticket, choice: Choice | None) -> str:
    """The form of the decision, with what the link stands for filled in."""
    more = presenter.Extras(form_action=request.path, only=ticket.decision)
    if choice is not None:
        more.chosen = presenter.Chosen(choice.move.verb, choice.move.args)
    viewer = presenter.Viewer(user.pk, ticket.seat, user.time_zone, get_token(request))
    return mark_safe(fragments.form(presenter.describe(loaded, viewer, more)))


def _page(
    request: HttpRequest, loaded: LoadedMatch, user: User, ticket: Ticket, facts: dict[str, Any], status: int = 200
) -> HttpResponse:
    shown = presenter.describe(loaded, presenter.Viewer(user.pk, ticket.seat, user.time_zone))
    clause, is_closed = facts.get("clause", ""), facts["state"] in ("expired", "done")
    asked = shown.asked.decision if shown.asked else None
    board = None if is_closed else picture.drawing(loaded, shown.view, asked)
    touched = touchable_picture.touchable(board.drawing, *facts["touch"]) if board and "touch" in facts else ""
    context = {
        "match": {
            "slug": loaded.slug,
            "title": loaded.game.meta.title,
            "id": loaded.id,
            "url": reverse("match", args=[loaded.id]),
        },
        "seat_name": loaded.names[ticket.seat],
        # A link speaks for one decision: when that is closed, it shows nothing of the seat any more.
        "facts": () if is_closed or not board else board.words,
        "summary": "" if is_closed or board else fragments.position_text(shown),
        "picture": mark_safe(touched or board.drawing) if board else "",  # our own SVG; words in it are escaped there
        "is_touchable": bool(touched),
        "picture_words": picture.in_words(board) if board else "",
        "clause_url": clause_url(clause) if clause else "",
        "next_url": open_decisions.next_decision(user, loaded.id) if facts["state"] in ("played", "done") else "",
        **assets(loaded.slug),
        **facts,
    }
    response = render(request, "games/confirm_mail.html", context, status=status)
    # The address is the key, so it is told to nobody; "no-referrer" would turn the Origin of our own form into "null".
    response["Referrer-Policy"] = "strict-origin"
    return response
