"""The registry of API endpoints, filled by the decorator `endpoint`; `openapi` and `urls` read it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import getdoc
from typing import Any, get_type_hints

from django.http import HttpRequest
from msgspec import Struct

Handler = Callable[..., Struct]


@dataclass(frozen=True, slots=True)
class Call:
    """One request that was let in: who asks, what they send."""

    request: HttpRequest
    user: Any
    scopes: tuple[str, ...]
    body: Any = None

    def query(self, name: str) -> str:
        """A parameter behind the question mark; "" if it is not there."""
        return self.request.GET.get(name, "")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method of one address. `scope`: what a token needs; `query`, `headers`: parameters and what they mean."""

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
        """What it does: the docstring of its function."""
        return " ".join((getdoc(self.handler) or "").split())

    @property
    def answer(self) -> type[Struct]:
        """The type that it answers with."""
        found: type[Struct] = get_type_hints(self.handler)["return"]
        return found


ENDPOINTS: list[Endpoint] = []


def endpoint(
    method: str,
    path: str,
    scope: str,
    body: type[Struct] | None = None,
    headers: Mapping[str, str] | None = None,
    **query: str,
) -> Callable[[Handler], Handler]:
    """Make a function an address: it takes a Call and the parts of the path, and returns a Struct or raises Refusal."""

    def register(handler: Handler) -> Handler:
        ENDPOINTS.append(Endpoint(method, path, scope, handler, body, query, headers or {}))
        return handler

    return register
