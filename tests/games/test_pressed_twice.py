"""A button pressed twice on a page without scripts, or on a slow line, opens one thing and leads to it."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.groups.models import Group
from games.models import Match
from games.tournaments.models import Tournament
from tests.games.conftest import browser_of
from tests.games.test_lobby import FORM
from tests.samples import GAME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
CUP = {"name": "Spring Cup", "format": "swiss", "seats": "4", "rounds": "3", "most": "16", "preset": "0"} | {
    "clock": "correspondence:86400:259200",
    "start": f"{timezone.now() + timedelta(days=2):%Y-%m-%dT%H:%M}",
}
FORMS = [
    (f"/tables/new/?game={GAME}", FORM, Match),
    (f"/tournaments/new/?game={GAME}", CUP, Tournament),
    ("/groups/", {"name": "Friday five"}, Group),
    (f"/play/{GAME}/", {}, Match),
]


@pytest.mark.parametrize(("address", "form", "kind"), FORMS)
def test_a_button_pressed_twice_opens_one_thing(address: str, form: dict[str, str], kind: type, owner: User) -> None:
    browser = browser_of(owner)
    for pages in (1, 2):  # the second time it is wanted
        page = browser.get(address).content.decode()
        sent = form | {"csrfmiddlewaretoken": re.findall('name="csrfmiddlewaretoken" value="([^"]+)', page)[-1]}
        first, second = browser.post(address, sent), browser.post(address, sent)
        assert first.status_code == second.status_code == 302, first.content.decode()
        assert first["Location"] == second["Location"] and kind.objects.count() == pages  # type: ignore[attr-defined]
