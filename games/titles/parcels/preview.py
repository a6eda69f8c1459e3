"""Help before a move is confirmed: which values still fit, and what the move will do, from what its seat may know."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.types import Move
from games.kernel.words import several
from games.titles.parcels.state import State, cards_of, exchange, planned_moves
from games.titles.parcels.words import cards_words, in_words, one_of, planned


def narrow(legal: Sequence[Move], verb: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
    """For each field not chosen yet, the values that fit those already chosen."""
    if verb == "play":
        chosen = Counter(args.get("cards") or ())
        melds = [Counter(move.args["cards"]) for move in legal if move.verb == "play"]
        return {"cards": sorted({card for meld in melds if chosen <= meld for card in meld - chosen})}
    given = {name: value for name, value in args.items() if value is not None}
    fitting = [move.args for move in legal if move.verb == verb and given.items() <= move.args.items()]
    return {name: sorted({move[name] for move in fitting} - {None}) for name in ("take", "add") if name not in given}


def sentences(state: State, seat: int, move: Move) -> list[str]:
    """What a legal move will do, in sentences."""
    if move.verb == "pass":
        return _pass(state, seat, move.args["take"], move.args["add"])
    if move.verb == "plan":
        plan = map(planned, planned_moves(state, move))
        return [f"{'Else' if place else 'First'} {told}." for place, told in enumerate(plan)] or ["You have no plan."]
    cards, table = sorted(move.args["cards"]), state.table
    mine, left = in_words(cards), sum(state.hands[seat]) - len(cards)
    rest = f"You keep {several(left, 'card')}." if left else "Your hand is empty: you win the round."
    return [f"You play {mine} and beat {in_words(table)}." if table else f"You lead with {mine}.", rest]


def _pass(state: State, seat: int, take: int | None, add: int | None) -> list[str]:
    hand, storage = list(state.hands[seat]), list(state.storage)
    count = exchange(hand, storage, take, add)
    wanted = sum(state.storage) - sum(storage)
    turned = min(wanted, len(state.deck))
    if take is None:
        told = ["You pass; storage is empty."]
    else:
        gained = f" and gets {several(turned, 'unknown card')}" if turned else ""
        told = [
            f"You take {count} × {take} and add {'nothing' if add is None else one_of(add)}: {sum(hand)} in hand.",
            f"Storage keeps {cards_words(cards_of(storage))}{gained}.",
        ]
    told += ["The deck is too short to fill storage."] if turned < wanted else []
    if state.passes_to_come > 1:
        return told
    after = " and one more unknown card joins storage." if len(state.deck) > turned else ", and the deck is empty."
    return [*told, f"You are the last to pass: the trick ends{after}"]  # PC-54 to PC-57
