"""The end of a tournament and of a round, on its page and in the emails: who won, who sits out."""

import re

import pytest

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from games.tournaments import course
from games.tournaments.models import Tournament
from tests.games.conftest import browser_of
from tests.games.tournaments.test_play import announced, crew, play_round, running, start
from tests.samples import DUEL

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


def test_tables_that_are_over_are_read_once_and_hide_and_show_what_they_should(owner: User, stranger: User) -> None:
    tournament = start(announced(owner, crew(8), rounds=2))
    play_round(tournament)
    url, place = f"/tournaments/{tournament.pk}/", tournament.tables.filter(round=1).first().places.first()
    assert "Running" in browser_of(stranger).get(url).content.decode()
    assert course._OVER.get(tournament.pk).keys() == set(tournament.tables.filter(round=1).values_list("pk", flat=True))
    User.objects.filter(pk=place.entrant.user_id).update(display_name="Zebedee")
    play_round(tournament)
    page = browser_of(stranger).get(f"{url}?round=1").content.decode()
    assert "Zebedee" in page.partition('id="round-1"')[2] and "Running" not in page
    Tournament.objects.filter(pk=tournament.pk).update(is_private=True)
    assert browser_of(stranger).get(url).status_code == 404 and browser_of(owner).get(url).status_code == 200


def test_who_sits_out_a_round_is_told(owner: User) -> None:
    tournament = start(announced(owner, crew(4), slug=DUEL, seats=2, rounds=2))
    (row,) = OutgoingMail.objects.filter(kind="tournament")
    url, words = f"/tournaments/{tournament.pk}/", "You sit out round 1"
    page = browser_of(row.user).get(url).content.decode()
    assert words in page and "Go to your table" not in page
    assert words not in browser_of(running(tournament)[0].seats.first().user).get(url).content.decode()
    outbox.send_due()
    row.refresh_from_db()
    assert row.subject == "Spring Cup: you sit out round 1"
    assert "Spring Cup: you sit out round 1" in browser_of(row.user).get("/news/").content.decode()
    play_round(tournament)
    assert words not in browser_of(row.user).get(url).content.decode()
    assert OutgoingMail.objects.filter(data__sits_out=2).exclude(user=row.user).count() == 1, "nobody sits out twice"


def test_who_sits_out_until_the_end_reads_only_their_place(owner: User) -> None:
    tournament = start(announced(owner, crew(4), slug=DUEL, seats=2, rounds=1))
    (row,) = OutgoingMail.objects.filter(kind="tournament")
    play_round(tournament)
    outbox.send_due()
    told = OutgoingMail.objects.filter(kind="tournament", user=row.user_id, status="sent").values_list(
        "subject", flat=True
    )
    assert [subject.partition("you ")[2][:4] for subject in told] == ["came"]
