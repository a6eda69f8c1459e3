"""The gallery: every card with its drawing and count, filters and sorting, and no hidden fields."""

import re
from pathlib import Path

import pytest
from django.test import Client

from games.kernel.data import public_components
from games.titles import folder, load
from tests.samples import GAME

pytestmark = pytest.mark.django_db
SLUGS = [slug for slug, game in load().items() if game.manual.gallery]


def cards(client: Client, slug: str, **asked: str) -> list[str]:
    html = client.get(f"/rules/{slug}/cards/", asked).content.decode()
    return re.findall(r'<li class="gallery-card" id="card-([^"]+)"', html)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_card_has_a_drawing_and_an_anchor(client: Client, slug: str) -> None:
    html = client.get(f"/rules/{slug}/cards/").content.decode()
    faces = load()[slug].manual.gallery(public_components(folder(slug)))  # type: ignore[misc]
    assert html.count('<div class="gallery-face" aria-hidden="true"><svg') == len(faces)
    for face in faces:
        assert f'id="card-{face.id.lower()}"' in html and f'href="#card-{face.id.lower()}"' in html
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("slug", SLUGS)
def test_cards_can_be_filtered_and_sorted(client: Client, slug: str) -> None:
    html = client.get(f"/rules/{slug}/cards/").content.decode()
    every = cards(client, slug)
    kinds = re.findall(r'<option value="([^"]+)">[^<]* \((\d+)\)</option>', html)
    assert sum(int(count) for _, count in kinds) == len(every)
    for kind, count in kinds:
        assert len(cards(client, slug, kind=kind)) == int(count)
    assert cards(client, slug, sort="Name") != [] and sorted(cards(client, slug, sort="Name")) == sorted(every)


@pytest.mark.parametrize("asked", [{"kind": "Nonsense"}, {"sort": "'"}, {"words": "💌" * 50}, {"sort": "copies"}])
def test_unknown_filters_are_ignored(client: Client, asked: dict[str, str]) -> None:
    assert client.get(f"/rules/{GAME}/cards/", asked).status_code == 200
    assert client.get(f"/rules/{GAME}/cards/", {"words": "\0"}).status_code == 400


def test_private_fields_never_reach_a_gallery(tmp_path: Path) -> None:
    text = 'private = ["fine"]\n[[card]]\nid = "a"\nfine = "secret"\n[[card.part]]\nfine = "secret"\nopen = 1\n'
    (tmp_path / "components.toml").write_text(text)
    assert public_components(tmp_path) == {"card": [{"id": "a", "part": [{"open": 1}]}]}


@pytest.mark.parametrize("slug", SLUGS)
def test_search_finds_cards(client: Client, slug: str) -> None:
    face = load()[slug].manual.gallery(public_components(folder(slug)))[0]  # type: ignore[misc]
    html = client.get("/rules/search/", {"q": face.name, "game": slug}).content.decode()
    assert f'href="/rules/{slug}/cards/#card-{face.id.lower()}"' in html
