"""The box with a playable example: its board, the result of a try, and the moves to try next.

All moves so far are in the URL, so the server stores nothing and each step can be linked to. The real engine replays
them from the start of the example.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from django.template import engines
from django.urls import reverse
from markupsafe import Markup, escape
from msgspec import Struct

from games.kernel import engine, legal_moves
from games.kernel.game import Game
from games.kernel.types import Decision, Move, Pick, Picks
from rulebook import examples, pictures
from rulebook.examples import Act, Example, Result, ToldLine
from rulebook.markdown import CLAUSE_ID, REFERENCE
from rulebook.sources import sentences

MOST_ACTS = 30
MOST_TRIED = 20_000  # answers, legal or not; a decision with more gets a form, as trying them would take seconds
MOST_LISTED = 700  # moves in one list; a decision with more, or with text or amounts, gets a form instead
FormData = Mapping[str, Sequence[str]]
Read = Callable[[Decision, FormData], Move]
Words = Callable[[Decision, Move], str]


class InvalidRequest(Exception):
    """The URL is not one that our pages link to."""


class Asked(Struct, frozen=True):
    """An open decision, with all moves in a list (words, value), or with a form if they are too many or need text or
    amounts."""

    name: str
    seat: int
    decision: Decision
    moves: list[tuple[str, str]]


class TryResult(Struct, frozen=True):
    """The result of a try: log lines, the rules behind them with their words, the moves so far as JSON, and the open
    decisions."""

    told: Sequence[ToldLine] = ()
    fired: Mapping[str, str] = {}
    kept: str = ""
    next: Sequence[Asked] = ()


def box(game: Game, example: Example) -> str:
    """The box as shown in the manual: the board, the text, and a button for each try."""
    return _render(game, example, examples.play(game, example, []), None)


def answer(game: Game, example: Example, data: FormData, read: Read, words: Words) -> str:
    """The box after the moves in the URL. Raises InvalidRequest. `read`: form data to move; `words`: move to words."""
    if example.is_closed and not {"try", "part"} >= set(data):
        raise InvalidRequest("You can only try the moves on the buttons here. Begin again.")
    if data.keys() <= {"part"}:
        return box(game, example)
    before = _acts(data)
    acts = [*before, *_wanted(game, example, before, data, read)]
    if len(acts) > MOST_ACTS:
        raise InvalidRequest("An example ends after 30 moves. Begin again.")
    result = examples.play(game, example, acts)
    known = examples.play(game, example, before).told if before else []
    told, kept = result.told[len(known) :], acts[:-1] if result.refused else acts
    shown = TryResult(
        told=told,
        fired=_fired(game, [*told, *([result.refused] if result.refused else [])]),
        kept=msgspec.json.encode(kept).decode() if kept else "",
        next=[] if example.is_closed else _next(game, example, result, words),
    )
    return _render(game, example, result, shown)


def _acts(data: FormData) -> list[Act]:
    """The earlier moves."""
    raw = (data.get("played") or [""])[0]
    try:
        return msgspec.json.decode(raw, type=list[Act]) if raw else []
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise InvalidRequest("These aren’t moves of an example. Begin again.") from None


def _wanted(game: Game, example: Example, before: list[Act], data: FormData, read: Read) -> list[Act]:
    """The new moves: those of a try, one from the list, or one from a form."""
    number = (data.get("try") or [""])[0]
    if number:
        if not (number.isdecimal() and len(number) < 3 and int(number) < len(example.tries)) or before:
            raise InvalidRequest("There is no such move to try. Begin again.")
        return list(example.tries[int(number)].acts)
    if chosen := (data.get("move") or [""])[0]:
        return _acts({"played": [f"[{chosen}]"]})
    return [_from_form(game, example, before, data, read)] if "verb" in data else []


def _from_form(game: Game, example: Example, before: list[Act], data: FormData, read: Read) -> Act:
    seat, verb = (data.get("seat") or [""])[0], data["verb"][0]
    position = examples.play(game, example, before).position
    for decision in engine.decisions(game, position):
        if str(decision.seat) == seat and any(action.verb == verb for action in decision.actions):
            move = read(decision, data)
            return Act(move.verb, move.args, decision.seat)
    raise InvalidRequest("That move isn’t possible now. Begin again.")


def _fired(game: Game, told: Sequence[ToldLine]) -> dict[str, str]:
    """The rules behind these log lines, with their words."""
    ids = dict.fromkeys(id for line in told for id in [line.clause, *CLAUSE_ID.findall(line.words)])
    words = sentences(game.meta.slug)
    return {id: words[id] for id in ids if id in game.clauses}


def _next(game: Game, example: Example, result: Result, words: Words) -> list[Asked]:
    """The open decisions, each with its moves."""
    found = []
    for decision in engine.decisions(game, result.position):
        if decision.optional or decision.clock.pace == "standing":
            continue
        seat, moves = decision.seat, _listed(game, result, decision)
        acts = [(move, Act(move.verb, move.args, seat)) for move in moves]
        listed = [(words(decision, move), msgspec.json.encode(act).decode()) for move, act in acts]
        found.append(Asked(example.names[seat], seat, decision, listed))
    return found


def _listed(game: Game, result: Result, decision: Decision) -> list[Move]:
    """All legal moves of a decision; [] if there are too many, or if it asks for text or amounts."""
    is_choice = all(isinstance(field, Pick | Picks) for action in decision.actions for field in action.fields)
    if not is_choice or legal_moves.tries(game, result.position, decision) > MOST_TRIED:
        return []
    moves = legal_moves.moves(game, result.position, decision, MOST_LISTED + 1)
    return moves if len(moves) <= MOST_LISTED else []


def _render(game: Game, example: Example, result: Result, shown: TryResult | None) -> str:
    """Render the box. `shown`: None before the first try."""
    assert game.mail.picture is not None, f"{game.meta.slug} has examples but draws no pictures"
    live: Any = engines["live"]
    clause = live.env.globals["clause"]
    view = engine.view_for(game, result.position, example.seat)
    picture = game.mail.picture(view, None, example.names, None)  # what this seat sees, told to somebody else
    known = {
        "example": example,
        "text": Markup(REFERENCE.sub(lambda found: str(clause(found[1])), escape(example.text))),
        "board": Markup(pictures.clean(picture, f"play-{example.id}-", f"of example {example.id}")),
        "facts": engine.position_words(game, view, example.names, None),
        "action": reverse("try_example", args=[game.meta.slug, example.id]),
        "is_begun": shown is not None,
        "refused": result.refused,
        "is_over": game.rules.result(result.position.state) is not None,
        "answer": shown or TryResult(),
    }
    html: str = live.env.get_template("example.html").render(known)
    return html
