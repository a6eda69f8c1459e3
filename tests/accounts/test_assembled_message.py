"""The bytes of a message, which are put together in large pieces."""

from typing import Any

import pytest
from django.core.mail import SafeMIMEMultipart

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


@pytest.mark.parametrize("linesep", ["\n", "\r\n"])
def test_the_bytes_are_those_of_the_standard_generator(message: Any, linesep: str) -> None:
    assert message.as_bytes(linesep=linesep) == SafeMIMEMultipart.as_bytes(message, linesep=linesep)
    assert [part.get_payload(decode=True) for part in message.walk()][-1] == PICTURE, "its parts are left as they were"


@pytest.mark.parametrize(
    ("straight", "curled"),
    [("it's", "it’s"), ("it&#x27;s 'so'", "it’s 'so’"), ("'", "'"), ("a''b", "a’'b"), ("", "")],
)
def test_apostrophes_in_words_are_curly(straight: str, curled: str) -> None:
    assert curly(straight) == curled
