"""The pictures: the same drawing of each parcel everywhere, accessible to screen readers."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from games.kernel import engine
from games.titles.parcels import drawing, game
from games.titles.parcels.scene import place
from games.titles.parcels.state import COPIES, NUMBERS

SVG = "{http://www.w3.org/2000/svg}"
FILES = {path.stem: path.read_text("utf-8") for path in (Path(drawing.__file__).parent / "pictures").iterdir()}
DIAGRAMS = sorted(name for name in FILES if name.startswith("parcels-"))


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_picture_has_a_role_and_a_title_of_its_own(name: str) -> None:
    root = ET.fromstring(FILES[name])
    title = root.find(f"{SVG}title")
    assert root.get("role") == "img" and title is not None
    assert title.get("id") == root.get("aria-labelledby") == f"{name}-title"
    assert len(title.text or "") > 60


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_parcel_looks_the_same_in_every_picture(name: str) -> None:
    drawn = re.findall(r'<symbol id="[a-z-]+-(\d)"[^>]*>(.*?)</symbol>', FILES[name])
    assert drawn and all(inside == drawing.PARCELS[number] for number, inside in drawn)


def test_the_sprite_has_every_parcel_large_and_small() -> None:
    assert [int(number) for number in drawing.PARCELS] == [*NUMBERS] and len(set(drawing.PARCELS.values())) == 8
    small = re.findall(r'<symbol id="c(\d)".*?>(\d)</text><g [^>]*>(.*)</g></symbol>', FILES["cards"])
    assert small == [(number, number, inside) for number, inside in drawing.PARCELS.items()]


@pytest.mark.clause("PC-04")
def test_the_deck_picture_counts_80_cards() -> None:
    root = ET.fromstring(FILES["parcels-deck"])
    shown = [int(text.text.removeprefix("× ")) for text in root.iter(f"{SVG}text") if (text.text or "").startswith("×")]
    assert shown == [13, 12, 11, 10, 10, 9, 8, 7] == COPIES[1:] and sum(shown) == 80


@pytest.mark.parametrize("name", ["Ann <b>", 'href="#parcel-9"', '<use href="#parcel-9"/>', "#parcel-1"])
def test_player_names_are_unchanged_in_example_drawings(name: str) -> None:
    assert game.mail.picture is not None
    position = place([[1], [2], [3]], [2, 2])
    board = game.mail.picture(engine.view_for(game, position, 1), None, [name, "Bo", "Cy"], None)
    assert name in [text.text for text in ET.fromstring(board).iter(f"{SVG}text")]
