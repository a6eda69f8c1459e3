"""Each button behind the links of all kinds of email, pressed by somebody who is not logged in: what the page says then
is what has happened. Each press is taken back before the next one.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.test import Client

from tests.games.scenes import rows_of
from tests.games.test_mail_crawl import SIGNED, emails, links_by_reader  # noqa: F401
from tests.games.test_replies import local_post  # noqa: F401
from tests.journeys.mailbox_robot import FoundForm, Page

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
MODELS = [model for model in apps.get_models() if model.__name__ != "Session"]
NOTHING = re.compile("Nothing was changed|doesn’t work|isn’t possible")
KEY = re.compile(r":\w{6}:[\w-]{43}/?$|\.[\w-]{10,}/?$|/\d+(-\d+)?\.")


def filled_in(form: FoundForm, label: str) -> dict[str, Any]:
    """What somebody sends who takes the first choice of each question."""
    data: dict[str, Any] = {}
    for name, (kind, values) in form.inputs.items():
        if kind != "checkbox":
            data[name] = next(iter(filter(None, values)), "Hello there")
    return data | {name: value for name, value, words in form.buttons if name and words == label}


def buttons(browser: Client, link: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The address, the fields and the label of each button on this page that changes something."""
    answer = browser.get(link, follow=True)
    at = answer.redirect_chain[-1][0] if answer.redirect_chain else link
    for form in Page(answer.content.decode()).forms:
        for _, _, label in form.buttons if form.method == "post" else []:
            yield (form.action or at).removeprefix(settings.SITE_URL), filled_in(form, label), label


def press(browser: Client, address: str, data: dict[str, Any]) -> tuple[int, str, bool]:
    """What is answered, and whether anything has changed; then all is taken back."""
    with transaction.atomic():
        before = rows_of(*MODELS)
        answer = browser.post(address, data, follow=True)
        has_changed = rows_of(*MODELS) != before
        transaction.set_rollback(True)
    return answer.status_code, answer.content.decode(), has_changed


def test_each_button_of_an_email_does_what_its_page_says(emails: list[Any]) -> None:  # noqa: F811
    pressed = set()
    links = {link for found in links_by_reader(emails).values() for link in found if link.startswith(SIGNED)}
    for link in sorted(links):
        with transaction.atomic():
            browser = Client()
            for address, data, label in buttons(browser, link):
                kind = KEY.sub("", link), label
                if kind in pressed:
                    continue
                pressed.add(kind)
                status, told, has_changed = press(browser, address, data)
                assert status == 200 if has_changed else status in (409, 410, 422), (kind, status, has_changed)
                assert not has_changed or not NOTHING.search(told), (kind, told)
            transaction.set_rollback(True)
    assert {"Take a seat", "Decline", "Close the table", "Agree", "Play again"} <= {label for _, label in pressed}
