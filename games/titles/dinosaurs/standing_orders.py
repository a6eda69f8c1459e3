"""Standing orders: secret answers given in advance, which end with the round (HD-120 to HD-124).

The steps apply them, each in its method `standing_orders`.
"""

from functools import lru_cache
from typing import Any

from msgspec.structs import asdict

from games.kernel.errors import need
from games.kernel.types import Action, Clock, Decision, Field, Move, Option, Pick, Picks
from games.titles.dinosaurs.cards import FOR_SEATS, PHRASES, VALUE, Hand, card_options
from games.titles.dinosaurs.state import NO_ORDERS, Orders, State, point_cards

Args = dict[str, Any]
ASK = Option("ask", "ask me")
INSURE = Option("insure", "play Insurance if I can, else take it")
SETTINGS = {
    "instants": ("In the scoring window", (ASK, Option("pass", "pass for me"))),
    "effect": ("Effect of my Point card", (ASK, Option("decline", "decline for me"))),
    "disaster": ("If the Disaster card comes to me", (ASK, Option("take", "take it"), INSURE)),
}
NO_YES = (Option(False, "no"), Option(True, "yes"))
# The fields that do not depend on the hand. Index: their `least`, 0 if they may be left empty.
_SETTINGS = [
    tuple(Pick(f"orders.{name}", options, least, label) for name, (label, options) in SETTINGS.items())
    for least in (0, 1)
]
_STICKY = [Pick("orders.sticky", NO_YES, least, "Keep for the next rounds") for least in (0, 1)]


NONE: Args = asdict(NO_ORDERS)
# The orders of a card choice without any: in canonical form, and as sent by a form without these fields.
NOT_GIVEN: tuple[Args, ...] = (dict.fromkeys(NONE) | {"sudden": []}, {"sudden": []})


def fields(hand: Hand, least: int) -> tuple[Field, ...]:
    """The fields of the form, the same ones whatever the hand is (HD-124)."""
    points, words = card_options(point_cards(hand)), "In Sudden Death, play the first of"
    drop = Pick("orders.drop", card_options(hand), 0, "When taking, discard")
    sudden = Picks("orders.sudden", points, 0, max(2, len(points)), True, words)
    return (*_SETTINGS[least], drop, sudden, _STICKY[least])


@lru_cache(maxsize=64)
def decision(seat: int, hand: Hand) -> Decision:
    """The decision in which a living player can give orders at any time (HD-120)."""
    prompt = "Plan ahead: answer in advance what you may be asked later this round."
    action = Action("orders", "Plan ahead", fields(hand, 1), "A new plan replaces the old one.")
    default, clock = Move("orders", {"orders": NONE}), Clock(pace="standing")
    clauses = ("HD-120", "HD-121", "HD-122", "HD-123", "HD-124")
    return Decision(seat, prompt, (action,), default, clauses, secret=True, optional=True, clock=clock, matter="orders")


def read(state: State, seat: int, given: Any) -> Args:
    """Check the orders that a client sent and fill in missing ones (HD-120, HD-123)."""
    unknown = ("HD-120", "Unknown plan.")
    need(isinstance(given, dict), *unknown)
    orders: Args = NONE | given
    need(set(orders) == set(NONE), *unknown)
    for name, (_, options) in SETTINGS.items():
        need(orders[name] in [option.value for option in options], *unknown)
    need(type(orders["sticky"]) is bool and isinstance(orders["sudden"], list), *unknown)
    named = [*orders["sudden"], *([orders["drop"]] if orders["drop"] is not None else [])]
    hand = state.players[seat].hand
    need(all(card in hand for card in named), "HD-123", "A plan may only name cards in your hand.")
    need(all(card in VALUE for card in orders["sudden"]), "HD-123", "Sudden Death needs a Point card.")
    return orders | {"sudden": list(dict.fromkeys(orders["sudden"]))}


def in_words(orders: Args) -> list[str]:
    """What a complete plan does, one sentence for each setting that answers something."""
    chosen = [f"{name}-{orders[name]}" for name in SETTINGS]
    kept = [name for name in ("drop", "sudden") if orders[name]]
    keys = [key for key in chosen if key in PHRASES["plan"]] + kept + ["sticky" if orders["sticky"] else "once"]
    return [FOR_SEATS.say(PHRASES["plan"][key], orders) for key in keys]


def forget(state: State) -> None:
    """Drop orders at the end of the round; only sticky settings stay, without the named cards (HD-124)."""
    for player in state.players:
        own = player.orders
        if own is not NO_ORDERS:
            player.orders = Orders(own.instants, own.effect, own.disaster, sticky=True) if own.sticky else NO_ORDERS
