"""Choices that need a place: chosen in the drawing of the confirm page, without script or signing in."""

import re
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.mail.email import rendered
from accounts.models import OutgoingMail
from games.mail import picture
from games.mail.png import png
from games.matches.loaded import load_match
from games.models import ChatLine
from tests.games.test_replies import local_post, reply, the_answer, turn_email  # noqa: F401

pytestmark = pytest.mark.django_db


def links_in(page: str) -> list[tuple[str, str]]:
    """The links in the drawing: (URL, text)."""
    return [(unescape(href), words) for href, words in re.findall(r'<a href="(\?[^"]+)" aria-label="([^"]+)"', page)]


def test_a_place_is_chosen_and_confirmed(start: Any, owner: Any, player: Any) -> None:
    match = start("human_resources", (owner, player))
    mail = turn_email(match)
    link = re.search(rf"Place .+ as a cubicle …\n +{settings.SITE_URL}(\S+)", mail.body)
    assert link
    page = Client().get(link[1]).content.decode()
    places = links_in(page)
    assert len(places) > 3 and 'name="arg.at"' in page
    touched = Client().get(link[1] + places[0][0]).content.decode()
    heading = re.search(r"<h1>(.*?)</h1>", touched)[1]
    assert f" at {places[0][1]}" in heading and "as a cubicle" not in heading and touched.count("<button class") >= 1
    assert load_match(match.pk).version == 1
    form = dict(re.findall(r'<input type="hidden" name="((?:verb|arg)[^"]*)" value="([^"]*)"', touched))
    played = Client().post(link[1], form).content.decode()
    assert re.search(rf"<b>Place .+ at {re.escape(places[0][1])}(: .+)?</b>", played)
    assert "<h1>Played</h1>" in played and re.search("<b>Now it.+s turn.</b>|<b>It.+s your turn again", played)
    assert load_match(match.pk).version == 2


def test_the_office_of_an_email_about_several_games_has_no_numbers_of_choices(
    start: Any, owner: Any, player: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(picture, "png", lambda svg, **_: drawn.append(svg) or png(svg))
    match = start("human_resources", (owner, player))
    turn_email(match)
    assert any('data-part="choice"' in svg for svg in drawn)
    drawn.clear()
    rendered(OutgoingMail.objects.get(kind="turn"), as_part=True)
    assert len(drawn) == 1 and 'data-part="best"' in drawn[0] and 'data-part="choice"' not in drawn[0]


def test_a_whole_choice_is_confirmed_below_the_office_after_it_without_the_card_that_it_draws(
    start: Any, owner: Any, player: Any
) -> None:
    mail = turn_email(start("human_resources", (owner, player)))
    link = re.search(rf"^1\. Place .+\n +{settings.SITE_URL}(\S+)", mail.body, re.M)
    page = Client().get(link[1]).content.decode()
    assert "After your move:" in page and "Deck 43" in page
    assert len(re.search('data-part="office" data-cubicles="([^"]+)"', page)[1].split()) == 5
    assert page.count('data-part="card"') == 2


def test_a_move_in_words_is_told_as_the_email_says_it(start: Any, owner: Any, player: Any) -> None:
    match = start("human_resources", (owner, player))
    mail = turn_email(match)
    card, place = re.search(r"^1\. Place (.+) at (\(\S+\))", mail.body, re.M).groups()
    assert reply(mail, f"place\ncard: {card}\nplace: {place}") == "played"
    assert re.search(rf"Your choice: Place {card} at {re.escape(place)}[:.]", the_answer().body)


def test_an_invalid_option_in_the_url_is_ignored(start: Any, owner: Any, player: Any) -> None:
    match = start("human_resources", (owner, player))
    link = re.search(rf"Place .+ as a cubicle …\n +{settings.SITE_URL}(\S+)", turn_email(match).body)
    assert link
    page = Client().get(link[1] + "?arg.at=99,99&arg.nonsense=<b>").content.decode()
    assert "<b>" not in page.split("</h1>")[1].split("<footer")[0].replace("<b>Place", "") or "nonsense" not in page
    assert "Play it as" not in page and 'name="arg.at"' in page


def test_a_reply_without_a_place_is_asked_for_it_and_one_with_polite_words_is_played(
    start: Any, owner: Any, player: Any
) -> None:
    match = start("human_resources", (owner, player))
    mail = turn_email(match)
    number = re.search(r"^(\d+)\. Place .+ as a cubicle …$", mail.body, re.MULTILINE)[1]
    assert reply(mail, f"{number} please, and hello!") == "unfinished"
    answer = the_answer()
    assert re.search(rf"as a cubicle: which place\? Reply “{number} \(.+\)”\. Nothing was played\.", answer.body)
    assert len(answer.message().as_bytes()) < 12_000
    (place, url), *_ = re.findall(rf"^- (\(.+\))\n +{settings.SITE_URL}(\S+)", answer.body, re.MULTILINE)
    assert place in re.search(r"<h1>(.*?)</h1>", Client().get(url).content.decode())[1]
    assert reply(answer, f"{number} at {place.strip('()')} please") == "played"
    assert load_match(match.pk).version == 2


def test_friendly_words_behind_a_place_are_said_at_the_table(start: Any, owner: Any, player: Any) -> None:
    match = start("human_resources", (owner, player))
    mail = turn_email(match)
    number = re.search(r"^(\d+)\. Place .+ as a cubicle …$", mail.body, re.MULTILINE)[1]
    place = re.search(r" at (\(-?\d+,-?\d+\))", mail.body)[1]
    assert reply(mail, f"{number} at {place} please, and sorry for the wait!") == "played"
    assert [line.text for line in ChatLine.objects.all()] == ["Sorry for the wait!"]
