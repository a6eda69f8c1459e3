"""What of the results that a manual states is not so: the examples of all manuals are held to their word."""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.kernel import engine
from games.kernel.game import Game
from rulebook.examples import Example, Try, play


def wrong_in(game: Game, example: Example, attempt: Try) -> list[str]:
    """What of a stated result is not so; nothing for a true one."""
    result = play(game, example, attempt.acts)
    words = [told.words for told in result.told]
    found = [f"the log does not say “{line}”: {words}" for line in _missing(attempt.says, words)]
    refused = result.refused.words if result.refused else ""
    if refused != attempt.refused:
        found.append(f"refused with “{refused}”, not “{attempt.refused}”")
    if not (attempt.says or attempt.refused or attempt.holds):
        found.append("states no result")
    fired = {told.clause for told in [*result.told, *filter(None, [result.refused])]}
    found += [f"{clause} did not fire, only {sorted(fired)}" for clause in attempt.clauses if clause not in fired]
    view = msgspec.to_builtins(engine.view_for(game, result.position, example.seat), str_keys=True)
    found += [f"{path} is {now!r}" for path, value in attempt.holds.items() if (now := _at(view, path)) != value]
    return found


def _missing(lines: Sequence[str], words: Sequence[str]) -> list[str]:
    """Those of the lines that do not follow in this order."""
    rest = iter(words)
    return [line for line in lines if not any(line == word for word in rest)]


def _at(view: Any, path: str) -> Any:
    for name in path.split("."):
        view = view[int(name)] if isinstance(view, list) else view[name]
    return view
