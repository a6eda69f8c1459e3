"""The table as plain text, with its own form."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe

from games.matches import calendars
from games.matches.loaded import LoadedMatch
from games.table import chat_reading, fragments, presenter
from games.views.decorators import anybodys_form, members_only
from games.views.moves import move_of
from games.views.table import data_of, extras, match_facts, running, viewer


@anybodys_form
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
        "is_late": status == HTTPStatus.CONFLICT,
        "chat": mark_safe(fragments.chat(loaded, me, chat_reading.chat_for(loaded, request.user))),
    }
    return render(request, "games/text.html", context, status=status)


def _left(loaded: LoadedMatch, user: Any) -> str:
    """The time left for this person's most urgent decision: "23 h for this move, then your 3-day reserve"."""
    seat, now = loaded.seat_of(user.pk), timezone.now()
    rows = [row for row in loaded.asked if row.seat == seat and row.due_at and row.answered_at is None]
    row = min(rows, key=lambda row: row.due_at or now, default=None)
    return calendars.left_in_words(loaded, row, now) if row else ""
