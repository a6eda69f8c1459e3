"""The card gallery page of this game."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_counts_are_those_of_the_deck(client: Client) -> None:
    html = client.get("/rules/parcels/cards/").content.decode()
    assert "8 different cards, 80 in the deck." in html and "13 in the deck" in html
