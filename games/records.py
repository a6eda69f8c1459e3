"""The record of a finished match: everything that is needed to play it again and check every shuffle."""

from hashlib import sha256
from typing import Any

from games.frames import Frame
from games.kernel import codec
from games.kernel.replay import UNDO
from games.models import MoveRecord


def record(frame: Frame) -> dict[str, Any]:
    """Plain data for `manage.py verify`. Standing orders stay secret: what they did is in the moves they made."""
    position = frame.at_table()
    rows = (
        MoveRecord.objects.filter(match_id=frame.id, is_order=False)
        .exclude(by__in=("start", "note"))
        .order_by("number")
    )
    return {
        "playpost": 1,
        "slug": frame.slug,
        "rules": position.rules,
        "seats": frame.names,
        "options": codec.plain(position.options),
        "seed": position.rng.seed,
        "commitment": frame.commitment,
        "moves": [_move(row) for row in rows],
        "result": [seat.rank for seat in frame.seats],
        "digest": sha256(codec.dump_any(position.state)).hexdigest(),
    }


def as_json(frame: Frame) -> bytes:
    """The record as it is downloaded."""
    return codec.dump_any(record(frame))


def _move(row: MoveRecord) -> dict[str, Any]:
    if row.by == UNDO:
        return {"seat": row.seat, "by": UNDO}
    if row.drop:
        return {"seat": row.seat, "drop": row.drop}
    move = codec.load_move(row.move)
    line = {"seat": row.seat, "verb": move.verb, "args": move.args, "by": row.by}
    return line | {"id": row.decision} if row.decision else line
