"""Whole numbers from forms and addresses."""

from games.errors import Refusal

NEWEST = 10**15  # more than any id: lists begin with the newest row


def number_of(text: str, otherwise: int = 0) -> int:
    """The number that this text is; `otherwise` if it is none, or longer than any id."""
    return int(text) if text.isdecimal() and len(text) < 16 else otherwise


def whole_number(text: str, otherwise: str, most: int = 15) -> int:
    """The number that this text is, of at most so many digits. Raises Refusal (422) with the sentence `otherwise`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= most):
        raise Refusal(422, otherwise)
    return int(text)
