"""Chat at a table: post, report, mute, and keep private notes."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from games.errors import NoMatch, Refusal
from games.kernel import codec
from games.matches import broadcast
from games.matches.loaded import LoadedMatch, copy_match
from games.models import ChatLine
from games.numbers import number_of
from games.table import chat_reading, chat_writing, fragments, log_words, presenter
from games.views.decorators import member_action, member_form, member_page, open_page
from games.views.moderation import reason_of, report_form
from games.views.table import match_facts, running, viewer, visible

KINDS = ("Insults or hate", "It gives the game away", "Advertising", "Something else")  # of words to report


@member_action
def say(request: HttpRequest, match_id: int) -> HttpResponse:
    """Post a chat line to the table, or to the spectators. Before the start, only players chat."""
    loaded = visible(request, match_id)
    if loaded.status != "open":
        loaded = running(request, match_id)
    elif loaded.seat_of(request.user.pk) is None:
        raise Refusal(403, "You don’t have a seat at this table.") if loaded.is_public else NoMatch()
    text = request.POST.get("chat", "")
    with chat_writing.once(request.user, f"match{match_id}", text) as is_new:
        if is_new:
            chat_writing.say(loaded=loaded, user=request.user, text=text)
            broadcast.chat(match_id)
    return redirect(f"{reverse('match', args=[match_id])}#t-chat")


@open_page
def whole_chat(request: HttpRequest, match_id: int) -> HttpResponse:
    """The whole chat of a table, as this person may read it."""
    loaded = running(request, match_id)
    page = chat_reading.whole_chat(loaded, request.user, request.GET.get("page"))
    context = {
        "match": match_facts(loaded),
        "page": page,
        "lines": fragments.chat_lines(page.object_list, viewer(request, loaded)),
    }
    return render(request, "games/chat.html", context)


@member_action
def last_word(request: HttpRequest, match_id: int) -> HttpResponse:
    """Post one line on the result page."""
    chat_writing.last_word(loaded=running(request, match_id), user=request.user, text=request.POST.get("words", ""))
    return redirect(f"{reverse('match', args=[match_id])}#t-result")


@member_form
def report(request: HttpRequest, match_id: int) -> HttpResponse:
    """Report words to the host and staff: ?line= is the id of a chat line, ?text= quotes words shown at the table."""
    loaded = running(request, match_id)
    data = request.POST if request.method == "POST" else request.GET
    line, text = _words(request, loaded, data.get("line", ""), data.get("text", ""))
    if request.method == "POST" and (kind := data.get("kind", "")) in KINDS:
        about = line.user_id if line else None
        reason = ". ".join(filter(None, (kind, reason_of(data))))
        chat_writing.report(loaded=loaded, user=request.user, text=text, reason=reason, line=line, about=about)
        messages.success(request, "Thank you. The host of this table and the staff of this site will look at it.")
        return redirect("match", match_id)
    context = {"match": match_facts(loaded), "line": line, "text": text, "kinds": KINDS}
    return report_form(request, "games/report.html", context)


@member_page
def reports(request: HttpRequest, match_id: int) -> HttpResponse:
    """The reports at a table, for its host and the staff, without the reporters' names. Raises Refusal (403).

    If they play at the table, they see only words that they can read anyway.
    """
    loaded = running(request, match_id)
    if request.user.pk != loaded.owner and not request.user.is_staff:
        raise Refusal(403, "Only the host and the staff can see reports.")
    shown = None
    if loaded.seat_of(request.user.pk) is not None:
        readable = copy_match(loaded)
        readable.hidden = ()  # show words that are hidden because two people reported them
        shown = _shown(request, readable)
    context = {"match": match_facts(loaded), "reported": chat_reading.reported(loaded, request.user, shown)}
    return render(request, "games/reports.html", context)


def _words(request: HttpRequest, loaded: LoadedMatch, line: str, text: str) -> tuple[ChatLine | None, str]:
    """The words to report, if this person has been shown them. Raises Refusal: 404, 422."""
    if number := number_of(line):
        reported = chat_writing.line_for(loaded, request.user, number)
        return reported, reported.text
    words = text.replace("\r\n", "\n").strip()[: chat_writing.LONGEST]  # forms send CRLF
    if not words or words not in _shown(request, loaded):
        raise Refusal(422, "Choose what to report.")
    return None, words


def _shown(request: HttpRequest, loaded: LoadedMatch) -> str:
    """All text that this person can read at the table: the position, the log and the strings of the game's view."""
    me = viewer(request, loaded)
    facts = presenter.describe(loaded, me)
    told = [line.words for line in log_words.story(loaded, me.seat)]
    position = [f"{one.label}: {one.text}" for one in presenter.position_words(loaded, facts.view, me.seat)]
    return "\n".join([*position, *told, *_texts(codec.plain(facts.view))])


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [text for part in parts for text in _texts(part)]


@member_action
def mute(request: HttpRequest, match_id: int) -> HttpResponse:
    """Mute somebody at this table, or unmute them if `on` is empty."""
    loaded = running(request, match_id)
    if line := request.POST.get("line", ""):
        who = _words(request, loaded, line, "")[0]
        number = who.user_id if who else 0
    else:
        number = number_of(request.POST.get("who", ""))
    if not number or number == request.user.pk:
        raise Refusal(422, "Choose a player to mute.")
    chat_writing.mute(match_id=match_id, user=request.user, who=number, on=bool(request.POST.get("on")))
    return redirect(f"{reverse('match', args=[match_id])}#t-chat")


@member_action
def notes(request: HttpRequest, match_id: int) -> HttpResponse:
    """Save the private notes on a match."""
    running(request, match_id)
    chat_writing.save_notes(match_id=match_id, user=request.user, text=request.POST.get("notes", ""))
    return redirect(f"{reverse('match', args=[match_id])}#notes")
