"""The pictures: drawn from the deck, up to date, readable without sight."""

import xml.etree.ElementTree as ET

import pytest

from games.titles.parcels import diagrams, drawing

SVG = "{http://www.w3.org/2000/svg}"
FILES = diagrams.pictures()


@pytest.mark.parametrize("name", sorted(diagrams.PICTURES))
def test_a_picture_has_a_role_and_a_title_of_its_own(name: str) -> None:
    root = ET.fromstring(FILES[name])
    title = root.find(f"{SVG}title")
    assert root.get("role") == "img" and title is not None
    assert title.get("id") == root.get("aria-labelledby") == f"{name}-title"
    assert len(title.text or "") > 60


def test_the_sprite_has_every_parcel() -> None:
    assert all(f'id="p{number}"' in FILES["cards"] for number in range(1, 9))
    assert len({drawing.parcel(number) for number in range(1, 9)}) == 8


@pytest.mark.clause("PC-04")
def test_the_deck_picture_counts_80_cards() -> None:
    root = ET.fromstring(FILES["parcels-deck"])
    shown = [int(text.text.removeprefix("× ")) for text in root.iter(f"{SVG}text") if (text.text or "").startswith("×")]
    assert shown == [13, 12, 11, 10, 10, 9, 8, 7] and sum(shown) == 80
