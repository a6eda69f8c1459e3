"""The small pictures of a log line: the cards and meeples that it tells of."""

from games.kernel.types import Event
from games.titles.dinosaurs.cards import CARDS, DISASTERS

ALONE = {"insurance": "insurance", "redirect": "redirect", "chainsaw": "flaming-chainsaw"}  # events that name no card


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg of what is revealed, played, thrown away and, for those who may know it, taken."""
    facts = event.data
    if event.kind == "pick":
        return [f"meeple-{facts['dino']}"]
    if event.kind in ALONE:
        return [ALONE[event.kind]]
    known = [facts, *(private for _, private in sorted(event.private.items()))]
    cards = [card for one in known for card in (one.get("card"), *one.get("cards", ())) if card]
    return ([facts["effect"]] if "effect" in facts else []) + [(CARDS | DISASTERS)[card].kind for card in cards]
