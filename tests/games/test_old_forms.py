"""A form is sent from a page that is old by now: the answer is true, says where to go, and repeats what was written."""

import pytest

from games.mail import link_preview
from games.matches.loaded import load_match
from games.models import Match
from games.operations import staff_actions
from tests.games.conftest import browser_of
from tests.games.scenes import Cast, make_cast, set_up

pytestmark = pytest.mark.django_db
WORDS = "I’m away until Thursday"
ENDED = "The host of this site ended the match. It has no result and changes no rating."


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def ended(cast: Cast) -> Match:
    match = set_up(cast, "running", True)
    staff_actions.abandon_match(by=cast.staff, match_id=match.pk, words="We close for the summer.")
    return match


@pytest.mark.parametrize(
    ("method", "address"),
    [("GET", ""), ("GET", "history/"), ("POST", "play/"), ("POST", "chat/"), ("POST", "resign/"), ("POST", "nudge/")],
)
def test_a_match_ended_by_the_host_was_not_closed_before_it_started(
    cast: Cast, ended: Match, method: str, address: str
) -> None:
    answer = browser_of(cast.player).generic(method, f"/match/{ended.pk}/{address}")
    assert answer.status_code == 410 and ENDED in answer.content.decode()


def test_the_api_and_link_previews_say_so_too(cast: Cast, ended: Match) -> None:
    answer = browser_of(cast.player).get(f"/api/v1/matches/{ended.pk}/")
    assert answer.status_code == 410 and answer.json()["detail"] == ENDED
    assert link_preview.of_match(load_match(ended.pk)).lines == ("The host of this site ended the match",)


def test_a_private_match_that_was_ended_stays_hidden(cast: Cast) -> None:
    match = set_up(cast, "running", False)
    staff_actions.abandon_match(by=cast.staff, match_id=match.pk, words="Enough.")
    assert browser_of(cast.stranger).post(f"/match/{match.pk}/chat/", {"chat": "Hi"}).status_code == 404
