"""The end of a tournament: who won, on its page and in the emails."""

import re

import pytest

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from tests.games.conftest import browser_of
from tests.games.tournaments.test_play import announced, crew, play_round, start

pytestmark = pytest.mark.django_db


def test_at_the_end_the_first_three_stand_on_the_page_and_everybody_hears_their_place(owner: User) -> None:
    tournament = start(announced(owner, crew(3), rounds=1))
    assert 'id="winners"' not in browser_of(owner).get(f"/tournaments/{tournament.pk}/").content.decode()
    play_round(tournament)
    ranked = [one.user for one in tournament.entrants.order_by("place").select_related("user")]
    page = browser_of(owner).get(f"/tournaments/{tournament.pk}/").content.decode()
    stamps = page.partition('id="winners"')[2].partition("</ul>")[0]
    assert re.findall(r'data-place="(\w+)".*?/people/(\w+)/', stamps, re.DOTALL) == [
        (place, person.username) for place, person in zip(("1st", "2nd", "3rd"), ranked, strict=False)
    ]
    outbox.send_due()
    told = {row.user_id: row.subject for row in OutgoingMail.objects.filter(kind="tournament")}
    assert told[ranked[0].pk] == "Spring Cup: you won" and told[ranked[3].pk] == "Spring Cup: you came 4th of 4"
    assert "Spring Cup: you came 4th of 4" in browser_of(ranked[3]).get("/news/").content.decode()
