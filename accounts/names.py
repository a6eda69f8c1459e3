"""Rules for user names (used in URLs) and display names (shown on pages and in emails)."""

import re
import unicodedata
from email.utils import parseaddr
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError

from accounts.look_alikes import look

USERNAME_PATTERN = r"^[A-Za-z0-9_-]{2,24}$"
DISPLAY_NAME_LENGTH = 40

# Names of pages under /people/, and names that look official.
_OURS = """
    me mail new all admin administrator root staff support help system playpost postmaster moderator
    house bot bots nobody anonymous everyone someone you deleted null none
"""
RESERVED = frozenset(_OURS.split())
# No name contains one of these words, in whatever letters: only the staff speaks for the site.
_OFFICIAL = ("admin", "administrator", "moderator", "staff", "playpost", "postmaster", "root")
GUEST_PREFIX = "guest-"
BOT_SUFFIX = "-bot"  # ends the user names of all bots, and no others
HOUSE_BOTS = ("Ada", "Bruno", "Cleo", "Dino", "Edda", "Falk", "Gitta", "Hugo")
DELETED_PREFIX = "deleted-"
RESERVED_PREFIXES = (DELETED_PREFIX, "house-bot", GUEST_PREFIX)

ISOLATES = "\u2068\u2069"  # Unicode's first-strong isolate, and its end
_NO_ISOLATES = dict.fromkeys(map(ord, ISOLATES))
RIGHT_TO_LEFT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"  # Hebrew, Arabic, Syriac, Thaana, N'Ko and so on
_TO_LEFT = re.compile(RIGHT_TO_LEFT)
_CONTROL = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # controls, invisible marks, text direction, line breaks
_STACKED = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{8}")


def has_control(text: str) -> bool:
    """True if the text holds control characters, invisible marks or line breaks."""
    # isprintable() is a fast first check. It is false for unusual spaces, too, which are allowed.
    return not text.isprintable() and any(unicodedata.category(character) in _CONTROL for character in text)


def has_stacked_marks(text: str) -> bool:
    """True if there are eight or more combining marks in a row: they would cover neighbouring lines."""
    return _STACKED.search(text) is not None


def check_username(value: str) -> None:
    """Raise ValidationError unless the name has 2-24 letters, digits, dashes and underscores."""
    if has_control(value):
        raise ValidationError("A name can’t contain control characters or line breaks.", code="control")
    if not re.match(USERNAME_PATTERN, value) or value.endswith("\n"):
        raise ValidationError("Use 2 to 24 characters: a to z, digits, dashes and underscores.", code="username")


def check_not_reserved(value: str) -> None:
    """Raise ValidationError for names that look reserved or official."""
    low, words = look(value), set(re.split(r"[\W_]+", look(value)))
    is_ours = low in {look(name) for name in (*RESERVED, *_host_names())} or words & set(map(look, _OFFICIAL))
    prefixes, suffix = tuple(map(look, (*RESERVED_PREFIXES, "playpost"))), look(BOT_SUFFIX)
    if is_ours or low.startswith(prefixes) or low.endswith(suffix):
        raise ValidationError("This name is reserved. Please choose another one.", code="reserved")


def _host_names() -> set[str]:
    """The site's address without "www.", the longest part of it, and the name on its emails."""
    host = (urlsplit(settings.SITE_URL).hostname or "").removeprefix("www.")
    return {host, max(host.split("."), key=len), parseaddr(settings.DEFAULT_FROM_EMAIL)[0]}


def clean_display_name(value: str) -> str:
    """A display name with single spaces, in Unicode form NFC. Raises ValidationError for a bad one."""
    if has_control(value):
        raise ValidationError("A name can’t contain control characters or line breaks.", code="control")
    name = " ".join(unicodedata.normalize("NFC", value).split())
    if has_stacked_marks(name):
        raise ValidationError("A name can’t have so many accents on one character.", code="piled")
    if len(name) > DISPLAY_NAME_LENGTH:
        raise ValidationError(f"A name can have at most {DISPLAY_NAME_LENGTH} characters.", code="too_long")
    return name


def shown(name: str) -> str:
    """The name as it stands in texts: one that is written from right to left must not turn round what follows it."""
    return ISOLATES[0] + name + ISOLATES[1] if _TO_LEFT.search(name) else name


def plain(text: str) -> str:
    """The name itself, of one that is shown; or a text with such names."""
    return text.translate(_NO_ISOLATES)


def clean_title(value: str) -> str:
    """The name of something people create, such as a tournament: with single spaces. Raises ValidationError."""
    if has_control(value) or has_stacked_marks(value):
        raise ValidationError("A name can’t contain control characters or stacked accents.", code="control")
    return " ".join(unicodedata.normalize("NFC", value).split())


def ban_key(value: str) -> str:
    """A key shared by all spellings of a name: without case, spaces, dashes and accents."""
    plain = unicodedata.normalize("NFKD", value).casefold()
    return "".join(sign for sign in plain if sign.isalnum()) or plain


def check_display_name(value: str) -> None:
    """`clean_display_name` as a validator."""
    clean_display_name(value)


def parts(text: str, *, is_whole: bool = True) -> list[str]:
    """The trigrams by which a name is found: "Ada" has "  a", " ad", "ada", "da ". If not `is_whole`, the last word is
    only the beginning of a word."""
    words = text.lower().split()
    found: set[str] = set()
    for place, word in enumerate(words):
        padded = f"  {word} " if is_whole or place + 1 < len(words) else f"  {word}"
        found.update(padded[at : at + 3] for at in range(len(padded) - 2))
    return sorted(found)
