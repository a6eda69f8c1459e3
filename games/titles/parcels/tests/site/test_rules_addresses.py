"""The sentence of a rule by URL, and URLs made of words."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_words_of_a_rule(client: Client) -> None:
    answer = client.get("/r/PC-35/words/")
    assert answer.json() == {
        "id": "PC-35",
        "text": "Same number of cards, same total? That doesn’t beat it.",
        "where": "Parcels",
        "mark": "our ruling",
        "url": "/rules/parcels/#pc-35",
    }
    assert answer.headers["Cache-Control"] == "private, max-age=3600"
    assert client.get("/r/play-04/words/").json()["where"] == "At every table"
    assert client.get("/r/pc-999/words/").status_code == 404


def test_words_in_a_url_are_searched(client: Client) -> None:
    html = client.get("/rules/parcels/empty-storage/").content.decode()
    assert "Close to it" in html and "PC-49" in html
