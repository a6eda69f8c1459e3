""" "Why can't I ...?": what a seat might want to do but cannot do now, each with the rule that forbids it.

A title lists what a person might want (`Table.why_not`); the engine says whether it is legal, and why not. For titles
without a list, random moves drawn from the fields of the open decision are tried.
"""

from collections.abc import Iterable

from msgspec import Struct

from games.kernel import engine, legal_moves, validation
from games.kernel.display import Attempt
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Decision

DRAWS = 150  # random moves to try for a title without a list
MOST_WORDS = 12  # examples listed per reason; the rest are counted
SEED = "c105edc105edc105edc105edc105ed00"


class Reason(Struct):
    """One reason, and everything that it forbids now."""

    clause: str
    sentence: str
    words: list[str]
    more: int = 0


def reasons_for(game: Game, position: AnyPosition, seat: int) -> list[Reason]:
    """What this seat cannot do now, grouped by reason, the most frequent reason first. Reveals nothing secret.

    A seat that is not asked anything gets that as the first reason.
    """
    asked = [one for one in engine.decisions(game, position) if one.seat == seat and one.clock.pace != "standing"]
    if not asked:
        try:
            validation.refuse_unasked(game, position, seat)
        except IllegalMove as error:
            now = Reason(error.clause, error.message, ["Move now"])
            return [now, *_grouped(game, position, seat, game.table.unasked)]
    tried = [one for decision in asked for one in _tried(game, position, decision)]
    return sorted(_grouped(game, position, seat, tried), key=lambda one: -(len(one.words) + one.more))


class Applied(Struct):
    """A rule in one position: what it forbids a seat now, and what the seat may do."""

    reasons: list[Reason]
    allowed: list[str]
    more: int = 0


def applied(game: Game, position: AnyPosition, seat: int, clause: str) -> Applied:
    """What a rule forbids this seat now, and what is allowed. Reveals nothing secret."""
    reasons = [one for one in reasons_for(game, position, seat) if one.clause == clause]
    asked = [one for one in engine.decisions(game, position) if one.seat == seat and one.clock.pace != "standing"]
    tried = [one for decision in asked for one in _tried(game, position, decision)]
    words = list(dict.fromkeys(one.words for one in tried if _reason(game, position, seat, one) is None))
    return Applied(reasons, words[:MOST_WORDS], max(0, len(words) - MOST_WORDS))


def _tried(game: Game, position: AnyPosition, decision: Decision) -> Iterable[Attempt]:
    if game.table.why_not is not None:
        return game.table.why_not(position.state, decision)
    rng = Rng(SEED)
    moves = [legal_moves.draw_move(rng.choose(decision.actions), rng) for _ in range(DRAWS)]
    labels = {action.verb: action.label for action in decision.actions}
    return [Attempt(labels[move.verb], move) for move in moves]


def _grouped(game: Game, position: AnyPosition, seat: int, tried: Iterable[Attempt]) -> list[Reason]:
    groups: dict[tuple[str, str], Reason] = {}
    for attempt in tried:
        reason = _reason(game, position, seat, attempt)
        if reason is None:
            continue
        group = groups.setdefault(reason, Reason(*reason, words=[]))
        if attempt.words in group.words:
            continue
        if len(group.words) < MOST_WORDS:
            group.words.append(attempt.words)
        else:
            group.more += 1
    return list(groups.values())


def _reason(game: Game, position: AnyPosition, seat: int, tried: Attempt) -> tuple[str, str] | None:
    """The clause and sentence that forbid it, or None if it is allowed."""
    if tried.move is None:
        return tried.clause, tried.sentence
    try:
        engine.check(game, position, seat, tried.move)
    except IllegalMove as error:
        return error.clause, error.message
    return None
