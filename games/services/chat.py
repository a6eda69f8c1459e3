"""Talking at the table."""

import unicodedata
from typing import Any

import nh3
from markupsafe import Markup, escape

from games import limits
from games.errors import Refusal, not_your_seat
from games.frames import Frame
from games.models import ChatLine

LONGEST = 500
LINES_A_MINUTE = 20


def say(*, frame: Frame, user: Any, text: str) -> ChatLine:
    """Add a line. Raises Refusal: 403 without a seat, 422 for empty, long or unreadable text, 429 when too fast."""
    if user is None or frame.seat_of(user.pk) is None:
        raise not_your_seat()
    words = unicodedata.normalize("NFC", text).replace("\t", " ").strip()
    if not words:
        raise Refusal(422, "Say something first.")
    if len(words) > LONGEST:
        raise Refusal(422, f"A line holds at most {LONGEST} characters.")
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co") and letter != "\u200d" for letter in words):
        raise Refusal(422, "This line holds characters that cannot be shown.")
    limits.spend("chat", user.pk, LINES_A_MINUTE, 60, "You talk faster than the others can read. Wait a moment.")
    return ChatLine.objects.create(match_id=frame.id, user_id=user.pk, text=words)


def as_html(text: str) -> Markup:
    """A line as harmless HTML that shows every sign as it was typed: "5<b" is no tag here."""
    return Markup(nh3.clean(escape(text), tags=set()))
