"""Stamps: the pictures that people choose for themselves."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings

from accounts import stamps
from accounts.models import User
from tests.games.conftest import browser_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", stamps.NAMES)
def test_each_stamp_has_a_frame_and_strokes(name: str) -> None:
    frame, strokes = ElementTree.fromstring(stamps.alone(name, "red"))
    assert "stroke-dasharray" in frame.attrib and len(strokes)
    assert stamps.mark(1, f"{name}-red").count("<") == 2 * 2 + 1 + len(strokes)


def test_everyone_has_a_stamp_and_wrong_values_do_no_harm() -> None:
    assert len({stamps.of(number, "") for number in range(400)}) == 400
    for wrong in ("", "moon", "moon-pink", "nothing-red", "-", "<b>-red"):
        assert stamps.of(3, wrong) == stamps.of(3, "")
    assert stamps.of(3, "post-horn-blue") == ("post-horn", "blue")


def test_a_person_chooses_a_stamp_which_their_profile_shows(player: User, stranger: User) -> None:
    client: Any = browser_of(player)
    page = client.get("/people/me/settings/").content.decode()
    assert page.count('name="drawing"') == len(stamps.NAMES)
    client.post("/people/me/settings/", {"time_zone": "UTC", "drawing": "owl", "colour": "teal"})
    player.refresh_from_db()
    assert player.stamp == "owl-teal"
    shown = browser_of(stranger).get("/people/player/").content.decode()
    assert re.search(rf"<h1>{stamps.mark(0, 'owl-teal')}", shown)
    client.post("/people/me/settings/", {"time_zone": "UTC"})
    player.refresh_from_db()
    assert player.stamp == "owl-teal", "a form without the field changes nothing"


def test_nobody_chooses_what_does_not_exist(player: User) -> None:
    form = {"time_zone": "UTC", "drawing": "<svg>", "colour": "teal"}
    assert browser_of(player).post("/people/me/settings/", form).status_code == 422


def test_a_stamp_of_its_own_has_the_colours_of_the_site() -> None:
    sheet = (settings.BASE_DIR / "static" / "site.css").read_text()
    for number, colour in enumerate(stamps.COLOURS):
        ink = re.search(rf"\.ink{number} {{ color: (#\w+)", sheet) or re.search(r"\.stamp {[^}]*color: (#\w+)", sheet)
        assert ink and f'color="{ink[1]}"' in stamps.alone("moon", colour)
