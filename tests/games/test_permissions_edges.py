"""Permissions beyond the matrix in tests/authorisation: private tables, wrong keys, and the way back from the login."""

from typing import Any

import pytest
from django.urls import reverse

from tests.games.scenes import STATES, Cast, client_of, make_cast, set_up
from tests.samples import GAME

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def code(answer: Any) -> str:
    return "in" if str(answer.headers.get("Location")).startswith("/accounts/login/") else str(answer.status_code)


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
        assert answer.status_code == 400
