"""The first look at a raw move: every refusal in the rulebook's words and order (HD-119).

A client may send anything. Each reader either raises IllegalMove or returns the move in canonical form.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from games.kernel import data
from games.kernel.errors import IllegalMove, need
from games.kernel.types import Move
from games.titles.dinosaurs import decisions, effects
from games.titles.dinosaurs.cards import CARDS, KIND, SCORING, VALUE
from games.titles.dinosaurs.state import NO_ORDERS, State, living, others

Args = dict[str, Any]
Reader = Callable[[State, int, Move], Move]
REFUSALS = data.read_refusals(Path(__file__).parent)
NO_SEAT = ("HD-119", "That seat is not in this match.")
OUT = ("HD-40", "You are out of the game.")
NOT_YOUR_TURN = ("HD-50", "It is not your turn to use a Point card effect.")
NOT_YOURS = ("HD-85", "Only the player about to receive the Disaster card decides this.")
ANSWERED = ("HD-81", "You have already answered for this scoring window.")
UNKNOWN_ORDER = ("HD-120", "Unknown standing order.")
REDIRECT = ("HD-87", "Redirect the Disaster card to another player who is still in the game.")
# A choice without orders, in canonical form and as a form sends it that has no fields for them.
NOT_GIVEN: tuple[Args, ...] = (dict.fromkeys(decisions.orders_as_args(NO_ORDERS)) | {"sudden": []}, {"sudden": []})
SETTINGS = {name.partition(".")[2]: [one.value for one in options] for name, options, _ in decisions.SETTINGS}


def stranger(state: State, seat: int, verb: str, special: dict[str, tuple[str, str]]) -> NoReturn:
    """Refuse a seat that owes no decision. `special`: the words of the open phase by verb."""
    need(verb, *REFUSALS["unreadable"])
    need(seat in range(len(state.players)), *NO_SEAT)
    need(state.players[seat].out is None, *OUT)
    raise IllegalMove(*special.get(verb, REFUSALS["unasked"]))


def _in_hand(state: State, seat: int, card: Any, clause: str) -> str:
    need(card in state.players[seat].hand, clause, "That card is not in your hand.")
    return str(card)


def _seat(value: Any) -> int | None:
    """A seat number, None for anything else (True and 1.0 are none)."""
    return value if type(value) is int else None


def _rest(move: Move, *known: str) -> Args:
    """Arguments that the rules do not know: left in, so that the gates refuse them."""
    return {name: value for name, value in move.args.items() if name not in known}


# --- standing orders ----------------------------------------------------------------------------------------------


def read_orders(state: State, seat: int, move: Move) -> Move:
    """A set of standing orders (HD-120, HD-123)."""
    return Move("orders", {"orders": _orders(state, seat, move.args.get("orders")), **_rest(move, "orders")})


def _orders(state: State, seat: int, given: Any) -> Args:
    need(isinstance(given, dict), *UNKNOWN_ORDER)
    full = decisions.orders_as_args(NO_ORDERS)
    found: Args = full | given
    need(set(found) == set(full), *UNKNOWN_ORDER)
    for name, values in SETTINGS.items():
        need(found[name] in values, *UNKNOWN_ORDER)
    need(type(found["sticky"]) is bool and isinstance(found["sudden"], list), *UNKNOWN_ORDER)
    named = [*found["sudden"], *([found["drop"]] if found["drop"] is not None else [])]
    hand = state.players[seat].hand
    need(all(card in hand for card in named), "HD-123", "A standing order may only name cards in your hand.")
    need(all(card in VALUE for card in found["sudden"]), "HD-123", "Sudden Death needs a Point card.")
    return found | {"sudden": list(dict.fromkeys(found["sudden"]))}


# --- the decisions ------------------------------------------------------------------------------------------------


def read_dino(state: State, seat: int, move: Move) -> Move:
    """A pick of a Dinosaur (HD-02, HD-03)."""
    dino = move.args.get("dino")
    need(dino in decisions.dinos_of(state), "HD-02", "There is no such Dinosaur in this match.")
    need(dino in decisions.free_dinos(state), "HD-03", "That Dinosaur is already taken; pick another.")
    return move


def read_choose(state: State, seat: int, move: Move) -> Move:
    """The card of this round, perhaps with standing orders (HD-12, HD-120)."""
    card = _in_hand(state, seat, move.args.get("card"), "HD-12")
    need(card in VALUE, "HD-12", f"Choose a Point card; {CARDS[card].name} is an Instant card.")
    given = move.args.get("orders")
    if "orders" not in move.args or given in NOT_GIVEN:
        return Move("choose", {"card": card, **_rest(move, "card", "orders")})
    return Move("choose", {"card": card, "orders": _orders(state, seat, given), **_rest(move, "card", "orders")})


def read_effect(state: State, seat: int, move: Move) -> Move:
    """Use or decline, and what the effect needs (HD-49 and the clause of the card)."""
    use, effect = move.args.get("use"), effects.effect_of(state, seat)
    need(type(use) is bool, "HD-49", "Say whether you use the effect.")
    args = _chosen(state, seat, effect, move.args) if use and effect.field else effect.unused
    return Move("effect", {"use": use, **args, **_rest(move, "use", *effect.unused)})


def _chosen(state: State, seat: int, effect: effects.Effect, args: Args) -> Args:
    given = args.get(effect.field)
    chosen: list[Any] = [given]
    if effect.is_list:
        chosen = given if isinstance(given, list) else []
        need(len(chosen) in effect.sizes and all(chosen.count(one) == 1 for one in chosen), *effect.wrong_size)
    for one in chosen:
        for options, refusal in zip(effect.limits, effect.refused, strict=True):
            need(type(one) in (str, int) and one in options(state, seat), *refusal)
    return {effect.field: given}


def read_instants(state: State, seat: int, move: Move) -> Move:
    """An answer in the scoring window: entry by entry (HD-75, HD-78, HD-80)."""
    rows, final = move.args.get("plays"), move.args.get("final", False)
    is_list = isinstance(rows, list) and all(isinstance(row, dict) and set(row) <= {"card", "target"} for row in rows)
    need(is_list and type(final) is bool, *REFUSALS["unreadable"])
    plays: dict[str, int | None] = {}
    for row in rows or ():
        if row.get("card") == decisions.KEEP:
            continue
        card = _in_hand(state, seat, row.get("card"), "HD-80")
        need(card not in plays, "HD-80", "Each card can be played only once.")
        need(card in SCORING, "HD-75", f"{CARDS[card].name} cannot be played during scoring.")
        plays[card] = _target(state, card, row.get("target"))
    read = decisions.answer(state.players[seat].hand, plays, final)
    return Move("instants", read.args | _rest(move, "plays", "final"))


def _target(state: State, card: str, target: Any) -> int | None:
    if KIND[card] == "inversion":
        need(target is None, "HD-78", "Score Inversion has no target.")
        return None
    need(_seat(target) in living(state), "HD-80", "Choose a player who is still in the game.")
    return _seat(target)


def read_sudden(state: State, seat: int, move: Move) -> Move:
    """The card for Sudden Death (HD-93)."""
    card = _in_hand(state, seat, move.args.get("card"), "HD-93")
    need(card in VALUE, "HD-93", f"Sudden Death needs a Point card; {CARDS[card].name} is an Instant card.")
    return move


def read_disaster(state: State, seat: int, move: Move) -> Move:
    """Take, Insurance or Redirect (HD-21, HD-86, HD-87)."""
    if move.verb == "insure":
        _need_held(state, seat, move, "insurance", "HD-86", "You do not hold that Disaster Insurance.")
    elif move.verb == "redirect":
        _need_held(state, seat, move, "redirect", "HD-87", "You do not hold that Disaster Redirect.")
        need(_seat(move.args.get("target")) in others(state, seat), *REDIRECT)
    elif move.args.get("discard") is not None:
        _in_hand(state, seat, move.args["discard"], "HD-21")
    return move


def _need_held(state: State, seat: int, move: Move, kind: str, clause: str, words: str) -> None:
    need(move.args.get("card") in decisions.held(state.players[seat].hand, kind), clause, words)
