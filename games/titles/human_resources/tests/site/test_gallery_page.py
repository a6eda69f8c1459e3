"""The card gallery page of this game."""

import pytest
from django.test import Client

from tests.rulebook.conftest import manuals
from tests.rulebook.test_gallery import cards

__all__ = ["manuals"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("manuals")]


def test_cards_by_points(client: Client) -> None:
    found = cards(client, "human_resources", kind="Project", sort="Points")
    assert found[:2] == ["p05d", "p05l"]
    assert cards(client, "human_resources", words="staircase dark") == ["p12d"]
    assert "No cards match." in client.get("/rules/human_resources/gallery/?words=zebra").content.decode()
