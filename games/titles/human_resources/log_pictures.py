"""The small pictures of a log line: the cards and cubicles that it tells of."""

from games.kernel.types import Event
from games.titles.human_resources.cards import COLOURS


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg: cards that this viewer may know, else the carpet that everybody sees."""
    known = [event.data, *(facts for _, facts in sorted(event.private.items()))]
    cards = [facts[name] for facts in known for name in ("card", "given", "taken") if name in facts]
    cards += [card for facts in known for name in ("cards", "order", "hand") for card in facts.get(name, ())]
    carpets = [event.data[name] for name in ("colour", "given_colour") if name in event.data]
    return cards or [COLOURS[colour] for colour in carpets]
