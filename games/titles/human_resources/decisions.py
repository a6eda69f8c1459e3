"""What a seat is asked: the decisions of the four steps with their actions, fields and defaults (HR-125 to HR-128).

The fields hold what could be legal; refusals.py has the last word. Options are made once and shared.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from games.kernel.types import Action, Clock, Decision, Field, Move, Option, Pick, Picks
from games.titles.human_resources import office
from games.titles.human_resources.cards import CARDS, KIND, OVERTIME, POINTS
from games.titles.human_resources.managers import manager_of
from games.titles.human_resources.refusals import meets, why_not
from games.titles.human_resources.state import State, seen
from games.titles.human_resources.words import COMPASS

CARD = {card.id: Option(card.id, card.label, f"card/{card.id}") for card in CARDS.values()}
DIRECTIONS = tuple(Option(letter, word) for letter, word in COMPASS.items())
TURN = "Play one card: cubicle, project, manager or quota."
EXTRA = {2: "Play Two: play the first of two cards.", 1: "Play Two: play the last card."}
ORDER = "Put the cards you looked at back on the deck, the new top card first."
PICKUP = "Choose which of your incomplete projects goes back to your hand."
HELP = {
    "place": "Any card can go face down into the office, where it shares a wall with a cubicle.",
    "project": "The card goes face up in front of you. A later action can complete it.",
    "quota": "The quota is scored at once.",
    "hire": "Fill in what this manager needs and leave the rest empty.",
}


def turn(state: State) -> Decision:
    """The decision of a turn, or of one card of Play Two."""
    seat, hand, plays = state.active, state.hands[state.active], state.plays_left
    border = office.border(state.office)
    places = _places(border)
    overtime = _overtime(hand)
    actions = [
        Action("place", "Place a cubicle", (_cards(hand), Pick("at", places, label="place"), *overtime), HELP["place"])
    ]
    projects = [card for card in hand if KIND[card] == "project"]
    if projects:
        actions.append(Action("project", "Play a project", (_cards(projects), *overtime), HELP["project"]))
    if not plays:
        managers = [card for card in hand if KIND[card] == "manager" and why_not(state, seat, card) is None]
        if managers:
            fields = _manager_fields(state, seat, managers, places)
            actions.append(Action("hire", "Hire a manager", (_cards(managers), *fields, *overtime), HELP["hire"]))
    quotas = [card for card in hand if KIND[card] == "quota" and meets(state, seat, card)]
    if quotas:
        actions.append(Action("quota", "Play a quota", (_cards(quotas), *overtime), HELP["quota"]))
    lowest = min(hand, key=lambda card: POINTS[card])  # HR-125: the first of equals came into the hand first
    args = {"card": lowest, "at": office.value(border[0])}
    default = Move("place", {**args, "overtime": None} if overtime else args)
    clauses = ("HR-59", "HR-60", "HR-61") if plays else ("HR-19", "HR-24", "HR-30", "HR-45", "HR-83")
    goes_on = plays > 0 or state.has_picked_up  # HR-128: one clock for everything that belongs to a turn
    return Decision(
        seat, EXTRA[plays] if plays else TURN, tuple(actions), default, clauses, clock=Clock(continues=goes_on)
    )


def order(state: State) -> Decision:
    """VP of Operations: the cards that were looked at, in any order; by default as they were (HR-127)."""
    cards = seen(state)
    pick = Picks("order", tuple(CARD[card] for card in cards), len(cards), len(cards), ordered=True, label="new order")
    action = Action("order", "Put them back", (pick,))
    default = Move("order", {"order": list(cards)})
    return Decision(
        state.active, ORDER, (action,), default, ("HR-118", "HR-120"), secret=True, clock=Clock(continues=True)
    )


def pickup(state: State) -> Decision:
    """Pick Up: by default the project of the lowest points, of equals the youngest (HR-126)."""
    own = [project.card for project in state.in_play[state.active]]
    lowest = min(reversed(own), key=lambda card: POINTS[card])
    action = Action("pickup", "Take it back", (Pick("card", tuple(CARD[card] for card in own), label="project"),))
    return Decision(state.active, PICKUP, (action,), Move("pickup", {"card": lowest}), ("HR-79", "HR-81"))


def playable(decision: Decision) -> list[tuple[str, str]]:
    """(verb, card) of everything that can be done with a card now."""
    return [
        (action.verb, str(option.value))
        for action in decision.actions
        for field in action.fields
        if isinstance(field, Pick) and field.name == "card"
        for option in field.options
    ]


def needs(verb: str, card: str) -> tuple[str, ...]:
    """What is still to be chosen after verb and card, in order."""
    if verb == "place":
        return ("at",)
    return manager_of(card).needs if verb == "hire" else ()


def canonical(decision: Decision, moves: Iterable[Move]) -> list[Move]:
    """The moves with every field of their action, as the gates will hand them over: unused ones None or empty."""
    empty: dict[str, dict[str, Any]] = {
        action.verb: {field.name: [] if isinstance(field, Picks) else None for field in action.fields}
        for action in decision.actions
    }
    return [Move(move.verb, {**empty[move.verb], **move.args}) for move in moves]


@cache  # a place has one name; there are never more than a few hundred
def _place(at: int) -> Option:
    return Option(office.value(at), office.words(at), f"cell/{office.value(at)}")


@lru_cache(maxsize=256)
def _places(places: tuple[int, ...]) -> tuple[Option, ...]:
    return tuple(_place(at) for at in places)


def _cards(cards: Iterable[str]) -> Pick:
    return Pick("card", tuple(CARD[card] for card in cards), label="card")


def _overtime(hand: list[str]) -> tuple[Pick, ...]:
    """Only the owner of an Overtime card sees this field (HR-111)."""
    held = [card for card in hand if card in OVERTIME]
    return (Pick("overtime", tuple(CARD[card] for card in held), 0, "reveal Overtime"),) if held else ()


def _manager_fields(state: State, seat: int, managers: list[str], border: tuple[Option, ...]) -> list[Field]:
    """The fields that these managers need, all of them optional: one verb serves every manager."""
    fields: list[Field] = []
    needed = {name for card in managers for name in manager_of(card).needs}
    cubicles = _places(tuple(sorted(state.office)))

    def offer(name: str, options: tuple[Option, ...], label: str, most: int = 1) -> None:
        if name in needed:
            fields.append(Picks(name, options, 0, most, label=label) if most > 1 else Pick(name, options, 0, label))

    offer("take", tuple(CARD[card] for card in state.discard), "card from the discard pile")
    offer("cells", cubicles, "cubicles to shift", most=3)
    offer("dir", DIRECTIONS, "direction")
    offer("dist", _distances(state) if "dist" in needed else (), "distance")
    offer("at", cubicles, "cubicle")
    offer("give", tuple(CARD[card] for card in state.hands[seat]), "card to give")
    offer("from", cubicles, "cubicle to move")
    offer("to", border, "new place")
    offer("a", cubicles, "first cubicle")
    offer("b", cubicles, "second cubicle")
    theirs = tuple(CARD[project.card] for project in state.in_play[1 - seat])
    offer("project", theirs, "project of the other player")
    return fields


def _distances(state: State) -> tuple[Option, ...]:
    west, north, east, south = office.box(state.office)
    return tuple(_distance(count) for count in range(1, max(east - west, south - north) + 2))


@cache
def _distance(count: int) -> Option:
    return Option(count, str(count))
