"""The small pictures of a log line: the cards that it tells of."""

from games.kernel.types import Event

CARDS = ("card", "took", "gave", "got", "cards", "hand")  # facts that are a card or several; some lines only count them


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg of the cards that this viewer may know. What two seats know is shown once."""
    known: dict[str, None] = {}
    for facts in (event.data, *(private for _, private in sorted(event.private.items()))):
        for name in CARDS:
            fact = facts.get(name)
            if isinstance(fact, str | list):
                known |= dict.fromkeys([fact] if isinstance(fact, str) else fact)
    return [card.rpartition("-")[0] for card in known]
