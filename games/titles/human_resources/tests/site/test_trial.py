"""What if: choosing in the office works as it does at the table."""

import re

import pytest

from games.matches.loaded import load_match
from tests.games.conftest import browser_of, open_of, user_of
from tests.games.test_what_if import begin

pytestmark = pytest.mark.django_db


def test_what_if_previews_and_narrows_like_the_table(start, owner, player):
    match = start("human_resources", (owner, player))
    client = browser_of(user_of(load_match(match.pk), open_of(load_match(match.pk)).decision.seat))
    address = begin(client, match)
    page = client.get(address).content.decode()
    assert f'action="{address}"' in page and "human_resources-hand" in page  # the clickable office, not a plain list
    card = re.search(r'type="radio" name="human_resources-card" data-first="card" value="(\w+)"', page)
    assert card
    query = f"verb=place&arg.card={card[1]}"
    places = client.get(f"{address}narrow/?{query}").json()["at"]
    answer = client.get(f"{address}preview/?{query}&arg.at={places[0]}")
    assert answer.status_code == 200 and answer.content.strip()
    assert client.get(f"{address}preview/?{query}&arg.at=99,99").status_code == 422
