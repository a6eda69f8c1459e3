"""The decision of a turn: its actions with their fields, and its default (HR-125, HR-128).

The fields list what could be legal; refusals.py has the last word. Options are created once and shared.
"""

from functools import cache

from games.kernel.types import Action, Clock, Decision, Field, Move, Option, Pick, Picks
from games.titles.human_resources import geometry
from games.titles.human_resources.cards import CARDS, OVERTIME, POINTS
from games.titles.human_resources.legal_moves import uses
from games.titles.human_resources.managers import play_of
from games.titles.human_resources.state import State
from games.titles.human_resources.words import COMPASS, PHRASES

DISTANCES = tuple(Option(length, str(length)) for length in range(1, len(CARDS) + 1))
DIRECTION = Pick("dir", tuple(Option(letter, word) for letter, word in COMPASS.items()), 0, "direction")
CARD = {card.id: Option(card.id, card.label, f"card/{card.id}") for card in CARDS.values()}
PROMPTS: dict[str, str] = PHRASES["prompt"]


def turn(state: State) -> list[Decision]:
    """The decision of a turn, or of one play of Play Two."""
    seat, hand, plays = state.active, state.hands[state.active], state.plays_left
    border = geometry.border(tuple(state.office))
    places = tuple(map(_place, border))
    held = tuple([CARD[card] for card in hand if card in OVERTIME])  # only their owner sees this field (HR-111)
    overtime = (Pick("overtime", held, 0, "reveal Overtime"),) if held else ()
    actions, possible = [], uses(state, seat)
    for verb, words in PHRASES["verb"].items():
        if cards := [card for use, card in possible if use == verb]:
            card = Pick("card", tuple(map(CARD.__getitem__, cards)), label="card")
            fields = (card, *_fields(state, seat, verb, cards, places), *overtime)
            actions.append(Action(verb, words["label"], fields, words["help"]))
    lowest = min(hand, key=POINTS.__getitem__)  # HR-125: of equals, the one held longest
    args = {"card": lowest, "at": geometry.value(border[0])}
    default = Move("place", {**args, "overtime": None} if overtime else args)
    clauses = ("HR-59", "HR-60", "HR-61") if plays else ("HR-19", "HR-24", "HR-30", "HR-45", "HR-83")
    prompt = PROMPTS[("turn", "last_play", "first_play")[plays]]
    goes_on = plays > 0 or state.has_picked_up  # HR-128: one clock for the whole turn
    return [Decision(seat, prompt, tuple(actions), default, clauses, clock=Clock(continues=goes_on))]


def playable(decision: Decision) -> list[tuple[str, str]]:
    """Every (verb, card) that this decision offers."""
    return [
        (action.verb, str(option.value))
        for action in decision.actions
        for field in action.fields
        if isinstance(field, Pick) and field.name == "card"
        for option in field.options
    ]


@cache  # only a few hundred places ever occur
def _place(at: int) -> Option:
    written = geometry.value(at)
    return Option(written, f"({written})", f"cell/{written}")


def _fields(state: State, seat: int, verb: str, cards: list[str], border: tuple[Option, ...]) -> list[Field]:
    """The fields beside the card. All managers share the verb "hire", so all their fields are optional."""
    if verb == "place":
        return [Pick("at", border, label="place")]
    needed = {name for card in cards for name in play_of(verb, card).needs}
    if not needed:
        return []
    cubicles = tuple(map(_place, sorted(state.office)))
    lengths = geometry.distances(state.office) if "dist" in needed else ()
    theirs = tuple([CARD[project.card] for project in state.in_play[1 - seat]])
    fields: tuple[Field, ...] = (
        Pick("take", tuple(map(CARD.__getitem__, state.discard)), 0, "card from the discard pile"),
        Picks("cells", cubicles, 0, 3, label="cubicles to shift"),
        DIRECTION,
        Pick("dist", DISTANCES[: len(lengths)], 0, "distance"),
        Pick("at", cubicles, 0, "cubicle"),
        Pick("give", tuple(map(CARD.__getitem__, state.hands[seat])), 0, "card to give"),
        Pick("from", cubicles, 0, "cubicle to move"),
        Pick("to", border, 0, "new place"),
        Pick("a", cubicles, 0, "first cubicle"),
        Pick("b", cubicles, 0, "second cubicle"),
        Pick("project", theirs, 0, "project of the other player"),
    )
    return [field for field in fields if field.name in needed]
