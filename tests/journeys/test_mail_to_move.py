"""From an email to the move on a phone: a button, a touch of the drawing where more is needed, one confirmation; and
the next email. No log-in, three touches at most."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import DevEmail, OutgoingMail
from games.matches.loaded import load_match
from games.models import Match, MoveRecord
from tests.games.conftest import move_on
from tests.journeys.actions import Watch
from tests.samples import DUEL, GAME, GAME_FIRST, seats_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.urls("tests.accounts.urls_with_dev_outbox"),
]
MOST_TOUCHES = 3
SHAPED = ".choices a"
TO_TOUCH = ".position-picture a"
HIDDEN = "all => all.filter(one => one.scrollHeight > one.clientHeight + 1).map(one => one.textContent)"


@pytest.fixture
def begun(start: Callable[..., Match], owner: Any, player: Any, staff: Any, settings: Any) -> Callable[[str], Match]:
    settings.DEBUG, settings.MAIL_DELAY = True, 0
    return lambda slug: start(slug, (owner, player, staff)[: seats_of(slug)])


class Reader:
    """Somebody with a phone and nothing but emails; counts touches."""

    def __init__(self, page: "Page") -> None:
        self.page, self.touches = page, 0
        page.set_viewport_size({"width": 390, "height": 844})
        self.watch = Watch(page)

    def open_next_email(self) -> DevEmail:
        """The newest email that asks for something: its picture stands before its choices, in sight."""
        OutgoingMail.objects.filter(status="queued").update(next_try_at=timezone.now())
        outbox.send_due(1000)
        email = DevEmail.objects.filter(text__contains="/email/").latest("pk")
        self.page.goto(f"/dev/outbox/{email.pk}/html/")
        self.page.locator("img.position").wait_for()
        assert self.page.evaluate("document.documentElement.scrollWidth") <= 390
        return email

    def tap(self, target: "Locator") -> None:
        self.touches += 1
        with self.page.expect_navigation():
            target.tap()

    def confirm(self) -> None:
        assert self.page.locator("form.sheet p").evaluate_all(HIDDEN) == []  # what the move does, and both buttons
        self.tap(self.page.get_by_role("button", name=re.compile("^Play it as")))
        self.page.get_by_role("heading", name="Played").wait_for()
        self.page.locator(".position-picture svg").wait_for()

    def plain_choice(self) -> "Locator":
        return self.page.locator(SHAPED).filter(has_not_text="…").first

    def open_choice(self) -> "Locator":
        return self.page.locator(SHAPED).filter(has_text="…").first


def moves_by_mail(match: Match) -> int:
    return MoveRecord.objects.filter(match=match, by="mail").count()


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_button_confirm_and_the_next_email(slug: str, begun: Callable[[str], Match], phone: "Page") -> None:
    match, reader = begun(slug), Reader(phone)
    answered: set[int] = set()
    while len(answered) < 2:
        email = reader.open_next_email()
        if (
            email.pk in answered or not reader.plain_choice().count()
        ):  # others are asked; or it asks for words, for places
            move_on(match)
            continue
        before, reader.touches = moves_by_mail(match), 0
        reader.tap(reader.plain_choice())
        reader.page.locator(".position-picture svg").wait_for()
        reader.confirm()
        assert reader.touches < MOST_TOUCHES and moves_by_mail(match) == before + 1
        answered.add(email.pk)
    assert reader.watch.problems == []


@pytest.mark.parametrize("slug", [DUEL, GAME])
def test_a_place_is_touched_in_the_drawing(slug: str, begun: Callable[[str], Match], phone: "Page") -> None:
    match, reader = begun(slug), Reader(phone)
    for _ in range(30):
        reader.open_next_email()
        if reader.open_choice().count():
            break
        move_on(match)
    reader.tap(reader.open_choice())
    reader.tap(reader.page.locator(TO_TOUCH).first)
    reader.confirm()
    assert reader.touches <= MOST_TOUCHES and moves_by_mail(match) == 1
    assert load_match(match.pk).version > 1 and reader.watch.problems == []
