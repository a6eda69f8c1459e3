"""Numbers from forms and addresses."""


def number_of(text: str, otherwise: int = 0) -> int:
    """The number that this text is; `otherwise` if it is none, or longer than any id."""
    return int(text) if text.isdecimal() and len(text) < 16 else otherwise
