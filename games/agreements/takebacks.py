"""Taking the last move back (PLAY-18): when it is possible, and doing it. Consent is asked in `proposals`."""

import secrets
import zlib

from django.utils import timezone

from games.errors import Refusal
from games.kernel import codec, engine
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.laws.information import redrawn
from games.kernel.position import AnyPosition, Outcome, Played
from games.kernel.replay import UNDO
from games.kernel.rng import Rng
from games.kernel.types import Event, Move
from games.matches import platform_events
from games.matches.loaded import LoadedMatch
from games.matches.play import carry_out
from games.matches.store import Entry
from games.models import MoveRecord, Snapshot

SILENT = ("note", "start")
CLAUSE = "PLAY-18"
REDRAWS = 12


def check(loaded: LoadedMatch, seat: int) -> None:
    """Raises Refusal (409) with the reason why this seat cannot take its last move back."""
    before, move = _last_move(loaded, seat)
    others = [open.decision for open in loaded.open_decisions() if open.decision.seat != seat]
    if any(one.secret and one.clock.pace != "standing" for one in others) or loaded.at_table().parked:
        # Said of every such moment, answered or not: a refusal must not tell who has answered.
        raise Refusal(409, "It’s too late to take this move back. The others are already choosing in secret.", CLAUSE)
    if any(open.answer is not None for open in loaded.open_decisions()):
        raise Refusal(409, "Somebody has moved since.", CLAUSE)
    rng = Rng(secrets.token_hex(16))
    if not tells_nothing_new(loaded.game, before, loaded.at_table(), seat, move, rng):
        raise Refusal(409, "You can’t take this back. The move showed you something new.", CLAUSE)


def take_back(loaded: LoadedMatch, seat: int) -> None:
    """Go back behind the last move of this seat on a locked loaded match. Raises Refusal (409)."""
    check(loaded, seat)
    before, _ = _last_move(loaded, seat)
    loaded.position = engine.taken_back(loaded.game, before, loaded.at_table())
    # Standing orders that were stored after the position to which we go back: they must not get lost with it.
    first = MoveRecord.objects.filter(match_id=loaded.id, version=loaded.version - 1).order_by("number").first()
    rows = MoveRecord.objects.filter(match_id=loaded.id, is_order=True, number__gt=first.number if first else 0)
    orders = [Played(row.seat or 0, codec.load_move(row.move)) for row in rows.order_by("number")]
    told = platform_events.event("taken_back", CLAUSE, seat=seat)
    carry_out(loaded, lambda: _outcome(loaded, seat, orders, told), _entries, timezone.now())


def tells_nothing_new(game: Game, before: AnyPosition, after: AnyPosition, seat: int, move: Move, rng: Rng) -> bool:
    """Does the seat know no more after its move than before it, whatever lay hidden? Only then may it go back: the same
    chance comes again. Its move is played once more where all is drawn anew that it cannot know."""
    shown = _shown(game, after, seat)
    for _ in range(REDRAWS):
        position = redrawn(game, codec.copy(game, before), seat, rng)
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
    """The position before the newest move and this move, if it was this seat's alone. Raises Refusal (409)."""
    rows = MoveRecord.objects.filter(match_id=loaded.id, is_order=False).exclude(by__in=SILENT)
    newest = list(rows.filter(version__in=(loaded.version - 1, loaded.version)).order_by("number"))
    last = [row for row in newest if row.version == loaded.version]
    earlier = [row for row in newest if row.version < loaded.version and row.by != "order"]
    if len(last) != 1 or last[0].seat != seat or not last[0].move or len(earlier) > 1:
        raise Refusal(409, "You can only take back the last move, and it must be yours.", CLAUSE)
    shot = Snapshot.objects.filter(match_id=loaded.id, version=loaded.version - 1).values_list("position", flat=True)
    raw = shot.first()
    if raw is None:
        raise Refusal(409, "We no longer have the position before it.", CLAUSE)
    return codec.load(loaded.game, zlib.decompress(raw)), codec.load_move(last[0].move)


def _outcome(loaded: LoadedMatch, seat: int, orders: list[Played], told: Event) -> Outcome:
    """Store the orders again; one that does not fit any more was made for the move that is gone."""
    kept = []
    for order in orders:
        try:
            kept += engine.play(loaded.game, loaded.at_table(), order.seat, order.move).played
        except IllegalMove:
            continue
    return Outcome([told], [Played(seat, Move(UNDO)), *kept], is_public=True)


def _entries(outcome: Outcome) -> list[Entry]:
    undone, *orders = outcome.played
    return [
        Entry(seat=undone.seat, by=UNDO),
        *(
            Entry(seat=one.seat, move=one.move, by="order" if one.by_order else "web", is_order=not one.by_order)
            for one in orders
        ),
    ]
