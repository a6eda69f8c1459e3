"""The API documentation: a page for programmers, and the OpenAPI file."""

from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from accounts import tokens
from config import page_cache
from games.api.openapi import PART, ROOT, STREAMED, document
from games.api.registry import ENDPOINTS, Endpoint
from games.kernel.replay import Record

STARTED = timezone.now()  # Last-Modified of the page, which depends only on the code of this process


@require_safe
@cache_control(max_age=300)
@conditional_page
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI 3.1 description."""
    return HttpResponse(_openapi(), content_type="application/json")


@cache
def _openapi() -> bytes:
    return msgspec.json.encode(document())


@require_safe
@cache_control(max_age=300)
@conditional_page
def record_schema(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of match records."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": settings.SITE_URL + request.path}
    return HttpResponse(msgspec.json.encode(schema | msgspec.json.schema(Record)), content_type="application/json")


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The API documentation: every endpoint with its request and response; GET endpoints can be tried. Cacheable."""
    stamp = sha256(_openapi()).hexdigest()
    return page_cache.page(request, stamp, STARTED, lambda: render_to_string("games/api.html", _described(), request))


class Address(NamedTuple):
    """One endpoint as the page shows it. Fields are (name, type) pairs, parameters (name, description) pairs."""

    method: str
    path: str
    name: str
    scope: str
    words: str
    query: list[tuple[str, str]]
    takes: list[tuple[str, str]]
    answers: list[tuple[str, str]]
    about: str
    try_url: str


@cache
def _described() -> dict[str, Any]:
    """The context of the page. Events and types have a description and fields."""
    schemas = document()["components"]["schemas"]
    streamed = []
    for one in STREAMED:  # without the name, which is the heading
        words = schemas[one.__name__]["description"].partition(": ")[2]
        kind = one.__name__.removeprefix("Stream").lower()
        streamed.append((kind, words[:1].upper() + words[1:], _fields(schemas, one.__name__)))
    answers = {one.answer.__name__ for one in ENDPOINTS}
    types = [
        (name, schema.get("description", ""), _fields(schemas, name))
        for name, schema in sorted(schemas.items())
        if name not in answers and schema.get("properties")
    ]
    rows = [_row(one, schemas) for one in ENDPOINTS]
    root, scopes = settings.SITE_URL + ROOT, tokens.SCOPES
    return {"root": root, "scopes": scopes, "streamed": streamed, "types": types, "endpoints": rows}


def _row(one: Endpoint, schemas: dict[str, Any]) -> Address:
    return Address(
        method=one.method,
        path=PART.sub(r"{\2}", one.path),
        name=one.name,
        scope=one.scope,
        words=one.words,
        query=[*one.query.items(), *((f"{name} (header)", words) for name, words in one.headers.items())],
        takes=_fields(schemas, one.body.__name__) if one.body else [],
        answers=_fields(schemas, one.answer.__name__),
        about=schemas[one.answer.__name__].get("description", ""),
        try_url=f"{ROOT}{one.path}" if one.method == "GET" and "<" not in one.path else "",
    )


def _fields(schemas: dict[str, Any], name: str) -> list[tuple[str, str]]:
    """Each field with its type in a word or two."""
    return [(field, _kind(schema)) for field, schema in schemas[name].get("properties", {}).items()]


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items') or {})}"
    return str(schema.get("format") or schema.get("type") or "anything")
