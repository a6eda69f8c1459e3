"""The small pictures of a log line: the cards that it tells of."""

from typing import Any

from games.kernel.types import Event


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg of what is played, taken, added, turned up and handed out."""
    return [f"c{number}" for number in _cards(event.kind, event.data)]


def _cards(kind: str, data: dict[str, Any]) -> list[int]:
    if kind == "pass":
        taken = [] if data["take"] is None else [data["take"]] * data["count"]
        added = [] if data["add"] is None else [data["add"]]
        return [*taken, *added, *data["turned"]]
    if kind in ("trick", "hand_out"):
        return [] if data["card"] is None else [data["card"]]
    return data["cards"] if kind in ("play", "leave") else data["storage"] if kind == "round" else []
