"""Answering a decision from an email. GET shows the choice and changes nothing (mail scanners follow links); POST plays
it and goes on with what the same person is asked next."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.safestring import mark_safe
from msgspec import Struct
from msgspec.structs import asdict

from games.agreements import takebacks
from games.errors import Refusal
from games.kernel.errors import IllegalMove
from games.kernel.position import Open
from games.kernel.types import Choice, Move
from games.mail import after_move, choices, links, match_email, touchable_picture
from games.matches import calendars, open_decisions
from games.matches import play as door
from games.matches.move_forms import PREFIX, FormData, move_as_form, read_move, verb_of
from games.models import MoveRecord
from games.table import choosing, fragments, log_words, presenter
from games.views.from_email.pages import Opened, Shown, onwards, page, refusal_facts, shown_position
from games.views.table import data_of

MOST_LINES = 8  # of what happened


class Ready(Struct):
    """A choice to confirm, or a form. `hidden`: what was touched; `missing`: what a touched choice lacks; `options`:
    (url, label) of each way to complete it; `links`: all choices of the decision; `answered`: the sealed answer that
    this one would replace."""

    move: str = ""
    form: str = ""
    preview: list[str] = []
    hidden: list[tuple[str, str]] = []
    missing: str = ""
    start_again: str = ""
    answered: str = ""
    left: str = ""
    default: str = ""
    other_url: str = ""
    links: choices.Links | None = None
    options: list[tuple[str, str]] = []


def decision_page(opened: Opened) -> HttpResponse:
    """Show or play the choice of this ticket."""
    asked, loaded, ticket = opened.asked(), opened.loaded, opened.ticket
    if asked is None or (asked.answer is not None and asked.decision.is_final):
        return _closed(opened, asked)
    offered = choices.offered(loaded, ticket.seat, asked.decision)
    number = int(ticket.choice) if ticket.choice.isdecimal() else len(offered)
    choice = offered[number] if number < len(offered) else None  # None: all choices and the form
    return _play(opened, asked, choice) if opened.request.method == "POST" else _ready(opened, asked, choice)


# --- playing ------------------------------------------------------------------------------------------------------


def _play(opened: Opened, asked: Open, choice: Choice | None) -> HttpResponse:
    loaded, user, ticket = opened.loaded, opened.user, opened.ticket
    data: FormData = data_of(opened.request.POST)
    move: Move | FormData = choice.move if choice and choice.is_complete and "verb" not in data else data
    try:
        door.play_move(match_id=loaded.id, seat=ticket.seat, decision=ticket.decision, move=move, by="mail", user=user)
    except Refusal as refusal:
        return _refused(opened.now(), refusal, refusal.status)
    after = opened.now()
    whole = move if isinstance(move, Move) else read_move(asked.decision, move)
    played = choice.label if choice and move is choice.move else _in_words(opened, asked, whole)
    return _done(after, "Played", played, _story(after, since=loaded.version))


def _in_words(opened: Opened, asked: Open, move: Move) -> str:
    return presenter.sent_words(opened.loaded, asked.decision, move)


def _done(opened: Opened, title: str, played: str, happened: list[str], status: int = 200) -> HttpResponse:
    """What was played, what came of it, whose turn it is, and how this person goes on or takes it back."""
    more = onwards(opened)
    context = {
        "title": title,
        "played": played,
        "happened": happened[-MOST_LINES:],
        "turn": match_email.whose_turn(opened.loaded, opened.seat),
        **_ways_back(opened),
        **more,
    }
    return page(opened, "done", context, shown_position(opened), status)


def _ways_back(opened: Opened) -> dict[str, Any]:
    """Context: how the answer can be changed (while it is sealed, or a standing order) or taken back."""
    asked = opened.asked()
    if asked is not None and asked.answer is not None:
        return {"is_sealed": "yes", "change_url": "" if asked.decision.is_final else opened.url(links.FORM, asked.id)}
    if opened.loaded.is_over or asked is not None:
        return {}
    try:
        takebacks.check(opened.loaded, opened.seat)
    except Refusal:
        return {}
    is_free = takebacks.is_free(opened.loaded, opened.seat)
    return {"undo_url": opened.url(links.UNDO, opened.ticket.decision), "is_free": is_free}


def _closed(opened: Opened, asked: Open | None) -> HttpResponse:
    """The decision is answered, by this person or the clock, or it is not asked any more."""
    loaded, ticket = opened.loaded, opened.ticket
    by, version = open_decisions.answered(loaded.id, ticket.seat, ticket.decision)
    if asked is not None and asked.answer is not None:  # sealed for good
        return _done(opened, "You have already played", _in_words(opened, asked, asked.answer), [], 410)
    title = "You have already played" if by not in ("", "clock") else "This email is out of date"
    context = {
        "title": title,
        "sentence": choices.why_closed(by),
        "turn": match_email.whose_turn(loaded, ticket.seat),
        "happened": _story(opened, version - 1, version)[:MOST_LINES] if by else [],
        **(_ways_back(opened) if _is_newest(opened) else {}),
        **onwards(opened),
    }
    return page(opened, "done", context, status=410)


def _is_newest(opened: Opened) -> bool:
    """Is the answer to this decision the last thing that this person has done in the match?"""
    rows = MoveRecord.objects.filter(match_id=opened.loaded.id, seat=opened.seat).exclude(by__in=takebacks.SILENT)
    newest = rows.order_by("-number").values_list("decision", flat=True).first()
    return newest == opened.ticket.decision


def _story(opened: Opened, since: int, until: int | None = None) -> list[str]:
    return [one.words for one in log_words.story(opened.loaded, opened.seat, since, until)]


def _refused(opened: Opened, error: Refusal | IllegalMove, status: int = 200) -> HttpResponse:
    """The refusal, with a link to all choices while the decision is open."""
    again = opened.url(links.FORM, opened.ticket.decision) if opened.asked() else ""
    context = {"title": "That move is not possible", **refusal_facts(error), "again": again, **onwards(opened)}
    return page(opened, "refused", context, shown_position(opened), status)


# --- before playing -----------------------------------------------------------------------------------------------


def _ready(opened: Opened, asked: Open, choice: Choice | None) -> HttpResponse:
    ready = Ready(move=choice.label if choice else asked.decision.prompt)
    _add_time(ready, opened, asked)
    if asked.answer is not None:
        ready.answered = _in_words(opened, asked, asked.answer)
    shown = shown_position(opened, asked.decision)
    begun = verb_of(data_of(opened.request.GET))
    if choice is None and begun in {action.verb for action in asked.decision.actions}:
        choice = Choice("", Move(begun), is_complete=False)  # a link of the form itself
    if choice is None:
        _add_choices(ready, opened, asked)
    else:
        ready.other_url = opened.url(links.FORM, asked.id)
        try:
            shown = (_confirm if choice.is_complete else _unfinished)(ready, opened, asked, choice, shown)
        except IllegalMove as error:
            return _refused(opened, error)
    return page(opened, "move", asdict(ready), shown)


def _add_time(ready: Ready, opened: Opened, asked: Open) -> None:
    loaded = opened.loaded
    clock = next((row for row in loaded.asked if row.key == asked.id), None)
    ready.left = calendars.left_in_words(loaded, clock, timezone.now()) if clock else ""
    if ready.left:
        ready.default = presenter.default_words(loaded, loaded.view_for(opened.seat), asked.decision)


def _add_choices(ready: Ready, opened: Opened, asked: Open) -> None:
    """All choices as links, and the form."""
    offered = choices.offered(opened.loaded, opened.seat, asked.decision)
    ready.links = choices.links_of(offered, opened.ticket, asked, opened.user.link_mark)
    ready.form = _form(opened, None)


def _confirm(ready: Ready, opened: Opened, asked: Open, choice: Choice, shown: Shown) -> Shown:
    """A choice that is a whole move."""
    data: dict[str, list[str]] = {}
    for name, value in move_as_form(choice.move):
        data.setdefault(name, []).append(value)
    ready.preview = _sentences(choosing.preview(opened.loaded, opened.seat, data), choice.label)
    return _as_played(opened, asked, choice.move, shown)


def _sentences(lines: list[str], known: str = "") -> list[str]:
    """The lines of a preview as sentences, without those that the heading says already."""
    told = [line[:1].upper() + line[1:] for line in lines if line and line not in known]
    return [line if line[-1] in ".!?" else f"{line}." for line in told]


def _as_played(opened: Opened, asked: Open, move: Move, shown: Shown) -> Shown:
    """The picture of a move to confirm."""
    if not shown.svg:
        return shown
    after = after_move.picture_after(opened.loaded, opened.seat, move)
    svg = after or after_move.with_marks(shown.svg, asked.decision, move) or shown.svg
    return Shown(svg, shown.words, shown.facts, caption="After your move:" if after else "")


def _unfinished(ready: Ready, opened: Opened, asked: Open, choice: Choice, shown: Shown) -> Shown:
    """Complete a choice that needs more input, from the drawing or the form, until it is a move to confirm."""
    request, loaded, seat = opened.request, opened.loaded, opened.seat
    action = next(action for action in asked.decision.actions if action.verb == choice.move.verb)
    chosen = touchable_picture.chosen_in(data_of(request.GET), action, choice.move)
    data = {"verb": [action.verb]} | {PREFIX + name: values for name, values in chosen.items()}
    possible = choosing.still_possible(loaded, seat, data)
    touched = touchable_picture.touchable(shown.svg, action, choice.move, chosen, possible) if shown.svg else ""
    shown = Shown(touched or shown.svg, shown.words, shown.facts, bool(touched))
    if request.GET:
        try:
            ready.preview = _sentences(choosing.preview(loaded, seat, data))
        except IllegalMove as error:
            ready.missing = error.message
        else:
            move = read_move(asked.decision, data)
            ready.hidden = [(name, value) for name, values in data.items() for value in values]
            ready.move = _in_words(opened, asked, move)
            ready.start_again = request.path
            return shown if touched else _as_played(opened, asked, move, shown)
    ready.options = touchable_picture.as_links(action, choice.move, chosen)
    filled = touchable_picture.prefilled(action, choice.move, chosen)
    is_one_of_several = len(asked.decision.actions) > 1
    ready.form = _form(opened, presenter.Chosen(filled.verb, filled.args), action.verb if is_one_of_several else "")
    return shown


def _form(opened: Opened, chosen: presenter.Chosen | None, verb: str = "") -> str:
    """The form of the decision; with `verb`, only that of this action, with the link's choice filled in. Without a CSRF
    token: see pages.py."""
    more = presenter.Extras(chosen=chosen, form_action=opened.request.path, only=opened.ticket.decision)
    viewer = presenter.Viewer(opened.user.pk, opened.seat, opened.user.time_zone)
    described = presenter.describe(opened.loaded, viewer, more)
    return mark_safe(fragments.form_of(described, verb) if verb else fragments.form(described))
