"""Legal moves in bulk and at random, for bots, tests and benchmarks: faster than trying all combinations."""

from collections.abc import Iterable
from itertools import permutations
from typing import Any

from games.kernel.errors import IllegalMove
from games.kernel.rng import Rng
from games.kernel.types import Amount, Decision, Move, Pick, Text
from games.titles.adulting import effects, naming, refusals_law
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECT
from games.titles.adulting.effects import Args
from games.titles.adulting.state import State

NOTHING: Args = {"target": None, "column": None, "give": None, "take": None}
NO_PLAY = {"card": None, "column": None}


def moves(state: State, decision: Decision) -> Iterable[Move] | None:
    """All plays of the scoring phase; None for other decisions (their fields are tried)."""
    verbs = {action.verb for action in decision.actions}
    return scoring_moves(state, decision.seat) if "pass" in verbs else None


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
        single = [[(other, column)] for other in hand for column in CARDS[other].columns]
        pairs = [
            [(one, first), (two, second)]
            for one, two in permutations(hand, 2)
            for first in CARDS[one].columns
            for second in CARDS[two].columns
        ]
        return [effect_move(card, [{"card": c, "column": k} for c, k in plays]) for plays in single + pairs]
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
    if step == "votes" and not decision.matter:
        return _votes(decision, rng)
    action = rng.choose(decision.actions)
    args: Args = {}
    for field in action.fields:
        args[field.name] = _draw(field, rng)
    if action.verb == "hear":
        prices = next(
            len(field.options) for field in action.fields if isinstance(field, Pick) and field.name == "price"
        )
        args["price"] = None if args["allow"] == "no" else 1 + rng.below(prices)
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


def _votes(decision: Decision, rng: Rng) -> Move:
    args: Args = {}
    fields = {field.name: field for field in decision.actions[0].fields}
    args["down"] = _draw(fields["down"], rng)
    if "bid.amount" in fields:
        amount = _draw(fields["bid.amount"], rng)
        card = None if amount is None else _draw(fields["bid.card"], rng)
        args["bid"] = {"amount": amount, "card": card}
    return Move("votes", args)


def _strike(state: State, rng: Rng) -> Move:
    job = state.round.job
    inside = naming.inside(job)
    free = [one for one in naming.examples(state) if one[0] in inside and (one[0], one[2]) not in job.settled]
    if not free:
        return Move("wait", {})
    seat, text, _ = rng.choose(free)
    return Move("strike", {"seat": seat, "example": text})


def rulings(state: State) -> list[tuple[str, int, str]]:
    """Every ruling that can be objected to now: (kind, seat, example) (AD-161, AD-170)."""
    job, card = state.round.job, state.round.card
    if not card:
        return []
    present, kind = set(state.present), CARDS[card].job
    found = [(name, seat) for name in refusals_law.MATTERS[1:] for seat in job.players if _could_be(state, name, kind)]
    others = [(name, seat, "") for name, seat in found if refusals_law.can_object(state, name, seat)]
    if kind != "category" or not (state.round.has("ruled") or state.options.category == "turns"):
        return others
    named = {(entry.seat, entry.norm) for entry in job.record if entry.kind == "named"}
    listed = state.options.category == "lists"
    open = [one for one in naming.examples(state) if one[0] in present and (listed or (one[0], one[2]) in named)]
    settled = set(job.settled)
    return [("example", seat, text) for seat, text, norm in open if (seat, norm) not in settled] + others


def _could_be(state: State, matter: str, job: str) -> bool:
    """Which rulings a job can have at all."""
    if matter == "number":
        return job in ("rank", "payout")
    if matter == "bonus":
        return CARDS[state.round.card].fine_effect == "bonus"
    return matter == {"category": "time", "challenge": "order"}.get(job)


def _filing(state: State, decision: Decision, rng: Rng) -> Move:
    seat, verbs = decision.seat, [action.verb for action in decision.actions]
    verb = rng.choose(verbs)
    words = rng.choose(("", "That is not right."))
    if verb == "appeal" and (open := rulings(state)):
        kind, who, example = rng.choose(open)
        can_press = state.players[seat].money >= len(state.present) - 1
        press = "yes" if can_press and rng.below(3) else "no"
        matter = {"kind": kind, "seat": who, "example": example}
        return Move("appeal", {"matter": matter, "press": press, "statement": words})
    if verb == "sue" and (suits := possible_suits(state, seat)):
        ground, against = rng.choose(suits)
        price = 1 + rng.below(state.players[seat].money)
        return Move("sue", {"defendant": against, "ground": ground, "price": price, "statement": words})
    return Move("impeach", {"statement": words}) if verb == "impeach" else Move("wait", {})


def possible_suits(state: State, seat: int) -> list[tuple[str, int]]:
    """(ground, defendant) of each suit that this seat could file, money aside."""
    others = [o for o in state.present if o != seat and (seat, o) not in state.round.sued]
    liars = [o for o in others if o not in state.round.convicted and refusals_law.has_said(state, o)]
    return [("perjury", other) for other in liars] + [("libel", other) for other in others]
