"""Positions and moves as JSON, and back with types checked."""

from typing import Any

import msgspec

from games.kernel.errors import IllegalMove, need
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.types import Event, Move

DEEPEST = 20  # levels of nesting in a move; no game needs half of them
_encode = msgspec.json.Encoder(order="deterministic").encode
_moves = msgspec.json.Decoder(Move)
_events = msgspec.json.Decoder(list[Event])


def dump(value: Any) -> bytes:
    """A position, or any other Struct or plain value, as JSON. Equal values give equal bytes."""
    try:
        return _encode(value)
    except TypeError:  # seats as keys: sorting needs strings
        return _encode(msgspec.to_builtins(value, str_keys=True))


def load(game: Game, raw: bytes | str) -> AnyPosition:
    """A position from JSON, migrated to the current rules if the game can do that. Raises msgspec.ValidationError."""
    if game.rules.migrate is not None:
        facts = msgspec.json.decode(raw)
        if facts["rules"] != game.meta.rules:
            facts = game.rules.migrate(facts, facts["rules"]) | {"rules": game.meta.rules}
            migrated: AnyPosition = msgspec.convert(facts, game.rules.decoder.type)
            return migrated
    return game.rules.decoder.decode(raw)


def copy(game: Game, position: AnyPosition) -> AnyPosition:
    """An independent position with the same content."""
    return game.rules.decoder.decode(dump(position))


def plain(value: Any) -> Any:
    """A Struct as dicts, lists, strings and numbers."""
    return msgspec.to_builtins(value)


def load_events(raw: bytes | str) -> list[Event]:
    """Events from JSON."""
    return _events.decode(raw)


def load_move(raw: bytes | str) -> Move:
    """A move from JSON: {"verb", "args"}."""
    return _moves.decode(raw)


def move_from(raw: Any) -> Move:
    """A move from plain data: {"verb", "args"}, or flat as in the rulebooks: {"kind": "pass", "take": 3}.

    Raises IllegalMove (PLAY-03) for anything else.
    """
    need(_is_shallow(raw), "PLAY-03", "A move is an object with a verb and its arguments, not nested this deep.")
    if isinstance(raw, dict) and all(isinstance(key, str) for key in raw):
        if isinstance(raw.get("verb"), str) and set(raw) <= {"verb", "args"} and isinstance(raw.get("args", {}), dict):
            return Move(raw["verb"], raw.get("args", {}))
        for word in ("kind", "type", "act"):
            if isinstance(raw.get(word), str) and "verb" not in raw:
                return Move(raw[word], {key: value for key, value in raw.items() if key != word})
    raise IllegalMove("PLAY-03", "A move is an object with a verb and its arguments.")


def _is_shallow(raw: Any) -> bool:
    """Whether this has at most DEEPEST levels. Iterative, so that deep input cannot exhaust the stack."""
    level = [raw]
    for _ in range(DEEPEST):
        inner = [part for part in level if isinstance(part, dict | list)]
        level = [value for part in inner for value in (part.values() if isinstance(part, dict) else part)]
    return not any(isinstance(part, dict | list) for part in level)
