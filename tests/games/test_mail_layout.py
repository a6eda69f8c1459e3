"""Turn mails on a phone, 390 pixels wide: where the picture begins, and where the first choice."""

from typing import TYPE_CHECKING, Any

import pytest

from accounts.mail.dev_outbox import as_letter
from games.titles import load
from tests.games.conftest import move_on
from tests.games.test_replies import local_post, send_all  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.django_db, pytest.mark.browser]
PICTURE, CHOICE = 200, 650


def _turn_mails(start: Any, people: tuple[Any, ...], slug: str) -> list[str]:
    """The HTML of turn mails of some moments of a match."""
    match, found = start(slug, people[: 2 if slug == "human_resources" else 3]), []
    for moves in (0, 4, 7, 9):
        move_on(match, moves)
        found += [as_letter(mail).html for mail in send_all() if ".turn@" in mail.extra_headers["Message-ID"]]
    return found


@pytest.mark.parametrize("slug", load())
def test_picture_and_first_choice_are_in_sight(
    browser: "Browser", start: Any, owner: Any, player: Any, staff: Any, slug: str
) -> None:
    mails = _turn_mails(start, (owner, player, staff), slug)
    page = browser.new_page(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    for number, html in enumerate(mails):
        page.set_content(html)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        picture = page.locator("img.position").bounding_box()
        choice = page.locator(".choices a, .button").first.bounding_box()
        assert picture and choice
        assert picture["y"] <= PICTURE, f"{slug} {number}: the picture begins at {picture['y']:.0f}"
        assert choice["y"] <= CHOICE, f"{slug} {number}: the first choice stands at {choice['y']:.0f}"
        assert picture["width"] >= 340 and picture["height"] <= 400
