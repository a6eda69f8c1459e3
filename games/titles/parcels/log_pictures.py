"""The small pictures of a log line: the cards that it tells of."""

from typing import Any

from games.kernel.types import Event


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg of what is played, taken (once), added, turned up and handed out."""
    return [f"c{number}" for number in _cards(event.kind, event.data)]


def _cards(kind: str, data: dict[str, Any]) -> list[int]:
    if kind == "pass":
        return [card for card in (data["take"], data["add"], *data["turned"]) if card is not None]
    if kind in ("trick", "hand_out"):
        return [] if data["card"] is None else [data["card"]]
    return data["cards"] if kind in ("play", "leave") else data["storage"] if kind == "round" else []
