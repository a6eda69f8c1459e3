"""The page "Emails we sent you" shows notices on other channels next to each email."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import OutgoingMail
from accounts.notices.models import Channel, Notice
from tests.games.conftest import browser_of

pytestmark = pytest.mark.django_db
PAGE = "/people/me/mail/"


def test_each_email_shows_notices_on_other_channels(start: Any, owner: Any, stranger: Any) -> None:
    start()
    key = OutgoingMail.objects.filter(user=owner).latest("id").key
    facts = {"kind": "turn", "status": "dead", "reason": "It answered 500.", "done_at": timezone.now()}
    for person, name in ((owner, "at home"), (stranger, "elsewhere")):
        channel = Channel.objects.create(user=person, kind="json", name=name, url=f"https://{person.pk}.example.org/")
        Notice.objects.create(channel=channel, key=key, **facts)
    page = browser_of(owner).get(PAGE).content.decode()
    assert "at home: could not be sent" in page and "It answered 500." in page and "elsewhere" not in page


def test_the_query_count_does_not_grow_with_emails(start: Any, owner: Any, django_assert_max_num_queries: Any) -> None:
    start()
    client = browser_of(owner)
    client.get(PAGE)
    with django_assert_max_num_queries(20) as few:
        client.get(PAGE)
    for _ in range(3):
        start()
    with django_assert_max_num_queries(len(few)):
        client.get(PAGE)
