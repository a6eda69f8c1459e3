"""Words: the lines of the log, and one line for subjects and status."""

from collections.abc import Sequence
from typing import Any

from games.kernel.types import Decision, Event
from games.kernel.words import Sentences, several
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
    facts, sentences = event.data, _sentences(names)
    line = HIRED[facts["ability"]] if event.kind == "hired" else LINES.get(event.kind, "")
    said = [_end(facts, names) if event.kind == "end" else sentences.say(line, facts)]
    for seat, known in sorted(event.private.items()):
        words = next(words for fact, words in PRIVATE.items() if fact in known)
        said.append(sentences.say(words, {"seat": seat, **known}))
    return " ".join(said)


def _sentences(names: Sequence[str]) -> Sentences:
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
        first={True: "equal hand totals, drawn by lot", False: "lower hand total"}.__getitem__,
        looked=lambda count: "top card and put it" if count == 1 else f"top {count} cards and put them",
    )


def _end(facts: Facts, names: Sequence[str]) -> str:
    who = names[facts["seat"]]
    totals = ", ".join(f"{player} {points}" for player, points in zip(names, facts["points"], strict=True))
    if facts["by"] in LEAVING:
        return f"{who} {LEAVING[facts['by']]}: {names[facts['winner']]} wins. {totals}."
    if facts["winner"] is None:
        return f"{who} drew the final card: the game ends. {totals}; the match is a draw."
    return f"{who} drew the final card: the game ends. {totals}; {names[facts['winner']]} wins{DECIDED[facts['by']]}."


LEAVING = {"resigned": "resigned", "removed": "ran out of time"}
DECIDED = {"points": "", "number": " by the number of scored cards", "highest": " by the highest card"}
LINES = {
    "setup": "{seat:name} goes first ({by_lot:first}).",
    "placed": "{seat:name} placed a {colour:colour} cubicle at {at:place}.",
    "project": "{seat:name} put {card:label} in play.",
    "completed": "{seat:name} completed {card:card} for {points} at {places:places}.",
    "in_vain": "{owner:name}'s {card:card} was formed on {seat:name}'s turn: it does not score.",
    "quota": "{seat:name} scored the quota {card:card} for {points}.",
    "drew": "{seat:name} drew a {colour:colour} card.",
    "picked_up": "{seat:name} picked up {card:card}.",
    "crowdfunding": "Crowdfunding: {owner:name} scored {card:card} for {points};"
    " {seat:name} scored Crowdfunding for {earned}.",
    "overtime": "{seat:name} revealed Overtime and takes another turn.",
    "looked": "{seat:name} looked at the {count:looked} back.",
}
HIRED = {
    "move": "{seat:name} hired Move: {places:path}.",
    "swap": "{seat:name} hired Swap: {places:pair}.",
    "shift": "{seat:name} hired Shift: {places:places} {dir:compass} by {dist}.",
    "remove": "{seat:name} hired Remove: took the {colour:colour} cubicle at {at:place} into their hand.",
    "exchange": "{seat:name} hired Exchange: the {colour:colour} cubicle at {at:place}"
    " for a {given_colour:colour} card.",
    "take": "{seat:name} hired Take: took {card:card} from the discard pile.",
    "draw": "{seat:name} hired Draw: one extra card.",
    "play_two": "{seat:name} hired Play Two: {plays:plays}.",
    "pickup": "{seat:name} hired Pick Up: {owner:name} must pick up a project.",
    "acquire": "{seat:name} took {card:card} from {owner:name}; {owner:name} scored VP of Acquisitions for {points}.",
    "operations": "{seat:name} hired VP of Operations.",
}
PRIVATE = {
    "cards": "{seat:name} holds {cards:cards}.",
    "hand": "{seat:name} held {hand:cards}.",
    "order": "Order: {order:cards}.",
    "given": "Given: {given:card}. Taken: {taken:card}.",
    "card": "Card: {card:card}.",
}
"""What a seat knows beside the public line, by the fact that it is about."""


def headline(view: View, decision: Decision | None, names: Sequence[str]) -> str:
    """Subject of an email and status line: who does what, points, cards left."""
    called = [("you" if decision and decision.seat == seat else name) for seat, name in enumerate(names)]
    one, two = (f"{player} {seat.points}" for player, seat in zip(called, view.seats, strict=True))
    if view.result is not None:
        winner = view.result.winner
        return f"{one}, {two}: " + ("a draw" if winner is None else f"{names[winner]} wins")
    doing = WAITING[view.step] if decision is None else OWN[view.step]
    return f"{doing.format(names[view.active])}, {one}, {two}, {several(view.deck_count, 'card')} left"


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
