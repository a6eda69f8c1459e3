"""Checks moves, and refuses them in the words and the order of the specification ("Bad input")."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.kernel import data
from games.kernel.errors import IllegalMove, need
from games.kernel.types import Move
from games.titles.going_postal import decisions, trading
from games.titles.going_postal.cards import ACTIONS, AIMED, ALL_WAYS, DISTANCES, gap
from games.titles.going_postal.effects import NEEDS, targets
from games.titles.going_postal.hands import surplus
from games.titles.going_postal.state import State, is_in
from games.titles.going_postal.takeovers import can_pay

REFUSALS = data.read_refusals(Path(__file__).parent)
NOT_NOW = REFUSALS["verb"]
ELIMINATED = ("GP-53", "You are eliminated; you can only use vendetta stamps.")
NOT_OUT = ("GP-62", "Only an eliminated personality can take over a turn.")
NOBODY = ("GP-53", "That personality is not in the game.")
OWN_CARD = ("GP-109", "You can only trade one card from your own hand.")


def read(state: State, step: str, seat: int, move: Move) -> Move:
    """Return the move in canonical form. Raise IllegalMove if the seat cannot make this kind of move now, or else if
    the raw arguments are wrong.
    """
    need(type(seat) is int and 0 <= seat < state.seats and seat not in state.gone, *REFUSALS["left"])
    need(move.verb in VERBS, *REFUSALS["unreadable"])
    if move.verb == "play":
        _may_play(state, step, seat)
    elif move.verb in trading.TALK:
        _may_talk(state, step, seat, is_accusing=move.verb == "accuse")
    else:
        _may_answer(state, step, seat, move.verb)
    reader = READERS.get(move.verb)
    return reader(state, seat, decisions.with_seats(state, seat, move)) if reader else move


def _may_play(state: State, step: str, seat: int) -> None:
    if seat != state.decider:
        need(is_in(state, seat), *ELIMINATED)
        need(seat != state.active, "GP-73", "Your turn has been taken over; you cannot decide in it.")
        raise IllegalMove("GP-26", "It is not your turn.")
    need(step == "take_turn", *NOT_NOW)


def _may_talk(state: State, step: str, seat: int, is_accusing: bool) -> None:
    need(state.options.trading, "GP-93", "Trading is not part of this game.")
    need(is_in(state, seat), *ELIMINATED)
    is_late = step in ("follow_up", "discard_down") and not is_accusing
    need(not is_late, "GP-108", "Trading is over for this turn: a card has been played.")
    need(step == "take_turn", *NOT_NOW)
    need(is_accusing or not state.is_taken, "GP-115", "There is no trading in a turn that has been taken over.")


def _may_answer(state: State, step: str, seat: int, verb: str) -> None:
    match verb:
        case "direction" | "inspect" | "order" | "discard":
            need(verb in _asked(state, step), *NOT_NOW)
            need(seat == state.decider, *REFUSALS["unasked"])
        case "keep" | "exchange":
            need(step == "penalty" and seat in trading.exchangers(state, state.accused), *NOT_NOW)
        case "orders":
            need(state.options.pace == "async", "GP-76", "You can plan ahead only in correspondence games.")
            need(not is_in(state, seat), *NOT_OUT)
        case "pass":
            need(step != "penalty", *NOT_NOW)
            need(step == "take_turn" and seat in state.asked and seat in can_pay(state), *REFUSALS["again.pass"])
        case "claim":
            need(not is_in(state, seat), *NOT_OUT)
            need(step != "penalty", *NOT_NOW)
            is_free = step == "take_turn" and not state.is_taken
            need(is_free, "GP-72", "Too late: the card is down or the turn is already taken over.")
            need(state.price, "GP-70", "Sam is not on a house; nobody can take over this turn.")
            can_afford = state.vendetta[seat] >= state.price
            need(can_afford, "GP-71", f"You need {state.price} vendetta stamp(s) for this house.")


def _asked(state: State, step: str) -> tuple[str, ...]:
    """The verb that this step asks of one seat, apart from playing a card and Trading."""
    if step == "follow_up":
        return ("order" if state.aim and state.aim.kind == "sort" else "inspect",)
    return {"choose_direction": ("direction",), "discard_down": ("discard",)}.get(step, ())


def _read_play(state: State, seat: int, move: Move) -> Move:
    """Check GP-12 to GP-25, in the order of the specification."""
    args = _with_way(move.args)
    card: Any = args.get("card")
    need(card in state.hands[state.active], "GP-12", "That card is not in the hand you are playing.")
    ways = [way for way in ALL_WAYS[card] if way.option == args.get("option")]
    need(ways, "GP-13", "That card has no such option; choose one of its options.")
    barred = "sane" if state.stamps[state.active] else "postal"
    need(ways[0].who != barred, "GP-14", f"This option needs a {barred} personality.")
    wanted = [None, args["distance"]] if type(args.get("distance")) is int else [None]
    fitting = [way for way in ways if way.distance in wanted]
    need(fitting, "GP-17", f"Choose a whole number from {DISTANCES[0]} to {DISTANCES[-1]} for this card.")
    way = fitting[0]
    target = _read_target(state, way.action, args.get("target")) if way.steps < gap(state.sam) else None
    return Move("play", {**args, **way.move(target).args})


def _with_way(args: dict[str, Any]) -> dict[str, Any]:
    """Split the single choice that the table's form sends for card, option and distance: "truck-1.a.3"."""
    way = args.get("way")
    if not isinstance(way, str) or "card" in args:
        return args
    card, option, distance = (*way.split(".", 2), "", "")[:3]
    steps = next((steps for steps in DISTANCES if str(steps) == distance), None)
    others = {name: value for name, value in args.items() if name != "way"}
    return {**others, "card": card, "option": option, "distance": steps}


def _read_target(state: State, action: str, given: Any) -> int | None:
    """The target of the action; None if it needs none (GP-24, GP-25)."""
    if action not in AIMED or not targets(state, action):
        return None
    need(given is not None, "GP-24", "Name the personality that this action is aimed at.")
    need(_is_seat_in_game(state, given), *NOBODY)
    for fits, clause, words in NEEDS[action]:
        need(fits(state, given), clause or ACTIONS[action].clause, words)
    return int(given)


def _is_seat_in_game(state: State, given: Any) -> bool:
    return type(given) is int and 0 <= given < state.seats and is_in(state, given)


def _read_discard(state: State, seat: int, move: Move) -> Move:
    cards: Any = move.args.get("cards")
    hand, count = state.hands[state.active], surplus(state)
    is_right = isinstance(cards, list) and len(cards) == count
    is_right = is_right and all(card in hand and cards.count(card) == 1 for card in cards)
    need(is_right, "GP-51", f"Discard exactly {count} different card(s) of this hand.")
    return move


def _read_orders(state: State, seat: int, move: Move) -> Move:
    """Seats may be listed twice; duplicates are dropped."""
    targets: Any = move.args.get("targets")
    need(isinstance(targets, list), *REFUSALS["orders"])
    once = [target for place, target in enumerate(targets) if target not in targets[:place]]
    return Move("orders", {**move.args, "targets": once})


def _read_talk(state: State, seat: int, move: Move) -> Move:
    """Check an offer, an answer to one, a whisper or a showing between P and another (GP-108 to GP-117)."""
    args, verb = move.args, move.verb
    is_trade, is_answer = verb in ("offer", "accept"), verb in ("withdraw", "decline", "accept")
    other: Any = args.get("from" if verb in ("decline", "accept") else "to")
    need(_is_seat_in_game(state, other), *NOBODY)
    is_pair = other != seat and state.active in (other, seat)
    need(is_pair, "GP-108", "You can trade only with the personality whose turn it is.")
    need(not (is_trade and state.has_traded), "GP-110", "There has already been a trade this turn.")
    need(not is_answer or trading.find_offer(state, trading.pair_of(seat, move)), "GP-113", "There is no such offer.")
    need(not is_trade or args.get("card") in state.hands[seat], *OWN_CARD)
    need(verb != "show" or state.hands[seat], *OWN_CARD)
    if verb != "offer":
        return move
    need(state.hands[other], "GP-109", "That personality has no card to trade.")
    words = {name: None if args.get(name) == "" else args.get(name) for name in ("says", "wants")}
    return Move(verb, {**args, **words})


def _read_accuse(state: State, seat: int, move: Move) -> Move:
    accused: Any = move.args.get("seat")
    need(accused != seat or type(accused) is not int, "GP-118", "You cannot accuse yourself.")
    wrong = "You have accused wrongly this year; you cannot accuse again until the next year."
    need(seat not in state.wrong, "GP-119", wrong)
    has_told = _is_seat_in_game(state, accused) and trading.in_window(state, accused)
    need(has_told, "GP-118", "That personality has not whispered within the last round of turns.")
    return move


# Checks of raw arguments beyond those of the fields.
READERS: dict[str, Callable[[State, int, Move], Move]] = {
    "play": _read_play,
    "discard": _read_discard,
    "orders": _read_orders,
    **dict.fromkeys((*trading.OF_AN_OFFER, "whisper", "show"), _read_talk),
    "accuse": _read_accuse,
}
VERBS = {*READERS, "direction", "inspect", "order", "claim", "pass", "keep", "exchange"}
