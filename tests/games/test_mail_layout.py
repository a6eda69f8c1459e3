"""Emails on a phone, 390 pixels wide: where the picture begins, where the first choice; words before it, and bytes.

`pytest -s tests/games/test_mail_layout.py` prints the figures for each game and kind.
"""

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from django.utils import timezone

from accounts.mail.dev_outbox import as_email
from games.deadlines import nudges, sweep
from games.matches import seats
from games.models import OpenDecision
from games.titles import load
from tests.games.conftest import move_on
from tests.games.test_clock import row_of
from tests.games.test_replies import local_post, reply, send_all  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.django_db, pytest.mark.browser]
PICTURE, CHOICE = 200, 650  # pixels
WORDS = 120  # before the first choice, in the text as in the HTML
HTML, WHOLE = 40_000, 180_000  # bytes; Gmail cuts off HTML of more than 102 kB


class Measured(NamedTuple):
    picture: float
    choice: float
    words: int
    text_words: int
    html: int
    whole: int


def _turn_mails(start: Any, people: tuple[Any, ...], slug: str) -> list[Any]:
    """The turn mails of some moments of a match, then its reminders."""
    match, found = start(slug, people[: 2 if slug == "human_resources" else 3]), []
    for moves in (0, 4, 7, 9):
        move_on(match, moves)
        found += [mail for mail in send_all() if ".turn@" in mail.extra_headers["Message-ID"]]
    row = row_of(match)
    for _ in range(3):
        row.refresh_from_db()
        if row.remind_at:
            sweep.remind_due(row.remind_at)
    return found + [mail for mail in send_all() if mail.to == [row.user.email]]


def measured(page: "Page", mail: Any) -> Measured:
    html, text = as_email(mail).html, mail.body
    page.set_content(html)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    picture = page.locator("img.position").bounding_box()
    choice = page.locator(".choices a, .button").first.bounding_box()
    assert picture and choice and picture["width"] >= 340 and picture["height"] <= 400
    raw = mail.alternatives[0][0]
    head = re.search(r'(?s)<div class="sheet".*?(?=<a (?:class="button" )?href="[^"]*/email/)', raw)
    assert head
    words = len(re.sub(r"<[^>]+>", " ", head[0]).split())
    before = text.partition("YOUR CHOICES")[0] if "YOUR CHOICES" in text else text.partition("/email/")[0]
    size = len(mail.message().as_bytes())
    return Measured(picture["y"], choice["y"], words, len(before.split()), len(raw.encode()), size)


def keeps_the_bounds(page: "Page", name: str, mail: Any) -> None:
    found = measured(page, mail)
    print(
        f"{name:34} picture {found.picture:4.0f} px, choice {found.choice:4.0f} px, {found.words:3} words"
        f" ({found.text_words:3} in the text), {found.html:6} B HTML, {found.whole:6} B"
    )
    assert found.picture <= PICTURE, f"{name}: the picture begins at {found.picture:.0f}"
    assert found.choice <= CHOICE, f"{name}: the first choice stands at {found.choice:.0f}"
    assert max(found.words, found.text_words) <= WORDS, f"{name}: {found.words}, {found.text_words} words"
    assert found.html <= HTML and found.whole <= WHOLE, f"{name}: {found.html} and {found.whole} bytes"


@pytest.mark.parametrize("slug", load())
def test_picture_and_first_choice_are_in_sight(
    browser: "Browser", start: Any, owner: Any, player: Any, staff: Any, slug: str
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    for number, mail in enumerate(_turn_mails(start, (owner, player, staff), slug)):
        keeps_the_bounds(page, f"{slug} {number} {mail.subject.partition(':')[0]}", mail)


def test_other_kinds_keep_the_same_bounds(browser: "Browser", start: Any, owner: Any, player: Any, staff: Any) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    match = start()
    row = row_of(match)
    first = next(mail for mail in send_all() if mail.to == [row.user.email])
    OpenDecision.objects.filter(pk=row.pk).update(asked_at=timezone.now() - timedelta(days=2))
    nudges.nudge(match_id=match.pk, user=next(one for one in (owner, player) if one.pk != row.user_id), seat=row.seat)
    reply(first, "99")
    for person in (owner, player):
        mails = send_all()
        for mail in mails:
            if mail.to == [row.user.email] or mail.subject.startswith("Result"):
                keeps_the_bounds(page, mail.subject[:34], mail)
        seats.resign(match_id=match.pk, user=person)
    results = [mail for mail in send_all() if mail.subject.startswith("Result")]
    assert len(results) == 3
    for mail in results:
        keeps_the_bounds(page, mail.subject[:34], mail)
