"""The small pictures of a log line: the cards that it tells of."""

from games.kernel.types import Event

ONE = ("card", "took", "gave", "got")  # facts that are one card
MANY = ("cards", "hand")  # facts that are several


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg of the cards that this viewer may know. What two seats know is shown once."""
    known: dict[str, None] = {}
    for facts in (event.data, *(private for _, private in sorted(event.private.items()))):
        known |= dict.fromkeys(facts[name] for name in ONE if facts.get(name))
        for name in MANY:
            if isinstance(cards := facts.get(name), list):  # some lines count their cards
                known |= dict.fromkeys(cards)
    return [card.rpartition("-")[0] for card in known]
