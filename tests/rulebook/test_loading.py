"""Loading manuals: rendered once, again after a change, and all or nothing."""

import io
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from games.titles import load as load_games
from rulebook import library, sources
from rulebook.errors import ManualError
from rulebook.models import Page, Section
from rulebook.sources import Source
from tests.samples import GAME, RULE

ALL = 1 + len(load_games())


def run() -> str:
    out = io.StringIO()
    call_command("loadrules", stdout=out)
    return out.getvalue()


@pytest.fixture(autouse=True)
def none_loaded(request: pytest.FixtureRequest) -> None:
    """All other tests find all manuals loaded."""
    if request.node.get_closest_marker("django_db"):
        request.getfixturevalue("transactional_db" if "concurrent" in request.node.name else "db")
        Page.objects.all().delete()


def stored() -> list[Any]:
    return list(Page.objects.order_by("pk").values_list("pk", "digest"))


@pytest.fixture
def manual_of_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Source | ManualError], None]]:
    """`manual_of_game(source)` makes this the source of GAME's manual."""
    real = sources.read_source

    def put(source: Source | ManualError) -> None:
        def read(slug: str) -> Source:
            if slug != GAME:
                return real(slug)
            if isinstance(source, ManualError):
                raise source
            return source

        monkeypatch.setattr(library, "read_source", read)

    yield put


@pytest.mark.django_db
def test_loading_again_changes_nothing() -> None:
    assert run() == f"{ALL} manuals rendered"
    before = stored()
    assert run() == "nothing new" and stored() == before


@pytest.mark.django_db
def test_only_changed_manuals_are_rendered_again(manual_of_game: Callable[..., None]) -> None:
    run()
    others = list(Page.objects.exclude(slug=GAME).values_list("pk", flat=True))
    manual_of_game(sources.bare_source(GAME))
    assert run() == "1 manual rendered"
    assert list(Page.objects.exclude(slug=GAME).values_list("pk", flat=True)) == others
    assert {page.name for page in Page.objects.filter(slug=GAME)} == {"index", "clauses", "changes"}
    rules = Section.objects.filter(page__slug=GAME, kind="rule")
    assert rules.count() == len(load_games()[GAME].clauses)


@pytest.mark.django_db
def test_mistake_is_reported_and_keeps_the_old_manual(manual_of_game: Callable[..., None]) -> None:
    run()
    before = stored()
    manual_of_game(ManualError("manual/index.md: There is no rule XY-999."))
    with pytest.raises(CommandError, match=rf"{GAME}: manual/index.md: There is no rule XY-999\."):
        run()
    assert stored() == before


@pytest.mark.django_db
def test_new_manual_with_a_mistake_shows_its_rules(client: Client, manual_of_game: Callable[..., None]) -> None:
    manual_of_game(ManualError("manual/index.md: There is no rule XY-999."))
    html = client.get(f"/rules/{GAME}/").content.decode()
    assert all(f'id="{id.lower()}"' in html for id in load_games()[GAME].clauses)
    assert {page.digest for page in Page.objects.filter(slug=GAME)} == {""}


@pytest.mark.django_db
def test_corrected_manual_replaces_the_plain_rules(manual_of_game: Callable[..., None], monkeypatch: Any) -> None:
    with monkeypatch.context():
        manual_of_game(ManualError("Nothing to see."))
        library.load([GAME])
    monkeypatch.undo()
    assert library.load([GAME]) == (1, [])
    names = {item.page for item in load_games()[GAME].meta.manual} | {
        "cards",
        "glossary",
        "rulings",
        "clauses",
        "changes",
    }
    assert {page.name for page in Page.objects.filter(slug=GAME).exclude(digest="")} == names


@pytest.mark.django_db
def test_manuals_of_removed_games_are_deleted() -> None:
    run()
    Page.objects.create(slug="gone", name="index", position=0, title="Rules", html="", toc=[])
    run()
    assert not Page.objects.filter(slug="gone").exists() and Page.objects.filter(slug="").exists()


@pytest.mark.django_db
def test_pages_load_missing_manuals(client: Client) -> None:
    assert not Page.objects.exists()
    assert 'id="play-01"' in client.get("/rules/").content.decode()
    assert f'id="{RULE}"' in client.get(f"/rules/{GAME}/").content.decode()
    assert client.get(f"/rules/{GAME}/examples/").status_code == 200
    assert client.get(f"/rules/{GAME}/").status_code == 200 and Page.objects.filter(slug=GAME).count() == 8


@pytest.mark.django_db
def test_rule_url_works_before_manuals_are_loaded(client: Client) -> None:
    assert client.get(f"/rules/{GAME}/{RULE}/").headers["Location"] == f"/rules/{GAME}/#{RULE}"


@pytest.mark.django_db(transaction=True)
def test_concurrent_loads_render_once() -> None:
    results: list[int] = []

    def work() -> None:
        try:
            results.append(library.load()[0])
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [0, 0, 0, ALL]


def test_digest_depends_on_all_sources(source: Callable[..., Source], tmp_path: Path) -> None:
    first = source().digest
    assert source().digest == first
    assert source("other words").digest != first and source(more="words").digest != first
    (tmp_path / "dot.svg").write_text("<svg/>")
    assert Source("made_up", source().menu, source().pages, source().clauses, tmp_path).digest == source().digest
    (tmp_path / "new.svg").write_text("<svg/>")
    assert source().digest != first


@pytest.mark.parametrize(("menu", "files", "word"), [
    (["index", "cards"], ["index"], "names manual/cards.md, but there is no such file"),
    (["cards"], ["cards"], "has no page “index”"),
])  # fmt: skip
def test_menu_and_files_must_match(
    monkeypatch: Any, tmp_path: Path, menu: list[str], files: list[str], word: str
) -> None:
    import msgspec

    from games.kernel.data import ManualPage

    game = load_games()[GAME]
    meta = msgspec.structs.replace(game.meta, manual=tuple(ManualPage(page=page, title=page) for page in menu))
    (tmp_path / "manual").mkdir()
    for file in files:
        (tmp_path / "manual" / f"{file}.md").write_text(f"::clause {next(iter(game.clauses))}\n")
    fake = type("Fake", (), {"meta": meta, "clauses": game.clauses})
    monkeypatch.setattr(sources, "load_games", lambda: {GAME: fake})
    monkeypatch.setattr(sources, "folder_of", lambda slug: tmp_path)
    with pytest.raises(ManualError, match=word):
        sources.read_source(GAME)
