"""Builds the OpenAPI 3.1 description from the registered endpoints and their types."""

import re
from functools import cache
from typing import Any

import msgspec
from django.conf import settings

from accounts import tokens
from games.api import endpoints  # noqa: F401  (fills the registry)
from games.api.registry import ENDPOINTS, Endpoint
from games.api.shapes import Problem, StreamDecision, StreamMessage, StreamMove

ROOT = "/api/v1/"
STREAMED = (StreamDecision, StreamMove, StreamMessage)
PART = re.compile(r"<(int|slug):(\w+)>")
TOKEN = {"type": "http", "scheme": "bearer", "description": "A personal token."}
KINDS = {"int": {"type": "integer"}, "slug": {"type": "string"}}
REFUSED = {
    "description": "Refused",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


@cache
def document() -> dict[str, Any]:
    """The whole OpenAPI document as plain data."""
    answers = [one.answer for one in ENDPOINTS]
    bodies = [one.body for one in ENDPOINTS if one.body]
    _, components = msgspec.json.schema_components(
        [*answers, *bodies, *STREAMED, Problem], ref_template="#/components/schemas/{name}"
    )
    paths: dict[str, Any] = {}
    for one in ENDPOINTS:
        paths.setdefault("/" + PART.sub(r"{\2}", one.path), {})[one.method.lower()] = _operation(one)
    paths["/stream/"] = {"get": _stream()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Playpost", "version": "1", "description": "Play and watch games, move by move."},
        "servers": [{"url": settings.SITE_URL + ROOT}],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"token": TOKEN, "oauth2": _oauth2()}},
        "security": [{"token": []}, {"oauth2": []}],
    }


def _oauth2() -> dict[str, Any]:
    """For third-party apps: authorization code with PKCE (RFC 7636)."""
    site = settings.SITE_URL + "/oauth/"
    code = {"authorizationUrl": f"{site}authorize/", "tokenUrl": f"{site}token/", "scopes": dict(tokens.SCOPES)}
    return {"type": "oauth2", "flows": {"authorizationCode": code | {"refreshUrl": f"{site}token/"}}}


def _operation(one: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": one.name,
        "summary": one.words.partition(". ")[0].rstrip("."),
        "description": f"{one.words} Scope: {one.scope} ({tokens.SCOPES[one.scope]}).",
        "parameters": _parameters(one),
        "responses": {
            "200": {"description": "Done", "content": {"application/json": {"schema": _named(one.answer)}}},
            "default": REFUSED,
        },
    }
    if one.body:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": _named(one.body)}}}
    return operation


def _stream() -> dict[str, Any]:
    """The one endpoint that does not return a JSON object."""
    events = {"oneOf": [_named(one) for one in STREAMED]}
    done = {"description": "Events as they happen", "content": {"text/event-stream": {"schema": events}}}
    return {
        "operationId": "stream",
        "summary": "Your decisions, moves and messages as server-sent events",
        "description": "Events `decision`, `move` and `message` of all your matches. Scope: read.",
        "parameters": [_text("header", "Last-Event-ID", "to resume after this event")],
        "responses": {"200": done, "default": REFUSED},
    }


def _parameters(one: Endpoint) -> list[dict[str, Any]]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": KINDS[kind]} for kind, name in PART.findall(one.path)
    ]
    in_query = [_text("query", name, words) for name, words in one.query.items()]
    return in_path + in_query + [_text("header", name, words) for name, words in one.headers.items()]


def _text(place: str, name: str, words: str) -> dict[str, Any]:
    return {"name": name, "in": place, "description": words, "schema": {"type": "string"}}


def _named(type: type) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{type.__name__}"}
