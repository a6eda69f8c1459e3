"""Words: the lines of the log, and one line for subjects and status."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from games.kernel import data
from games.kernel.types import Decision, Event
from games.kernel.words import Sentences, several
from games.titles.human_resources.cards import CARDS, COLOURS
from games.titles.human_resources.view import View

PHRASES = data.read(Path(__file__).parent, "phrases.toml")

COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}
COUNTS = {1: "one play", 2: "two plays"}
Facts = dict[str, Any]


def name(card: str) -> str:
    """A card as the log names it: "Corridor dark"."""
    return CARDS[card].full_name


def listed(cards: Sequence[str]) -> str:
    """Card names with commas."""
    return ", ".join(name(card) for card in cards)


def at(places: Sequence[Sequence[int]], between: str = " ") -> str:
    """Places as people read them: "(0,0) (1,0)"."""
    return between.join(f"({x},{y})" for x, y in places)


def story(event: Event, names: Sequence[str]) -> str:
    """One log line. Private parts that the viewer may see follow the public sentence."""
    facts, sentences = event.data, _sentences(tuple(names))
    by = {"hired": "ability", "end": "by"}.get(event.kind)
    said = [sentences.say(PHRASES[event.kind][facts[by]] if by else PHRASES["log"].get(event.kind, ""), facts)]
    for seat, known in sorted(event.private.items()):
        words = next(words for fact, words in PHRASES["private"].items() if fact in known)
        said.append(sentences.say(words, {"seat": seat, **known}))
    return " ".join(said)


@lru_cache(maxsize=256)
def _sentences(names: tuple[str, ...]) -> Sentences:
    return Sentences(
        name=names.__getitem__,
        card=name,
        label=lambda card: CARDS[card].label,
        cards=lambda cards: listed(cards) or "no card",
        colour=COLOURS.__getitem__,
        place=lambda place: at([place]),
        places=at,
        path=lambda places: at(places, " to "),
        pair=lambda places: at(places, " and "),
        compass=COMPASS.__getitem__,
        plays=COUNTS.__getitem__,
        totals=lambda points: ", ".join(f"{player} {count}" for player, count in zip(names, points, strict=True)),
        first={True: "equal hand totals, drawn by lot", False: "lower hand total"}.__getitem__,
        looked=lambda count: "top card and put it" if count == 1 else f"top {count} cards and put them",
    )


def headline(view: View, decision: Decision | None, names: Sequence[str]) -> str:
    """Subject of an email and status line: who does what, points, cards left."""
    called = [("you" if decision and decision.seat == seat else name) for seat, name in enumerate(names)]
    one, two = (f"{player} {seat.points}" for player, seat in zip(called, view.seats, strict=True))
    if view.result is not None:
        winner = view.result.winner
        return f"{one}, {two}: " + ("a draw" if winner is None else f"{names[winner]} wins")
    doing = PHRASES["waiting" if decision is None else "own"][view.step]
    return f"{doing.format(names[view.active])}, {one}, {two}, {several(view.deck_count, 'card')} left"


def result_notes(view: View) -> list[str]:
    """The points of each director."""
    return [several(seat.points, "point") for seat in view.seats]
