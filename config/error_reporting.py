"""Reports errors without secrets: where it happened, but no values.

Hands, decks and seeds are in the local variables of nearly every function of a match, and at times in the words of an
exception: KeyError names a card, a database error quotes the row. Neither an error page (a development site is played
on, too) nor a line of a log may show them. Addresses in the log lose their signed parts for the same reason.
"""

import copy
import logging
import re
import sys
import traceback
from pathlib import Path
from typing import Any

import psycopg
from django.core.exceptions import SuspiciousOperation
from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.views.debug import ExceptionReporter

from config.debug_pages import is_local

BASE = Path(__file__).resolve().parent.parent
MATCHES = str(BASE / "games")  # code that has positions in its hands
WITHHELD = "(words withheld)"
BAD_DATA = "22"  # class of SQLSTATE: the message itself quotes the value
# Whoever holds one of these may act for somebody: emails, stopping emails, resetting a password.
_SIGNED = re.compile(r"(/email/|/mail/stop/|/password/reset/key/)[^/\s'\"]+")


def words_of(error: BaseException) -> str:
    """An exception in one line, without what it may tell of a match: "KeyError (words withheld)"."""
    kind = type(error).__name__
    if isinstance(error, psycopg.Error | DatabaseError):
        inner = error if isinstance(error, psycopg.Error) else error.__cause__
        state = getattr(inner, "sqlstate", None) or ""
        said = "" if state.startswith(BAD_DATA) else str(error).partition("\n")[0]
    else:  # raised in the kernel, a title, their templates, anything else that handles matches, or below?
        files = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
        said = "" if any(file.startswith(MATCHES) for file in files) else str(error)
    return f"{kind}: {said}" if said else f"{kind} {WITHHELD}"


def told(error: BaseException) -> str:
    """A traceback with its causes, the newest first: files, lines and source, no values."""
    parts: list[str] = []
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        parts.append("".join(traceback.format_tb(cause.__traceback__)) + words_of(cause))
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\nThis came after:\n".join(parts)


def without_tokens(text: str) -> str:
    """A line of a log without the signed parts of addresses."""
    return _SIGNED.sub(r"\1…", text)


class LineFormatter(logging.Formatter):
    """The form of all our log lines, of web processes and workers."""

    def format(self, record: logging.LogRecord) -> str:
        line = copy.copy(record)  # other handlers keep theirs
        line.exc_text = None
        line.args = _quiet(record)
        return without_tokens(super().format(line))

    def formatException(self, ei: Any) -> str:
        return told(ei[1]) if ei and ei[1] is not None else ""


def _quiet(record: logging.LogRecord) -> Any:
    """The arguments of a line with exceptions replaced; Celery hands over a dictionary with the words in "exc"."""
    args: Any = record.args
    if isinstance(args, dict):
        error = record.exc_info[1] if record.exc_info else None
        hidden = {"exc": words_of(error) if error else WITHHELD, "traceback": ""}
        return {name: hidden.get(name, value) for name, value in args.items()}
    return tuple(words_of(part) if isinstance(part, BaseException) else part for part in args or ())


class Reporter(ExceptionReporter):
    """The error page of a development site. It never asks for local variables, settings or what was posted.

    Who is not at the machine itself sees the page that all sites show.
    """

    exc_value: BaseException
    request: HttpRequest | None

    def get_traceback_html(self) -> SafeString:
        if is_local(self.request):
            return render_to_string("fault.html", {"report": told(self.exc_value)})
        return render_to_string("400.html" if isinstance(self.exc_value, SuspiciousOperation) else "500.html")

    def get_traceback_text(self) -> SafeString:
        return mark_safe(told(self.exc_value) if is_local(self.request) else "Server error")


def server_error(request: HttpRequest) -> HttpResponse:
    """The page of an error that nobody caught: 503 while the database is away, else 500."""
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": "30"})
    return HttpResponseServerError(render_to_string("500.html"))
