"""Exports the record of a match: everything needed to replay it and to check every shuffle."""

from typing import Any

from django.core.cache import cache

from accounts import names
from games.kernel import codec, replay
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.replay import UNDO
from games.matches import player_numbers
from games.matches.loaded import LoadedMatch
from games.matches.platform_lines import NOTE
from games.models import Match, MoveRecord

KEPT = 600  # seconds


def record(loaded: LoadedMatch) -> dict[str, Any]:
    """The record as plain data, as `manage.py verify` reads it.

    Left out: standing orders (their moves are included), sealed answers that were never used, and anything else the
    game keeps secret for ever. Finding those takes a replay, so the record of a finished match is cached.
    """
    if not loaded.is_over:
        return without_secrets(loaded.game, _whole(loaded))
    key = f"match-record:{loaded.id}:{loaded.revision}"
    exported: Any = cache.get_or_set(key, lambda: without_secrets(loaded.game, _whole(loaded)), KEPT)
    return dict(exported)


def without_secrets(game: Game, record: dict[str, Any]) -> dict[str, Any]:
    """The record without anything that the end of the match has not revealed. It still replays."""
    lines: list[dict[str, Any]] = record["moves"]
    used, before = _walk(game, record)
    kept = [place for place, line in enumerate(lines) if place in used or "drop" in line or line["by"] == "order"]
    if game.rules.publish is None:
        return record | {"moves": [lines[place] for place in kept]}
    moves = [(before[place], lines[place]["seat"], replay.move_of(lines[place])) for place in kept]
    shown = [move.args for move in game.rules.publish(moves)]
    published = []
    for place, args in zip(kept, shown, strict=True):
        line = lines[place]
        published.append(line if "drop" in line or line.get("by") == UNDO else line | {"args": args})
    return record | {"moves": published}


def _walk(game: Game, record: dict[str, Any]) -> tuple[set[int], list[Any]]:
    """Replay the record. Returns the indexes of the lines that were used, and the state before each line (None unless
    the game needs it to publish)."""
    position, _ = replay.begin(game, record)
    sealed: dict[str, int] = {}
    used: set[int] = set()
    before: list[Any] = []
    state = _state(game, position)
    for step in replay.steps(game, record, position):
        line = record["moves"][step.number - 1]
        if line.get("by") == UNDO:
            used.add(step.number - 1)
        else:
            sealed[line.get("id", "").partition(".")[2] or str(line["seat"])] = step.number - 1
        used |= {sealed.pop(key) for key in step.outcome.used if key in sealed}
        before += [state] * (step.number - len(before))
        state = _state(game, position)
    return used, before + [state] * (len(record["moves"]) - len(before))


def _state(game: Game, position: AnyPosition) -> Any:
    return codec.copy(game, position).state if game.rules.publish else None


def _whole(loaded: LoadedMatch) -> dict[str, Any]:
    position = loaded.at_table()
    rows = (
        MoveRecord.objects.filter(match_id=loaded.id, is_order=False).exclude(by__in=("start", NOTE)).order_by("number")
    )
    return {
        "playpost": replay.FORMAT,
        "slug": loaded.slug,
        "rules": position.rules,
        "seats": [names.plain(name) for name in loaded.names],
        "options": codec.plain(position.options),
        "seed": position.rng.seed,
        "commitment": loaded.commitment,
        **_mixing(loaded.id),
        "moves": [recorded_line(row) for row in rows],
        "result": [seat.rank for seat in loaded.seats],
        "digest": replay.digest(position),
    }


def _mixing(match_id: int) -> dict[str, Any]:
    """The parts that the seed was made of, if any player has contributed a number."""
    match = Match.objects.only("secret", "numbers", "seals").get(pk=match_id)
    unopened = player_numbers.unopened(match)
    parts = {"secret": match.secret, "numbers": sorted(match.numbers)}  # sorted, so that the order reveals no seat
    return (parts if match.numbers else {}) | ({"unopened": unopened} if unopened else {})


def as_json(loaded: LoadedMatch) -> bytes:
    """The record as a file for download."""
    return codec.dump(record(loaded))


def recorded_line(row: MoveRecord) -> dict[str, Any]:
    """A stored move as a line of a record."""
    if row.by == UNDO:
        return {"seat": row.seat, "by": UNDO}
    if row.drop:
        return {"seat": row.seat, "drop": row.drop}
    move = codec.load_move(row.move)
    line = {"seat": row.seat, "verb": move.verb, "args": move.args, "by": row.by}
    return line | {"id": row.decision} if row.decision else line
