"""Links in emails. GET shows the choice and changes nothing (mail scanners follow links); POST plays it."""

from dataclasses import replace
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.text import get_text_list
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
from games.matches.loaded import LoadedMatch, load_match
from games.matches.move_forms import PREFIX, FormData, in_words, move_as_form, read_move
from games.table import fragments, presenter, second_person
from games.views.decorators import small_body
from games.views.refusals import answers_refusals
from games.views.table import data_of, render_stage


class Opened(NamedTuple):
    """An opened email link: the request, the current match, the person and their ticket."""

    request: HttpRequest
    loaded: LoadedMatch
    user: User
    ticket: Ticket

    @property
    def seat(self) -> int:
        return self.ticket.seat

    def asked(self) -> Open | None:
        """The decision of the ticket, if it is still open."""
        opens = presenter.own_decisions(self.loaded, self.seat).all
        return next((open for open in opens if open.id == self.ticket.decision), None)


class Shown(Struct):
    """What the page shows besides the position; see the template. `touch`: the action that the clickable drawing is
    for, what has been chosen so far, and what the rules still allow."""

    state: str
    sentence: str = ""
    clause: str = ""
    again: str = ""
    others: str = ""
    table_url: str = ""
    happened: list[str] = []
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


@require_http_methods(["GET", "POST"])
@answers_refusals
@small_body
def email(request: HttpRequest, token: str) -> HttpResponse:
    """Show or play a choice from an email. The ticket is valid only for its seat and its one decision."""
    ticket = links.read(token)
    loaded = load_match(ticket.match)
    user = User.objects.filter(pk=ticket.user, is_active=True).first()
    if user is None or loaded.position is None or loaded.seat_of(user.pk) != ticket.seat:
        raise Refusal(403, "Another player has this seat now.", "PLAY-11")
    opened = Opened(request, loaded, user, ticket)
    if ticket.choice == links.AGAIN:
        return _again(opened)
    asked = opened.asked()
    if asked is None:
        by = open_decisions.answered_by(ticket.match, ticket.seat, ticket.decision)
        return _page(opened, Shown("expired" if by in ("", "clock") else "done", choices.why_closed(by)), 410)
    offered = choices.offered(loaded, ticket.seat, asked.decision)
    number = int(ticket.choice) if ticket.choice.isdecimal() else len(offered)
    choice = offered[number] if number < len(offered) else None  # None: show the whole form
    return _play(opened, choice) if request.method == "POST" else _page(opened, _ready(opened, asked, choice))


def _again(opened: Opened) -> HttpResponse:
    """Open a rematch. The new table asks for a login like any other, but the person already has a seat there."""
    shown, request, user = Shown("again"), opened.request, opened.user
    shown.others = match_email.listed([row.name for row in opened.loaded.seats if row.number != opened.seat])
    if request.method == "POST":
        table = rematches.open_rematch(match_id=opened.loaded.id, user=user)
        if request.user == user:
            return redirect(table)
        shown.state, shown.table_url = "opened", table.get_absolute_url()
    return _page(opened, shown)


def _play(opened: Opened, choice: Choice | None) -> HttpResponse:
    request, loaded, user, ticket = opened
    data: FormData = data_of(request.POST)
    move = choice.move if choice is not None and choice.is_complete and "verb" not in data else data
    try:
        door.play_move(match_id=loaded.id, seat=ticket.seat, decision=ticket.decision, move=move, by="mail", user=user)
    except Refusal as refusal:
        opened = opened._replace(loaded=load_match(loaded.id))
        return _page(opened, _refused(Shown("refused"), opened, refusal), refusal.status)
    after = load_match(loaded.id)
    story = second_person.story(after, ticket.seat, since=loaded.version)
    return _page(opened._replace(loaded=after), Shown("played", happened=story, turn=_whose_turn(after, ticket.seat)))


def _whose_turn(loaded: LoadedMatch, seat: int) -> str:
    """Whose turn it is now, worded for this seat; "" if nobody is to move."""
    if loaded.is_over:
        return "The match is over."
    if (asked := presenter.own_decisions(loaded, seat).asked) and not asked.decision.optional:
        return "It's your turn again."
    waiting = {other for other, _ in engine.waiting_among(loaded.open_decisions())} - {seat}
    names = [loaded.names[other] for other in sorted(waiting)]
    if len(names) == 1:
        return f"Now it's {names[0]}'s turn."
    return f"Now it's the turn of {get_text_list(names, 'and')}." if names else ""


def _refused(shown: Shown, opened: Opened, error: Refusal | IllegalMove) -> Shown:
    """Show the refusal, with a link to all choices while the decision is open: the person may not be logged in."""
    shown.state, shown.sentence, shown.clause = "refused", error.message, error.clause
    shown.again = links.link(replace(opened.ticket, choice=links.FORM)) if opened.asked() else ""
    return shown


def _ready(opened: Opened, asked: Open, choice: Choice | None) -> Shown:
    loaded, seat, shown = opened.loaded, opened.seat, Shown("ready")
    clock = next((row for row in loaded.asked if row.key == asked.id), None)
    shown.left = calendars.left_in_words(loaded, clock, timezone.now()) if clock else ""
    if shown.left:
        view = loaded.view_for(seat)
        shown.default = presenter.default_words(loaded, view, asked.decision)
    shown.move = choice.label if choice else asked.decision.prompt
    if choice is None:
        shown.form = _form(opened, None)
    elif not choice.is_complete:
        _unfinished(shown, opened, asked, choice)
    else:
        data: dict[str, list[str]] = {}
        for name, value in move_as_form(choice.move):
            data.setdefault(name, []).append(value)
        try:
            shown.preview = presenter.preview(loaded, seat, data)
        except IllegalMove as error:
            return _refused(shown, opened, error)
    return shown


def _unfinished(shown: Shown, opened: Opened, asked: Open, choice: Choice) -> None:
    """Complete a choice that needs more input, from the drawing or the form, until it is a move to confirm."""
    request, loaded, seat = opened.request, opened.loaded, opened.seat
    action = next(action for action in asked.decision.actions if action.verb == choice.move.verb)
    chosen = touchable_picture.chosen_in(data_of(request.GET), action, choice.move)
    data = {"verb": [action.verb]} | {PREFIX + name: values for name, values in chosen.items()}
    shown.touch = (action, choice.move, chosen, presenter.still_possible(loaded, seat, data))
    if request.GET:
        try:
            shown.preview = presenter.preview(loaded, seat, data)
        except IllegalMove as error:
            shown.missing = error.message
        else:
            shown.hidden = [(name, value) for name, values in data.items() for value in values]
            shown.move = in_words(asked.decision, read_move(asked.decision, data))
            shown.start_again = request.path
            return
    filled = touchable_picture.prefilled(action, choice.move, chosen)
    shown.form = _form(opened, presenter.Chosen(filled.verb, filled.args))


def _form(opened: Opened, chosen: presenter.Chosen | None) -> str:
    """Render the form of the decision with the link's choice filled in."""
    request, loaded, user, ticket = opened
    more = presenter.Extras(chosen=chosen, form_action=request.path, only=ticket.decision)
    viewer = presenter.Viewer(user.pk, ticket.seat, user.time_zone, get_token(request))
    return mark_safe(fragments.form(presenter.describe(loaded, viewer, more)))


def _page(opened: Opened, shown: Shown, status: int = 200) -> HttpResponse:
    request, loaded, user, ticket = opened
    described = presenter.describe(loaded, presenter.Viewer(user.pk, ticket.seat, user.time_zone))
    is_closed = shown.state in ("expired", "done")  # the ticket is for one decision: show nothing private after it
    asked = described.asked.decision if described.asked else None
    facts = () if is_closed else presenter.position_words(loaded, described.view, ticket.seat)
    drawn = "" if is_closed else picture.drawing(loaded, described.view, asked, ticket.seat)
    touched = touchable_picture.touchable(drawn, *shown.touch) if drawn and shown.touch else ""
    context = asdict(shown) | {
        "match": {
            "slug": loaded.slug,
            "title": loaded.game.meta.title,
            "id": loaded.id,
            "url": reverse("match", args=[loaded.id]),
        },
        "seat_name": loaded.names[ticket.seat],
        "facts": facts,
        "picture": mark_safe(touched or drawn),  # our own SVG, with its text escaped
        "is_touchable": bool(touched),
        "picture_words": picture.alt_text(facts),
        "clause_url": clause_url(shown.clause) if shown.clause else "",
        "next_url": open_decisions.next_decision(user, loaded.id) if shown.state in ("played", "done") else "",
    }
    response = render_stage(request, "confirm_mail", loaded.slug, context, status)
    # The URL is the key, so don't leak it in Referer; but "no-referrer" would make the Origin of our own form "null".
    response["Referrer-Policy"] = "strict-origin"
    return response
