"""No press without a promise: each field of a move changes what is told before it is confirmed, in every title."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from games.kernel import engine, legal_moves
from games.kernel.game import Game
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move, Picks, Text
from games.matches import move_forms
from games.titles import load

SEED = "5e" * 16
STEPS = 45  # of a match
TRIES = 14  # moves for each decision

# A card in sight or a place on the board is shown as chosen where it lies, with a ribbon.
SEEN_AS_CHOSEN = ("card/", "cell/")


def decisions(game: Game) -> Iterator[tuple[Any, Decision]]:
    """Decisions of matches with the usual options and with each preset, played at random."""
    for options in ({}, *(dict(one.options) for one in game.meta.presets)):
        rng = Rng(SEED)
        position, _ = engine.start(game, game.meta.seats[0], options, SEED)
        for _ in range(STEPS):
            asked = engine.decisions(game, position)
            required = [one for one in asked if not one.optional]
            if not required:
                break
            yield from ((position, one) for one in asked)
            move = legal_moves.random_move(game, position, required[0], rng)
            engine.play(game, position, required[0].seat, move, position.id_of(required[0]))


def told_before(game: Game, position: Any, decision: Decision) -> list[tuple[Move, dict[str, str], list[str]]]:
    """Moves, with each field in words and what is told before they are confirmed."""
    found = {}
    rng = Rng(SEED)
    for _ in range(TRIES):
        _, move = engine.check(game, position, decision.seat, legal_moves.random_move(game, position, decision, rng))
        told = game.rules.by_name[position.step].preview(position.state, decision.seat, move)
        words = told or [move_forms.in_words(decision, move)]
        found[repr(move)] = (move, in_words(decision, move), words)
    return list(found.values())


def in_words(decision: Decision, move: Move) -> dict[str, str]:
    """The fields whose value is told only by the preview; what one writes, and what lies chosen in sight, is seen."""
    action = next(one for one in decision.actions if one.verb == move.verb)
    values, words = move_forms.flat(move.args), {}
    for field in action.fields:
        options = {one.value: one for one in getattr(field, "options", ())}
        is_seen = any(one.ref.startswith(SEEN_AS_CHOSEN) for one in options.values())
        if isinstance(field, Text) or is_seen or (isinstance(field, Picks) and field.ordered):
            continue
        value = values.get(field.name)
        chosen = value if isinstance(value, list) else [value]
        words[field.name] = ", ".join(options[one].label if one in options else str(one) for one in chosen)
    return words


@pytest.mark.parametrize("slug", sorted(load()))
def test_each_field_of_a_move_changes_what_is_told_before_it(slug: str) -> None:
    game, silent = load()[slug], {}
    for position, decision in decisions(game):
        for (one, mine, told), (other, theirs, told_of_other) in combinations(told_before(game, position, decision), 2):
            changed = [name for name in mine if mine[name] != theirs.get(name)]
            if one.verb == other.verb and len(changed) == 1 and told == told_of_other:
                silent[one.verb, changed[0]] = (one, other, told)
    assert not silent, "\n".join(f"{key}: {example}" for key, example in silent.items())
