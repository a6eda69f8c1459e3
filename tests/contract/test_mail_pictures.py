"""The pictures in emails of all games: no secrets, nothing clipped, large enough to read, small enough to send."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pytest

from games.drawing import mail_sheet
from games.kernel import engine
from games.kernel.bots import seed_from
from games.kernel.display import Fact
from games.kernel.game import Game
from games.kernel.laws.random_cases import Case, make_case, walk
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Decision
from games.mail.png import MOST_BYTES, png
from games.titles import load
from tests.samples import quick_first

NAMES = ("Ann", "Wilhelmina Konstantinopolitanska", "Cleo & <Co>", "D", "Eve", "Finn", "Gus", "Hana")
SIGHT = 11.2  # pixels on a phone for emails that only repeat what a colour or a shape says
MOVES = 120
MOST_WORDS = 280  # above the choices of a plain-text email
Seen = tuple[str, int, str, Sequence[Fact]]

by_game = pytest.mark.parametrize("game", load().values(), ids=lambda game: game.meta.slug)


def _asked(game: Game, position: AnyPosition, seat: int | None) -> Decision | None:
    own = [found for found in engine.open_decisions(game, position) if found.decision.seat == seat]
    return next((found.decision for found in own if found.answer is None), None)


def _picture(game: Game, position: AnyPosition, seat: int | None) -> str:
    assert game.mail.picture is not None, f"{game.meta.slug} draws no picture for mails"
    asked = _asked(game, position, seat)
    return game.mail.picture(engine.view_for(game, position, seat), asked, NAMES[: position.seats], seat)


def _words(game: Game, position: AnyPosition, seat: int | None) -> Sequence[Fact]:
    return engine.position_words(game, engine.view_for(game, position, seat), NAMES[: position.seats], seat)


def _cases(game: Game) -> list[Case]:
    """One table with each number of seats, and one more."""
    found: dict[int, Case] = {}
    for number in range(200):
        case = make_case(game, number)
        found.setdefault(case.seats, case)
        if len(found) == len(game.meta.seats):
            break
    return [*found.values(), make_case(game, 201)]


def _some_cases(game: Game) -> list[Case]:
    """The tables with the fewest and the most seats."""
    cases = sorted(_cases(game), key=lambda case: case.seats)
    return [cases[0], cases[-1]]


@cache
def _seen(slug: str) -> list[Seen]:
    """Pictures from random matches, for every seat that is asked; one match is played to its end."""
    game, found = load()[slug], []
    for number, case in enumerate(_cases(game)):
        for at, look in enumerate(walk(game, case)):
            seats = {decision.seat for decision in look.asked} or {*range(case.seats)}
            if at % 6 == 0 or not look.asked:
                at_step = partial(_look, game, look.position)
                found += [at_step(seat) for seat in sorted(seats)]
            if number and at == MOVES:
                break
    return found


def _look(game: Game, position: AnyPosition, seat: int) -> Seen:
    return position.step, seat, _picture(game, position, seat), _words(game, position, seat)


@by_game
@pytest.mark.parametrize("cases", quick_first(_some_cases, _cases), ids=["some", "all"])
def test_the_picture_does_not_depend_on_what_its_viewer_cannot_know(game: Game, cases: Any) -> None:
    for case in cases(game):
        rng = Rng(seed_from("pictures", case.seed))
        for look in islice(walk(game, case), 0, MOVES, 8):
            for seat in (*range(case.seats), None):
                other = engine.redrawn(game, look.position, seat, rng)
                one, two = _picture(game, look.position, seat), _picture(game, other, seat)
                assert one == two, f"at {look.position.step} the picture of seat {seat} shows what the seat cannot know"


@by_game
def test_the_picture_is_low_enough_to_keep_the_first_choice_in_sight(game: Game) -> None:
    for step, seat, board, _ in _seen(game.meta.slug):
        root = ElementTree.fromstring(board)
        assert float(root.attrib["width"]) == mail_sheet.WIDTH
        assert float(root.attrib["height"]) <= mail_sheet.MOST_HEIGHT, f"{step}, seat {seat}"


@by_game
def test_text_is_legible_and_within_the_picture(game: Game) -> None:
    for step, seat, board, _ in _seen(game.meta.slug):
        root = ElementTree.fromstring(board)
        height = float(root.attrib["height"])
        for words, size, left, right, foot in _written(root, 0, 0, 1):
            where = f"{words!r} at {step}, seat {seat}"
            assert size >= SIGHT, f"{where} is {size} high"
            assert left >= -1 and right <= mail_sheet.WIDTH + 2, f"{where} lies from {left} to {right}"
            assert size * 0.7 <= foot <= height, f"{where} has its foot at {foot} of {height}"


def _written(
    part: ElementTree.Element, x: float, y: float, scale: float
) -> Iterator[tuple[str, float, float, float, float]]:
    """All text on the sheet as (text, size, left, right, baseline), except in cubicles, which are parts of a plan."""
    tag = part.tag.rsplit("}", 1)[-1]
    if tag == "symbol":
        return
    shift, stretch = part.get("transform", ""), 1.0
    if found := re.search(r"translate\(([-\d.]+)[ ,]([-\d.]+)\)", shift):
        x, y = x + scale * float(found[1]), y + scale * float(found[2])
    if found := re.search(r"scale\(([-\d.]+)\)", shift):
        stretch = float(found[1])
    scale *= stretch
    if tag == "text":
        words, size = part.text or "", float(part.attrib["font-size"])
        width = mail_sheet.width_of(words, size, part.get("font-weight") is not None)
        before = {"start": 0.0, "middle": 0.5, "end": 1.0}[part.get("text-anchor", "start")] * width
        left = x + scale * (float(part.attrib["x"]) - before)
        yield words, size * scale, left, left + width * scale, y + scale * float(part.attrib["y"])
    for inner in part:
        yield from _written(inner, x, y, scale)


@by_game
def test_the_bitmap_is_small_enough_for_an_email(game: Game) -> None:
    boards = sorted((board for _, _, board, _ in _seen(game.meta.slug)), key=len)
    for board in boards[:: len(boards) // 4][-1:] + boards[-3:]:
        made = png(board)
        assert made.startswith(b"\x89PNG") and len(made) <= MOST_BYTES


@by_game
def test_the_words_say_the_same(game: Game) -> None:
    for step, seat, board, words in _seen(game.meta.slug):
        assert words and all(fact.label.strip() and fact.text.strip() for fact in words), (step, words)
        told = " ".join(fact.text for fact in words)
        seats = set(map(int, re.findall(r'data-part="(?:seat|player)" data-seat="(\d+)"', board)))
        named = " ".join(fact.label for fact in words if not fact.is_detail)
        assert all(NAMES[other] in named for other in seats if other != seat), f"{step}: {seats} of {named}"
        assert "None" not in told and "{" not in told


@by_game
def test_each_thing_is_told_once_and_the_most_important_ones_briefly(game: Game) -> None:
    for step, seat, _, words in _seen(game.meta.slug):
        told = [(fact.label, fact.text) for fact in words]
        assert len(told) == len(set(told)), f"{step}, seat {seat}: {sorted(one for one in told if told.count(one) > 1)}"
        brief = " ".join(f"{fact.label} {fact.text}" for fact in words if not fact.is_detail).split()
        assert len(brief) <= MOST_WORDS, f"{step}, seat {seat}: {len(brief)} words above the choices"
