"""Links in emails. GET shows the choice and changes nothing (mail scanners follow links); POST plays it."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.text import get_text_list
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from msgspec import Struct
from msgspec.structs import asdict

from accounts.models import User
from games.clause_links import clause_url
from games.errors import Refusal
from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.kernel.position import Open
from games.kernel.types import Action, Choice, Move
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
from games.views.table import data_of, render_stage


class Shown(Struct):
    """What the page says besides the position; see the template. `touch`: what can be touched in the drawing for, with
    what is chosen so far and what the rules still allow."""

    state: str
    sentence: str = ""
    clause: str = ""
    again: str = ""
    others: str = ""
    table_url: str = ""
    told: list[str] = []
    turn: str = ""
    left: str = ""
    default: str = ""
    move: str = ""
    form: str = ""
    preview: list[str] = []
    hidden: list[tuple[str, str]] = []
    missing: str = ""
    start_again: str = ""
    touch: tuple[Action, Move, dict[str, list[str]], dict[str, list[Any]]] | None = None


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
        by = open_decisions.answered_by(ticket.match, ticket.seat, ticket.decision)
        state = "expired" if by in ("", "clock") else "done"
        return _page(request, loaded, user, ticket, Shown(state, choices.why_closed(by)), 410)
    offered = choices.offered(loaded, ticket.seat, asked.decision)
    number = int(ticket.choice) if ticket.choice.isdecimal() else len(offered)
    choice = offered[number] if number < len(offered) else None  # none stands for the whole form
    if request.method == "POST":
        return _play(request, loaded, user, ticket, choice)
    return _page(request, loaded, user, ticket, _ready(request, loaded, user, ticket, asked, choice))


def _again(request: HttpRequest, loaded: LoadedMatch, user: User, ticket: Ticket) -> HttpResponse:
    """Play a match once more. The new table asks people to log in, as any other; they have their seat there already."""
    shown = Shown("again")
    shown.others = match_email.listed([row.name for row in loaded.seats if row.number != ticket.seat])
    if request.method == "POST":
        table = rematches.open_rematch(match_id=loaded.id, user=user)
        if request.user == user:
            return redirect(table)
        shown.state, shown.table_url = "opened", table.get_absolute_url()
    return _page(request, loaded, user, ticket, shown)


def _asked(loaded: LoadedMatch, ticket: Ticket) -> Open | None:
    opens = presenter.own_decisions(loaded, ticket.seat).all
    return next((open for open in opens if open.id == ticket.decision), None)


def _play(request: HttpRequest, loaded: LoadedMatch, user: User, ticket: Ticket, choice: Choice | None) -> HttpResponse:
    data: FormData = data_of(request.POST)
    move = choice.move if choice is not None and choice.is_complete and "verb" not in data else data
    try:
        door.play_move(match_id=loaded.id, seat=ticket.seat, decision=ticket.decision, move=move, by="mail", user=user)
    except Refusal as refusal:
        loaded, shown = load_match(loaded.id), Shown("ready")
        _refuse(shown, loaded, ticket, refusal)
        return _page(request, loaded, user, ticket, shown, refusal.status)
    after = load_match(loaded.id)
    told = second_person.story(after, ticket.seat, since=loaded.version)
    return _page(request, after, user, ticket, Shown("played", told=told, turn=_whose_turn(after, ticket.seat)))


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


def _refuse(shown: Shown, loaded: LoadedMatch, ticket: Ticket, error: Refusal | IllegalMove) -> Shown:
    """Why not; with the way back to all choices while the decision is open: one may have no log-in here."""
    shown.state, shown.sentence, shown.clause = "refused", error.message, error.clause
    shown.again = links.link(replace(ticket, choice=links.FORM)) if _asked(loaded, ticket) else ""
    return shown


def _ready(
    request: HttpRequest, loaded: LoadedMatch, user: User, ticket: Ticket, asked: Open, choice: Choice | None
) -> Shown:
    shown, clock = Shown("ready"), next((row for row in loaded.asked if row.key == asked.id), None)
    shown.left = calendars.left_in_words(loaded, clock, timezone.now()) if clock else ""
    if shown.left:
        view = veil(engine.view_for(loaded.game, loaded.at_table(), ticket.seat), loaded.hidden)
        shown.default = presenter.default_words(loaded, view, asked.decision)
    shown.move = choice.label if choice else asked.decision.prompt
    if choice is None:
        shown.form = _form(request, loaded, user, ticket, None)
    elif not choice.is_complete:
        _unfinished(shown, request, loaded, user, ticket, asked, choice)
    else:
        data: dict[str, list[str]] = {}
        for name, value in move_as_form(asked.decision, choice.move):
            data.setdefault(name, []).append(value)
        try:
            shown.preview = presenter.preview(loaded, ticket.seat, data)
        except IllegalMove as error:
            return _refuse(shown, loaded, ticket, error)
    return shown


def _unfinished(
    shown: Shown, request: HttpRequest, loaded: LoadedMatch, user: User, ticket: Ticket, asked: Open, choice: Choice
) -> None:
    """A choice that needs more: touched in the drawing or filled into the form, until it is a move to confirm."""
    action = next(action for action in asked.decision.actions if action.verb == choice.move.verb)
    chosen = touchable_picture.chosen_in(data_of(request.GET), action, choice.move)
    data = {"verb": [action.verb]} | {PREFIX + name: values for name, values in chosen.items()}
    shown.touch = (action, choice.move, chosen, presenter.still_possible(loaded, ticket.seat, data))
    if request.GET:
        try:
            shown.preview = presenter.preview(loaded, ticket.seat, data)
        except IllegalMove as error:
            shown.missing = error.message
        else:
            shown.hidden = [(name, value) for name, values in data.items() for value in values]
            shown.move = in_words(asked.decision, read_move(asked.decision, data))
            shown.start_again = request.path
            return
    begun = touchable_picture.begun(action, choice.move, chosen)
    shown.form = _form(request, loaded, user, ticket, presenter.Chosen(begun.verb, begun.args))


def _form(
    request: HttpRequest, loaded: LoadedMatch, user: User, ticket: Ticket, chosen: presenter.Chosen | None
) -> str:
    """The form of the decision, with what the link stands for filled in."""
    more = presenter.Extras(chosen=chosen, form_action=request.path, only=ticket.decision)
    viewer = presenter.Viewer(user.pk, ticket.seat, user.time_zone, get_token(request))
    return mark_safe(fragments.form(presenter.describe(loaded, viewer, more)))


def _page(
    request: HttpRequest, loaded: LoadedMatch, user: User, ticket: Ticket, shown: Shown, status: int = 200
) -> HttpResponse:
    described = presenter.describe(loaded, presenter.Viewer(user.pk, ticket.seat, user.time_zone))
    is_closed = shown.state in ("expired", "done")  # it speaks for one decision: it shows nothing of the seat any more
    asked = described.asked.decision if described.asked else None
    board = None if is_closed else picture.drawing(loaded, described.view, asked)
    touched = touchable_picture.touchable(board.drawing, *shown.touch) if board and shown.touch else ""
    context = asdict(shown) | {
        "match": {
            "slug": loaded.slug,
            "title": loaded.game.meta.title,
            "id": loaded.id,
            "url": reverse("match", args=[loaded.id]),
        },
        "seat_name": loaded.names[ticket.seat],
        "facts": board.words if board else (),
        "summary": "" if is_closed or board else fragments.position_text(described),
        "picture": mark_safe(touched or board.drawing) if board else "",  # our own SVG; words in it are escaped there
        "is_touchable": bool(touched),
        "picture_words": picture.in_words(board) if board else "",
        "clause_url": clause_url(shown.clause) if shown.clause else "",
        "next_url": open_decisions.next_decision(user, loaded.id) if shown.state in ("played", "done") else "",
    }
    response = render_stage(request, "confirm_mail", loaded.slug, context, status)
    # The address is the key, so it is told to nobody; "no-referrer" would turn the Origin of our own form into "null".
    response["Referrer-Policy"] = "strict-origin"
    return response
