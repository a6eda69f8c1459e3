"""A form that is refused shows what was typed again, so that nobody writes it twice."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.groups import services as groups
from tests.games.conftest import browser_of
from tests.games.scenes import Cast, make_cast, set_up
from tests.games.test_pressed_twice import CUP
from tests.samples import GAME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
GROUP = "/groups/{}/"
FORMS = {
    "invite": ({"name": "nobody@example", "note": "See you on Friday"}, "isn’t an email address"),
    "say": ({"text": "one\u202etwo"}, "can’t be shown"),
    "rename": ({"name": "x"}, "at least 2 characters"),
    "date": ({"game": GAME, "seats": "8", "weekday": "2", "hour": "19:30", "clock": "live:60:300"}, "players"),
}


@pytest.mark.parametrize("what", FORMS)
def test_a_refused_form_of_a_group_keeps_what_was_typed(what: str, owner: User) -> None:
    group, (form, sentence) = groups.create(owner=owner, name="Friday five"), FORMS[what]
    answer = browser_of(owner).post(f"{group.get_absolute_url()}{what}/", form)
    page = answer.content.decode()
    assert answer.status_code == 422 and sentence in page
    for value in form.values():
        assert re.search(rf'value="{value}"|selected>{value}<', page), value
    assert page.count('value="x"') == (what == "rename"), "in one form only"
    assert f'action="{group.get_absolute_url()}"' in page, "no link leads to the address of the form"


def test_a_name_refused_for_a_new_group_is_kept(owner: User) -> None:
    answer = browser_of(owner).post("/groups/", {"name": "staff\u202e club"})
    assert answer.status_code == 422 and 'value="staff\u202e club"' in answer.content.decode()


def test_a_tournament_that_starts_too_late_keeps_its_text(owner: User) -> None:
    late = CUP | {"text": "Bring cake", "start": f"{timezone.now() + timedelta(days=90):%Y-%m-%dT%H:%M}"}
    answer = browser_of(owner).post(f"/tournaments/new/?game={GAME}", late)
    page = answer.content.decode()
    assert answer.status_code == 422 and "within the next 60 days" in page
    assert ">\nBring cake</textarea>" in page and 'value="Spring Cup"' in page


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def test_one_word_or_an_address_that_was_refused_is_repeated(cast: Cast) -> None:
    match = set_up(cast, "running", True)
    page = browser_of(cast.stranger).post(f"/match/{match.pk}/last-word/", {"words": "Splendid"}).content.decode()
    assert ">Splendid</textarea>" in page
