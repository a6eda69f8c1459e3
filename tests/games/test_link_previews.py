"""Link previews: tags and a card, with nothing that a stranger may not see."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.kernel import engine
from games.lobby import tables
from games.mail import link_preview
from games.mail.link_preview import HEIGHT, MOST_BYTES, WIDTH, Facts
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import Match, Seat
from games.titles import load
from rulebook.sources import sentence
from tests.games.conftest import DAY, browser_of, move_on
from tests.samples import GAME, TITLE, seats_of

pytestmark = pytest.mark.django_db
SLACK = "Slackbot-LinkExpanding 1.0"


def tags_of(client: Client, url: str, **more: Any) -> dict[str, str]:
    page = client.get(url, **more).content.decode()
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page))


def picture_of(client: Client, tags: dict[str, str]) -> Any:
    return client.get(tags["og:image"].removeprefix("http://localhost:8000"))


def is_card(content: bytes) -> bool:
    wide, high = int.from_bytes(content[16:20]), int.from_bytes(content[20:24])
    return content.startswith(b"\x89PNG") and wide >= 2 * high * 0.9 and wide >= WIDTH and len(content) <= MOST_BYTES


@pytest.mark.parametrize("slug", load())
def test_a_public_match_of_each_game_shows_the_spectators_board(
    start: Any, owner: Any, player: Any, staff: Any, slug: str, monkeypatch: Any
) -> None:
    match = start(slug, (owner, player, staff)[: seats_of(slug)])
    asked: list[int | None] = []
    real = engine.view_for
    monkeypatch.setattr(
        engine, "view_for", lambda game, position, seat: asked.append(seat) or real(game, position, seat)
    )
    for viewer in (Client(), browser_of(owner)):  # nobody's hand is on the card
        answer = viewer.get(reverse("match_card", args=[match.pk]))
        assert answer.status_code == 200 and is_card(answer.content)
    assert set(asked) == {None}
    tags = tags_of(Client(), f"/match/{match.pk}/")
    assert tags["og:title"] == load()[slug].meta.title and "owner" in tags["og:description"]
    assert tags["twitter:card"] == "summary_large_image" and is_card(picture_of(Client(), tags).content)


def test_the_card_changes_with_public_positions_only(start: Any) -> None:
    match = start()
    loaded = load_match(match.pk)
    first = link_preview.match_card(loaded)
    Match.objects.filter(pk=match.pk).update(revision=loaded.revision + 1)  # a sealed answer counts here, too
    before = tags_of(Client(), f"/match/{match.pk}/")["og:image"]
    assert link_preview.match_card(load_match(match.pk)) is first and f"at={loaded.version}" in before
    move_on(match)
    assert tags_of(Client(), f"/match/{match.pk}/")["og:image"] != before


def test_a_result_names_the_winner(start: Any, owner: Any, player: Any, staff: Any) -> None:
    match = start()
    for person in (owner, player):
        if not load_match(match.pk).is_over:
            leaving.resign(match_id=match.pk, user=person)
    loaded = load_match(match.pk)
    assert loaded.is_over
    for page in (f"/match/{match.pk}/", f"/match/{match.pk}/history/"):
        assert "won" in tags_of(Client(), page)["og:description"]
    assert is_card(link_preview.match_card(loaded))


def test_previews_of_private_matches_show_at_most_game_and_names(start: Any, owner: Any) -> None:
    match = start(is_public=False)
    card = reverse("match_card", args=[match.pk])
    stranger = Client()
    assert stranger.get(card).status_code == 302 and tags_of(stranger, f"/match/{match.pk}/") == {}
    assert stranger.get(card, {"key": "wrong"}).status_code == 302
    tags = tags_of(Client(), f"/match/{match.pk}/?key={match.token}")
    loaded = load_match(match.pk)
    assert tags["og:title"] == TITLE and tags["og:description"].startswith("A private table of ")
    assert "days" not in tags["og:description"] and "playing" not in tags["og:description"]
    answer = picture_of(Client(), tags)
    assert is_card(answer.content) and "no-store" in answer["Cache-Control"]
    assert link_preview._position(loaded) == "" and link_preview.of_match(loaded).drawing == ""
    assert match.token not in str(link_preview.of_match(loaded))


def test_the_preview_of_an_open_table(owner: Any) -> None:
    facts = {"slug": GAME, "seats": 3, "options": {}, "pace": "correspondence"}
    public = tables.create_match(owner=owner, move_seconds=DAY, bank_seconds=0, **facts)
    tags = tags_of(Client(), f"/match/{public.pk}/")
    assert "2 of 3 seats are free" in tags["og:description"] and is_card(picture_of(Client(), tags).content)
    private = tables.create_match(owner=owner, move_seconds=DAY, bank_seconds=0, is_public=False, **facts)
    card = reverse("match_card", args=[private.pk])
    assert Client().get(card).status_code == 302
    tags = tags_of(Client(), f"/match/{private.pk}/?key={private.token}")
    assert tags["og:description"] == "A private table of owner." and is_card(picture_of(Client(), tags).content)
    assert Seat.objects.filter(match=private, user=None).count() == 2, "nobody sat down"


@pytest.mark.parametrize("slug", load())
def test_previews_of_manuals_and_single_rules(slug: str) -> None:
    tags = tags_of(Client(), f"/rules/{slug}/")
    assert load()[slug].meta.title in tags["og:title"] and is_card(picture_of(Client(), tags).content)
    id = next(iter(load()[slug].clauses))
    tags = tags_of(Client(), f"/r/{id.lower()}", HTTP_USER_AGENT=SLACK)
    assert tags["og:title"].startswith(f"{id}:") and is_card(picture_of(Client(), tags).content)
    assert tags["og:description"].split("&")[0][:40] in sentence(id)
    assert Client().get(f"/r/{id.lower()}").status_code == 302, "people are led to the rule itself"


def test_unknown_cards_are_404() -> None:
    for url in ("/rules/nothing/card.png", "/r/zz-99/card.png"):
        assert Client().get(url).status_code == 404
    assert is_card(Client().get("/card.png").content)


def test_long_texts_fit_the_card_and_the_cache_is_bounded() -> None:
    facts = Facts("Wide " * 60, ("words " * 300, "more " * 200, "and more " * 100), GAME)
    drawn = link_preview.svg(facts)
    assert all(float(y) < HEIGHT for y in re.findall(r'<text [^>]*y="([\d.]+)"', drawn))
    for number in range(330):
        link_preview._kept.put(("test", number), b"x" * 50_000)
    assert link_preview._kept.bytes <= link_preview.MOST_KEPT
