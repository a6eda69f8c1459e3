"""Everything Parcels says: log lines, the one-line headline, previews, the choices of an email."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.kernel import data
from games.kernel.types import Choice, Decision, Event, Move
from games.kernel.words import Sentences, several

if TYPE_CHECKING:
    from games.titles.parcels.view import View

Names = Sequence[str]
LOG: dict[str, str] = data.read(Path(__file__).parent, "phrases.toml")["log"]
MOST_CHOICES = 30  # lines of an email


def cards_word(count: int) -> str:
    """1 card, 2 cards."""
    return several(count, "card")


def points_word(points: int) -> str:
    """1 point, 2 points."""
    return several(points, "point")


def one_of(number: Any) -> str:
    """a 4, an 8."""
    return f"an {number}" if number in (8, "8") else f"a {number}"


def in_words(cards: Sequence[int]) -> str:
    """A meld as it is written: 4-5."""
    return "-".join(map(str, cards))


def cards_words(cards: Sequence[int]) -> str:
    """Cards that are no meld: 1,4,4."""
    return ",".join(map(str, cards))


def meld_words(cards: Sequence[int]) -> str:
    """4-5 (2 cards, total 9)."""
    return f"{in_words(cards)} ({cards_word(len(cards))}, total {sum(cards)})"


def limits(sets: int, runs: int) -> tuple[str, str]:
    """What storage permits: "sets up to 3", "no runs"."""
    return f"sets up to {sets}" if sets > 1 else "no sets", f"runs up to {runs}" if runs > 1 else "no runs"


def who(seat: int, me: int | None, names: Names) -> str:
    """The name of a seat as a viewer reads it."""
    return "You" if seat == me else names[seat]


def story(event: Event, names: Names) -> str:
    """One event as its log line; a hand-out of several cards and a departure are one line each."""
    facts = dict(event.data)
    if event.kind == "round_end":
        facts["placed"] = _placed(facts, names)
    elif event.kind == "final":
        facts["ranked"] = ranks_words(facts["ranks"], facts["points"], names)
    return _sentences(tuple(names)).say(LOG[_line_of(event.kind, facts)], facts)


def _line_of(kind: str, facts: Mapping[str, Any]) -> str:
    """Which line of phrases.toml tells of an event."""
    if kind == "play" and facts["lead"]:
        return "lead"
    if kind == "pass" and facts["take"] is None:
        return "bare_pass"
    if kind == "pass" and facts["missing"]:
        return "short_pass"
    return kind if facts.get("card", 0) is not None else f"no_{kind}"


@lru_cache(maxsize=256)
def _sentences(names: tuple[str, ...]) -> Sentences:
    return Sentences(
        name=names.__getitem__,
        meld=meld_words,
        cards=cards_words,
        turned=lambda cards: cards_words(cards) or "nothing",
        added=lambda card: "nothing" if card is None else str(card),
        count=cards_word,
        points=points_word,
        left={"resigned": "resigns", "removed": "ran out of time"}.__getitem__,
    )


def _placed(facts: Mapping[str, Any], names: Names) -> str:
    """Who comes after the winner of a round: "2. Bo (1,4), 3. Cy (2,2,5)"."""
    placed = sorted((place, seat) for seat, place in enumerate(facts["places"]) if place > 1)
    return ", ".join(f"{place}. {names[seat]} ({cards_words(facts['hands'][seat])})" for place, seat in placed)


def ranks_words(ranks: Sequence[int], points: Sequence[int] | None, names: Names) -> str:
    """1. Bo (8), 2. Al (13): the final ranks, with points where the match had score piles."""
    ordered = sorted((rank, seat) for seat, rank in enumerate(ranks))
    return ", ".join(f"{rank}. {names[seat]}" + (f" ({points[seat]})" if points else "") for rank, seat in ordered)


def headline(view: "View", decision: Decision | None, names: Names) -> str:
    """What is to be done now, in one line: "beat 4-5 (2 cards, total 9), round 2 of 3"."""
    if view.turn is None:
        points = [player.points for player in view.players] if view.rounds > 1 else None
        return f"match over: {ranks_words(view.ranks or [], points, names)}"
    where = f"round {view.round} of {view.rounds}"
    task = f"beat {meld_words(view.table.cards)}" if view.table else "lead"
    if decision is None or decision.seat != view.turn:
        return f"{names[view.turn]} is to {task}, {where}"
    return f"{task if view.table else 'you lead'}, {where}"


def result_notes(view: "View") -> list[str]:
    """What each seat has collected: points in a match of several rounds (fewer are better), else the cards left."""
    if view.rounds > 1:
        return [points_word(player.points) for player in view.players]
    return [f"{cards_word(player.hand_size)} left" for player in view.players]


def choices(view: "View", decision: Decision, moves: Callable[[], list[Move]]) -> list[Choice]:
    """The lines of an email: every legal play ready to confirm, and for a pass one line per number to take.

    More plays than fit become one line that opens the form.
    """
    if decision.optional:
        return []
    plays = [Choice(f"Play {meld_words(meld.cards)}", Move("play", {"cards": list(meld.cards)})) for meld in view.plays]
    if len(plays) + len(view.storage) > MOST_CHOICES:
        plays = [Choice("Play: choose the cards", Move("play"), is_complete=False)]
    if not view.may_pass:
        return plays
    if not view.storage:
        return [*plays, Choice("Pass; storage is empty", Move("pass", {"take": None, "add": None}))]
    return plays + [
        Choice(
            f"Pass: {take_words(stack.number, stack.count)}", Move("pass", {"take": stack.number}), is_complete=False
        )
        for stack in view.storage
    ]


def take_words(number: int, count: int) -> str:
    """take the 6, take 2 cards of 6."""
    return f"take the {number}" if count == 1 else f"take {cards_word(count)} of {number}"
