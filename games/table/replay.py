"""Replay: the table after any move, as the viewer saw it then or, once the match is over, as any seat did."""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from urllib.parse import urlencode

import msgspec
from django.db.models import Max, Min, Q
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from games.errors import Refusal
from games.kernel import codec
from games.kernel.display import Fact
from games.kernel.words import read_by
from games.matches.loaded import LINES, LoadedMatch
from games.models import MoveRecord, Snapshot
from games.table import beats, fragments, log_words, presenter

Source = Callable[[LoadedMatch, int], LoadedMatch]  # returns the match as it was at a version
EVERYTHING, TABLE = "all", "table"  # points of view besides seat numbers: all hands, and what everybody could see


class MoveLink(Struct, frozen=True):
    """A line of the log, with the URL of its moment in the replay."""

    words: str
    pictures: str
    url: str
    is_current: bool


class Links(Struct, frozen=True):
    """URLs of this moment and of others, "" where there is none. `round_before`, `round_after`: where rounds begin."""

    here: str
    first: str
    prev: str
    next: str
    last: str
    round_before: str
    round_after: str
    has_rounds: bool


class Drawn(Struct, frozen=True):
    """The table as HTML. `tray`: the hand of the chosen seat; `between`: seats, board and tray before the deal, if this
    move dealt a round."""

    board: SafeString
    tray: SafeString
    between: SafeString
    seats: SafeString
    has_tray: bool


class Moment(Struct, frozen=True):
    """A page of the replay: what can be seen at one version, log lines, and links to other moments.

    `number`: moves made so far; `happened`: log lines of this move; `in_words`: the position in words with a title, for
    everything as each player knew it; `points_of_view`: labelled.
    """

    number: int
    total: int
    version: int
    newest: int
    happened: list[log_words.LogLine]
    at: datetime | None
    links: Links
    drawn: Drawn
    my_seat: int | None
    in_words: list[tuple[str, Sequence[Fact]]]
    lines: list[MoveLink]
    seen_by: str
    points_of_view: list[tuple[str, str]]


def at_version(loaded: LoadedMatch, version: int) -> LoadedMatch:
    """The match as it was at this version. Raises Refusal (404) if there is no such version."""
    shots = Snapshot.objects.filter(match_id=loaded.id, version=version)
    raw, between = shots.values_list("position", "between").first() or (None, None)
    if raw is None:
        raise Refusal(404, "This match has no such moment.")
    telling = MoveRecord.objects.filter(match_id=loaded.id, version__lte=version, is_order=False).exclude(events="[]")
    lines = log_words.logged(reversed(telling.order_by("-number")[:LINES]))
    return msgspec.structs.replace(
        loaded,
        position=codec.load(loaded.game, zlib.decompress(raw)),
        lines=lines,
        seats=loaded.seats_at(lines[-1].number) if lines else loaded.seats,
        version=version,
        status=loaded.status if version == loaded.version else "running",
        asked=[],
        between=None if between is None else bytes(between),
        opens=None,  # drop what was computed for the newest position
        parts={},
    )


def point_of_view(loaded: LoadedMatch, viewer: presenter.Viewer, wanted: str) -> str:
    """The point of view to show: a seat's number, TABLE or EVERYTHING; the viewer's own unless `wanted` is another.

    Raises Refusal (403) for another seat's view, or EVERYTHING, while the match is running.
    """
    own = TABLE if viewer.seat is None else str(viewer.seat)
    others = {EVERYTHING, *(str(seat.number) for seat in loaded.seats)} - {own}
    if wanted in others and not loaded.is_over:
        raise Refusal(403, "While a match is running, you can only see it from your own seat.", "PLAY-11")
    return wanted if wanted in {TABLE, *others} else own


def moment_at(
    loaded: LoadedMatch, viewer: presenter.Viewer, version: int, wanted: str, address: str, source: Source = at_version
) -> Moment:
    """One moment of the replay, with links relative to the page at `address`. `source`: loads the position."""
    version = max(1, min(version, loaded.version))
    seen_by = point_of_view(loaded, viewer, wanted)
    then = source(loaded, version)
    pov = replace(viewer, seat=int(seen_by) if seen_by.isdecimal() else None)
    reader = then.seat_of(viewer.user)
    story = log_words.known_to(then, pov.seat)
    now = [line.read_by(reader) for line in story if line.version == version]
    own = point_of_view(loaded, viewer, "")

    def url(to: int) -> str:
        return f"{address}?{urlencode({'at': to} | ({'as': seen_by} if seen_by != own else {}))}"

    return Moment(
        number=version - 1,
        total=loaded.version - 1,
        version=version,
        newest=loaded.version,
        happened=now,
        at=now[0].at if now else None,
        links=_links(loaded, version, url),
        drawn=_drawn(then, pov, reader),
        my_seat=pov.seat,
        in_words=_in_words(then, pov.seat, seen_by),
        lines=_lines(story, reader, version, url),
        seen_by=seen_by,
        points_of_view=_choices(loaded, viewer),
    )


def _links(loaded: LoadedMatch, version: int, url: Callable[[int], str]) -> Links:
    before, after = _rounds(loaded, version)
    is_first, is_last = version == 1, version == loaded.version
    return Links(
        here=url(version),
        first="" if is_first else url(1),
        prev="" if is_first else url(version - 1),
        next="" if is_last else url(version + 1),
        last="" if is_last else url(loaded.version),
        round_before=url(before) if before else "",
        round_after=url(after) if after else "",
        has_rounds=bool(beats.deals(loaded.slug)) and not loaded.is_unstored,
    )


def _drawn(then: LoadedMatch, pov: presenter.Viewer, reader: int | None) -> Drawn:
    facts, has_tray = presenter.describe(then, pov).in_the_past(), fragments.has_tray(then.slug)
    shown, earlier = fragments.Rendered().parts(then, facts), fragments.before_deal(then, pov, ())
    earlier.pop("status", None)
    shows_tray = has_tray and pov.seat is not None
    if not shows_tray:
        earlier.pop("decision", None)
    return Drawn(
        board=mark_safe(read_by(shown["board"], reader)),
        tray=mark_safe(read_by(shown["decision"], reader) if shows_tray else ""),
        between=mark_safe(read_by("".join(earlier.values()), reader)),
        seats=mark_safe(fragments.seats(then, replace(pov, seat=reader), ())),
        has_tray=has_tray,
    )


def _in_words(then: LoadedMatch, seat: int | None, seen_by: str) -> list[tuple[str, Sequence[Fact]]]:
    everybody = [(f"As {row.name} saw it", row.number) for row in then.seats]
    seats = everybody if seen_by == EVERYTHING else [("In words", seat)]
    return [(title, presenter.position_words(then, then.view_for(number), number)) for title, number in seats]


def _lines(
    story: Sequence[log_words.LogLine], reader: int | None, version: int, url: Callable[[int], str]
) -> list[MoveLink]:
    newest_first = sorted(story, key=lambda line: -line.version)  # the lines of one move stay in order
    return [
        MoveLink(mark_safe(read_by(line.html, reader)), line.pictures, url(line.version), line.version == version)
        for line in newest_first
    ]


def _rounds(loaded: LoadedMatch, version: int) -> tuple[int | None, int | None]:
    """The versions with which the round before this moment and the next round begin, if there are any."""
    kinds = beats.deals(loaded.slug)
    if not kinds or loaded.is_unstored:
        return None, None
    is_deal = Q(*[("events__contains", f'"kind":"{kind}"') for kind in kinds], _connector=Q.OR)
    found = MoveRecord.objects.filter(is_deal, match_id=loaded.id).aggregate(
        before=Max("version", filter=Q(version__lt=version)), after=Min("version", filter=Q(version__gt=version))
    )
    return found["before"], found["after"]


def _choices(loaded: LoadedMatch, viewer: presenter.Viewer) -> list[tuple[str, str]]:
    """The points of view this viewer may choose, as (value, label)."""
    mine = [] if viewer.seat is None else [(str(viewer.seat), "As I saw it")]
    choices = [*mine, (TABLE, "What everybody saw")]
    if loaded.is_over:
        others = [seat for seat in loaded.seats if seat.number != viewer.seat]
        choices += [(str(seat.number), f"As {seat.name} saw it") for seat in others] + [(EVERYTHING, "Everything")]
    return choices
