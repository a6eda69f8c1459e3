""" "Why can't I ...?": what a seat may want to do and cannot do now, each with the rule that forbids it.

A title says what a person may want (`Game.tries`); the engine says whether and why not. Titles that say nothing are
tried with moves drawn from the fields of the open decision.
"""

from collections.abc import Iterable

from msgspec import Struct

from games.kernel import engine, legal_moves
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.rng import Rng
from games.kernel.types import AnyPosition, Decision, Move

DRAWS = 150  # random moves tried for a title without wishes of its own
MOST_WORDS = 12  # wishes named with one reason; there may be more
SEED = "c105edc105edc105edc105edc105ed00"


class Tried(Struct, frozen=True):
    """Something a person may want to do, in words, {2} for the name of seat 2.

    The engine judges `move`; without one the reason is given here.
    """

    words: str
    move: Move | None = None
    clause: str = ""
    sentence: str = ""


class Closed(Struct):
    """One reason, and all that it forbids now."""

    clause: str
    sentence: str
    words: list[str]
    more: int = 0


def closed(game: Game, position: AnyPosition, seat: int) -> list[Closed]:
    """What this seat cannot do now, by reason, those that forbid most first. From what the seat may know.

    A seat that is asked nothing gets the one reason why.
    """
    asked = [one for one in engine.decisions(game, position) if one.seat == seat and one.pace != "standing"]
    if not asked:
        return _grouped(game, position, seat, [Tried("Move now", Move(""))])
    wishes = [wish for decision in asked for wish in _wishes(game, position, decision)]
    return sorted(_grouped(game, position, seat, wishes), key=lambda one: -(len(one.words) + one.more))


def _wishes(game: Game, position: AnyPosition, decision: Decision) -> Iterable[Tried]:
    if game.tries is not None:
        return game.tries(position.state, decision)  # type: ignore[no-any-return]
    rng = Rng(SEED)
    moves = [legal_moves.draw_move(rng.choose(decision.actions), rng) for _ in range(DRAWS)]
    labels = {action.verb: action.label for action in decision.actions}
    return [Tried(labels[move.verb], move) for move in moves]


def _grouped(game: Game, position: AnyPosition, seat: int, wishes: Iterable[Tried]) -> list[Closed]:
    found: dict[tuple[str, str], Closed] = {}
    for wish in wishes:
        reason = _reason(game, position, seat, wish)
        if reason is None:
            continue
        one = found.setdefault(reason, Closed(*reason, words=[]))
        if wish.words in one.words:
            continue
        if len(one.words) < MOST_WORDS:
            one.words.append(wish.words)
        else:
            one.more += 1
    return list(found.values())


def _reason(game: Game, position: AnyPosition, seat: int, wish: Tried) -> tuple[str, str] | None:
    """Clause and sentence, or None for what is allowed."""
    if wish.move is None:
        return wish.clause, wish.sentence
    try:
        engine.check(game, position, seat, wish.move)
    except IllegalMove as error:
        return error.clause, error.message
    return None
