"""Plays moves sent with an API token ahead of Django: ASGI middleware for the one URL that programs call all the time.

A token needs no session, cookies or page middleware. Moves that arrive while the database thread is busy are played as
one batch, like those of sockets. Requests without a token go on to Django, which gives the same answers.
docs/decisions/moves-by-token.md has the figures.
"""

import logging
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.db import InterfaceError, OperationalError

from accounts import tokens
from config import health, request_ids
from games import rate_limits
from games.api import authentication, dispatch, moves, shapes
from games.api.visible_matches import match_for
from games.errors import Refusal, too_large
from games.matches import play as door
from games.matches import recent
from games.matches.loaded import LoadedMatch
from games.sockets.database_thread import batched_in_database_thread

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]
ADDRESS = re.compile(r"/api/v1/matches/([0-9]{1,18})/moves/")
VIEW = "api_move"
ALWAYS: Headers = [(b"Cache-Control", b"private, no-store"), (b"X-Content-Type-Options", b"nosniff")]
log = logging.getLogger("playpost.api")


class Posted(NamedTuple):
    """A request: its token, match and body."""

    key: str
    match_id: int
    body: bytes


class TokenMoveDone(NamedTuple):
    """An accepted move, and how many requests are left in this minute."""

    receipt: shapes.Receipt
    left: int


def with_moves(pages: Application) -> Application:
    """Wrap an ASGI application so that it plays moves sent with a token."""

    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        address = ADDRESS.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        headers = dict(scope["headers"]) if address else {}
        key = authentication.bearer(headers.get(b"authorization", b"").decode("latin-1"))
        if address is None or not key:
            return await pages(scope, receive, send)
        began, id = time.perf_counter(), request_ids.begin(headers.get(b"x-request-id", b"").decode("latin-1"))
        status, body, more = await _answer(key, int(address[1]), receive)
        health.count_request("POST", VIEW, status, time.perf_counter() - began)
        more += [(b"Content-Length", b"%d" % len(body)), (request_ids.HEADER.encode(), id.encode()), *ALWAYS]
        await send({"type": "http.response.start", "status": status, "headers": more})
        await send({"type": "http.response.body", "body": body})

    return application


async def _answer(key: str, match_id: int, receive: Any) -> tuple[int, bytes, Headers]:
    """Status, body and headers."""
    try:
        played = await _play_batched(Posted(key, match_id, await _read(receive)))
    except Refusal as refusal:
        return _problem(refusal)
    except (OperationalError, InterfaceError):
        no_database = Refusal(503, "The database doesn’t answer. Send the same move again; it counts once.")
        return _problem(no_database, (b"Retry-After", b"30"))
    except Exception:
        log.exception("Match %s: a move by token failed", match_id)
        return _problem(Refusal(500, "Something went wrong on our side. The host has been notified."))
    limit = b"%d" % rate_limits.API_CALLS_PER_MINUTE
    limits = [(b"RateLimit-Limit", limit), (b"RateLimit-Remaining", b"%d" % played.left)]
    return 200, msgspec.json.encode(played.receipt), [(b"Content-Type", b"application/json"), *limits]


def _problem(refusal: Refusal, *more: tuple[bytes, bytes]) -> tuple[int, bytes, Headers]:
    return refusal.status, dispatch.problem_json(refusal), [(b"Content-Type", dispatch.PROBLEM.encode()), *more]


async def _read(receive: Any) -> bytes:
    """Read the body. Raises Refusal (413)."""
    body, is_more = b"", True
    while is_more:
        message = await receive()
        body += message.get("body", b"")
        is_more = message.get("more_body", False)
        if len(body) > settings.MAX_BODY:
            raise too_large()
    return body


def _play_all(posted: list[Posted]) -> list[TokenMoveDone | Exception]:
    """Play the moves whose token is valid."""
    valid = tokens.find_all({one.key for one in posted})
    known = [one for one in posted if one.key in valid]
    counts = rate_limits.spent("api", [valid[one.key].user.pk for one in known], 60)
    done = iter(_play([_attempt(one, valid[one.key], count) for one, count in zip(known, counts, strict=True)]))
    return [next(done) if one.key in valid else authentication.unknown_token() for one in posted]


def _play(attempts: list["Attempt | Exception"]) -> list[TokenMoveDone | Exception]:
    done = iter(door.play_moves([one.move for one in attempts if isinstance(one, Attempt)]))
    return [_played(next(done), one.left) if isinstance(one, Attempt) else one for one in attempts]


def _played(done: door.Receipt | Exception, left: int) -> TokenMoveDone | Exception:
    return done if isinstance(done, Exception) else TokenMoveDone(moves.receipt(done), left)


class Attempt(NamedTuple):
    """A move to play, and how many requests its sender has left."""

    move: door.Submission
    left: int


def _attempt(one: Posted, access: tokens.Access, count: int) -> Attempt | Exception:
    try:
        left = authentication.remaining_after(count)
        authentication.need_scope("play", access.scopes)
        body = dispatch.body_of(one.body, shapes.MoveShape)
        return Attempt(moves.submission(_match(one.match_id, access.user), access.user, body), left)
    except Exception as error:
        return error


def _match(match_id: int, user: Any) -> LoadedMatch:
    """The match. A cached one is enough for its players, because play_moves checks again. Raises Refusal (404)."""
    known = recent.get(match_id)
    if known is not None and known.position is not None and known.seat_of(user.pk) is not None:
        return known
    return match_for(user, match_id)


_play_batched = batched_in_database_thread(_play_all)
