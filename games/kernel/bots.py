"""Bots: random, house (the game's own), easy and strong; and whole matches played by them.

Bots draw from a random generator of their own, never from that of the match.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from statistics import fmean, pstdev
from typing import Any

from msgspec import Struct

from games.kernel import codec, engine, legal_moves
from games.kernel.errors import IllegalMove
from games.kernel.game import Game, Imagined
from games.kernel.position import AnyPosition, Outcome, Played
from games.kernel.replay import line_of, make_record
from games.kernel.rng import SEED_HEX_DIGITS, QuickRng, Rng
from games.kernel.types import Decision, Event, Move

KINDS = ("house", "random", "easy", "strong")
RIVALS = 5  # moves that a strong bot compares with the house bot's
DOUBT = 1.0  # standard errors by which a rival must be better to be played
CLEAR, LOOK = 2.0, 8  # the same for the best move to be played at once, and how often to look, in worlds
QUICKER = 3  # seats for which a game's own simulation plays on in the time of one decision by the engine
BEHIND = 0.3  # weight of the final place when it is not the first
SLIGHT = 0.01  # a gain in chances that is not worth looking for
LONGEST_MATCH = 100_000  # decisions; a longer match is a bug in the rules
RARE = 8  # a random bot answers one optional decision in this many

Watch = Callable[[AnyPosition, list[Decision], list[Event]], None]
Policy = Callable[[Game, AnyPosition, Decision, Rng], Move | None]


class MatchOfBots(Struct):
    """A finished match of bots. `moves` lists all moves in order; `decisions` counts them without standing orders."""

    position: AnyPosition
    result: list[int]
    decisions: int
    moves: list[Played]


def seed_from(*words: Any) -> str:
    """A seed of 32 hexadecimal digits derived from these words."""
    return sha256(" ".join(map(str, words)).encode()).hexdigest()[:SEED_HEX_DIGITS]


def random_bot(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
    """A random legal move. None leaves an optional decision open; never gives standing orders."""
    if decision.optional and (decision.clock.pace == "standing" or rng.below(RARE)):
        return None
    return legal_moves.random_move(game, position, decision, rng)


def house_bot(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
    """The move that the game's own bot chooses from its view. None leaves an optional decision open."""
    if decision.clock.pace == "standing":
        return None
    view = engine.view_for(game, position, decision.seat)
    move = game.bot.choose(view, decision, lambda: legal_moves.moves(game, position, decision), rng)
    assert move is None or isinstance(move, Move), f"{game.meta.slug}: choose returned {move!r}"
    assert move is not None or decision.optional, f"{game.meta.slug}: choose has no answer to {decision.prompt!r}"
    return move


def easy_bot(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
    """A weak bot: one time in four it plays the house bot's move, otherwise a random candidate move.

    House bots won at least 1.6 times their fair share against it, in 90 to 150 matches with each number of seats.
    """
    first = house_bot(game, position, decision, rng)
    if first is None or not rng.below(4):
        return first
    return rng.choose(_candidate_moves(game, position, decision, first, rng))


def strong_bot(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
    """Compare the house bot's move with a few others by simulating the rest of the match, by sequential halving.

    Each simulation redraws what the seat cannot know, so nothing hidden is used; all moves face the same draws. It
    stops early once no other move can be much better, but on a secret decision it spends all of `meta.thinking` even if
    there is only one move: the time taken must not reveal what the seat holds.
    """
    first = house_bot(game, position, decision, rng)
    if first is None or decision.optional:
        return first
    candidates = [_Candidate(move) for move in _candidate_moves(game, position, decision, first, rng)]
    if len(candidates) == 1 and not decision.secret:
        return first
    imagined = game.bot.imagined and game.bot.imagined(engine.view_for(game, position, decision.seat), decision)
    stages, spent = max(1, (len(candidates) - 1).bit_length()), 0
    for stage in range(1, stages + 1):
        while spent < game.meta.thinking * stage // stages:
            spent += _simulate(game, position, decision, candidates, rng, imagined)
            if not decision.secret and len(candidates[0].values) % LOOK == 0 and (clear := _clear(candidates)):
                return clear.move
        rivals = sorted(candidates[1:], key=lambda candidate: -fmean(candidate.values))
        candidates = [candidates[0], *rivals[: len(candidates) // 2]]
    return max(candidates, key=lambda candidate: candidate.sure_gain(candidates[0])).move


class _Candidate:
    """A move that a strong bot considers, and its value in each simulation. The first is the house bot's."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.values: list[float] = []

    def sure_gain(self, first: "_Candidate", doubt: float = DOUBT) -> float:
        """A lower bound on the gain over the first: the best of several means is partly luck."""
        gains = [one - other for one, other in zip(self.values, first.values, strict=False)]
        return fmean(gains) - doubt * pstdev(gains) / math.sqrt(len(gains))


def _clear(candidates: list[_Candidate]) -> _Candidate | None:
    """The candidate than which surely no other is much better, if there is one. Equal values so far prove nothing."""
    best = max(candidates, key=lambda candidate: fmean(candidate.values))
    others = [candidate for candidate in candidates if candidate is not best]
    is_clear = all(best.sure_gain(one, CLEAR) > -SLIGHT and best.values != one.values for one in others)
    return best if is_clear else None


def _simulate(
    game: Game,
    position: AnyPosition,
    decision: Decision,
    candidates: list[_Candidate],
    rng: Rng,
    imagined: Imagined | None,
) -> int:
    """Try each move in one imagined world with the same random numbers. Returns the number of decisions played."""
    if imagined:
        for candidate, value in zip(candidates, imagined([one.move for one in candidates], rng), strict=True):
            candidate.values.append(value)
        return math.ceil(len(candidates) * position.seats / QUICKER)
    world = imagine(game, position, decision.seat, rng)
    seed, spent = rng.below(1 << 62), 0
    for candidate in candidates:
        value, count = _try(game, world, decision, candidate.move, seed)
        candidate.values.append(value)
        spent += count
    return spent


def imagine(game: Game, position: AnyPosition, seat: int | None, rng: Rng) -> AnyPosition:
    """A copy of the position with everything that this seat cannot know redrawn, including future random numbers."""
    world = codec.copy(game, position)
    world.state = game.rules.determinize(position.state, seat, rng)
    world.rng = Rng(seed_from("imagined", rng.below(1 << 62)))
    world.sealed = _given_by(seat, world.sealed)
    world.parked = {step: _given_by(seat, answers) for step, answers in world.parked.items()}
    return world


def _given_by(seat: int | None, answers: dict[str, Move]) -> dict[str, Move]:
    return {key: move for key, move in answers.items() if key.partition(".")[0] == str(seat)}


def _candidate_moves(game: Game, position: AnyPosition, decision: Decision, first: Move, rng: Rng) -> list[Move]:
    """`first` and up to RIVALS other moves: the game's `candidate_moves`, else random legal ones."""
    found, candidates = [first], game.bot.candidate_moves
    others: Iterable[Move] = (legal_moves.random_move(game, position, decision, rng) for _ in range(3 * RIVALS))
    if candidates is not None:
        view = engine.view_for(game, position, decision.seat)
        others = candidates(view, decision, lambda: legal_moves.moves(game, position, decision), rng)
    for move in others:
        if move not in found:
            found.append(move)
        if len(found) > RIVALS:
            break
    return found


def _try(game: Game, world: AnyPosition, decision: Decision, move: Move, seed: int) -> tuple[float, int]:
    """Play this move in an imagined world, then let house bots play on: (chance of winning, decisions played)."""
    position, rng = codec.copy(game, world), QuickRng("", seed)
    position.rng = QuickRng("", position.rng.below(1 << 62))
    asked = engine.ask(game, position)
    try:
        decision, move = engine.check(game, position, decision.seat, move, position.id_of(decision), asked)
    except IllegalMove:  # not legal in this world
        return 0.0, 1
    asked = engine.imagine(game, position, asked, decision, move)
    declined, count, quick = set[tuple[int, str]](), 1, game.bot.quick
    while (chances := _chances(game, world, position)) is None:
        if quick and not position.sealed and (known := quick(position.state, position.step, rng)):
            engine.imagine_quickly(game, position, *known)
            asked, count = [], count + 1
        elif not asked:
            asked = engine.resume(game, position)
        else:
            asked, count = _answered(game, position, asked, declined, rng), count + 1
    return chances[decision.seat], count


def _answered(
    game: Game, position: AnyPosition, asked: list[Decision], declined: set[tuple[int, str]], rng: Rng
) -> list[Decision]:
    """Let a house bot answer one decision. Returns those that are open next."""
    decision = _next(position, asked, declined, rng)
    move = house_bot(game, position, decision, rng)
    if move is None:
        declined.add((position.serial, decision.key))
        return asked
    return engine.imagine(game, position, asked, decision, move)  # its moves need no checks


def _chances(game: Game, world: AnyPosition, position: AnyPosition) -> list[float] | None:
    """Each seat's chance of winning, as soon as it can be estimated; None: play on."""
    ranks = game.rules.result(position.state)
    if ranks is not None:  # a shared first place counts in part, and lower places count a little
        return [(rank == 1) / ranks.count(1) - BEHIND * (rank - 1) / len(ranks) for rank in ranks]
    return None if game.bot.win_chances is None else game.bot.win_chances(world.state, position.state)


def odds(scores: Sequence[float | None], spread: float) -> list[float]:
    """Each seat's chance of winning, if the highest score wins. The score is None for a seat that cannot win.

    `spread` is how far scores may still drift apart: a lead of that size gives odds of nearly three to one.
    """
    best = max(score for score in scores if score is not None)
    weights = [0.0 if score is None else math.exp((score - best) / spread) for score in scores]
    return [weight / sum(weights) for weight in weights]


POLICIES: dict[str, Policy] = {
    "easy": easy_bot,
    "house": house_bot,
    "strong": strong_bot,
    "random": random_bot,
    "orders": house_bot,
}
STRENGTHS = ("easy", "house", "strong")


def self_play(
    game: Game,
    seats: int,
    seed: str,
    options: Any,
    kinds: Sequence[str],
    watch: Watch | None = None,
    policies: Mapping[str, Policy] = POLICIES,
) -> MatchOfBots:
    """Play a whole match among bots. The same arguments give the same match.

    `kinds[seat]` is a name in `policies`; "orders" is a house bot that also gives standing orders once a round.
    `watch(position, asked, events)` is called after the start and after each answer.
    """
    position, events = engine.start(game, seats, options, seed)
    at_seat = [policies[kind] for kind in kinds]
    ordering = {seat for seat, kind in enumerate(kinds) if kind == "orders"}
    asked = engine.ask(game, position)
    moves, count = list[Played](), 0
    if watch:
        watch(position, asked, events)
    for outcome, now in _turns(game, position, asked, Rng(seed_from("bots", seed)), at_seat, ordering):
        moves += outcome.played if outcome else []
        if outcome and not outcome.keeps_order:
            count += 1
            if watch:
                watch(position, now, outcome.events)
        assert count < LONGEST_MATCH, f"{game.meta.slug}: the match does not end"
    return MatchOfBots(position, game.rules.result(position.state) or [], count, moves)


def _turns(
    game: Game,
    position: AnyPosition,
    asked: list[Decision],
    rng: Rng,
    at_seat: Sequence[Policy],
    ordering: Collection[int],
) -> Iterator[tuple[Outcome | None, list[Decision]]]:
    """Let these policies play to the end, in place. Yields each outcome (None: the decision was left open) with the
    decisions that are open next. The seats in `ordering` give their standing orders once a round."""
    declined: set[tuple[int, str]] = set()  # (serial, key) of optional decisions that a bot has left open
    ordered: set[tuple[int, int]] = set()  # (round, seat) whose orders have been given
    while asked:
        decision = _next(position, asked, declined, rng)
        seat, outcome = decision.seat, None
        if seat in ordering and (position.round, seat) not in ordered:
            ordered.add((position.round, seat))
            outcome, asked = _leave_orders(game, position, seat, rng)
        elif (move := at_seat[seat](game, position, decision, rng)) is None:
            declined.add((position.serial, decision.key))
        elif at_seat[seat] is random_bot:  # its moves need no checks
            outcome, asked = engine.carry_out(game, position, asked, decision, move)
        else:  # side matters may share a verb, so name the decision
            id = position.id_of(decision) if decision.matter else None
            outcome, asked = engine.answer(game, position, asked, seat, move, id)
        yield outcome, asked


def _leave_orders(game: Game, position: AnyPosition, seat: int, rng: Rng) -> tuple[Outcome | None, list[Decision]]:
    """Give the standing orders of the seat's bot, if it has any. Also returns the decisions that are open next."""
    asked = engine.ask(game, position)
    offer = next((decision for decision in asked if decision.seat == seat and decision.clock.pace == "standing"), None)
    move = game.bot.orders(engine.view_for(game, position, seat), offer, rng) if offer and game.bot.orders else None
    if offer is None or move is None:
        return None, asked
    return engine.answer(game, position, asked, seat, move, position.id_of(offer))


def record_match(game: Game, seats: int, seed: str, options: Mapping[str, Any], kinds: Sequence[str]) -> dict[str, Any]:
    """Play a match among bots and return its record (see replay.py), for a title's recorded matches."""
    played = self_play(game, seats, seed, options, kinds)
    lines = [line_of(one.seat, one.move) for one in played.moves if not one.by_order]
    return make_record(game, played.position, seats, dict(options), lines)


def _next(position: AnyPosition, asked: list[Decision], declined: set[tuple[int, str]], rng: Rng) -> Decision:
    """The decision to answer next: optional ones first, the others in random order."""
    if len(asked) == 1:
        return asked[0]
    required = []
    for decision in asked:
        if decision.optional and decision.clock.pace == "standing":
            continue
        key = decision.key
        if key in position.sealed:
            continue
        if not decision.optional:
            required.append(decision)
        elif (position.serial, key) not in declined:
            return decision
    return required[0] if len(required) == 1 else rng.choose(required)
