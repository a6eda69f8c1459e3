"""Permissions beyond the matrix: email links, other methods, missing CSRF tokens, private tables and wrong keys."""

import json
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from games.mail import links
from games.mail.links import Ticket
from games.matches.loaded import load_match
from tests.games.conftest import open_of
from tests.games.scenes import ROLES, STATES, Cast, client_of, everything, set_up
from tests.games.test_permissions import EMAIL_LINKS, RUNNING_ONLY, TABLE, address_of, cast, code, data_for
from tests.samples import GAME

__all__ = ["cast"]
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("is_public", [True, False])
def test_emails(cast: Cast, is_public: bool) -> None:
    match = set_up(cast, "running", is_public)
    asked = open_of(load_match(match.pk))
    ticket = Ticket(match.pk, asked.decision.seat, cast.owner.pk, "0", asked.id)
    address = links.link(ticket).removeprefix("http://localhost:8000")
    for method in ("GET", "POST"):
        found = []
        for role in ROLES:
            with transaction.atomic():
                answer = client_of(getattr(cast, role)).generic(method, address)
                found.append(str(answer.status_code))
                transaction.set_rollback(True)
        assert " ".join(found) == EMAIL_LINKS["email", method]


def test_other_methods_are_refused(cast: Cast) -> None:
    match = set_up(cast, "running", True)
    before, client = everything(), client_of(cast.owner)
    for name in {name for name, _ in TABLE}:
        address = address_of(name, match)
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - {how for other, how in TABLE if other == name}:
            answer = client.generic(method, address, "x=1", content_type="application/x-www-form-urlencoded")
            assert answer.status_code == 405, (name, method)
    assert everything() == before


@pytest.mark.parametrize("name", sorted(name for name, method in TABLE if method == "POST" and name != "email"))
def test_nothing_is_changed_without_the_form_token(cast: Cast, name: str) -> None:
    match = set_up(cast, "over" if name == "rematch" else "running" if name in RUNNING_ONLY else "open", True)
    client, before = client_of(cast.owner, enforce_csrf_checks=True), everything()
    address = address_of(name, match)
    data: Any = data_for(name, match)
    kind = {"content_type": "application/json"} if name == "api_move" else {}
    assert client.post(address, json.dumps(data) if kind else data, **kind).status_code == 403
    assert everything() == before


@pytest.mark.parametrize("name", ["play", "join", "chat", "resign", "rematch"])
def test_login_leads_from_a_form_to_its_table(cast: Cast, name: str) -> None:
    match = set_up(cast, "running", True)
    answer = client_of(None).post(reverse(name, args=[match.pk]))
    assert answer["Location"] == f"/accounts/login/?next=/match/{match.pk}/"


def test_nobody_finds_a_private_table_in_a_list(cast: Cast) -> None:
    shown = {state: set_up(cast, state, False) for state in STATES}
    for person in (None, cast.stranger):
        for address in ("/tables/", f"/tables/?game={GAME}", "/people/owner/"):
            body = client_of(person).get(address).content.decode()
            assert not [match.pk for match in shown.values() if f"/match/{match.pk}/" in body]


@pytest.mark.parametrize("key", ["x", "é", "a" * 5000, ""])
def test_a_wrong_key_opens_nothing(cast: Cast, key: str) -> None:
    for state in STATES:
        match = set_up(cast, state, False)
        for person in (None, cast.stranger):
            assert code(client_of(person).get(f"/match/{match.pk}/?key={key}")) == ("403" if person else "in")
        answer = client_of(cast.stranger).post(f"/match/{match.pk}/join/", {"key": key})
        assert answer.status_code == 404


def test_a_key_with_nul_opens_nothing(cast: Cast) -> None:
    for state in STATES:
        match = set_up(cast, state, False)
        for person in (None, cast.stranger):
            assert code(client_of(person).get(f"/match/{match.pk}/?key=%00")) == "400"
        answer = client_of(cast.stranger).post(f"/match/{match.pk}/join/", {"key": "\0"})
        assert answer.status_code == 404
