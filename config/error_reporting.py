"""Reports errors without secrets: files, lines and source code, but no values.

Nearly every function that handles a match has hands, decks and seeds in its local variables, and exception messages
can contain them too: a KeyError names a card, a database error quotes the row. They must not appear on error pages
(people play on development sites, too) or in logs. Signed URL parts are removed from logs for the same reason.
"""

import copy
import json
import logging
import re
import sys
import traceback
from http import HTTPStatus
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.views.debug import ExceptionReporter
from django.views.defaults import page_not_found

from config.debug_pages import is_local
from config.security import API, MAIL_WEBHOOKS

BASE = Path(__file__).resolve().parent.parent
MATCHES = str(BASE / "games")  # code that handles positions
IN_API = {
    400: "The request is damaged.",
    404: "The API has no such address.",
    500: "Something went wrong on our side.",
    503: "The database doesn’t answer.",
}
WITHHELD = "(message withheld)"
BAD_DATA = "22"  # SQLSTATE class "data exception": the message itself quotes the value
# Anyone who has one of these links can act for its owner: move by email, stop emails, reset a password.
_SIGNED = re.compile(r"(/email/|/mail/stop/|/password/reset/key/)[^/\s'\"]+")


def describe(error: BaseException) -> str:
    """An exception in one line, without anything it may reveal about a match: "KeyError (message withheld)"."""
    kind = type(error).__name__
    if isinstance(error, psycopg.Error | DatabaseError):
        inner = error if isinstance(error, psycopg.Error) else error.__cause__
        state = getattr(inner, "sqlstate", None) or ""
        said = "" if state.startswith(BAD_DATA) else str(error).partition("\n")[0]
    else:  # withhold the message if any frame is in code that handles matches
        files = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
        said = "" if any(file.startswith(MATCHES) for file in files) else str(error)
    return f"{kind}: {said}" if said else f"{kind} {WITHHELD}"


def format_traceback(error: BaseException) -> str:
    """A traceback with its causes, newest first: files, lines and source code, no values."""
    parts: list[str] = []
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        parts.append("".join(traceback.format_tb(cause.__traceback__)) + describe(cause))
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\nCaused by:\n".join(parts)


def without_tokens(text: str) -> str:
    """A log line without the signed parts of URLs."""
    return _SIGNED.sub(r"\1…", text)


class LineFormatter(logging.Formatter):
    """The base formatter for all logs, in web processes and workers."""

    def format(self, record: logging.LogRecord) -> str:
        line = copy.copy(record)  # other handlers use the original
        line.exc_text = None
        line.args = _safe_args(record)
        return without_tokens(super().format(line))

    def formatException(self, ei: Any) -> str:
        return format_traceback(ei[1]) if ei and ei[1] is not None else ""


def _safe_args(record: logging.LogRecord) -> Any:
    """The log arguments with exceptions made safe. Celery passes a dictionary with the message under "exc"."""
    args: Any = record.args
    if isinstance(args, dict):
        error = record.exc_info[1] if record.exc_info else None
        hidden = {"exc": describe(error) if error else WITHHELD, "traceback": ""}
        return {name: hidden.get(name, value) for name, value in args.items()}
    return tuple(describe(part) if isinstance(part, BaseException) else part for part in args or ())


class Reporter(ExceptionReporter):
    """The error page of a development site, without local variables, settings and form data.

    Visitors from other machines see the normal error page.
    """

    exc_value: BaseException
    request: HttpRequest | None

    def get_traceback_html(self) -> SafeString:
        if is_local(self.request):
            return render_to_string("fault.html", {"report": format_traceback(self.exc_value)})
        return render_to_string("400.html" if isinstance(self.exc_value, SuspiciousOperation) else "500.html")

    def get_traceback_text(self) -> SafeString:
        return mark_safe(format_traceback(self.exc_value) if is_local(self.request) else "Server error")


def server_error(request: HttpRequest) -> HttpResponse:
    """The response to an unhandled exception: 503 while the database is down, otherwise 500."""
    error = sys.exc_info()[1]
    if isinstance(error, RecursionError) and request.path_info.startswith(MAIL_WEBHOOKS):
        return HttpResponse()  # an email of parts in parts without end, which would be sent again and again
    if isinstance(error, OperationalError | InterfaceError):
        answer = _answer(request, 503)
        answer["Retry-After"] = "30"
        return answer
    return _answer(request, 500)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The response to a damaged request, or to one that calls the site by another name than it has."""
    known = settings.SITE_URL if isinstance(exception, DisallowedHost) else ""
    return _answer(request, 400, known=known)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The response at an address that leads nowhere."""
    return _problem(404) if _is_in_api(request) else page_not_found(request, exception)


def _is_in_api(request: HttpRequest) -> bool:
    return request.path_info.startswith(f"{API}v1/")


def _answer(request: HttpRequest, status: int, **context: str) -> HttpResponse:
    """The page of this status; in the API, problem details like those of games.api."""
    if _is_in_api(request):
        return _problem(status)
    return HttpResponse(render_to_string(f"{status}.html", context), status=status)


def _problem(status: int) -> HttpResponse:
    title = HTTPStatus(status).phrase
    problem = {"status": status, "title": title, "detail": IN_API[status], "clause": "", "type": "about:blank"}
    return HttpResponse(json.dumps(problem), content_type="application/problem+json", status=status)
