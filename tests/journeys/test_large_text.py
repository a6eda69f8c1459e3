"""Text at 200 % on a phone: on the pages about people and clubs nothing falls out, and nothing scrolls to the side."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Friendship
from accounts.rating_scale import SETTLED
from games.groups import services as groups
from games.lobby import messages, seasons
from games.models import SeasonScore
from games.tournaments import services as tournaments
from tests.fixtures import make_person
from tests.journeys.actions import Watch
from tests.samples import GAME

TERMS = {"seats": 4, "move_seconds": 86400, "bank_seconds": 0}
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# What sticks out of the window, unless it lies in a box that scrolls, is cut off on purpose or is for screen readers.
OUT = """() => {
  document.documentElement.style.fontSize = "200%";
  const SKIPPED = ".ledger-box *, .sr, svg, pre, details:not([open]) > :not(summary)";
  const sticks = (part) => {
    const box = part.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.right > innerWidth + 1 && !part.closest(SKIPPED);
  };
  const out = [...document.querySelectorAll("main *, header *")].filter(sticks);
  return [document.documentElement.scrollWidth, out.slice(0, 5).map((part) => part.outerHTML.slice(0, 90))];
}"""


def test_large_text_fits_a_phone(page_of):
    ada, bo = make_person("ada"), make_person("bo-with-a-long-name")
    Friendship.objects.create(by=ada, to=bo, agreed_at=timezone.now())
    messages.write(by=ada, to=bo, text="Shall we play on Friday? " * 6)
    group = groups.create(owner=ada, name="The Tuesday Evening Correspondence Club")
    groups.join(token=group.token, user=bo)
    season = seasons.at(timezone.now()) - 1
    SeasonScore.objects.create(user=bo, season=season, slug=GAME, points=4, matches=SETTLED, wins=4, place=1)
    cup = tournaments.announce(
        owner=ada, name="The Long Winter Cup", slug=GAME, starts_at=timezone.now() + timedelta(days=1), **TERMS
    )
    page, found = page_of(ada, width=390), {}
    for address in (
        *(group.get_absolute_url(), cup.get_absolute_url(), f"/messages/{bo.username}/", f"/people/{bo.username}/"),
        *("/mine/", "/news/", "/groups/", "/tournaments/", f"/ratings/?game={GAME}&season={season}", "/search/?q=bo"),
    ):
        watch = Watch(page)
        page.goto(address)
        wide, out = page.evaluate(OUT)
        if wide > 390 or out or watch.problems:
            found[address] = [wide, out, watch.problems]
    assert found == {}
