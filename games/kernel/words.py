"""Small words that all games need."""


def several(count: int, one: str, many: str = "") -> str:
    """ "1 card", "2 cards"."""
    return f"{count} {one if count == 1 else many or one + 's'}"
