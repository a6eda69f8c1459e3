"""The pictures: drawn from the deck, up to date, readable without sight."""

import re
import xml.etree.ElementTree as ET

import pytest

from games.titles.parcels import diagrams, drawing

SVG = "{http://www.w3.org/2000/svg}"
FILES = diagrams.draw()


@pytest.mark.parametrize("name", sorted(FILES))
def test_files_are_what_is_drawn(name: str) -> None:
    assert (diagrams.FOLDER / "pictures" / name).read_text(encoding="utf-8") == FILES[name]


def test_no_other_files_are_published() -> None:
    assert {path.name for path in (diagrams.FOLDER / "pictures").iterdir()} == set(FILES)


@pytest.mark.parametrize("name", sorted(diagrams.PICTURES))
def test_a_picture_has_a_role_and_a_title_of_its_own(name: str) -> None:
    root = ET.fromstring(FILES[f"{name}.svg"])
    title = root.find(f"{SVG}title")
    assert root.get("role") == "img" and title is not None
    assert title.get("id") == root.get("aria-labelledby") == f"{name}-title"
    assert len(title.text or "") > 60


@pytest.mark.parametrize("name", sorted(diagrams.PICTURES))
def test_references_stay_inside_the_picture(name: str) -> None:
    text = FILES[f"{name}.svg"]
    ids = set(re.findall(r' id="([^"]+)"', text))
    assert all(id.startswith(name) for id in ids)
    assert {ref[1:] for ref in re.findall(r' href="([^"]+)"', text)} <= ids


def test_nothing_in_a_picture_needs_inline_style_or_script() -> None:
    assert not [name for name, text in FILES.items() if re.search(r'<script|<style| style="| on\w+="', text)]


def test_the_sprite_has_every_parcel() -> None:
    assert all(f'id="p{number}"' in FILES["cards.svg"] for number in range(1, 9))
    assert len({drawing.parcel(number) for number in range(1, 9)}) == 8


@pytest.mark.clause("PC-04")
def test_the_deck_picture_counts_80_cards() -> None:
    root = ET.fromstring(FILES["parcels-deck.svg"])
    shown = [int(text.text.removeprefix("× ")) for text in root.iter(f"{SVG}text") if (text.text or "").startswith("×")]
    assert shown == [13, 12, 11, 10, 10, 9, 8, 7] and sum(shown) == 80


def test_every_picture_stands_in_the_manual_with_words() -> None:
    manual = (diagrams.FOLDER / "manual" / "index.md").read_text(encoding="utf-8")
    shown = re.findall(r"^::picture (\S+) \| (.+)$", manual, re.MULTILINE)
    assert sorted(name for name, _ in shown) == sorted(diagrams.PICTURES)
    assert all(len(words) > 60 for _, words in shown)
