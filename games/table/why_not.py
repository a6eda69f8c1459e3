""" "Why can't I ...?": what a seat may want to do and cannot do now, each with the rule that forbids it.

A title says what a person may want (`Table.why_not`); the engine says whether and why not. Titles that say nothing are
tried with moves drawn from the fields of the open decision.
"""

from collections.abc import Iterable

from msgspec import Struct

from games.kernel import engine, legal_moves, validation
from games.kernel.display import Tried
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Decision

DRAWS = 150  # random moves tried for a title that says nothing
MOST_WORDS = 12  # things named with one reason; there may be more
SEED = "c105edc105edc105edc105edc105ed00"


class Closed(Struct):
    """One reason, and all that it forbids now."""

    clause: str
    sentence: str
    words: list[str]
    more: int = 0


def closed(game: Game, position: AnyPosition, seat: int) -> list[Closed]:
    """What this seat cannot do now, by reason, those that forbid most first. From what the seat may know.

    A seat that has nothing to decide gets the one reason why.
    """
    asked = [one for one in engine.decisions(game, position) if one.seat == seat and one.clock.pace != "standing"]
    if not asked:
        try:
            validation.refuse_unasked(game, position, seat)
        except IllegalMove as error:
            return [Closed(error.clause, error.message, ["Move now"])]
    tried = [one for decision in asked for one in _tried(game, position, decision)]
    return sorted(_grouped(game, position, seat, tried), key=lambda one: -(len(one.words) + one.more))


def _tried(game: Game, position: AnyPosition, decision: Decision) -> Iterable[Tried]:
    if game.table.why_not is not None:
        return game.table.why_not(position.state, decision)
    rng = Rng(SEED)
    moves = [legal_moves.draw_move(rng.choose(decision.actions), rng) for _ in range(DRAWS)]
    labels = {action.verb: action.label for action in decision.actions}
    return [Tried(labels[move.verb], move) for move in moves]


def _grouped(game: Game, position: AnyPosition, seat: int, tried: Iterable[Tried]) -> list[Closed]:
    found: dict[tuple[str, str], Closed] = {}
    for one_tried in tried:
        reason = _reason(game, position, seat, one_tried)
        if reason is None:
            continue
        one = found.setdefault(reason, Closed(*reason, words=[]))
        if one_tried.words in one.words:
            continue
        if len(one.words) < MOST_WORDS:
            one.words.append(one_tried.words)
        else:
            one.more += 1
    return list(found.values())


def _reason(game: Game, position: AnyPosition, seat: int, tried: Tried) -> tuple[str, str] | None:
    """Clause and sentence, or None for what is allowed."""
    if tried.move is None:
        return tried.clause, tried.sentence
    try:
        engine.check(game, position, seat, tried.move)
    except IllegalMove as error:
        return error.clause, error.message
    return None
