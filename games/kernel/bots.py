"""Machine players: the random bot, the driver of a game's own bot, matches of bots among themselves.

Bots have chance of their own: they never touch the generator of a match.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from statistics import fmean, pstdev
from typing import Any

from msgspec import Struct

from games.kernel import codec, engine, legal_moves
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.position import AnyPosition, Outcome, Played
from games.kernel.replay import line_of, make_record
from games.kernel.rng import SEED_HEX_DIGITS, Rng
from games.kernel.types import Decision, Event, Move

KINDS = ("house", "random", "easy", "strong")
RIVALS = 5  # moves that a strong bot compares with the house bot's
DOUBT = 1.0  # standard errors by which one of them must be better
BEHIND = 0.3  # what the places behind the first are worth to it, from the second to the last
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
    if decision.optional and (decision.clock.pace == "standing" or rng.below(RARE)):
        return None
    return legal_moves.random_move(game, position, decision, rng)


def house_bot(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
    """The move that the game's own bot chooses from its view; None leaves an optional decision open."""
    if decision.clock.pace == "standing":
        return None
    view = engine.view_for(game, position, decision.seat)
    move = game.bot.choose(view, decision, lambda: legal_moves.moves(game, position, decision), rng)
    assert move is None or isinstance(move, Move), f"{game.meta.slug}: choose returned {move!r}"
    assert move is not None or decision.optional, f"{game.meta.slug}: choose has no answer to {decision.prompt!r}"
    return move


def easy_bot(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
    """A beginner: half of the time any of the moves that are worth thinking of, else the house bot's."""
    first = house_bot(game, position, decision, rng)
    if first is None or rng.below(2):
        return first
    return rng.choose(_worth_trying(game, position, decision, first, rng))


def strong_bot(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> Move | None:
    """The house bot, which compares its move with a few others by playing on in its head.

    What its seat cannot know is drawn anew each time, so that it uses nothing hidden; all moves meet the same draws.
    The worse half is dropped again and again. All of `meta.thinking` is spent, whatever comes out, and on a secret
    question even where there is nothing to choose: how long it takes must not tell what it holds.
    """
    first = house_bot(game, position, decision, rng)
    if first is None or decision.optional:
        return first
    thoughts = [_Thought(move) for move in _worth_trying(game, position, decision, first, rng)]
    if len(thoughts) == 1 and not decision.secret:
        return first
    stages, spent = max(1, (len(thoughts) - 1).bit_length()), 0
    for stage in range(1, stages + 1):
        while spent < game.meta.thinking * stage // stages:
            spent += _think(game, imagine(game, position, decision.seat, rng), decision, thoughts, rng)
        rivals = sorted(thoughts[1:], key=lambda thought: -fmean(thought.values))
        thoughts = [thoughts[0], *rivals[: len(thoughts) // 2]]
    return max(thoughts, key=lambda thought: thought.sure_gain(thoughts[0])).move


class _Thought:
    """A move that a strong bot thinks of, and how it went in each imagined world. The first is the house bot's own."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.values: list[float] = []

    def sure_gain(self, first: "_Thought") -> float:
        """What is left of the gain over the first when chance has had its share: of several moves one always shines."""
        gains = [one - other for one, other in zip(self.values, first.values, strict=False)]
        return fmean(gains) - DOUBT * pstdev(gains) / math.sqrt(len(gains))


def _think(game: Game, world: AnyPosition, decision: Decision, thoughts: list[_Thought], rng: Rng) -> int:
    """Try each move in this world, all with the same chance to come. How many decisions were played."""
    seed, spent = rng.below(1 << 62), 0
    for thought in thoughts:
        value, count = _try(game, world, decision, thought.move, Rng(seed_from("world", seed)))
        thought.values.append(value)
        spent += count
    return spent


def imagine(game: Game, position: AnyPosition, seat: int | None, rng: Rng) -> AnyPosition:
    """A copy of the position in which everything that this seat cannot know is drawn anew, coming draws included."""
    world = codec.copy(game, position)
    world.state = game.rules.determinize(position.state, seat, rng)
    world.rng = Rng(seed_from("imagined", rng.below(1 << 62)))
    world.sealed = _given_by(seat, world.sealed)
    world.parked = {step: _given_by(seat, answers) for step, answers in world.parked.items()}
    return world


def _given_by(seat: int | None, answers: dict[str, Move]) -> dict[str, Move]:
    return {key: move for key, move in answers.items() if key.partition(".")[0] == str(seat)}


def _worth_trying(game: Game, position: AnyPosition, decision: Decision, first: Move, rng: Rng) -> list[Move]:
    """This move and up to RIVALS others, each once: the game's `candidate_moves`, else any legal ones."""
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


def _try(game: Game, world: AnyPosition, decision: Decision, move: Move, rng: Rng) -> tuple[float, int]:
    """Play this move in an imagined world and go on as house bots would: (chance to win, decisions played)."""
    position = codec.copy(game, world)
    try:
        asked = engine.ask(game, position)
        asked = engine.answer(game, position, asked, decision.seat, move, position.id_of(decision))[1]
    except IllegalMove:  # it hung on something that is different in this world
        return 0.0, 1
    chances, count = _chances(game, world, position), 1
    for _ in _turns(game, position, asked if chances is None else [], rng, [house_bot] * position.seats):
        chances, count = _chances(game, world, position), count + 1
        if chances is not None:
            break
    assert chances is not None, "a match that goes on is not over"
    return chances[decision.seat], count


def _chances(game: Game, world: AnyPosition, position: AnyPosition) -> list[float] | None:
    """How good the chances of each seat are once that can be said; None: play on."""
    ranks = game.rules.result(position.state)
    if ranks is not None:  # those who share the first place share it evenly; places behind it count a little, too
        return [(rank == 1) / ranks.count(1) - BEHIND * (rank - 1) / len(ranks) for rank in ranks]
    return None if game.bot.win_chances is None else game.bot.win_chances(world.state, position.state)


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
    """A whole match among bots. `kinds[seat]` is "house", "random" or "orders" (house, leaving standing orders once a
    round where the game has such bots) or another name in `policies`; the same arguments give the same match.

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
    ordering: Collection[int] = (),
) -> Iterator[tuple[Outcome | None, list[Decision]]]:
    """Let these policies play on to the end, in place. Yields what each decision did (None: it was left open) and what
    is asked afterwards. The seats of `ordering` leave their standing orders once a round."""
    declined: set[tuple[int, str]] = set()  # optional decisions that a bot has left open at this serial
    ordered: set[tuple[int, int]] = set()  # (round, seat) that have left their orders
    while asked:
        decision = _next(position, asked, declined, rng)
        seat, outcome = decision.seat, None
        if seat in ordering and (position.round, seat) not in ordered:
            ordered.add((position.round, seat))
            outcome, asked = _leave_orders(game, position, seat, rng)
        elif (move := at_seat[seat](game, position, decision, rng)) is None:
            declined.add((position.serial, decision.key))
        elif at_seat[seat] is random_bot:  # its move would come through the gates as it is
            outcome, asked = engine.carry_out(game, position, asked, decision, move)
        else:  # a verb alone might mean another of the seat's decisions
            id = position.id_of(decision) if decision.matter else None
            outcome, asked = engine.answer(game, position, asked, seat, move, id)
        yield outcome, asked


def _leave_orders(game: Game, position: AnyPosition, seat: int, rng: Rng) -> tuple[Outcome | None, list[Decision]]:
    """The seat gives the standing orders that its bot thinks of, if any. What is asked afterwards."""
    asked = engine.ask(game, position)
    offer = next((decision for decision in asked if decision.seat == seat and decision.clock.pace == "standing"), None)
    move = game.bot.orders(engine.view_for(game, position, seat), offer, rng) if offer and game.bot.orders else None
    if offer is None or move is None:
        return None, asked
    return engine.answer(game, position, asked, seat, move, position.id_of(offer))


def record_match(game: Game, seats: int, seed: str, options: Mapping[str, Any], kinds: Sequence[str]) -> dict[str, Any]:
    """A match among bots as a record (see replay.py), for a title's folder of recorded matches."""
    played = self_play(game, seats, seed, options, kinds)
    lines = [line_of(one.seat, one.move) for one in played.moves if not one.by_order]
    return make_record(game, played.position, seats, dict(options), lines)


def _next(position: AnyPosition, asked: list[Decision], declined: set[tuple[int, str]], rng: Rng) -> Decision:
    """The decision to answer now: optional ones are looked at first, the others in random order."""
    if len(asked) == 1:
        return asked[0]
    owed = []
    for decision in asked:
        if decision.optional and decision.clock.pace == "standing":
            continue
        key = decision.key
        if key in position.sealed:
            continue
        if not decision.optional:
            owed.append(decision)
        elif (position.serial, key) not in declined:
            return decision
    return owed[0] if len(owed) == 1 else rng.choose(owed)
