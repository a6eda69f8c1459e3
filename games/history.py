"""Looking back: the table after any move, with the fog that the viewer had then."""

import zlib
from typing import Any

import msgspec
from django.urls import reverse
from django.utils.safestring import mark_safe

from games import fragments, present
from games.errors import no_match
from games.frames import LINES, Frame, Line
from games.kernel import codec
from games.models import MoveRecord, Snapshot


def frame_then(frame: Frame, version: int) -> Frame:
    """The frame as it was at this version. Raises Refusal (404) for a version that never was."""
    raw = Snapshot.objects.filter(match_id=frame.id, version=version).values_list("position", flat=True).first()
    if raw is None:
        raise no_match()
    telling = MoveRecord.objects.filter(match_id=frame.id, version__lte=version, is_order=False).exclude(events="[]")
    records = telling.order_by("-number")[:LINES]
    lines = [
        Line(row.number, row.version, row.seat, row.by, row.at, codec.load_events(row.events))
        for row in reversed(records)
    ]
    return msgspec.structs.replace(
        frame,
        position=codec.load(frame.game, zlib.decompress(raw)),
        lines=lines,
        version=version,
        status=frame.status if version == frame.version else "running",
        asked=[],
        opens=None,  # nothing that was worked out for the newest position
        shared={},
    )


def look_back(frame: Frame, viewer: present.Viewer, version: int) -> dict[str, Any]:
    """Context of the page: board and seats at this version, the moves around, addresses of the others."""
    version = max(1, min(version, frame.version))
    then = frame_then(frame, version)
    facts = present.describe(then, viewer)
    facts |= {"asked": None, "sealed": None, "orders": None, "beside": [], "has_order": False, "ask": "", "mine": False}
    parts = fragments.table_parts(then, facts)
    told = present.story(then, viewer.seat)
    now = [line for line in told if line.version == version]
    return {
        "number": version - 1,
        "total": frame.version - 1,
        "line": " ".join(line.words for line in now),
        "at": now[0].at if now else None,
        "first": _url(frame, 1) if version > 1 else "",
        "prev": _url(frame, version - 1) if version > 1 else "",
        "next": _url(frame, version + 1) if version < frame.version else "",
        "last": _url(frame, frame.version) if version < frame.version else "",
        "board": mark_safe(parts["board"]),
        "seats": mark_safe(parts["seats"]),
        "lines": [
            {"words": line.words, "url": _url(frame, line.version), "is_current": line.version == version}
            for line in reversed(told)
        ],
    }


def _url(frame: Frame, version: int) -> str:
    return f"{reverse('history', args=[frame.id])}?at={version}"
