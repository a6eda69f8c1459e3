"""What people write in an invitation: an address, and a line of their own."""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.errors import Refusal
from games.table import chat_writing

LONGEST = 200
_ADDRESS = re.compile(r"://|\bwww\.|\w{2}\.[a-z]{2}", re.IGNORECASE)  # mail programs make links of example.com, too


def check_address(address: str) -> None:
    """Raise Refusal (422) if this is no email address."""
    try:
        validate_email(address)
    except ValidationError:
        raise Refusal(422, "This isn’t an email address. Write it like name@example.org.") from None


def personal_line(by: Any, text: str) -> str:
    """The text as one line. Raises Refusal: 403 if staff have muted who writes it, 422 if it cannot be shown, or has a
    link, as it goes to strangers in our name."""
    line = chat_writing.clean_text(" ".join(text.split())[:LONGEST], LONGEST)
    if _ADDRESS.search(line):
        raise Refusal(422, "Please leave links out of your line.")
    if line and (refusal := chat_writing.why_muted(by, "in invitations")):
        raise refusal
    return line
