"""The gallery: every card drawn, counted, filtered and sorted, and nothing of what stays hidden."""

import re
from pathlib import Path

import pytest
from django.test import Client

from games.kernel.data import public_components
from games.titles import folder, load

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("manuals")]
SLUGS = [slug for slug, game in load().items() if game.manual.gallery]


def cards(client: Client, slug: str, **asked: str) -> list[str]:
    html = client.get(f"/rules/{slug}/gallery/", asked).content.decode()
    return re.findall(r'<li class="gallery-card" id="card-([^"]+)"', html)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_card_is_drawn_and_has_an_address(client: Client, slug: str) -> None:
    html = client.get(f"/rules/{slug}/gallery/").content.decode()
    faces = load()[slug].manual.gallery(public_components(folder(slug)))  # type: ignore[misc]
    assert html.count('<div class="gallery-face" aria-hidden="true"><svg') == len(faces)
    for face in faces:
        assert f'id="card-{face.id.lower()}"' in html and f'href="#card-{face.id.lower()}"' in html
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("slug", SLUGS)
def test_cards_can_be_filtered_and_sorted(client: Client, slug: str) -> None:
    html = client.get(f"/rules/{slug}/gallery/").content.decode()
    every = cards(client, slug)
    kinds = re.findall(r'<option value="([^"]+)">[^<]* \((\d+)\)</option>', html)
    assert sum(int(count) for _, count in kinds) == len(every)
    for kind, count in kinds:
        assert len(cards(client, slug, kind=kind)) == int(count)
    assert cards(client, slug, sort="Name") != [] and sorted(cards(client, slug, sort="Name")) == sorted(every)


def test_cards_of_human_resources_by_points(client: Client) -> None:
    found = cards(client, "human_resources", kind="Project", sort="Points")
    assert found[:2] == ["p05d", "p05l"]
    assert cards(client, "human_resources", words="staircase dark") == ["p12d"]
    assert "No card fits." in client.get("/rules/human_resources/gallery/?words=zebra").content.decode()


@pytest.mark.parametrize("asked", [{"kind": "Nonsense"}, {"sort": "'"}, {"words": "\x00💌" * 50}, {"sort": "copies"}])
def test_odd_wishes_count_as_none(client: Client, asked: dict[str, str]) -> None:
    assert client.get("/rules/parcels/gallery/", asked).status_code == 200


def test_counts_are_those_of_the_deck(client: Client) -> None:
    html = client.get("/rules/parcels/gallery/").content.decode()
    assert "8 different cards, 80 in the deck." in html and "13 in the deck" in html


def test_private_fields_never_reach_a_gallery(tmp_path: Path) -> None:
    text = 'private = ["fine"]\n[[card]]\nid = "a"\nfine = "secret"\n[[card.part]]\nfine = "secret"\nopen = 1\n'
    (tmp_path / "components.toml").write_text(text)
    assert public_components(tmp_path) == {"card": [{"id": "a", "part": [{"open": 1}]}]}


@pytest.mark.parametrize("slug", SLUGS)
def test_cards_are_found_by_the_search(client: Client, slug: str) -> None:
    face = load()[slug].manual.gallery(public_components(folder(slug)))[0]  # type: ignore[misc]
    html = client.get("/rules/search/", {"q": face.name, "game": slug}).content.decode()
    assert f'href="/rules/{slug}/gallery/#card-{face.id.lower()}"' in html
