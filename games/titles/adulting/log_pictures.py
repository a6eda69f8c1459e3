"""The small pictures of a log line: the suit sides of the cards that it tells of."""

from games.kernel.types import Event
from games.titles.adulting.cards import CARDS


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg. Everything in the log is open to everybody."""
    if event.kind == "drew":
        return [event.data["suits"]]
    if event.kind not in ("placed", "effect"):
        return []
    facts = ("card", "broken", "give", "take")  # those that are one card
    return ["".join(CARDS[event.data[name]].suits) for name in facts if event.data.get(name) in CARDS]
