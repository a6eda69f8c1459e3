"""Law 4 in detail: offered moves must be accepted, all others refused with a clause and a sentence."""

import re
from math import prod
from pathlib import Path
from typing import Any

from games.kernel import bots, codec, data, engine, legal_moves
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.laws.random_cases import Walked, legal_sample, malformed, refusal
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Amount, Decision, Field, Move, Text

KERNEL_CLAUSES = data.read_clauses(Path(__file__).parent.parent)
SHORT_LIST = 300  # decisions with at most this many combinations are listed in full
LONGEST_REFUSAL = 300  # characters


def judge_decision(game: Game, position: AnyPosition, decision: Decision, rng: Rng) -> None:
    """Check a decision's default, its listed moves, the choices in its email, and malformed moves."""
    id, what = position.id_of(decision), f"at {position.step} for seat {decision.seat}"
    listed = _listed(game, position, decision)
    drawn = legal_sample(game, position, decision, rng, 4)
    legal = drawn + (some(listed, 12, rng) if listed else [])
    encoded = {codec.dump(move) for move in listed or ()}
    assert listed is None or len(encoded) == len(listed), f"{what} a legal move is listed twice"
    for move in (decision.default, *legal):
        _, fitted = engine.check(game, position, decision.seat, move, id)
        _, again = engine.check(game, position, decision.seat, fitted, id)
        assert again == fitted, f"{what} the canonical move {fitted} becomes {again} when read again"
        is_known = listed is None or codec.dump(fitted) in encoded or _is_worded(decision, move)
        assert is_known, f"{what}: {move} is legal, but unlisted"
    own = bots.house_bot(game, position, decision, rng)
    for move in [*drawn, *([own] if own else [])] if decision.clock.pace != "standing" else ():
        read = engine.check(game, position, decision.seat, move, id)
        assert read == (decision, move), f"{what} the bots’ move {move} is read as {read}"  # see engine.carry_out
    if game.mail.choices is not None and decision.clock.pace != "standing":
        view = engine.view_for(game, position, decision.seat)
        for choice in game.mail.choices(view, decision, lambda: legal_moves.moves(game, position, decision)):
            refused = choice.is_complete and refusal(game, position, decision.seat, choice.move, id)
            assert not refused, f"{what} the choice {choice.label!r} is refused: {refused}"
    for move in malformed(decision, rng.choose(legal), rng):
        found = refusal(game, position, decision.seat, move, id)
        if found is not None:
            known_refusal(game, found, f"{what} {move}")
        elif listed is not None and not _is_worded(decision, move):
            _, fitted = engine.check(game, position, decision.seat, move, id)
            assert codec.dump(fitted) in encoded, f"{what} {move} is accepted but not listed"


def judge_strangers(game: Game, look: Walked) -> None:
    """Check moves from seats that are not asked or do not exist, and answers to decisions that are not open."""
    position = look.position
    asked = {decision.seat for decision in look.asked}
    for decision in look.asked[:2]:
        for seat in [seat for seat in (-1, *range(position.seats), position.seats, 99) if seat not in asked]:
            found = refusal(game, position, seat, decision.default)
            known_refusal(game, found, f"at {position.step} a move of seat {seat}, which is not asked,")
        open = position.id_of(decision)
        for id in ("", "0", f"{position.serial + 1}.{decision.key}", f"{open}.x", f"-1.{decision.seat}"):
            found = refusal(game, position, decision.seat, decision.default, id)
            known_refusal(game, found, f"at {position.step} an answer to the decision {id!r}")
            try:
                engine.play(game, position, decision.seat, decision.default, id)
            except IllegalMove:
                continue
            raise AssertionError(f"at {position.step} an answer to the unknown decision {id!r} is accepted")


def clauses_of(game: Game) -> set[str]:
    """The clauses that refusals and log entries can cite: the game's and the platform's."""
    return {*game.clauses, *KERNEL_CLAUSES}


def known_refusal(game: Game, found: IllegalMove | None, what: str) -> None:
    """Check that a refusal cites a known clause, in a sentence that can be shown."""
    assert found is not None, f"{what} is accepted"
    assert found.clause in clauses_of(game), f"{what} is refused with the unknown clause {found.clause!r}"
    assert found.message.strip() and len(found.message) <= LONGEST_REFUSAL, f"{what}: the refusal is {found.message!r}"
    assert not re.search(r"\{\w+\}", found.message), f"{what}: the refusal is not filled in: {found.message!r}"
    found.message.encode("utf-8")  # lone surrogates from a client must not break the response


def some(items: list[Any], most: int, rng: Rng) -> list[Any]:
    """All items, or `most` random ones."""
    if len(items) <= most:
        return list(items)
    return [rng.choose(items) for _ in range(most)]


def _listed(game: Game, position: AnyPosition, decision: Decision) -> list[Move] | None:
    """All legal moves, or None if listing them is too expensive, or for standing orders, which are never all listed."""
    if decision.clock.pace == "standing":
        return None
    own = game.rules.by_name[position.step].moves(position.state, decision)
    if own is not None:
        return list(own)
    size = sum(prod(_width(field) for field in action.fields) for action in decision.actions)
    return legal_moves.moves(game, position, decision) if size <= SHORT_LIST else None


def _width(field: Field) -> int:
    if isinstance(field, Amount):
        return field.most - field.least + 1
    if isinstance(field, Text):
        return len(field.samples) + 1
    return int((len(field.options) + 1) ** min(field.most, max(len(field.options), 1)))


def _is_worded(decision: Decision, move: Move) -> bool:
    """Whether the move has free text, so that it cannot be listed."""
    return any(isinstance(f, Text) for action in decision.actions if action.verb == move.verb for f in action.fields)
