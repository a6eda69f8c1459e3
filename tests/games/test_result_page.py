"""The end of a match on the stage: who won, what decided it, what it did to the ratings, and each thing once."""

import re
from typing import Any

import pytest

from accounts.models import Rating
from accounts.services import delete_account
from games.matches import bots
from games.matches.loaded import load_match
from games.models import Match
from games.titles import load
from tests.games.conftest import browser_of
from tests.samples import FROM_TWO, SHORT, short_options

pytestmark = pytest.mark.django_db
MOST = 700


def play_out(match: Match) -> None:
    for _ in range(MOST):
        if bots.play_one(match.pk, for_people=True) is None:
            break
    assert load_match(match.pk).is_over


@pytest.mark.parametrize("slug", sorted(load()))
def test_the_end_shows_a_picture_what_decided_and_the_ratings(
    start: Any, slug: str, owner: Any, player: Any, staff: Any
):
    people = (owner, player, staff)[: max(2, load()[slug].meta.seats[0])]
    match = start(slug=slug, people=people, is_rated=True, options=short_options(slug))
    play_out(match)
    page = browser_of(owner).get(match.get_absolute_url()).content.decode()
    result = page[page.index('id="t-result"') : page.index("</section>", page.index('id="t-result"'))]
    story = re.search(r'<p class="result-story">(.*?)</p>', result, re.S)
    assert 'class="ending"' in result and story and story[1].strip()
    assert owner.name not in story[1], "its reader is called you"
    for seat in load_match(match.pk).seats:
        shown = Rating.objects.get(user=seat.user, slug=slug).shown
        assert (seat.rating_before, seat.rating_after) == (1500, shown)
        assert f"</span>{shown} <b>" in result
    for words in ("Play again", ">Replay<", "Next game"):
        assert result.count(words) == 1, words
    assert "since your last visit" not in page and 'class="status-last"' not in page


def test_an_unrated_end_shows_no_ratings(start: Any, owner: Any):
    match = start(is_rated=False, options=SHORT)
    play_out(match)
    assert "rank-rating" not in browser_of(owner).get(match.get_absolute_url()).content.decode()


def test_a_win_over_somebody_who_left_is_not_praised_and_nobody_reads_a_last_message(
    start: Any, owner: Any, player: Any
) -> None:
    match = start(slug=FROM_TWO, people=(owner, player))
    delete_account(user=player)
    page = browser_of(owner).get(match.get_absolute_url()).content.decode()
    assert f"deleted-{player.pk}" in page and "Delivered</b>" in page
    assert "Well played" not in page and "One last message" not in page
