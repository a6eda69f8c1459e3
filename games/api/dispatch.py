"""Handles API requests, from the endpoint and its body to the response; errors are problem details (RFC 9457)."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, TypeVar

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import conditional_page

from games import rate_limits
from games.api.authentication import authenticate, count_request, header_of, need_scope
from games.api.registry import Call, Endpoint
from games.api.shapes import Problem
from games.clause_links import clause_url
from games.errors import Refusal, too_large
from games.kernel import codec

B = TypeVar("B", bound=msgspec.Struct)

PROBLEM = "application/problem+json"


def problem(refusal: Refusal) -> HttpResponse:
    """A response that carries the refusal as problem details."""
    return HttpResponse(problem_json(refusal), content_type=PROBLEM, status=refusal.status)


def problem_json(refusal: Refusal) -> bytes:
    """The JSON body of problem()."""
    details = Problem(
        status=refusal.status,
        title=HTTPStatus(refusal.status).phrase,
        detail=refusal.message,
        clause=refusal.clause,
        type=settings.SITE_URL + clause_url(refusal.clause) if refusal.clause else "about:blank",
    )
    return msgspec.json.encode(details)


def view_of(methods: Mapping[str, Endpoint]) -> Callable[..., HttpResponse]:
    """The Django view of one path, given its endpoint for each HTTP method."""

    def answer(request: HttpRequest, **parts: Any) -> HttpResponse:
        try:
            return _answer(request, methods, parts)
        except Refusal as refusal:
            return problem(refusal)

    view: Any = csrf_exempt(cache_control(private=True, no_store=True)(conditional_page(answer)))
    view.answer_too_large = lambda request: problem(too_large())  # for config.security
    typed: Callable[..., HttpResponse] = view
    return typed


def _answer(request: HttpRequest, methods: Mapping[str, Endpoint], parts: dict[str, Any]) -> HttpResponse:
    method = "GET" if request.method == "HEAD" else request.method or ""
    if method not in methods:
        refused = problem(Refusal(405, f"Use {' or '.join(methods)} here."))
        refused["Allow"] = ", ".join(methods)
        return refused
    endpoint = methods[method]
    user, scopes = authenticate(request)
    left = count_request(user)
    need_scope(endpoint.scope, scopes)
    answer = _run(request, endpoint, user, scopes, parts)
    answer["RateLimit-Limit"], answer["RateLimit-Remaining"] = str(rate_limits.API_CALLS_PER_MINUTE), str(left)
    return answer


def _run(
    request: HttpRequest, endpoint: Endpoint, user: Any, scopes: tuple[str, ...], parts: dict[str, Any]
) -> HttpResponse:
    sent = request.body  # before the form token is looked for in it

    def act(request: HttpRequest) -> HttpResponse:
        body = body_of(sent, endpoint.body) if endpoint.body else None
        result = endpoint.handler(Call(request, user, scopes, body), **parts)
        return HttpResponse(codec.dump(result), content_type="application/json")

    if header_of(request):
        return act(request)
    answer: HttpResponse = csrf_protect(act)(request)  # authenticated by cookie, so another site could have sent it
    if answer.status_code == HTTPStatus.FORBIDDEN:
        raise Refusal(403, "Send a token, or the cookie csrftoken in the header X-CSRFToken.")
    return answer


def body_of(raw: bytes, kind: type[B]) -> B:
    """Decode and validate a request body. Raises Refusal: 400 if it is not a JSON object, 422 if it does not fit."""
    if not raw and not any(field.required for field in msgspec.structs.fields(kind)):
        raw = b"{}"
    try:
        data = msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal(400, "The body is not a JSON object.") from None
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        words = str(error).rstrip(".").replace("`", "")
        raise Refusal(422, f"The body does not fit: {words}.", "PLAY-03") from None
