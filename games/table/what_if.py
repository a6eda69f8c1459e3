"""What if? A private copy of a position, played on against house bots; nothing of it ever reaches the match.

What the seat could not know at that moment is drawn anew before the copy is made (kernel.bots.imagine): the copy
holds no secret of the match, so nothing can be learned from it. Kept in Valkey for some hours.
"""

import secrets
import zlib
from base64 import b64decode, b64encode
from typing import Any

import msgspec
from django.core.cache import cache
from django.utils import timezone

from games.errors import Refusal, illegal, stale
from games.kernel import bots, codec, engine
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition, Open
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.matches import move_forms
from games.matches.loaded import LINES, Line, LoadedMatch, Shared
from games.matches.unstored import unstored_match
from games.titles import load

KEPT = 6 * 3600  # seconds
MOST_ANSWERS = 300  # of bots in a row


def begin(loaded: LoadedMatch, seat: int, user_id: int) -> str:
    """Copy this position as the seat may imagine it, and let the bots play until the seat is asked. The key.

    Raises Refusal (409) when the match is over at this position.
    """
    game, chance = loaded.game, Rng(secrets.token_hex(16))
    if game.rules.result(loaded.at_table().state) is not None:
        raise Refusal(409, "The match was already over at that point.")
    position = bots.imagine(game, loaded.at_table(), seat, chance)
    key = secrets.token_urlsafe(12)
    facts = {"slug": loaded.slug, "names": loaded.names, "seat": seat, "user": user_id, "match": loaded.id}
    facts |= {"from": loaded.version, "first": _text(position), "version": 1, "lines": []}
    _answer(facts, position)
    cache.set(_name(key), facts, KEPT)
    return key


def facts_of(key: str, user_id: int) -> dict[str, Any]:
    """A kept trial of this person: seat, match, version it began from. Raises Refusal (404)."""
    facts: dict[str, Any] | None = cache.get(_name(key))
    if facts is None or facts["user"] != user_id:
        raise Refusal(404, "This what-if is gone. Start it again from the match.")
    return facts


def match_of(key: str, facts: dict[str, Any]) -> LoadedMatch:
    """The trial as it stands, in the form that all tables are shown from."""
    position = _position(facts, facts["position"])
    result = load()[facts["slug"]].rules.result(position.state)
    ranks: list[int | None] = [*result] if result else [None] * position.seats
    loaded = unstored_match(key, facts["slug"], facts["names"], ranks, facts["version"])
    lines = [
        Line(number, number, None, "", timezone.now(), codec.load_events(events)) for number, events in facts["lines"]
    ]
    return msgspec.structs.replace(loaded, position=position, lines=lines, shared=Shared())


def play(key: str, facts: dict[str, Any], data: move_forms.FormData) -> None:
    """The person's move in a trial, and the answers of the bots. Raises Refusal: 409, 422."""
    loaded = match_of(key, facts)
    wanted = (list(data.get("decision", ())) or [""])[0]
    found = next((o for o in loaded.open_decisions() if o.id == wanted and o.decision.seat == facts["seat"]), None)
    if found is None:
        raise stale()
    position = loaded.at_table()
    try:
        _play(facts, position, facts["seat"], move_forms.read_move(found.decision, data), found.id)
    except IllegalMove as error:
        raise illegal(error) from None
    _answer(facts, position)
    cache.set(_name(key), facts, KEPT)


def restart(key: str, facts: dict[str, Any]) -> None:
    """Back to the first position of the trial, with the same draws."""
    position = _position(facts, facts["first"])
    facts |= {"version": 1, "lines": []}
    _answer(facts, position)
    cache.set(_name(key), facts, KEPT)


def _play(facts: dict[str, Any], position: AnyPosition, seat: int, move: Move, decision: str) -> None:
    outcome = engine.play(load()[facts["slug"]], position, seat, move, decision)
    facts["version"] += 1
    if outcome.events:
        facts["lines"] = [*facts["lines"], [facts["version"], codec.dump(outcome.events).decode()]][-LINES:]


def _answer(facts: dict[str, Any], position: AnyPosition) -> None:
    """The house bots answer until the person is asked, or the match is over; then the position is noted."""
    game, chance = load()[facts["slug"]], Rng(secrets.token_hex(16))
    declined: set[str] = set()
    for _ in range(MOST_ANSWERS):
        opens = engine.open_decisions(game, position)
        found = _next(opens, facts["seat"], declined)
        if found is None:
            break
        move = bots.house_bot(game, position, found.decision, chance)
        if move is None:
            declined.add(found.id)
        else:
            _play(facts, position, found.decision.seat, move, found.id)
    facts["position"] = _text(position)


def _next(opens: list[Open], seat: int, declined: set[str]) -> Open | None:
    """What a bot has to answer now; nothing while the person alone holds the match up."""
    for open in opens:
        is_bots = open.decision.seat != seat and open.decision.clock.pace != "standing"
        if is_bots and open.answer is None and open.id not in declined:
            return open
    return None


def _name(key: str) -> str:
    return f"trial:{key}"


def _text(position: AnyPosition) -> str:
    return b64encode(zlib.compress(codec.dump(position), 1)).decode()


def _position(facts: dict[str, Any], text: str) -> AnyPosition:
    return codec.load(load()[facts["slug"]], zlib.decompress(b64decode(text)))
