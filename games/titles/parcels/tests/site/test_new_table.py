"""The form of a new table: seats, options and presets of this game."""

import pytest

from games.errors import Refusal
from games.models import Match
from tests.games.conftest import browser_of
from tests.games.test_lobby import FORM, open_table

pytestmark = pytest.mark.django_db


def test_a_chosen_option_stands_whatever_the_default_is(owner):
    browser_of(owner).post("/tables/new/?game=parcels", FORM | {"option.rounds": "3"})
    assert Match.objects.get().options == {"rounds": 3}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": "9"}, "Parcels is for 3, 4 or 5 players. (PC-02)"),
        ({"seats": ""}, "Parcels is for 3, 4 or 5 players. (PC-02)"),
        ({"clock": "live:1:1"}, "“live:1:1” is not on the list. Please choose again."),
        ({"option.rounds": "7"}, "Choose a single round or three rounds. (PC-03)"),
        ({"option.speed": "7"}, "Choose a single round or three rounds. (PC-03)"),
        ({"bots": "3"}, "You need a seat too. Choose fewer bots."),
        ({"seats": "3\x0b4"}, "Parcels is for 3, 4 or 5 players. (PC-02)"),
    ],
)
@pytest.mark.clause("PC-02", "PC-03")
def test_a_form_that_does_not_fit_is_shown_again(owner, change, words):
    answer = browser_of(owner).post("/tables/new/?game=parcels", FORM | change)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Match.objects.exists()


def test_presets_are_cards_and_a_preset_sets_its_options(owner):
    page = browser_of(owner).get("/tables/new/?game=parcels").content.decode()
    assert "<b>Quick</b><small>A single round.</small>" in page
    browser_of(owner).post("/tables/new/?game=parcels", FORM | {"clock": "live:60:300", "preset": "1"})
    assert Match.objects.get().options == {"rounds": 1}


@pytest.mark.clause("PLAY-07")
@pytest.mark.parametrize("options", [{"rounds": 2}, {"rounds": "3"}, {"speed": 1}, {"rounds": None}])
def test_options_that_the_game_does_not_have_are_refused(owner, options):
    with pytest.raises(Refusal) as refusal:
        open_table(owner, slug="parcels", options=options)
    assert refusal.value.status == 422 and refusal.value.message
    assert not Match.objects.exists()
