"""The card gallery page of this game."""

import pytest
from django.test import Client

from tests.rulebook.test_gallery import cards

pytestmark = pytest.mark.django_db


def test_cards_by_points(client: Client) -> None:
    found = cards(client, "human_resources", kind="Project", sort="Points")
    assert found[:2] == ["p05d", "p05l"]
    assert cards(client, "human_resources", words="staircase dark") == ["p12d"]
    assert "No cards match." in client.get("/rules/human_resources/cards/?words=zebra").content.decode()
