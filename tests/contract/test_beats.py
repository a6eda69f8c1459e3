"""What every title's table/beats.toml says: known kinds of events, places that are on the table, nothing that a viewer
may not know."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.kernel import engine, legal_moves
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Event
from games.table import beats
from games.titles import FOLDER, load_all
from tests.samples import seats_of

SLUGS = [slug for slug in load_all() if beats.read(slug)]
SEED = "5c" * 16
PLACE = re.compile(r'data-(?:zone|ref|after)="([\w-]+)')  # data-after: words that wait for the beat


def events_of(slug: str, most: int = 400) -> Iterator[tuple[AnyPosition, Event]]:
    """The events of a match of random moves."""
    game, rng = load_all()[slug], Rng(SEED)
    seats = seats_of(slug)
    position, events = engine.start(game, seats, game.rules.options.defaults(seats, "live"), SEED)
    yield from ((position, event) for event in events)
    for _ in range(most):
        opens = [one for one in engine.open_decisions(game, position) if one.answer is None]
        asked = next((one for one in opens if not one.decision.optional), None)
        if asked is None or game.rules.result(position.state) is not None:
            return
        move = legal_moves.random_move(game, position, asked.decision, rng)
        for event in engine.play(game, position, asked.decision.seat, move).events:
            yield position, event


@pytest.mark.parametrize("slug", SLUGS)
def test_beats_are_of_events_that_the_title_logs(slug: str) -> None:
    files = [path for path in (FOLDER / slug).rglob("*.py") if "tests" not in path.relative_to(FOLDER).parts]
    code = "\n".join(path.read_text("utf-8") for path in files)
    assert [kind for kind in beats.read(slug) if f'"{kind}"' not in code] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_beats_name_places_of_the_table(slug: str) -> None:
    files = [*(FOLDER / slug / "table").glob("*.html"), FOLDER.parents[1] / "templates/live/seats.html"]
    places = set(PLACE.findall("".join(path.read_text("utf-8") for path in files))) | {"seat"}
    rules = [rule for rules in beats.read(slug).values() for rule in rules]
    named = {place.partition("/")[0] for rule in rules for place in (rule.source, rule.target) if place}
    assert {place for place in named if "{" not in place} <= places


@pytest.mark.parametrize("slug", SLUGS)
def test_every_drawing_of_a_moment_is_there(slug: str) -> None:
    named = {rule.art for rules in beats.read(slug).values() for rule in rules if rule.art}
    sheet = FOLDER / slug / "pictures" / "moments.svg"
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', sheet.read_text("utf-8"))) if sheet.exists() else set()
    assert {one for art in named for one in _arts(art, drawn)} <= drawn


def _arts(art: str, drawn: set[str]) -> set[str]:
    """The names that an `art` with data in it can have: at least one drawing has to fit."""
    if "{" not in art:
        return {art}
    pattern = re.compile(re.sub(r"\\{.*?\\}", r"[\\w-]+", re.escape(art)))
    return {one for one in drawn if pattern.fullmatch(one)} or {art}


@pytest.mark.parametrize("slug", SLUGS)
def test_what_others_see_of_an_event_does_not_depend_on_its_secrets(slug: str) -> None:
    told = 0
    for position, event in events_of(slug):
        for seen in engine.events_for([event], None, position.round, False):
            text = beats.of_event(slug, seen, None)
            assert text == beats.of_event(slug, Event(event.kind, event.clause, event.data), None)
            told += bool(text)
            kinds = {one.partition("|")[0] for one in text.split(";") if one}
            assert kinds <= set(beats.KINDS)
    assert told > 5


def test_a_title_without_beats_says_nothing() -> None:
    silent: Any = next((slug for slug in load_all() if not beats.read(slug)), None)
    assert silent is None or beats.of_event(silent, Event("marked", "", {"seat": 0}), 0) == ""
