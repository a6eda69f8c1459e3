"""Machine players: the random bot, the driver of a game's own bot, matches of bots among themselves, roll-outs.

Bots have chance of their own: they never touch the generator of a match.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from statistics import fmean, pstdev
from typing import Any

from msgspec import Struct

from games.kernel import codec, engine, listing
from games.kernel.errors import IllegalMove
from games.kernel.replay import line_of, make_record
from games.kernel.rng import SEED_HEX_DIGITS, Rng
from games.kernel.step import Game
from games.kernel.types import UNSEEN, AnyPosition, Decision, Event, Move, Played

KINDS = ("house", "random", "easy", "strong")
LEAST_WORLDS, MOST_WORLDS, RIVALS = 4, 40, 4  # for one move of a strong bot: draws of what it cannot know, other moves
DOUBT = 2.0  # standard errors by which another move must be better than the house bot's
LONGEST_MATCH = 100_000  # decisions; a longer match of bots is a bug in the rules
RARE = 8  # a random bot answers an optional decision about one time in so many

Watch = Callable[[AnyPosition, list[Decision], list[Event]], None]
Policy = Callable[[Game, AnyPosition, Decision, Rng], Move | None]


class MatchOfBots(Struct):
    """A match played to its end. `moves` holds who played what, in order; `decisions` counts the answers given."""

    position: AnyPosition
    result: list[int]
    decisions: int
    moves: list[Played]


def seed_from(*words: Any) -> str:
    """A seed of 32 hexadecimal digits made from any words: the same words give the same seed."""
    return sha256(" ".join(map(str, words)).encode()).hexdigest()[:SEED_HEX_DIGITS]


def random_bot(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
    """A random legal move; None leaves an optional decision open, and standing orders are not given."""
    if decision.optional and (decision.pace == "standing" or rng.below(RARE)):
        return None
    return listing.random_move(game, position, decision, rng)


def house_bot(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
    """The move that the game's own bot chooses from its view; None leaves an optional decision open."""
    if decision.pace == "standing":
        return None
    view = game.view(position.state, decision.seat)
    move = game.choose(view, decision, lambda: listing.moves(game, position, decision), rng)
    assert move is None or isinstance(move, Move), f"{game.meta.slug}: choose returned {move!r}"
    assert move is not None or decision.optional, f"{game.meta.slug}: choose has no answer to {decision.prompt!r}"
    return move


def easy_bot(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
    """A beginner: every other time the house bot's move, else any legal one."""
    return (house_bot if rng.below(2) else random_bot)(game, position, decision, rng)


def strong_bot(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
    """The house bot, which compares its move with others by playing the match to its end in its head.

    Each time what its seat cannot know is drawn anew, so that it uses nothing hidden; all moves meet the same draws. As
    many other moves are tried as can be compared often enough: few at the beginning of a long match, or none.
    """
    first = house_bot(game, position, decision, rng)
    if first is None or decision.secret or decision.optional:
        return first
    rivals: list[_Rival] = []
    left, worlds = game.meta.thinking, 0
    while worlds < MOST_WORLDS:
        world, seed = imagine(game, position, decision.seat, rng), rng.below(1 << 62)
        own, count = _try(game, world, decision, first, Rng(seed_from("world", seed)))
        if worlds == 0:
            most = left // (LEAST_WORLDS * count) - 1
            rivals = [_Rival(move) for move in _others(game, position, decision, first, rng, most)]
        left -= count
        worlds += 1
        for rival in rivals:
            rank, spent = _try(game, world, decision, rival.move, Rng(seed_from("world", seed)))
            rival.gains.append(own - rank)
            left -= spent
        rivals = [rival for rival in rivals if worlds < 2 or rival.mean > 0]
        if not rivals or left < count * (1 + len(rivals)):
            break
    best = max(rivals, key=lambda rival: rival.sure_gain, default=None)
    return best.move if best is not None and worlds >= LEAST_WORLDS and best.sure_gain > 0 else first


class _Rival:
    """A move that may be better than the house bot's, and by how many ranks it was in each imagined world."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.gains: list[float] = []

    @property
    def mean(self) -> float:
        return fmean(self.gains)

    @property
    def sure_gain(self) -> float:
        """What is left of the gain when chance has had its share: of several bad moves one always looks good."""
        return self.mean - DOUBT * max(pstdev(self.gains), 0.3) / math.sqrt(len(self.gains))


def imagine(game: Game, position: AnyPosition, seat: int | None, rng: Rng) -> AnyPosition:
    """A copy of the position in which everything that this seat cannot know is drawn anew, coming draws included."""
    world = codec.copy(game, position)
    world.state = game.determinize(position.state, seat, rng)
    world.rng = Rng(seed_from("imagined", rng.below(1 << 62)))
    own = {"" if seat is None else str(seat)}
    world.sealed = {key: move for key, move in world.sealed.items() if key.partition(".")[0] in own}
    world.parked = {
        step: {key: move for key, move in answers.items() if key.partition(".")[0] in own}
        for step, answers in world.parked.items()
    }
    return world


def _others(
    game: Game, position: AnyPosition, decision: Decision, first: Move, rng: Rng, most: int = RIVALS
) -> list[Move]:
    """A few legal moves besides this one, each once."""
    found: list[Move] = []
    for _ in range(3 * RIVALS if most > 0 else 0):
        move = listing.random_move(game, position, decision, rng)
        if move != first and move not in found:
            found.append(move)
        if len(found) >= min(RIVALS, most):
            break
    return found


def _try(game: Game, world: AnyPosition, decision: Decision, move: Move, rng: Rng) -> tuple[float, int]:
    """Play this move in an imagined world and the rest as the house bot would; (own rank at the end, decisions)."""
    position = codec.copy(game, world)
    try:
        engine.play(game, position, decision.seat, move, position.id_of(decision))
    except IllegalMove:  # it hung on something that is different in this world
        return float(position.seats), 1
    ranks, count = _finish(game, position, rng, house_bot)
    return float(ranks[decision.seat]), count + 1


POLICIES: dict[str, Policy] = {
    "easy": easy_bot,
    "house": house_bot,
    "strong": strong_bot,
    "random": random_bot,
    "orders": house_bot,
}
STRENGTHS = ("easy", "house", "strong")


class Stages(Struct):
    """Counts answer stages: all that is asked at one moment is one stage, and the next begins when it is answered.

    By post this is how often the players of a table wait for each other. `watch` is handed to `self_play`.
    """

    count: int = 0
    open: set[str] = set()

    def watch(self, position: AnyPosition, asked: list[Decision], events: list[Event]) -> None:
        """Look at the table after an answer."""
        owed = [d for d in asked if not (d.optional or d.pace in UNSEEN or d.key in position.sealed)]
        now = {position.id_of(decision) for decision in owed}
        if not self.open & now:
            self.open = now
            self.count += bool(now)


def self_play(
    game: Game, seats: int, seed: str, options: Any, kinds: Sequence[str], watch: Watch | None = None
) -> MatchOfBots:
    """A whole match among bots. `kinds[seat]` is "house", "random" or "orders" (house, leaving standing orders once a
    round where the game has such bots); the same arguments give the same match.

    `watch(position, asked, events)` is called after the start and after each answer.
    """
    position, events = engine.start(game, seats, options, seed)
    rng = Rng(seed_from("bots", seed))
    policies = [POLICIES[kind] for kind in kinds]
    asked = engine._ask(game, position)
    declined: set[tuple[int, str]] = set()  # optional decisions that a bot has left open at this serial
    ordered: set[tuple[int, int]] = set()  # (round, seat) that have left their orders
    moves: list[Played] = []
    count = 0
    if watch:
        watch(position, asked, events)
    while asked:
        decision = _next(position, asked, declined, rng)
        if kinds[decision.seat] == "orders" and (position.round, decision.seat) not in ordered:
            ordered.add((position.round, decision.seat))
            asked = _leave_orders(game, position, asked, decision.seat, rng, moves)
            continue
        move = policies[decision.seat](game, position, decision, rng)
        if move is None:
            declined.add((position.serial, decision.key))
            continue
        outcome, asked = engine._play(game, position, asked, decision.seat, move, _id(position, decision))
        moves += outcome.played
        count += 1
        if watch:
            watch(position, asked, outcome.events)
        assert count < LONGEST_MATCH, f"{game.meta.slug}: the match does not end"
    return MatchOfBots(position, game.result(position.state), count, moves)


def _leave_orders(
    game: Game, position: AnyPosition, asked: list[Decision], seat: int, rng: Rng, moves: list[Played]
) -> list[Decision]:
    """The seat gives the standing orders that its bot thinks of. What is asked afterwards."""
    offer = next((decision for decision in asked if decision.seat == seat and decision.pace == "standing"), None)
    move = None if offer is None or game.orders is None else game.orders(game.view(position.state, seat), offer, rng)
    if offer is None or move is None:
        return asked
    outcome, asked = engine._play(game, position, asked, seat, move, position.id_of(offer))
    moves += outcome.played
    return asked


def record_match(game: Game, seats: int, seed: str, options: Mapping[str, Any], kinds: Sequence[str]) -> dict[str, Any]:
    """A match among bots as a record (see replay.py), for a title's folder of recorded matches."""
    played = self_play(game, seats, seed, options, kinds)
    lines = [line_of(one.seat, one.move) for one in played.moves if not one.by_order]
    return make_record(game, played.position, seats, dict(options), lines)


def roll_out(game: Game, position: AnyPosition, rng: Rng, policy: Policy = random_bot) -> list[int]:
    """Play a copy of this position to its end and return the ranks. The draws of the copy are new ones.

    For search bots: hand in a position whose state went through `determinize`, never the real one.
    """
    position = codec.copy(game, position)
    position.rng = Rng(seed_from("roll-out", rng.below(1 << 62)))
    return _finish(game, position, rng, policy)[0]


def _finish(game: Game, position: AnyPosition, rng: Rng, policy: Policy) -> tuple[list[int], int]:
    """Play on to the end; the ranks and the number of decisions."""
    asked = engine._ask(game, position)
    declined: set[tuple[int, str]] = set()
    count = 0
    while asked:
        decision = _next(position, asked, declined, rng)
        move = policy(game, position, decision, rng)
        count += 1
        if move is None:
            declined.add((position.serial, decision.key))
            continue
        asked = engine._play(game, position, asked, decision.seat, move, _id(position, decision))[1]
    return list(game.result(position.state)), count


def _id(position: AnyPosition, decision: Decision) -> str | None:
    """The decision's id where a verb alone might mean another of the seat's decisions."""
    return position.id_of(decision) if decision.matter else None


def _next(position: AnyPosition, asked: list[Decision], declined: set[tuple[int, str]], rng: Rng) -> Decision:
    """The decision to answer now: optional ones are looked at first, the others in random order."""
    if len(asked) == 1:
        return asked[0]
    owed = []
    for decision in asked:
        if decision.pace == "standing" or decision.key in position.sealed:
            continue
        if not decision.optional:
            owed.append(decision)
        elif (position.serial, decision.key) not in declined:
            return decision
    return owed[0] if len(owed) == 1 else rng.choose(owed)
