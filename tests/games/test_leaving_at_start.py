"""Leaving a match that began while the player was away: at no cost until the first move (PLAY-21)."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail, Rating, User
from games.lobby import tables
from games.matches import after_moves
from games.matches.loaded import load_match
from games.models import LostSeat, Match, Seat
from games.table import log_words
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of, move_on
from tests.samples import GAME, LONG

pytestmark = [pytest.mark.django_db, pytest.mark.clause("PLAY-21")]


def seen(person: User, minutes: int) -> None:
    User.objects.filter(pk=person.pk).update(last_seen_at=timezone.now() - timedelta(minutes=minutes))


@pytest.fixture
def match(owner: User, player: User) -> Match:
    """The owner has waited for a day next to a bot; then the player joins and the match begins."""
    seen(owner, 24 * 60)
    seen(player, 1)
    found = tables.create_match(
        owner=owner,
        slug=GAME,
        seats=3,
        options=LONG,
        pace="correspondence",
        move_seconds=DAY,
        bank_seconds=3 * DAY,
        bots=1,
    )
    tables.join(match_id=found.pk, user=player)
    return found


def seat_of(match: Match, person: User) -> int:
    return Seat.objects.get(match=match, user=person).number


def leave(match: Match, person: User) -> Any:
    return browser_of(person).post(f"/match/{match.pk}/pass-on/", follow=True)


def test_only_a_player_who_was_away_is_offered_to_leave(match: Match, owner: User, player: User) -> None:
    words = "This match started while you were away"
    assert words in browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    assert "Leave at no cost" in browser_of(owner).get(f"/match/{match.pk}/resign/").content.decode()
    assert words not in browser_of(player).get(f"/match/{match.pk}/").content.decode()
    page = browser_of(player).get(f"/match/{match.pk}/resign/").content.decode()
    assert "Leave at no cost" not in page and "rank behind" in page
    assert leave(match, player).status_code == 403


def test_leaving_costs_nothing_and_the_log_says_why(match: Match, owner: User, player: User) -> None:
    seat = seat_of(match, owner)
    page = leave(match, owner).content.decode()
    assert "It costs you nothing." in page
    loaded = load_match(match.pk)
    heir = loaded.seats[seat]
    assert heir.user != owner.pk and heir.is_bot and not loaded.is_over
    told = [line.words for line in log_words.story(loaded, None)]
    assert any(line.startswith("owner left before their first move.") and "costs them nothing" in line for line in told)
    assert LostSeat.objects.get(user=owner).costs_nothing
    for row in loaded.seats:
        row.rank = 1 if row.number != seat else 2
    after_moves.record_ratings(loaded)
    assert not Rating.objects.filter(user=owner).exists()
    assert Rating.objects.get(user=player).matches == 1


def test_after_the_first_move_leaving_means_resigning(match: Match, owner: User) -> None:
    while not any(line.seat == seat_of(match, owner) for line in load_match(match.pk).lines):
        move_on(match)
    assert leave(match, owner).status_code == 403
    assert "Leave at no cost" not in browser_of(owner).get(f"/match/{match.pk}/resign/").content.decode()


def test_the_first_email_mentions_it(match: Match, owner: User, player: User, settings: Any) -> None:
    from django.core import mail as postbox

    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    OutgoingMail.objects.update(next_try_at=timezone.now())
    outbox.send_due()
    bodies = {email.to[0]: email.body for email in postbox.outbox}
    words = "leave before your first move at no cost"
    link = re.search(rf"Leave: {settings.SITE_URL}(/email/\S+)", bodies[owner.email])
    assert words in bodies[owner.email] and link
    assert "Leave at no cost" in Client().get(link[1]).content.decode(), "without login"
    assert words not in bodies.get(player.email, "")


def test_a_player_who_fills_the_table_with_bots_was_not_away(owner: User) -> None:
    helper = make_person("helper")
    seen(owner, 1)
    seen(helper, 60)
    found = tables.create_match(
        owner=owner,
        slug=GAME,
        seats=3,
        options=LONG,
        pace="correspondence",
        move_seconds=DAY,
        bank_seconds=0,
    )
    tables.join(match_id=found.pk, user=helper)
    tables.start_with_bots(match_id=found.pk, user=owner)
    away = Seat.objects.filter(match=found, was_away=True).values_list("user__username", flat=True)
    assert list(away) == ["helper"]
