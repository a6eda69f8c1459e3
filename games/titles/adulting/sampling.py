"""Legal moves in bulk and at random, for bots, tests and benchmarks: faster than trying all combinations."""

from itertools import permutations
from typing import Any

from games.kernel.errors import IllegalMove
from games.kernel.rng import Rng
from games.kernel.types import Amount, Decision, Move, Pick, Text
from games.titles.adulting import category, effects, refusals_law, rulings
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECT
from games.titles.adulting.effects import Args
from games.titles.adulting.state import State

NOTHING: Args = {"target": None, "column": None, "give": None, "take": None}
NO_PLAY = {"card": None, "column": None}


def scoring_moves(state: State, seat: int) -> list[Move]:
    """Every play of this seat, passing first."""
    hand = state.players[seat].hand
    found = [Move("pass", {})]
    found += [Move("place", {"card": card, "column": column}) for card in hand for column in CARDS[card].columns]
    for card in hand:
        if CARDS[card].timing == "scoring":
            found += _effect_moves(state, seat, card)
    return found


def effect_move(card: str, plays: list[Args] | None = None, **given: Any) -> Move:
    """A use of a game text with every field of its action."""
    plays = [*(plays or []), NO_PLAY, NO_PLAY][:2]
    return Move("effect", {"card": card, **NOTHING, **given, "plays": [dict(play) for play in plays]})


def _effect_moves(state: State, seat: int, card: str) -> list[Move]:
    hand = [other for other in state.players[seat].hand if other != card]
    others = [other for other in state.present if other != seat]
    effect = EFFECT[card]
    if effect == "second_wind":
        ways = {other: [{"card": other, "column": column} for column in CARDS[other].columns] for other in hand}
        single = [[way] for other in hand for way in ways[other]]
        pairs = [[first, second] for one, two in permutations(hand, 2) for first in ways[one] for second in ways[two]]
        return [effect_move(card, plays) for plays in single + pairs]
    if effect == "lost_found":
        return [effect_move(card, take=take) for take in state.discard if EFFECT[take] != "lost_found"]
    if effect == "swap_meet":
        takes = [(other, take) for other in others for take in state.players[other].hand]
        return [effect_move(card, target=other, give=give, take=take) for give in hand for other, take in takes]
    if effect == "early_night":
        return [effect_move(card, target=other) for other in others]
    if effect == "broken_vase":
        tries = [effect_move(card, target=other, column=column) for other in others for column in COLUMNS]
        return [move for move in tries if _is_legal(state, seat, move)]
    return [effect_move(card)]


def _is_legal(state: State, seat: int, move: Move) -> bool:
    try:
        effects.check(state, seat, move.verb, move.args)
    except IllegalMove:
        return False
    return True


def sample(state: State, step: str, decision: Decision, rng: Rng) -> Move | None:
    """A random legal answer."""
    if decision.matter == "law":
        return _filing(state, decision, rng)
    if decision.matter == "bench":
        return _strike(state, rng)
    if step == "scoring" and not decision.matter:
        return rng.choose(scoring_moves(state, decision.seat))
    action = decision.actions[0] if step == "votes" and not decision.matter else rng.choose(decision.actions)
    args: Args = {}
    for field in action.fields:
        if field.name == "bid.card":  # a helper card goes with a bid only
            amount = args.pop("bid.amount")
            args["bid"] = {"amount": amount, "card": None if amount is None else _draw(field, rng)}
        else:
            args[field.name] = _draw(field, rng)
    if action.verb == "hear":
        [price] = [field for field in action.fields if field.name == "price"]
        most = len(price.options) if isinstance(price, Pick) else 0
        args["price"] = None if args["allow"] == "no" else 1 + rng.below(most)
    if action.verb == "list":
        examples, laps = list(CARDS[state.round.card].accept), state.options.laps
        rng.shuffle(examples)
        del examples[rng.below(laps + 1) :]
        args = {name: value for name, value in args.items() if not name.startswith("examples.")}
        args["examples"] = [*examples, *[""] * (laps - len(examples))]
    return Move(action.verb, args)


def _draw(field: Any, rng: Rng) -> Any:
    if isinstance(field, Amount):
        return field.least + rng.below(field.most - field.least + 1)
    if isinstance(field, Text):
        return rng.choose(field.samples)
    if isinstance(field, Pick):
        place = rng.below(len(field.options) + (field.least == 0))
        return field.options[place].value if place < len(field.options) else None
    values = [option.value for option in field.options]
    if field.ordered:
        rng.shuffle(values)
        return values
    return [value for value in values if not rng.below(3)]


def _strike(state: State, rng: Rng) -> Move:
    job = state.round.job
    inside = category.inside(job)
    free = [one for one in category.examples(state) if one.seat in inside and one.key not in job.settled]
    if not free:
        return Move("wait", {})
    chosen = rng.choose(free)
    return Move("strike", {"seat": chosen.seat, "example": chosen.text})


def _filing(state: State, decision: Decision, rng: Rng) -> Move:
    seat, verb = decision.seat, rng.choose([action.verb for action in decision.actions])
    words = rng.choose(("", "That is not right."))
    if verb == "appeal" and (open := rulings.open_matters(state)):
        matter = rng.choose(open)
        can_press = state.players[seat].money >= len(state.present) - 1
        press = "yes" if can_press and rng.below(3) else "no"
        return Move("appeal", {"matter": matter._asdict(), "press": press, "statement": words})
    if verb == "sue" and (suits := refusals_law.possible_suits(state, seat)):
        ground, against = rng.choose(suits)
        price = 1 + rng.below(state.players[seat].money)
        return Move("sue", {"defendant": against, "ground": ground, "price": price, "statement": words})
    return Move("impeach", {"statement": words}) if verb == "impeach" else Move("wait", {})
