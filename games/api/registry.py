"""The registry of API endpoints. The `endpoint` decorator fills it; `openapi` and `urls` read it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import getdoc
from typing import Any, get_type_hints

from django.http import HttpRequest
from msgspec import Struct

Handler = Callable[..., Struct]


@dataclass(frozen=True, slots=True)
class Call:
    """An authenticated request: the user, their scopes and the decoded body."""

    request: HttpRequest
    user: Any
    scopes: tuple[str, ...]
    body: Any = None

    def query(self, name: str) -> str:
        """A query parameter; "" if it is missing."""
        return self.request.GET.get(name, "")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One HTTP method of one path. `scope`: what a token needs; `query`, `headers`: parameters and descriptions."""

    method: str
    path: str
    scope: str
    handler: Handler
    body: type[Struct] | None = None
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.handler.__name__

    @property
    def words(self) -> str:
        """The description: the handler's docstring on one line."""
        return " ".join((getdoc(self.handler) or "").split())

    @property
    def answer(self) -> type[Struct]:
        """The response type."""
        kind: type[Struct] = get_type_hints(self.handler)["return"]
        return kind


ENDPOINTS: list[Endpoint] = []


def endpoint(
    method: str,
    path: str,
    scope: str,
    body: type[Struct] | None = None,
    headers: Mapping[str, str] | None = None,
    **query: str,
) -> Callable[[Handler], Handler]:
    """Register an endpoint: a function of a Call and path parameters that returns a Struct or raises Refusal."""

    def register(handler: Handler) -> Handler:
        ENDPOINTS.append(Endpoint(method, path, scope, handler, body, query, headers or {}))
        return handler

    return register
