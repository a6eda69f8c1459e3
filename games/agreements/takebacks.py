"""Takebacks (PLAY-18): checks whether the last move can be taken back, and does it. `proposals` asks for consent.

In an unrated match against bots alone, nobody else is concerned: what the bots have done since goes back, too.
"""

import secrets
import zlib
from datetime import timedelta

from django.utils import timezone

from games.errors import Refusal
from games.kernel import codec, engine
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.position import AnyPosition, Outcome, Played
from games.kernel.replay import UNDO
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.matches import platform_events
from games.matches.loaded import LoadedMatch
from games.matches.platform_lines import NOTE
from games.matches.play import PEOPLE, carry_out
from games.matches.store import Entry
from games.models import MoveRecord, Snapshot

SILENT = (NOTE, "start")
CLAUSE = "PLAY-18"
REDRAWS = 12
FRESH = timedelta(seconds=5)  # without consent: three seconds on the page, and the way there and back


def check(loaded: LoadedMatch, seat: int) -> None:
    """Raises Refusal (409), with the reason, if this seat cannot take its last move back."""
    if is_alone(loaded):
        _since_own_move(loaded, seat)
        return
    before, move = _last_move(loaded, seat)
    others = [open.decision for open in loaded.open_decisions() if open.decision.seat != seat]
    if any(one.secret and one.clock.pace != "standing" for one in others) or loaded.at_table().parked:
        # Refused whether or not anybody has answered, because the refusal must not reveal who has.
        raise Refusal(409, "It’s too late to take this move back. The others are already choosing in secret.", CLAUSE)
    if any(open.answer is not None for open in loaded.open_decisions()):
        raise Refusal(409, "Somebody has moved since.", CLAUSE)
    rng = Rng(secrets.token_hex(16))
    if not reveals_nothing(loaded.game, before, loaded.at_table(), seat, move, rng):
        raise Refusal(409, "You can’t take this back. The move showed you something new.", CLAUSE)


def is_alone(loaded: LoadedMatch) -> bool:
    """Does one person play against bots, outside ratings and tournaments (whose matches have clocks)?"""
    return len(loaded.people()) == 1 and not loaded.is_rated and (loaded.pace == "live" or not loaded.move_seconds)


def is_free(loaded: LoadedMatch, seat: int) -> bool:
    """Can this seat take its last move back without anybody's consent?"""
    if loaded.is_over or loaded.seats[seat].left_reason:
        return False
    newest = next((line for line in reversed(loaded.lines) if line.by not in SILENT), None)
    is_fresh = newest is not None and newest.seat == seat and timezone.now() - newest.at <= FRESH
    if not is_fresh and not is_alone(loaded):
        return False
    try:
        check(loaded, seat)
    except Refusal:
        return False
    return True


def seconds_to_undo(loaded: LoadedMatch, seat: int) -> int:
    """How long the table offers to undo the move just made, alone at the table longer; 0 if it cannot be undone."""
    if not is_free(loaded, seat):
        return 0
    return 8 if is_alone(loaded) else 3


def _since_own_move(loaded: LoadedMatch, seat: int) -> tuple[AnyPosition, int, list[Played]]:
    """The position before the last move of this seat, how many moves have been made since, that one included, and the
    standing orders stored after that position and before the move. Raises Refusal (409)."""
    stored = MoveRecord.objects.filter(match_id=loaded.id, is_order=False).exclude(by=NOTE).order_by("number")
    rows = list(stored.defer("move", "events"))
    first = {row.version: row.number for row in reversed(rows)}
    standing: list[MoveRecord] = []
    for row in rows:
        if row.by == UNDO:
            standing.pop()
        elif row.by not in (*SILENT, "order"):
            standing.append(row)
    own = next((row for row in reversed(standing) if row.seat == seat and row.by in PEOPLE), None)
    if own is None:
        raise Refusal(409, "You haven’t made a move yet.", CLAUSE)
    version = own.version - (first[own.version] == own.number)  # a sealed answer has made no version of its own
    undone = [row for row in standing if row.number > first[version]]
    raw = Snapshot.objects.filter(match_id=loaded.id, version=version).values_list("position", flat=True).first()
    if raw is None or any(row.drop for row in undone):
        raise Refusal(409, "The position before this move is no longer available.", CLAUSE)
    orders = _orders(loaded, number__gt=first[version], number__lt=own.number)
    return codec.load(loaded.game, zlib.decompress(raw)), len(undone), orders


def _take_back_alone(loaded: LoadedMatch, seat: int) -> None:
    before, count, orders = _since_own_move(loaded, seat)
    for _ in range(count):  # as a replay goes through them
        loaded.position = engine.taken_back(loaded.game, before, loaded.at_table())
    carry_out(loaded, lambda: _outcome(loaded, seat, count, orders), _entries)


def take_back(loaded: LoadedMatch, seat: int) -> None:
    """Undo the last move of this seat in a locked match. Raises Refusal (409)."""
    if is_alone(loaded):
        _take_back_alone(loaded, seat)
        return
    check(loaded, seat)
    before, _ = _last_move(loaded, seat)
    loaded.position = engine.taken_back(loaded.game, before, loaded.at_table())
    # Standing orders stored after the position we go back to must not be lost.
    first = MoveRecord.objects.filter(match_id=loaded.id, version=loaded.version - 1).order_by("number").first()
    orders = _orders(loaded, number__gt=first.number if first else 0)
    carry_out(loaded, lambda: _outcome(loaded, seat, 1, orders), _entries)


def _orders(loaded: LoadedMatch, **numbers: int) -> list[Played]:
    """The standing orders stored with records of these numbers."""
    rows = MoveRecord.objects.filter(match_id=loaded.id, is_order=True, **numbers).order_by("number")
    return [Played(row.seat or 0, codec.load_move(row.move)) for row in rows]


def reveals_nothing(game: Game, before: AnyPosition, after: AnyPosition, seat: int, move: Move, rng: Rng) -> bool:
    """Did the move reveal nothing to its player? Otherwise taking it back would be unfair, as chance repeats itself.
    Replays the move with everything redrawn that the seat cannot know, and compares what it sees."""
    shown = _shown(game, after, seat)
    for _ in range(REDRAWS):
        position = engine.redrawn(game, codec.copy(game, before), seat, rng)
        position.rng = Rng(f"{rng.below(1 << 62):032x}")
        try:
            engine.play(game, position, seat, move)
        except IllegalMove:
            return False
        if _shown(game, position, seat) != shown:
            return False
    return True


def _shown(game: Game, position: AnyPosition, seat: int) -> bytes:
    asked = [decision for decision in engine.ask(game, position) if decision.seat == seat]
    return codec.dump([engine.view_for(game, position, seat), asked])


def _last_move(loaded: LoadedMatch, seat: int) -> tuple[AnyPosition, Move]:
    """The newest move and the position before it. Raises Refusal (409) unless this seat alone made the move."""
    rows = MoveRecord.objects.filter(match_id=loaded.id, is_order=False).exclude(by__in=SILENT)
    newest = list(rows.filter(version__in=(loaded.version - 1, loaded.version)).order_by("number"))
    last = [row for row in newest if row.version == loaded.version]
    earlier = [row for row in newest if row.version < loaded.version and row.by != "order"]
    if len(last) != 1 or last[0].seat != seat or not last[0].move or len(earlier) > 1:
        raise Refusal(409, "You haven’t made the last move, so there is nothing to take back.", CLAUSE)
    shot = Snapshot.objects.filter(match_id=loaded.id, version=loaded.version - 1).values_list("position", flat=True)
    raw = shot.first()
    if raw is None:
        raise Refusal(409, "The position before this move is no longer available.", CLAUSE)
    return codec.load(loaded.game, zlib.decompress(raw)), codec.load_move(last[0].move)


def _outcome(loaded: LoadedMatch, seat: int, count: int, orders: list[Played]) -> Outcome:
    """Take so many moves back, and give the standing orders again, except those that have become illegal without."""
    kept = []
    for order in orders:
        try:
            kept += engine.play(loaded.game, loaded.at_table(), order.seat, order.move).played
        except IllegalMove:
            continue
    event = platform_events.event("taken_back", CLAUSE, seat=seat)
    return Outcome([event], [*[Played(seat, Move(UNDO))] * count, *kept], is_public=True)


def _entries(outcome: Outcome) -> list[Entry]:
    return [
        Entry(seat=one.seat, by=UNDO)
        if one.move == Move(UNDO)
        else Entry(seat=one.seat, move=one.move, by="order" if one.by_order else "web", is_order=not one.by_order)
        for one in outcome.played
    ]
