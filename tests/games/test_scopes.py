"""The scope matrix of the API: every operation of its description, by tokens with one scope and with all others.

The stream answers from another connection; test_streams.py has its scope.
"""

import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from accounts import bots, tokens
from accounts.models import User
from games.api import openapi
from games.models import Match

pytestmark = pytest.mark.django_db
OPERATIONS = sorted(
    (path, method, operation)
    for path, methods in openapi.document()["paths"].items()
    for method, operation in ((name, one["description"]) for name, one in methods.items())
    if path != "/stream/"
)
SCOPE = re.compile(r"Scope: (\w+)")
WRITES = ("play", "chat", "tables")


def scope_of(words: str) -> str:
    found = SCOPE.search(words)
    assert found, words
    return found[1]


def call(holder: User, scopes: list[str], method: str, path: str) -> Any:
    """The answer to an empty call with such a token; nothing that it changes stays."""
    with transaction.atomic():
        key = tokens.create(user=holder, name="x", scopes=scopes, days=30)
        client = Client(headers={"Authorization": f"Bearer {key}"})
        answer = getattr(client, method)(f"/api/v1{path}", content_type="application/json")
        transaction.set_rollback(True)
    return answer


def lacks(answer: Any, scope: str) -> bool:
    return bool(answer.status_code == 403 and f"lacks the scope “{scope}”" in answer.json()["detail"])


@pytest.mark.parametrize(("path", "method", "words"), OPERATIONS)
def test_an_operation_needs_its_scope_and_no_other(
    start: Any, stranger: User, path: str, method: str, words: str
) -> None:
    match: Match = start()
    bot = bots.create(owner=stranger, name="Clever")
    needed = scope_of(words)
    assert (needed in WRITES) == (method != "get"), "whoever may only read changes nothing"
    address = re.sub(r"\{\w*match\w*\}|\{id\}", str(match.pk), path)
    address = re.sub(r"\{\w*slug\w*\}", match.slug, address)
    address = re.sub(r"\{\w+\}", "1", address)
    for holder in (match.owner, stranger, bot):
        others = [scope for scope in tokens.SCOPES if scope != needed]
        for scopes in (others, *([scope] for scope in others)):
            assert lacks(call(holder, scopes, method, address), needed), (holder, scopes)
        assert not lacks(call(holder, [needed], method, address), needed), holder


def test_the_description_has_every_scope() -> None:
    assert {scope_of(words) for _, _, words in OPERATIONS} == set(tokens.SCOPES)
