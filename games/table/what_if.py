"""What if? A private copy of a position, to play on from against house bots. It never affects the match.

Whatever the seat could not know at that moment is redrawn first (kernel.bots.imagine), so the copy contains no secrets
and reveals nothing about the match. Kept in Valkey for a few hours.
"""

import secrets
import zlib
from base64 import b64decode, b64encode

import msgspec
from django.core.cache import cache
from django.utils import timezone
from msgspec import Struct

from games.errors import Refusal, illegal, stale
from games.kernel import bots, codec, engine
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.position import AnyPosition, Open
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.matches import move_forms
from games.matches.loaded import LINES, LoadedMatch, LogRecord
from games.matches.unstored import unstored_match
from games.titles import load

KEPT = 6 * 3600  # seconds
MOST_ANSWERS = 300  # by bots in a row


class Copy(Struct):
    """A stored copy: its match and version, its owner, its first and current position as text, and the newest events
    with their versions. Bots play all seats except `seat`."""

    key: str
    slug: str
    names: list[str]
    seat: int
    user: int
    match: int
    began_at: int
    first: str
    position: str
    version: int = 1
    lines: list[tuple[int, str]] = []

    @property
    def game(self) -> Game:
        return load()[self.slug]

    def read(self, text: str) -> AnyPosition:
        return codec.load(self.game, zlib.decompress(b64decode(text)))


def begin(loaded: LoadedMatch, seat: int, user_id: int) -> str:
    """Copy this position as the seat may imagine it, and let bots play until the seat is asked. Returns the key.

    Raises Refusal (409) if the match is over in this position.
    """
    game, chance = loaded.game, Rng(secrets.token_hex(16))
    if game.rules.result(loaded.at_table().state) is not None:
        raise Refusal(409, "The match was already over at that point.")
    position = bots.imagine(game, loaded.at_table(), seat, chance)
    key, first = secrets.token_urlsafe(12), _text(position)
    copy = Copy(key, loaded.slug, loaded.names, seat, user_id, loaded.id, loaded.version, first, first)
    _answer_and_keep(copy, position)
    return key


def find(key: str, user_id: int) -> Copy:
    """A copy that belongs to this person. Raises Refusal (404)."""
    stored = cache.get(f"what-if:{key}")
    copy = msgspec.convert(stored, Copy) if stored else None
    if copy is None or copy.user != user_id:
        raise Refusal(404, "This what-if is gone. Start it again from the match.")
    return copy


def match_of(copy: Copy) -> LoadedMatch:
    """The copy as a loaded match, for the presenter."""
    position = copy.read(copy.position)
    result = copy.game.rules.result(position.state)
    ranks: list[int | None] = [*result] if result else [None] * position.seats
    loaded = unstored_match(copy.key, copy.slug, copy.names, ranks, copy.version)
    now = timezone.now()
    lines = [LogRecord(number, number, None, "", now, codec.load_events(events)) for number, events in copy.lines]
    return msgspec.structs.replace(loaded, position=position, lines=lines, parts={})


def play(copy: Copy, data: move_forms.FormData) -> None:
    """Play the person's move in a copy, then let the bots answer. Raises Refusal: 409, 422."""
    loaded = match_of(copy)
    wanted = (list(data.get("decision", ())) or [""])[0]
    open = next((o for o in loaded.open_decisions() if o.id == wanted and o.decision.seat == copy.seat), None)
    if open is None:
        raise stale()
    position = loaded.at_table()
    try:
        _play(copy, position, open, move_forms.read_move(open.decision, data))
    except IllegalMove as error:
        raise illegal(error) from None
    _answer_and_keep(copy, position)


def restart(copy: Copy) -> None:
    """Go back to the first position of the copy; hidden cards stay as they were drawn."""
    copy.version, copy.lines = 1, []
    _answer_and_keep(copy, copy.read(copy.first))


def _play(copy: Copy, position: AnyPosition, open: Open, move: Move) -> None:
    outcome = engine.play(copy.game, position, open.decision.seat, move, open.id)
    copy.version += 1
    if outcome.events:
        copy.lines = [*copy.lines, (copy.version, codec.dump(outcome.events).decode())][-LINES:]


def _answer_and_keep(copy: Copy, position: AnyPosition) -> None:
    """Let the house bots answer until only the person is asked or the match is over; then store the position."""
    chance, declined = Rng(secrets.token_hex(16)), set[str]()
    for _ in range(MOST_ANSWERS):
        open = _next(engine.open_decisions(copy.game, position), copy.seat, declined)
        if open is None:
            break
        move = bots.house_bot(copy.game, position, open.decision, chance)
        if move is None:
            declined.add(open.id)
        else:
            _play(copy, position, open, move)
    copy.position = _text(position)
    cache.set(f"what-if:{copy.key}", msgspec.to_builtins(copy), KEPT)


def _next(opens: list[Open], seat: int, declined: set[str]) -> Open | None:
    """The next decision for a bot to answer; None if only the person is asked."""
    for open in opens:
        is_bots = open.decision.seat != seat and open.decision.clock.pace != "standing"
        if is_bots and open.answer is None and open.id not in declined:
            return open
    return None


def _text(position: AnyPosition) -> str:
    return b64encode(zlib.compress(codec.dump(position), 1)).decode()
