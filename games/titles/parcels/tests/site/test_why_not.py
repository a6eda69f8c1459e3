""" "Why can't I ...?" at a table, and its links to the version of the rules that the match uses."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games import titles
from games.matches.loaded import load_match
from games.models import Match
from tests.games.conftest import browser_of, open_of, user_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(start: Callable[..., Match]) -> Match:
    return start()


def people_of(match: Match) -> tuple[Any, Any]:
    """(the player on turn, another player)."""
    seat = open_of(load_match(match.pk)).decision.seat
    return user_of(load_match(match.pk), seat), user_of(load_match(match.pk), (seat + 1) % 3)


def test_the_leader_is_told_why_passing_is_not_allowed(match: Match) -> None:
    leader, _ = people_of(match)
    html = browser_of(leader).get(f"/match/{match.pk}/why/").content.decode()
    assert "You lead this trick: you must play cards." in html and "<span>Pass</span>" in html
    assert re.search(r'class="clause" href="/rules/parcels/#pc-16"[^>]*>PC-16</a>', html)
    assert f'href="/match/{match.pk}/"' in html  # the link back, without JavaScript


def test_one_rule_with_ones_own_cards(match: Match) -> None:
    """What a rule forbids in this position, and what one may do; other rules are left out."""
    leader, _ = people_of(match)
    html = browser_of(leader).get(f"/match/{match.pk}/why/", {"rule": "pc-16", "part": "1"}).content.decode()
    forbidden, _, allowed = html.partition("<h3>You may</h3>")
    assert "You lead this trick: you must play cards." in forbidden and "<span>Pass</span>" in forbidden
    assert forbidden.count("<li>") == 1 and re.search(r"<span>Play \d", allowed)
    html = browser_of(leader).get(f"/match/{match.pk}/why/", {"rule": "PC-34"}).content.decode()
    assert "This rule doesn’t stop you" in html and re.search(r"<span>Play \d", html)


def test_a_player_off_turn_is_told_so(match: Match) -> None:
    _, other = people_of(match)
    html = browser_of(other).get(f"/match/{match.pk}/why/?part=1").content.decode()
    assert "It is not your turn." in html and "PC-89" in html and "<html" not in html


def test_nothing_about_other_hands_is_revealed(match: Match) -> None:
    leader, _ = people_of(match)
    loaded = load_match(match.pk)
    hand = loaded.at_table().state.hands[loaded.seat_of(leader.pk)]
    html = browser_of(leader).get(f"/match/{match.pk}/why/?part=1").content.decode()
    named = re.findall(r"<span>Play ([\d-]+)</span>", html)
    assert all(meld.count(number) <= hand[int(number)] for meld in named for number in meld.split("-"))


def test_table_opens_the_rules_at_the_rule_of_the_decision(match: Match) -> None:
    leader, other = people_of(match)
    html = browser_of(leader).get(f"/match/{match.pk}/").content.decode()
    governing = open_of(load_match(match.pk)).decision.clauses[0].lower()
    assert f'href="/rules/parcels/#{governing}"' in html and f'data-drawer="/match/{match.pk}/rules/"' in html
    assert f'data-why="/match/{match.pk}/why/"' in html
    waiting = browser_of(other).get(f"/match/{match.pk}/").content.decode()
    assert '<a class="tool" href="/rules/parcels/" target="_blank" title="Rules" data-drawer' in waiting


def test_spectators_are_not_offered_it(match: Match, stranger: Any) -> None:
    html = browser_of(stranger).get(f"/match/{match.pk}/").content.decode()
    assert "data-drawer" in html and "data-why" not in html


def test_table_links_to_the_version_of_the_rules_it_is_played_with(match: Match, monkeypatch: Any) -> None:
    game = titles.load()["parcels"]
    newer = msgspec.structs.replace(game.meta, rules=game.meta.rules + 1)
    monkeypatch.setitem(titles.load(), "parcels", msgspec.structs.replace(game, meta=newer))
    leader, _ = people_of(match)
    html = browser_of(leader).get(f"/match/{match.pk}/").content.decode()
    assert f'href="/rules/parcels/v/{newer.rules - 1}/' in html
