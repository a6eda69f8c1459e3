"""The line of one's own in an invitation."""

import re

from games.errors import Refusal
from games.table import chat_writing

LONGEST = 200
_ADDRESS = re.compile(r"://|\bwww\.|\w{2}\.[a-z]{2}", re.IGNORECASE)  # mail programs make links of example.com, too


def personal_line(text: str) -> str:
    """The text as one line. Raises Refusal (422) if it cannot be shown, or has a link, as it goes to strangers in our
    name."""
    line = chat_writing.clean_text(" ".join(text.split())[:LONGEST], LONGEST)
    if _ADDRESS.search(line):
        raise Refusal(422, "Please leave links out of your line.")
    return line
