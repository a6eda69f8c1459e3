"""The bytes of a message, as they go over the wire."""

from email import message_from_bytes
from typing import Any

import pytest

from accounts.mail import headers
from accounts.mail.email import Email, Picture, curly
from accounts.models import OutgoingMail, User

pytestmark = pytest.mark.django_db
PICTURE = b"\x89PNG" * 500


@pytest.fixture
def message(player: User) -> Any:
    row = OutgoingMail(kind="turn", key="m1.d.turn", user=player, match_id="1")
    words, html = "“7” ist schön.\n\n\nBye\n", "<p>“7” ist schön.</p>\n"
    email = Email("Ben plays 7", words, html, pictures=[Picture("a@b", PICTURE)])
    return headers.message(row, email).message()


def test_a_message_is_plain_ascii_and_reads_as_it_was(message: Any) -> None:
    wire = message.as_bytes(linesep="\r\n")
    assert wire.isascii() and max(map(len, wire.split(b"\r\n"))) <= 998  # RFC 5322
    read = message_from_bytes(wire)
    assert read.get_content_type() == "multipart/related" and read.get_param("type") == "multipart/alternative"
    words, html, picture = (part.get_payload(decode=True) for part in read.walk() if not part.is_multipart())
    assert words.decode().splitlines() == ["“7” ist schön.", "", "", "Bye"]
    assert "“7” ist schön." in html.decode() and picture == PICTURE


@pytest.mark.parametrize(
    ("straight", "curled"),
    [("it's", "it’s"), ("it&#x27;s 'so'", "it’s 'so’"), ("'", "'"), ("a''b", "a’'b"), ("", "")],
)
def test_apostrophes_in_words_are_curly(straight: str, curled: str) -> None:
    assert curly(straight) == curled
