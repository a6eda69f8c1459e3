"""The legal moves of a turn: all of them for bots, a random one for benchmarks, and options for a half-made choice."""

from collections.abc import Mapping
from typing import Any

from games.kernel.errors import IllegalMove
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move, Picks
from games.titles.human_resources import refusals
from games.titles.human_resources.cards import OVERTIME, VERB, VERBS
from games.titles.human_resources.managers import PLACE, play_of
from games.titles.human_resources.preview import preview
from games.titles.human_resources.state import State


def uses(state: State, seat: int) -> list[tuple[str, str]]:
    """Every (verb, card) that the seat can play now: first all placements, then each card's own action."""
    hand = state.hands[seat]
    own = [(VERB[card], card) for card in hand if card in VERB]
    possible = [(verb, card) for verb, card in own if play_of(verb, card).why_not(state, seat, card) is None]
    return [("place", card) for card in hand] + possible


def all_moves(state: State, decision: Decision) -> list[Move]:
    """Every legal move of a turn or of one play of Play Two, each once."""
    seat = decision.seat
    found = [
        Move(verb, {"card": card, **args})
        for verb, card in uses(state, seat)
        for args in play_of(verb, card).legal_args(state, seat, card)
    ]
    return _canonical(decision, found + _with_overtime(state, seat, found))


def _canonical(decision: Decision, moves: list[Move]) -> list[Move]:
    """The moves with every field of their action, as validation returns them: unused ones are None or empty."""
    empty: dict[str, dict[str, Any]] = {
        action.verb: {field.name: [] if isinstance(field, Picks) else None for field in action.fields}
        for action in decision.actions
        if any(move.verb == action.verb for move in moves)
    }
    return [Move(move.verb, {**empty[move.verb], **move.args}) for move in moves]


def _with_overtime(state: State, seat: int, moves: list[Move]) -> list[Move]:
    if OVERTIME.isdisjoint(state.hands[seat]):
        return []
    cards = ((move, card) for move in moves for card in refusals.overtimes(state, seat, move))
    return [Move(move.verb, {**move.args, "overtime": card}) for move, card in cards]


def random_move(state: State, decision: Decision, rng: Rng) -> Move:
    """A random legal move: pick a card, one of its uses, then arguments. Every legal move can come up."""
    seat = decision.seat
    card = rng.choose(state.hands[seat])
    verb = VERB.get(card, "place") if rng.below(2) else "place"
    play = play_of(verb, card)
    args = play.random_args(state, seat, card, rng) if play.why_not(state, seat, card) is None else None
    if args is None:
        verb, args = "place", PLACE.random_args(state, seat, card, rng)
    move = Move(verb, {"card": card, **args})
    revealed = _with_overtime(state, seat, [move])
    return _canonical(decision, [rng.choose(revealed) if revealed and rng.below(2) else move])[0]


def narrow(state: State, seat: int, verb: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
    """For each field of the verb, the values that fit those chosen so far. Nonsense counts as not chosen.

    Also "refused": cards that cannot be used this way now, with clause and message; for Shift, "stops": the possible
    ends of the chosen group as [direction, distance]; and the "preview" of a complete choice, for pages without script.
    """
    if verb != "place" and verb not in VERBS.values():
        return {}
    fitting = [card for card in state.hands[seat] if verb in ("place", VERB.get(card))]
    reasons = {card: play_of(verb, card).why_not(state, seat, card) for card in fitting}
    cards = [card for card, reason in reasons.items() if reason is None]
    found: dict[str, list[Any]] = {"card": cards}
    if verb in ("quota", "hire"):
        closed = [(card, *reason) for card, reason in reasons.items() if reason]
        found["refused"] = [{"card": card, "clause": clause, "message": message} for card, clause, message in closed]
    chosen = next(iter(cards), None) if verb == "place" else args.get("card")
    if isinstance(chosen, str) and chosen in cards:
        found |= play_of(verb, chosen).narrow(state, seat, chosen, args)
    return found | _when_whole(state, seat, verb, args)


def _when_whole(state: State, seat: int, verb: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
    """For a complete choice: the Overtime cards that may be revealed with it, and its preview."""
    overtime, whole = args.get("overtime"), {}
    revealed: list[str] = []
    try:
        move = refusals.read_turn(state, seat, Move(verb, {**args, "overtime": None}))
        revealed = refusals.overtimes(state, seat, move)
        if overtime is None or overtime in revealed:
            whole = {"preview": preview(state, seat, Move(verb, {**move.args, "overtime": overtime}))}
    except IllegalMove:
        pass  # the choice is not complete yet
    return whole if OVERTIME.isdisjoint(state.hands[seat]) else {"overtime": revealed, **whole}
