"""The line of one's own in an invitation."""

import re

from games.errors import Refusal

LONGEST = 200
_ADDRESS = re.compile(r"://|\bwww\.", re.IGNORECASE)


def personal_line(text: str) -> str:
    """The text as one line. Raises Refusal (422) if it has a link, as it goes to strangers in our name."""
    line = " ".join(text.split())[:LONGEST]
    if _ADDRESS.search(line):
        raise Refusal(422, "Please leave links out of your line.")
    return line
