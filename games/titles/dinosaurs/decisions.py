"""What a seat is asked: the decisions of section "Playing Here" with their fields and defaults (HD-119 to HD-125).

The fields hold what could be legal; refusals.py has the last word and the rulebook's words. What depends on a hand only
is made once and kept.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from games.kernel.types import Action, Clock, Decision, Field, Move, Option, Pick, Picks
from games.titles.dinosaurs import danger, effects
from games.titles.dinosaurs.cards import BEST_FIRST, CARDS, DINOSAURS, KIND, SCORING, VALUE
from games.titles.dinosaurs.state import NO_ORDERS, Orders, State, living, others, point_cards

Hand = tuple[str, ...]

CARD = {card.id: Option(card.id, card.label, f"card/{card.id}") for card in CARDS.values()}
DINO = {dino.id: Option(dino.id, dino.name, f"dino/{dino.id}") for dino in DINOSAURS.values()}
YES = (Option(True, "yes"), Option(False, "no"))
NO_YES = (Option(False, "no"), Option(True, "yes"))
THEN = (Option(False, "answer each wave"), Option(True, "pass for the rest of this window"))
# Seconds of live play.
PICKING, CHOOSING, ANSWERING, FIRST_WAVE, LATER_WAVE = 60, 45, 30, 25, 15

DISASTER = (
    Option("ask", "ask me"),
    Option("take", "take it"),
    Option("insure", "play Insurance if I can, else take it"),
)
SETTINGS = (
    ("orders.instants", (Option("ask", "ask me"), Option("pass", "pass for me")), "In the scoring window"),
    ("orders.effect", (Option("ask", "ask me"), Option("decline", "decline for me")), "Effect of my Point card"),
    ("orders.disaster", DISASTER, "If I am about to add the Disaster card"),
)
STICKY = "Keep for the next rounds"
KEEP = "keep"  # a row of the scoring window whose card stays in the hand
STAYS = Option(KEEP, "")  # no words: the form has its own, and a summary names only what is played
DROP, SUDDEN = "When taking, discard", "In Sudden Death, play the first of"
# Seats as something to choose; pages put the player's name in their place.
SEAT = {seat: Option(seat, f"Seat {seat + 1}", f"seat/{seat}") for seat in range(6)}


def _seats(seats: Sequence[int]) -> tuple[Option, ...]:
    return tuple([SEAT[seat] for seat in seats])


def _cards(cards: Sequence[str]) -> tuple[Option, ...]:
    return tuple([CARD[card] for card in cards])


# --- standing orders ----------------------------------------------------------------------------------------------


# What of the form depends on no hand, by `least`: 0 where a card may be chosen without any orders.
SETTING_FIELDS = [
    tuple(Pick(name, options, least, label=label) for name, options, label in SETTINGS) for least in (0, 1)
]
STICKY_FIELD = [Pick("orders.sticky", NO_YES, least, label=STICKY) for least in (0, 1)]


def order_fields(hand: Hand, least: int) -> tuple[Field, ...]:
    """The form of standing orders: the same for everybody, whatever the hand is (HD-124)."""
    return (*SETTING_FIELDS[least], *_card_fields(hand), STICKY_FIELD[least])


@lru_cache(maxsize=64)
def _card_fields(hand: Hand) -> tuple[Field, ...]:
    points = _cards([card for card in hand if card in VALUE])
    return (
        Pick("orders.drop", _cards(hand), 0, DROP),
        Picks("orders.sudden", points, 0, max(2, len(points)), True, SUDDEN),
    )


def orders_as_args(orders: Orders) -> dict[str, Any]:
    """Orders as they go over the wire."""
    return msgspec.to_builtins(orders)  # type: ignore[no-any-return]


CANCEL = Move("orders", {"orders": orders_as_args(NO_ORDERS)})


@lru_cache(maxsize=64)
def orders(seat: int, hand: Hand) -> Decision:
    """The standing offer to leave orders, open to every living player at any time (HD-120)."""
    action = Action("orders", "Give standing orders", order_fields(hand, 1), "New orders replace the old ones.")
    words = "Standing orders: answer in advance what you may be asked later this round."
    clauses = ("HD-120", "HD-121", "HD-122", "HD-123", "HD-124")
    return Decision(
        seat,
        words,
        (action,),
        CANCEL,
        clauses,
        secret=True,
        optional=True,
        clock=Clock(pace="standing"),
        matter="orders",
    )


ORDERS = tuple(f"{seat}.orders" for seat in range(6))  # the keys of these decisions


def all_orders(state: State) -> dict[str, tuple[int, Hand]]:
    """What the standing offer to each living player depends on, by its key."""
    return {ORDERS[seat]: (seat, tuple(player.hand)) for seat, player in enumerate(state.players) if player.out is None}


# --- the decisions ------------------------------------------------------------------------------------------------


def dinos_of(state: State) -> list[str]:
    """The Dinosaurs of this match in the order of the catalogue (HD-02)."""
    return [dino.id for dino in DINOSAURS.values() if dino.set == "base" or state.options.extra_dinos]


def free_dinos(state: State) -> list[str]:
    """Those that nobody has, who left included (HD-127)."""
    taken = {player.dino for player in state.players}
    return [dino for dino in dinos_of(state) if dino not in taken]


def dino(state: State) -> list[Decision]:
    """D1: everybody without a Dinosaur, first come, first served (HD-04)."""
    free = free_dinos(state)
    action = Action("dino", "Pick", (Pick("dino", tuple([DINO[dino] for dino in free]), label="Dinosaur"),))
    default = Move("dino", {"dino": free[0]})
    waiting = [seat for seat in living(state) if state.players[seat].dino is None]
    words = "Pick your Dinosaur. First come, first served."
    clauses = ("HD-03", "HD-04")
    return [
        Decision(seat, words, (action,), default, clauses, stays=True, clock=Clock(live=PICKING)) for seat in waiting
    ]


@lru_cache(maxsize=64)
def choose(seat: int, hand: Hand) -> Decision:
    """D2: one Point card, face down; standing orders may come with it (HD-12, HD-120)."""
    points = sorted(point_cards(hand), key=BEST_FIRST.__getitem__)
    card = Pick("card", _cards(points), label="Card")
    action = Action("choose", "Play face down", (card, *order_fields(hand, 0)))
    words = "Choose a Point card to play face down."
    clauses = ("HD-12", "HD-13", "HD-14", "HD-120")
    return Decision(
        seat, words, (action,), Move("choose", {"card": points[0]}), clauses, secret=True, clock=Clock(live=CHOOSING)
    )


def effect(state: State) -> Decision:
    """D3: the player whose turn it is uses the effect or declines (HD-49)."""
    seat = state.order[state.turn_at]
    asked = effects.effect_of(state, seat)
    action = Action("effect", "Answer", (Pick("use", YES, label="Use it"), *_chosen(state, seat, asked)))
    clauses = ("HD-49", "HD-50", asked.clause)
    return Decision(
        seat, asked.question, (action,), Move("effect", {"use": False}), clauses, clock=Clock(live=ANSWERING)
    )


CHOSEN = {"discard": ("Discard", CARD), "target": ("Player", SEAT), "targets": ("Players", SEAT)}


def _chosen(state: State, seat: int, asked: effects.Effect) -> tuple[Field, ...]:
    """The field for what an effect needs."""
    if not asked.field:
        return ()
    label, known = CHOSEN[asked.field]
    options = tuple([known[one] for one in asked.options(state, seat)])  # type: ignore[index]
    if asked.is_list:
        return (Picks(asked.field, options, 0, asked.sizes[-1], label=label),)
    return (Pick(asked.field, options, 0, label=label),)


def grab(state: State) -> Decision:
    """D4: one card of the shown hand (HD-70)."""
    assert state.robbed is not None
    seat, shown = state.order[state.turn_at], state.players[state.robbed].hand
    action = Action("grab", "Take it", (Pick("card", _cards(shown), label="Card"),))
    default = Move("grab", {"card": _best(sorted(shown))})
    words = "Dino Grabber: take one card of this hand."
    return Decision(seat, words, (action,), default, ("HD-70", "HD-71"), secret=True, clock=Clock(live=ANSWERING))


def keep(state: State) -> Decision:
    """D5: one of the two cards that Treenoculars shows (HD-61)."""
    seat, shown = state.order[state.turn_at], state.looked
    action = Action("keep", "Keep it", (Pick("card", _cards(shown), label="Card"),))
    words = "Treenoculars: keep one of these cards and discard the other."
    default = Move("keep", {"card": _best(shown)})
    return Decision(seat, words, (action,), default, ("HD-61",), secret=True, clock=Clock(live=ANSWERING))


def _best(cards: Sequence[str]) -> str:
    """The best Point card by the rule of the card choice, else the first card."""
    points = point_cards(cards)
    return min(points, key=BEST_FIRST.__getitem__) if points else cards[0]


def asked_for_instants(state: State) -> list[int]:
    """Every living player with at least one card in hand, whatever the cards are (HD-84)."""
    return [seat for seat in living(state) if state.players[seat].hand]


def instants(state: State) -> list[Decision]:
    """D6: a wave of the scoring window (HD-80, HD-81)."""
    targets, live = tuple(living(state)), FIRST_WAVE if state.wave == 1 else LATER_WAVE
    return [window(seat, playable(state.players[seat].hand), targets, live) for seat in asked_for_instants(state)]


@lru_cache(maxsize=256)
def window(seat: int, own: Hand, targets: tuple[int, ...], live: int) -> Decision:
    """A row for each own Instant card of the window, and whether this is the last answer."""
    cards, seats, fields = (STAYS, *_cards(own)), _seats(targets), list[Field]()
    for number in range(len(own)):
        fields.append(Pick(f"plays.{number}.card", cards, label="Play"))
        fields.append(Pick(f"plays.{number}.target", seats, 0, label="on"))
    if not own:
        fields.append(Picks("plays", (), 0, 2))  # the empty list
    fields.append(Pick("final", THEN, label="then"))
    words = "Scoring: play Instant cards, or pass."
    clauses = ("HD-75", "HD-80", "HD-81", "HD-82")
    action = Action("instants", "Answer", tuple(fields))
    default = passing(own)
    return Decision(
        seat, words, (action,), default, clauses, secret=True, clock=Clock(pace="window", live=live), is_final=True
    )


def playable(hand: Sequence[str]) -> Hand:
    """The Instant cards of a hand that the scoring window allows, in the order of the hand."""
    return tuple([card for card in hand if card in SCORING])


@lru_cache(maxsize=64)
def passing(own: Hand) -> Move:
    """No card, final (HD-121)."""
    return answer(own, {}, True)


def answer(hand: Sequence[str], plays: dict[str, int | None], final: bool) -> Move:
    """An answer in the scoring window in canonical form: the cards in the order of the hand, then those that stay."""
    own = playable(hand)
    rows: list[dict[str, Any]] = [{"card": card, "target": plays[card]} for card in own if card in plays]
    rows += [{"card": KEEP, "target": None}] * (len(own) - len(rows))
    return Move("instants", {"plays": rows, "final": final})


def played(move: Move) -> dict[str, int | None]:
    """The cards that an answer in canonical form plays, with their targets."""
    return {row["card"]: row["target"] for row in move.args["plays"] if row["card"] != KEEP}


def sudden(state: State) -> list[Decision]:
    """D7: one more Point card from each player in Sudden Death who has not chosen yet (HD-93)."""
    return [
        lay_sudden(seat, tuple(state.players[seat].hand)) for seat in state.sudden if state.players[seat].pick is None
    ]


@lru_cache(maxsize=64)
def lay_sudden(seat: int, hand: Hand) -> Decision:
    """Any Point card of one's own hand; the higher card is better."""
    points = sorted(point_cards(hand), key=BEST_FIRST.__getitem__)
    action = Action("sudden", "Play face down", (Pick("card", _cards(points), label="Card"),))
    words = "Sudden Death: the lowest card adds the Disaster card."
    default = Move("sudden", {"card": points[0]})
    return Decision(seat, words, (action,), default, ("HD-92", "HD-93"), secret=True, clock=Clock(live=ANSWERING))


TAKE = Move("take", {"discard": None})


def disaster(state: State) -> Decision:
    """D8: take the card (and discard one), play Insurance, or redirect (HD-90).

    By default it is taken; if that would eliminate: Insurance, else Redirect to whoever is ahead (HD-125).
    """
    assert state.receiver is not None
    seat = state.receiver
    hand, is_deadly = state.players[seat].hand, danger.would_eliminate(state, seat)
    insurances, redirects = held(hand, "insurance"), held(hand, "redirect")
    words = "Take it and be out of the game" if is_deadly else "Take it"
    actions, default = [Action("take", words, (Pick("discard", _cards(hand), 0, label="and discard"),))], TAKE
    if insurances:
        actions.append(Action("insure", "Play", (Pick("card", _cards(insurances), label="Card"),)))
        default = Move("insure", {"card": insurances[0]})
    if redirects:
        card = Pick("card", _cards(redirects), label="Card")
        target = Pick("target", _seats(others(state, seat)), label="to")
        actions.append(Action("redirect", "Play", (card, target)))
        default = default if insurances else Move("redirect", {"card": redirects[0], "target": _ahead(state, seat)})
    words = "You are about to add the Disaster card."
    if is_deadly:
        words = f"The Disaster card puts you out of the game{'. Play an Instant?' if len(actions) > 1 else '.'}"
    clauses = ("HD-21", "HD-85", "HD-90")
    return Decision(seat, words, tuple(actions), default if is_deadly else TAKE, clauses, clock=Clock(live=ANSWERING))


def _ahead(state: State, seat: int) -> int:
    """The other living player with most points, of equals the next in ascending order from one's own seat."""
    size = len(state.players)
    following = sorted(others(state, seat), key=lambda other: (other - seat) % size)
    return max(following, key=lambda other: state.players[other].points)


def held(hand: Sequence[str], kind: str) -> list[str]:
    """The copies of an Instant card in a hand, lowest number first."""
    return sorted(card for card in hand if KIND[card] == kind)


# --- all legal answers --------------------------------------------------------------------------------------------


def effect_moves(state: State) -> list[Move]:
    """Every answer to an effect, in canonical form."""
    seat = state.order[state.turn_at]
    asked = effects.effect_of(state, seat)
    return [declining(asked), *(Move("effect", {"use": True, **args}) for args in asked.uses(state, seat))]


def declining(asked: effects.Effect) -> Move:
    """The answer that leaves an effect unused."""
    return Move("effect", {"use": False, **asked.unused})


def disaster_moves(state: State) -> list[Move]:
    """Every answer of the player about to add the Disaster card."""
    assert state.receiver is not None
    hand, targets = state.players[state.receiver].hand, others(state, state.receiver)
    found = [Move("take", {"discard": card}) for card in (None, *hand)]
    found += [Move("insure", {"card": card}) for card in held(hand, "insurance")]
    found += [Move("redirect", {"card": card, "target": to}) for card in held(hand, "redirect") for to in targets]
    return found


SHORT_LIST = 400


def instant_moves(hand: Sequence[str], targets: Sequence[int]) -> list[Move] | None:
    """Every answer in the scoring window; None where there are too many to list (HD-80)."""
    plays: list[dict[str, int | None]] = [{}]
    for card in playable(hand):
        choices: Sequence[int | None] = (None,) if KIND[card] == "inversion" else tuple(targets)
        plays += [{**one, card: choice} for one in plays for choice in choices]
        if len(plays) > SHORT_LIST:
            return None
    return [answer(hand, one, final) for one in plays for final in (False, True)]
