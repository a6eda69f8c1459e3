"""Examples that are played in the page: the box with its board, what a try does, what can be tried next.

Everything that happened so far is in the address, so the server keeps nothing and every step can be linked to. The real
engine judges each move again from the start of the example.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from django.template import engines
from django.urls import reverse
from markupsafe import Markup, escape

from games.kernel import engine, legal_moves
from games.kernel.game import Game
from games.kernel.types import Decision, Move, Pick, Picks
from rulebook import examples, pictures
from rulebook.examples import Act, Example, Result
from rulebook.markdown import CLAUSE_ID, REFERENCE
from rulebook.sources import Source

MOST_ACTS = 30
MOST_LISTED = 700  # moves in one list; a decision with more, or with words and amounts, gets a form with all its fields
FormData = Mapping[str, Sequence[str]]
Read = Callable[[Decision, FormData], Move]
Words = Callable[[Decision, Move], str]


class OddRequest(Exception):
    """An address that no page of ours links to."""


def box(source: Source, example: Example) -> str:
    """The box of an example as it stands in its manual: board, words, and a button for each try."""
    assert source.game is not None
    return _unplayed(source.game, example)


def _unplayed(game: Game, example: Example) -> str:
    return _render(game, example, examples.play(game, example, []), {})


def answer(game: Game, example: Example, data: FormData, read: Read, words: Words) -> str:
    """The box after what the address asks for. Raises OddRequest. `read` and `words`: form to move, move to words."""
    if example.is_closed and not {"try", "part"} >= set(data):
        raise OddRequest("Only the moves on its buttons can be tried here. Begin again.")
    if data.keys() <= {"part"}:
        return _unplayed(game, example)
    before = _acts(data)
    acts = [*before, *_wanted(game, example, before, data, read)]
    if len(acts) > MOST_ACTS:
        raise OddRequest("An example ends after thirty moves. Begin again.")
    result = examples.play(game, example, acts)
    told = examples.play(game, example, before).told if before else []
    kept = acts[:-1] if result.refused else acts
    facts = {
        "told": result.told[len(told) :],
        "fired": _fired(game, result, len(told)),
        "kept": json.dumps([msgspec.to_builtins(act) for act in kept], separators=(",", ":")) if kept else "",
        "next": [] if example.is_closed else _next(game, example, result, words),
    }
    return _render(game, example, result, facts)


def _acts(data: FormData) -> list[Act]:
    """The moves made before."""
    raw = (data.get("played") or [""])[0]
    try:
        return msgspec.json.decode(raw, type=list[Act]) if raw else []
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise OddRequest("These are no moves of an example. Begin again.") from None


def _wanted(game: Game, example: Example, before: list[Act], data: FormData, read: Read) -> list[Act]:
    """The moves asked for now: those of a try, one from the list, or one from a form."""
    number = (data.get("try") or [""])[0]
    if number:
        if not (number.isdecimal() and len(number) < 3 and int(number) < len(example.tries)) or before:
            raise OddRequest("This example has no such try. Begin again.")
        return list(example.tries[int(number)].acts)
    if chosen := (data.get("move") or [""])[0]:
        return _acts({"played": [f"[{chosen}]"]})
    return [_from_form(game, example, before, data, read)] if "verb" in data else []


def _from_form(game: Game, example: Example, before: list[Act], data: FormData, read: Read) -> Act:
    seat = (data.get("seat") or [""])[0]
    position = examples.play(game, example, before).position
    asked = [one for one in engine.decisions(game, position) if str(one.seat) == seat]
    verb = data["verb"][0]
    decision = next((one for one in asked if any(action.verb == verb for action in one.actions)), None)
    if decision is None:
        raise OddRequest("Nobody is asked for that now. Begin again.")
    move = read(decision, data)
    return Act(move.verb, move.args, decision.seat)


def _fired(game: Game, result: Result, known: int) -> list[dict[str, str]]:
    """The rules behind what happened, each once, with their sentences."""
    told = [*result.told[known:], *([result.refused] if result.refused else [])]
    ids = dict.fromkeys(id for line in told for id in [line.clause, *CLAUSE_ID.findall(line.words)])
    return [{"id": id, "text": game.clauses[id].text} for id in ids if id in game.clauses]


def _next(game: Game, example: Example, result: Result, words: Words) -> list[dict[str, Any]]:
    """Who is asked now, with all moves in a list, or a form where there are too many or they are words."""
    asked = [
        one for one in engine.decisions(game, result.position) if not one.optional and one.clock.pace != "standing"
    ]
    return [_ask(game, example, result, one, words) for one in asked]


def _ask(game: Game, example: Example, result: Result, decision: Decision, words: Words) -> dict[str, Any]:
    is_finite = all(isinstance(field, Pick | Picks) for action in decision.actions for field in action.fields)
    moves = list(legal_moves.moves(game, result.position, decision)) if is_finite else []
    listed = [
        {"words": words(decision, move), "value": _value(move, decision.seat)} for move in moves[: MOST_LISTED + 1]
    ]
    return {
        "name": example.names[decision.seat],
        "seat": decision.seat,
        "decision": decision,
        "moves": listed if 0 < len(listed) <= MOST_LISTED else [],
    }


def _value(move: Move, seat: int) -> str:
    return json.dumps({"verb": move.verb, "args": msgspec.to_builtins(move.args), "seat": seat}, separators=(",", ":"))


def _render(game: Game, example: Example, result: Result, facts: dict[str, Any]) -> str:
    assert game.manual.board is not None, f"{game.meta.slug} has examples but no `board`"
    prefix = f"play-{example.id}"
    board = game.manual.board(result.position, example.names, f"{prefix}-b")
    known = {
        "example": example,
        "text": _linked(example.text),
        "board": Markup(pictures.clean(board.drawing, "", f"of example {example.id}")),
        "words": board.words,
        "action": reverse("try_example", args=[game.meta.slug, example.id]),
        "is_begun": bool(facts),
        "refused": result.refused,
        "is_over": game.rules.result(result.position.state) is not None,
    }
    blank: dict[str, Any] = {"told": [], "fired": [], "kept": "", "next": []}
    html: str = _live().get_template("example.html").render(known | blank | facts)
    return html


def _live() -> Any:
    engine: Any = engines["live"]
    return engine.env


def _linked(text: str) -> Markup:
    """The words of an example, with links to the rules that it names in [[marks]]."""
    clause = _live().globals["clause"]
    return Markup(REFERENCE.sub(lambda found: str(clause(found[1])), escape(text)))
