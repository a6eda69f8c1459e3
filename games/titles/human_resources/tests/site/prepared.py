"""Put hand-written positions of Human Resources into a running match, as if they had been played."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

from django.db.models import F

from games.kernel import codec, engine
from games.kernel.position import AnyPosition
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, OpenDecision
from games.titles.human_resources import game
from games.titles.human_resources.cards import CARDS
from games.titles.human_resources.tests.tables import table
from tests.games.conftest import user_of

SLUG = "human_resources"
Start = Callable[..., Match]


def lay(match: Match, position: AnyPosition) -> Match:
    """Make this the position of a running match, and clear the log of its deal, which names other cards."""
    facts = {"position": codec.dump(position).decode(), "version": F("version") + 1, "revision": F("revision") + 1}
    Match.objects.filter(pk=match.pk).update(**facts)
    MoveRecord.objects.filter(match=match).update(events="[]")
    row = OpenDecision.objects.filter(match=match).latest("pk")
    OpenDecision.objects.filter(match=match).exclude(pk=row.pk).delete()
    (asked,) = engine.open_decisions(game, position)
    row.seat, row.key, row.pace, row.prompt = (
        asked.decision.seat,
        asked.id,
        asked.decision.clock.pace,
        asked.decision.prompt,
    )
    row.user = user_of(load_match(match.pk), row.seat)
    row.save()
    match.refresh_from_db()
    return match


def begin(start: Start, people: tuple[Any, Any], moves: tuple[dict[str, Any], ...] = (), **facts: Any) -> Match:
    """A match for two in the position table(**facts) after these moves, each by the seat on turn."""
    options = {"promo": facts.get("promo", False)}
    position = table(**facts)
    for move in moves:
        engine.play(game, position, position.state.active, codec.move_from(move))
    return lay(start(SLUG, people, options=options), position)


def fields_of(move: dict[str, Any]) -> dict[str, Any]:
    """A move as form data, with places as "x,y"."""
    written = {name: _written(value) for name, value in move.items() if name != "type" and value is not None}
    return {"verb": move["type"]} | {f"arg.{name}": value for name, value in written.items()}


def _written(value: Any) -> Any:
    if isinstance(value, list) and all(isinstance(part, int) for part in value):
        return ",".join(map(str, value))
    return [_written(part) for part in value] if isinstance(value, list) else value


def hidden_from(position: AnyPosition, seat: int | None) -> set[str]:
    """The cards whose faces are hidden from this seat (None: a spectator)."""
    state = position.state
    hands = {card for number, hand in enumerate(state.hands) if number != seat for card in hand}
    office = {cubicle.card for cubicle in state.office.values() if cubicle.by is None or cubicle.by != seat}
    looked_at = set(state.deck[-state.known[seat] :]) if seat is not None and state.known[seat] else set()
    return (hands | office | set(state.deck)) - looked_at


def told_of(body: str, cards: set[str]) -> set[str]:
    """Which of these cards a response names, by id or by title and colour."""
    words = unescape(body)
    named = {card for card in cards if re.search(rf"\b{card}\b", words)}
    return named | {card for card in cards if CARDS[card].full_name in words}
