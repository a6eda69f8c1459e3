"""The small pictures of a log line: the cards that it tells of."""

from typing import Any

from games.kernel.types import Event

ONE = ("card", "took", "gave", "got")  # facts that are one card
MANY = ("cards", "hand")  # facts that are several


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg of the cards that this viewer may know. What two seats know is shown once."""
    known: list[str] = []
    for facts in (event.data, *(private for _, private in sorted(event.private.items()))):
        known += [card for card in _cards(facts) if card not in known]
    return [card.rpartition("-")[0] for card in known]


def _cards(facts: dict[str, Any]) -> list[str]:
    alone = [facts[name] for name in ONE if facts.get(name)]
    return alone + [card for name in MANY if isinstance(facts.get(name), list) for card in facts[name]]
