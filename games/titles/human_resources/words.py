"""Words: the lines of the log, and one line for subjects and status."""

from collections.abc import Sequence
from typing import Any

from games.kernel.types import Decision, Event
from games.kernel.words import several
from games.titles.human_resources.cards import CARDS, COLOURS
from games.titles.human_resources.view import View

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
    facts = event.data
    who = names[facts["seat"]] if facts.get("seat") is not None else ""
    other = names[facts["owner"]] if "owner" in facts else ""
    line = LINES[event.kind](facts, who, other, names)
    return " ".join([line, *_private(event, names)])


def _private(event: Event, names: Sequence[str]) -> list[str]:
    said = []
    for seat, facts in sorted(event.private.items()):
        if "cards" in facts:
            said.append(f"{names[seat]} holds {listed(facts['cards'])}.")
        elif "hand" in facts:
            said.append(f"{names[seat]} held {listed(facts['hand']) or 'no card'}.")
        elif "order" in facts:
            said.append(f"Order: {listed(facts['order'])}.")
        elif "given" in facts:
            said.append(f"Given: {name(facts['given'])}. Taken: {name(facts['taken'])}.")
        else:
            said.append(f"Card: {name(facts['card'])}.")
    return said


def _setup(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    return f"{who} goes first ({'equal hand totals, drawn by lot' if facts['by_lot'] else 'lower hand total'})."


def _placed(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    return f"{who} placed a {COLOURS[facts['colour']]} cubicle at {at([facts['at']])}."


def _project(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    return f"{who} put {CARDS[facts['card']].label} in play."


def _completed(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    return f"{who} completed {name(facts['card'])} for {facts['points']} at {at(facts['places'])}."


def _in_vain(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    return f"{other}'s {name(facts['card'])} was formed on {who}'s turn: it does not score."


def _quota(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    return f"{who} scored the quota {name(facts['card'])} for {facts['points']}."


def _hired(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    return HIRED[facts["ability"]](facts, who, other)


def _move(facts: Facts, who: str, other: str) -> str:
    return f"{who} hired Move: {at(facts['places'], ' to ')}."


def _swap(facts: Facts, who: str, other: str) -> str:
    return f"{who} hired Swap: {at(facts['places'], ' and ')}."


def _shift(facts: Facts, who: str, other: str) -> str:
    return f"{who} hired Shift: {at(facts['places'])} {COMPASS[facts['dir']]} by {facts['dist']}."


def _remove(facts: Facts, who: str, other: str) -> str:
    return f"{who} hired Remove: took the {COLOURS[facts['colour']]} cubicle at {at([facts['at']])} into their hand."


def _exchange(facts: Facts, who: str, other: str) -> str:
    taken, given = COLOURS[facts["colour"]], COLOURS[facts["given_colour"]]
    return f"{who} hired Exchange: the {taken} cubicle at {at([facts['at']])} for a {given} card."


def _take(facts: Facts, who: str, other: str) -> str:
    return f"{who} hired Take: took {name(facts['card'])} from the discard pile."


def _draw(facts: Facts, who: str, other: str) -> str:
    return f"{who} hired Draw: one extra card."


def _play_two(facts: Facts, who: str, other: str) -> str:
    return f"{who} hired Play Two: {COUNTS[facts['plays']]}."


def _pick_up(facts: Facts, who: str, other: str) -> str:
    return f"{who} hired Pick Up: {other} must pick up a project."


def _acquire(facts: Facts, who: str, other: str) -> str:
    return f"{who} took {name(facts['card'])} from {other}; {other} scored VP of Acquisitions for {facts['points']}."


def _operations(facts: Facts, who: str, other: str) -> str:
    return f"{who} hired VP of Operations."


def _drew(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    return f"{who} drew a {COLOURS[facts['colour']]} card."


def _picked_up(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    return f"{who} picked up {name(facts['card'])}."


def _crowdfunding(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    scored = f"{other} scored {name(facts['card'])} for {facts['points']}"
    return f"Crowdfunding: {scored}; {who} scored Crowdfunding for {facts['earned']}."


def _overtime(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    return f"{who} revealed Overtime and takes another turn."


def _looked(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    if facts["count"] == 1:
        return f"{who} looked at the top card and put it back."
    return f"{who} looked at the top {facts['count']} cards and put them back."


def _end(facts: Facts, who: str, other: str, names: Sequence[str]) -> str:
    totals = ", ".join(f"{player} {points}" for player, points in zip(names, facts["points"], strict=True))
    if facts["by"] in LEAVING:
        return f"{who} {LEAVING[facts['by']]}: {names[facts['winner']]} wins. {totals}."
    if facts["winner"] is None:
        return f"{who} drew the final card: the game ends. {totals}; the match is a draw."
    return f"{who} drew the final card: the game ends. {totals}; {names[facts['winner']]} wins{DECIDED[facts['by']]}."


LEAVING = {"resigned": "resigned", "removed": "ran out of time"}
DECIDED = {"points": "", "number": " by the number of scored cards", "highest": " by the highest card"}
LINES = {
    "setup": _setup,
    "placed": _placed,
    "project": _project,
    "completed": _completed,
    "in_vain": _in_vain,
    "quota": _quota,
    "hired": _hired,
    "drew": _drew,
    "picked_up": _picked_up,
    "crowdfunding": _crowdfunding,
    "overtime": _overtime,
    "looked": _looked,
    "end": _end,
}
HIRED = {
    "move": _move,
    "swap": _swap,
    "shift": _shift,
    "remove": _remove,
    "exchange": _exchange,
    "take": _take,
    "draw": _draw,
    "play_two": _play_two,
    "pickup": _pick_up,
    "acquire": _acquire,
    "operations": _operations,
}


def headline(view: View, decision: Decision | None, names: Sequence[str]) -> str:
    """Subject of an email and status line: who does what, points, cards left."""
    called = [("you" if decision and decision.seat == seat else name) for seat, name in enumerate(names)]
    one, two = (f"{player} {seat.points}" for player, seat in zip(called, view.seats, strict=True))
    if view.result is not None:
        winner = view.result.winner
        return f"{one}, {two}: " + ("a draw" if winner is None else f"{names[winner]} wins")
    cards = f"{view.deck_count} card{'' if view.deck_count == 1 else 's'} left"
    doing = WAITING[view.step] if decision is None else OWN[view.step]
    return f"{doing.format(names[view.active])}, {one}, {two}, {cards}"


def result_notes(view: View) -> list[str]:
    """The points of each director."""
    return [several(seat.points, "point") for seat in view.seats]


OWN = {
    "turn": "your turn",
    "extra_play": "play a card for Play Two",
    "order": "put the top cards back",
    "pickup": "pick up a project, then your turn",
}
WAITING = {
    "turn": "{}'s turn",
    "extra_play": "{} plays cards for Play Two",
    "order": "{} looks at the top cards",
    "pickup": "{} picks up a project",
}
