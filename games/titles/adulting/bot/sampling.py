"""All legal moves of a decision, or a random one, for bots, tests and benchmarks: faster than trying the fields."""

from itertools import permutations
from typing import Any

from games.kernel import legal_moves
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECT, SPADES
from games.titles.adulting.law import filing, rulings
from games.titles.adulting.state import State
from games.titles.adulting.verb import Args
from games.titles.adulting.work import category

NO_PLAY = {"card": None, "column": None}


def scoring_moves(state: State, seat: int) -> list[Move]:
    """Every legal play of this seat; passing comes first."""
    hand = state.players[seat].hand
    found = [Move("pass", {})]
    found += [Move("place", {"card": card, "column": column}) for card in hand for column in CARDS[card].columns]
    for card in hand:
        if CARDS[card].timing == "scoring":
            found += _effect_moves(state, seat, card)
    return found


def effect_move(card: str, plays: list[Args] | None = None, **given: Any) -> Move:
    """A move that uses a game text, with every field of its action filled in."""
    plays = [*(plays or []), NO_PLAY, NO_PLAY][:2]
    nothing = dict.fromkeys(("target", "column", "give", "take"))
    return Move("effect", {"card": card, **nothing, **given, "plays": [dict(play) for play in plays]})


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
        return [
            effect_move(card, target=other, column=column)
            for other in others
            for column, pile in zip(COLUMNS, state.players[other].mantle, strict=True)
            if pile and pile[-1] not in SPADES
        ]
    return [effect_move(card)]


def sample(state: State, step: str, decision: Decision, rng: Rng) -> Move | None:
    """A random legal answer."""
    if decision.matter == "law":
        return _filing(state, decision, rng)
    if decision.matter == "bench":
        return _strike(state, rng)
    if step == "scoring" and not decision.matter:
        return rng.choose(scoring_moves(state, decision.seat))
    drawn = legal_moves.draw_move(rng.choose(decision.actions), rng)
    args = drawn.args
    if "bid" in args and args["bid"]["amount"] is None:  # a helper card needs a bid
        args["bid"]["card"] = None
    if "down" in args:  # let most answers stand, so that there are auctions
        args["down"] = [seat for seat in args["down"] if rng.below(2)]
    if "allow" in args:
        args["price"] = (args["price"] or 1) if args["allow"] == "yes" else None
    if "examples" in args:
        laps = len(args["examples"])
        examples = list(dict.fromkeys(args["examples"]))[: rng.below(laps + 1)]
        args["examples"] = [*examples, *[""] * (laps - len(examples))]
    return drawn


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
    if verb == "sue" and (suits := filing.possible_suits(state, seat)):
        ground, against = rng.choose(suits)
        price = 1 + rng.below(state.players[seat].money)
        return Move("sue", {"defendant": against, "ground": ground, "price": price, "statement": words})
    return Move("impeach", {"statement": words}) if verb == "impeach" else Move("wait", {})
