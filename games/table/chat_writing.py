"""Writing to the chat of a match: messages, last words, reports, mutes, private notes."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import nh3
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from markupsafe import Markup, escape

from accounts.models import OutgoingMail
from accounts.names import has_stacked_marks, plain
from accounts.people import blocks
from games import rate_limits
from games.errors import NeedsAccount, Refusal
from games.kernel.words import can_be_seen
from games.matches import hidden_words, mail_queue
from games.matches.changes import count_change
from games.matches.loaded import LoadedMatch
from games.models import ChatLine, Report, Seat, Visit

LONGEST = 500
LAST_WORD = 140
LINES_A_MINUTE = 20
PRESSED_TWICE = 5  # seconds within which the same words from a page count once
LONGEST_NOTES = 4000
REPORTS_AN_HOUR = 20
UNSHOWN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")  # Unicode categories: control, invisible and line-breaking characters


@contextmanager
def once(user: Any, place: str, text: str) -> Iterator[bool]:
    """Is this the first of two presses of the button? Without script, a page lets one press it twice."""
    key = f"said:{place}:{user.pk}:{sha256(text.encode()).hexdigest()}"
    try:
        yield cache.add(key, 1, PRESSED_TWICE)
    except Refusal:
        cache.delete(key)
        raise


def say(*, loaded: LoadedMatch, user: Any, text: str) -> ChatLine:
    """Add a line to the players' chat or, from somebody without a seat, to the spectators' chat.

    The caller has checked that this person may see the match. Raises Refusal: 403 if they are not logged in or may not
    chat here (see why_silent), 422 for empty, long or unreadable text, 429 for too many lines.
    """
    if user is None:
        raise Refusal(403, "Log in to chat.", "PLAY-11")
    if refusal := why_silent(loaded, user):
        raise refusal
    words = line_of(user, text)
    spectators_only = loaded.seat_of(user.pk) is None
    with transaction.atomic():
        facts = {"user_id": user.pk, "text": words, "spectators_only": spectators_only}
        line = ChatLine.objects.create(match_id=loaded.id, **facts)
        if "@" in words and not spectators_only:
            _notify_mentioned(loaded, line)
    return line


def _notify_mentioned(loaded: LoadedMatch, line: ChatLine) -> None:
    """Notify players whom a line mentions ("@ada"), unless they are kept apart from its author or already notified."""
    apart = {None, line.user_id, *blocks.apart_from(line.user_id)}
    seats = []
    for seat in loaded.seats:
        names = rf"@({re.escape(plain(seat.name))}|{re.escape(seat.username)})(?!\w)"
        is_named = seat.user not in apart and re.search(names, line.text, re.IGNORECASE)
        if is_named and not _is_notified(loaded.id, seat.user, line.user_id):
            seats.append(seat.number)
    mail_queue.queue_news(loaded, "mention", f"mention{line.pk}", seats, line=line.pk)


def _is_notified(match_id: int, user: int | None, who: int) -> bool:
    """Does this player still have an unread mention in this match, or have they muted the author?"""
    rows = OutgoingMail.objects.filter(user=user, match_id=str(match_id), kind="mention", is_unread=True)
    return rows.exists() or Visit.objects.filter(match=match_id, user=user, muted__contains=[who]).exists()


def why_silent(loaded: LoadedMatch, user: Any) -> Refusal | None:
    """Why this person may not chat here (403): guests may only in a private match that they play, and nobody whom
    staff have muted."""
    if user.is_guest and (loaded.is_public or loaded.seat_of(user.pk) is None):
        return NeedsAccount("Chatting with strangers needs an account.")
    return why_muted(user, "in chats")


def why_muted(user: Any, what: str) -> Refusal | None:
    """The refusal (403) of what this person would write, if staff have muted them."""
    if not is_muted(user):
        return None
    return Refusal(403, f"You can’t write {what} until {user.muted_until:%-d %B %Y}. We wrote to you why.")


def line_of(user: Any, text: str) -> str:
    """What this person says, in any chat, ready to store. Raises Refusal: 422, 429."""
    words = clean_text(text, LONGEST)
    if not words:
        raise Refusal(422, "Write something first.")
    rate_limits.spend("chat", user.pk, LINES_A_MINUTE, "You’re sending messages too fast. Wait a moment.", 60)
    return words


def is_muted(user: Any) -> bool:
    """Has staff muted this person for now?"""
    return bool(user.muted_until and user.muted_until > timezone.now())


def clean_text(text: str, longest: int, breaks: str = "") -> str:
    """Normalized text, ready to store; "" if nothing in it is visible. `breaks`: line breaks that are allowed.

    Raises Refusal (422) if it is too long or contains characters that cannot be shown.
    """
    words = unicodedata.normalize("NFC", text).replace("\t", " ").strip()
    if len(words) > longest:
        raise Refusal(422, f"A message can have at most {longest} characters.")
    is_shown = all(unicodedata.category(sign) not in UNSHOWN or sign in "\u200d" + breaks for sign in words)
    if not is_shown or has_stacked_marks(words):
        raise Refusal(422, "This message contains characters that can’t be shown.")
    return words if can_be_seen(words) else ""


def line_for(loaded: LoadedMatch, user: Any, line_id: int) -> ChatLine:
    """A chat line, if this person may read it. Raises Refusal (404)."""
    line = ChatLine.objects.filter(match_id=loaded.id, pk=line_id).select_related("user").first()
    if line is None or (line.spectators_only and hides_spectators_chat(loaded, user)):
        raise Refusal(404, "There is no such message.")
    if user is not None and blocks.are_apart(user, line.user):
        raise Refusal(404, "There is no such message.")
    return line


def hides_spectators_chat(loaded: LoadedMatch, user: Any) -> bool:
    """Is the spectators' chat hidden from this person? Yes for players until the match is over: it could be advice."""
    return not loaded.is_over and user is not None and loaded.seat_of(user.pk) is not None


def report(
    *, loaded: LoadedMatch, user: Any, text: str, reason: str, line: ChatLine | None = None, about: Any = None
) -> None:
    """Report text in this match: a chat line, or text entered in the game. Reporting the same text again does nothing.

    Text in the game that two people have reported is hidden from everybody (hidden_words.py). Raises Refusal: 422 for
    an unreadable reason, 429 for too many reports.
    """
    rate_limits.spend("report", user.pk, REPORTS_AN_HOUR, "You’ve sent a lot of reports. Wait a while.")
    facts = {"line": line, "about_id": about, "reason": clean_text(reason, 300)}
    with transaction.atomic():
        _, is_new = Report.objects.get_or_create(match_id=loaded.id, by=user, text=text[:LONGEST], defaults=facts)
        same = Report.objects.filter(match_id=loaded.id, text=text[:LONGEST], line=None)
        if is_new and same.count() == hidden_words.ENOUGH:
            count_change([loaded.id])


def mute(*, match_id: int, user: Any, who: int, on: bool) -> None:
    """Hide from `user` what another person says in this match, or show it again. Nobody else is told."""
    with transaction.atomic():  # the same person may mute two others at once on two pages
        visit, _ = Visit.objects.select_for_update().get_or_create(match_id=match_id, user=user)
        rest = [other for other in visit.muted if other != who]
        visit.muted = [*rest, who][-50:] if on else rest
        visit.save(update_fields=["muted"])


def save_notes(*, match_id: int, user: Any, text: str) -> None:
    """Save a person's private notes on a match. Raises Refusal (422) if they are too long or unreadable."""
    notes = clean_text(text.replace("\r\n", "\n"), LONGEST_NOTES, "\n")
    Visit.objects.update_or_create(match_id=match_id, user=user, defaults={"notes": notes})


def as_html(text: str) -> Markup:
    """A chat line as safe HTML that shows every character as typed: "5<b" is not a tag."""
    return Markup(nh3.clean(escape(text), tags=set()))


def last_word(*, loaded: LoadedMatch, user: Any, text: str) -> None:
    """Leave a last word: one line per player after the end. Raises Refusal: 403, 409, 422 (also for a second one)."""
    seat = loaded.seat_of(user.pk)
    if seat is None:
        raise Refusal(403, "Only players at this table can leave a last word.")
    if not loaded.is_over:
        raise Refusal(409, "This match isn’t over yet.")
    if refusal := why_silent(loaded, user):
        raise refusal
    usual = ("", f"You can leave one last word: a line of 1 to {LAST_WORD} characters.")
    clause, sentence = loaded.game.rules.refusals.get("last_word", usual)
    try:
        words = " ".join(clean_text(text, LAST_WORD).split())
    except Refusal:
        words = ""
    if words and words == loaded.seats[seat].last_word:
        return  # the button was pressed twice
    with transaction.atomic():
        own = Seat.objects.filter(match_id=loaded.id, number=seat, last_word="")
        if not words or not own.update(last_word=words):
            raise Refusal(422, sentence, clause)
        count_change([loaded.id])
