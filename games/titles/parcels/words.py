"""Text for Parcels: log lines and their pictures, the headline, the choices of an email."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from games.kernel import data
from games.kernel.game import Moves, Names
from games.kernel.types import Choice, Decision, Event, Move
from games.kernel.words import Sentences, either, several
from games.titles.parcels.state import Planned
from games.titles.parcels.view import Stack, View

LOG: dict[str, str] = data.read(Path(__file__).parent, "phrases.toml")["log"]
MOST_CHOICES = 30  # of an email; if there are more, all plays share one


def one_of(number: Any) -> str:
    """ "a 4" or "an 8"."""
    return f"an {number}" if number in (8, "8") else f"a {number}"


def in_words(cards: Iterable[int]) -> str:
    """A meld: "4-5"."""
    return "-".join(map(str, cards))


def cards_words(cards: Iterable[int], by: str = ", ", none: str = "nothing") -> str:
    """Loose cards: "1, 4, 4"."""
    return by.join(map(str, cards)) or none


def size_words(cards: Sequence[int]) -> str:
    """The strength of a meld: "2 cards, total 9"."""
    return f"{several(len(cards), 'card')}, total {sum(cards)}"


def meld_words(cards: Sequence[int]) -> str:
    """A meld with its strength: "4-5 (2 cards, total 9)"."""
    return f"{in_words(cards)} ({size_words(cards)})"


def stacks_words(stacks: Iterable[Stack]) -> str:
    """Stacks with their sizes: "2 × 4, 1 × 7"."""
    return ", ".join(f"{stack.count} × {stack.number}" for stack in stacks) or "empty"


def limits(view: View) -> tuple[str, str]:
    """The limits set by storage: "sets up to 3", "no runs"."""
    sets, runs = view.set_limit, view.run_limit
    return f"sets up to {sets}" if sets > 1 else "no sets", f"runs up to {runs}" if runs > 1 else "no runs"


def leads(view: View, names: Names) -> str:
    """Who leads, for an empty table."""
    mine = "Nothing to beat: you lead"
    return "The match is over" if view.turn is None else either(view.turn, mine, f"{names[view.turn]} leads")


def planned(move: Planned) -> str:
    """One move of a plan: "play 8-8", "take the 6 and add a 2"."""
    if move.kind == "play":
        return f"play {in_words(move.cards)}"
    if move.take is None:
        return "pass without a card"
    added = "nothing" if move.add is None else one_of(move.add)
    return f"take the {move.take}{'s' if move.size > 1 else ''} and add {added}"


def story(event: Event, names: Names) -> str:
    """The log line of an event."""
    facts = dict(event.data)
    if event.kind == "round_end":
        hands = [cards_words(hand) for hand in facts["hands"]]
        facts["placed"] = placed(facts["places"], hands, names, first=2)  # after the winner
    elif event.kind == "final":
        facts["ranked"] = placed(facts["ranks"], facts["points"], names)
    return _sentences(names).say(LOG[_line_of(event.kind, facts)], facts)


def _line_of(kind: str, facts: Mapping[str, Any]) -> str:
    """The key in phrases.toml for an event."""
    if kind == "play" and facts["lead"]:
        return "lead"
    if kind == "pass" and facts["take"] is None:
        return "bare_pass"
    if kind == "pass" and facts["missing"]:
        return "short_pass"
    if kind == "leave":
        return str(facts["reason"])
    return kind if facts.get("card", 0) is not None else f"no_{kind}"


def _sentences(names: Names) -> Sentences:
    return Sentences(
        names,
        meld=meld_words,
        cards=cards_words,
        added=lambda card: "nothing" if card is None else one_of(card),
        One=lambda card: one_of(card).capitalize(),
        count=lambda count: several(count, "card"),
        points=lambda points: several(points, "point"),
    )


def placed(places: Sequence[int], notes: Sequence[object] | None, names: Names, first: int = 1) -> str:
    """A ranking from place `first` on: "1. Bo (8), 2. Al (13)", with a note in brackets for each seat."""
    name = Sentences(names).name
    ordered = sorted((place, seat) for seat, place in enumerate(places) if place >= first)
    return ", ".join(f"{place}. {name(seat)}" + (f" ({notes[seat]})" if notes else "") for place, seat in ordered)


def log_pictures(event: Event) -> list[str]:
    """The ids in pictures/cards.svg for a log line: cards played, taken (shown once), added, turned up, handed out."""
    facts = event.data
    if event.kind == "round":
        return [f"c{card}" for card in facts["storage"]]
    cards = [facts.get("take"), facts.get("add"), facts.get("card"), *facts.get("turned", ()), *facts.get("cards", ())]
    return [f"c{card}" for card in cards if card is not None]


def headline(view: View, decision: Decision | None, names: Names) -> str:
    """What to do now, in one line: "beat 4-5 (2 cards, total 9), round 2 of 3"."""
    if view.turn is None:
        points = [player.points for player in view.players] if view.rounds > 1 else None
        return f"match over: {placed(view.ranks or [], points, names)}"
    where = f"round {view.round} of {view.rounds}"
    task = f"beat {meld_words(view.table.cards)}" if view.table else "lead"
    if decision is None or decision.seat != view.turn:
        return _sentences(names).say("{turn:name} {is|are} to {task}, {where}", turn=view.turn, task=task, where=where)
    return f"{task if view.table else 'you lead'}, {where}"


def result_notes(view: View) -> list[str]:
    """A note for each seat: points in a match of several rounds (fewer are better), else the cards left. None for those
    who have left, whose hands were discarded: "0 cards left" would sound like winning."""
    if view.rounds > 1:
        return [several(player.points, "point") for player in view.players]
    return ["" if player.left else f"{several(player.hand_size, 'card')} left" for player in view.players]


def _taken(stack: Stack) -> str:
    return f"the {stack.number}" if stack.count == 1 else f"{several(stack.count, 'card')} of {stack.number}"


def choices(view: View, decision: Decision, moves: Moves) -> list[Choice]:
    """The choices of an email: every legal play, or a single one for all if there are too many; a pass per stack."""
    if decision.optional:
        return []
    lines = [Choice(f"Play {meld_words(meld.cards)}", Move("play", {"cards": list(meld.cards)})) for meld in view.plays]
    if len(lines) + 2 * len(view.storage) > MOST_CHOICES:
        lines = [Choice("Play: choose the cards", Move("play"), is_complete=False)]
    if not view.may_pass:
        return lines
    takes = {stack.number: f"Pass: take {_taken(stack)}" for stack in view.storage}
    lines += [Choice(words, Move("pass", {"take": number, "add": None})) for number, words in takes.items()]
    lines += [
        Choice(f"{words} and add a card", Move("pass", {"take": number}), is_complete=False)
        for number, words in takes.items()
        if view.hand
    ]
    if not view.storage:
        lines.append(Choice("Pass; storage is empty", Move("pass", {"take": None, "add": None})))
    return lines
