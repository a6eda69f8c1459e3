"""Rematches: a new table with the options and people of a finished match."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts import services
from accounts.models import OutgoingMail
from games.lobby import rematches, tables
from games.mail import invitation_emails
from games.matches import bots, leaving
from games.matches.loaded import load_match
from games.models import Match
from games.titles import load
from tests.games.conftest import browser_of, move_on
from tests.games.test_lobby import in_threads, open_table, told
from tests.samples import SHORT, TITLE

pytestmark = pytest.mark.django_db


def finished(start: Any, **more: Any) -> Match:
    match = start(options=SHORT, **more)
    move_on(match, 500)
    match.refresh_from_db()
    assert match.status == "over"
    return match


def test_a_rematch_keeps_options_and_people(start, owner, player, staff):
    old = finished(start)
    answer = browser_of(player).post(f"/match/{old.pk}/rematch/")
    new = Match.objects.get(rematch_of=old)
    assert answer["Location"] == f"/match/{new.pk}/"
    assert (new.slug, new.options, new.seat_count, new.owner) == (old.slug, old.options, 3, player)
    assert (new.pace, new.move_seconds, new.bank_seconds) == (old.pace, old.move_seconds, old.bank_seconds)
    assert set(new.invitations.values_list("user", flat=True)) == {owner.pk, staff.pk}


def test_asking_twice_opens_one_rematch(start, owner, player):
    old = finished(start)
    first = rematches.open_rematch(match_id=old.pk, user=owner)
    assert rematches.open_rematch(match_id=old.pk, user=player) == first


def test_asking_for_an_existing_rematch_joins_it(start, owner, player, staff):
    old = finished(start)
    for asker in (owner, player, player):
        new = rematches.open_rematch(match_id=old.pk, user=asker)
    assert set(new.seats.values_list("user", flat=True)) == {owner.pk, player.pk, None}
    assert rematches.open_rematch(match_id=old.pk, user=staff).pk == new.pk
    new.refresh_from_db()
    assert new.status == "running" and not new.invitations.exists()
    assert rematches.open_rematch(match_id=old.pk, user=owner).pk == new.pk


def test_the_others_see_who_wants_a_rematch(start, owner, player):
    old = finished(start)
    before = load_match(old.pk).revision
    rematches.open_rematch(match_id=old.pk, user=owner)
    loaded = load_match(old.pk)
    assert loaded.revision > before  # their open pages are told
    assert loaded.rematch is not None and loaded.rematch.user == owner.pk
    theirs = browser_of(player).get(f"/match/{old.pk}/").content.decode()
    assert f"{owner.name} wants a rematch." in theirs and "Join the rematch" in theirs
    assert "wants a rematch" not in browser_of(owner).get(f"/match/{old.pk}/").content.decode()
    assert "wants a rematch" not in Client().get(f"/match/{old.pk}/").content.decode()


def test_a_cancelled_rematch_can_be_opened_again(start, owner, player):
    old = finished(start)
    first = rematches.open_rematch(match_id=old.pk, user=owner)
    tables.close_table(match_id=first.pk, user=owner)
    second = rematches.open_rematch(match_id=old.pk, user=player)
    assert second.status == "open" and second != first


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_requests_open_one_rematch(start, owner, player):
    old = finished(start)
    found = in_threads(
        *(lambda who=who: rematches.open_rematch(match_id=old.pk, user=who).pk for who in (owner, player))
    )
    assert found[0] == found[1] and Match.objects.filter(rematch_of=old).count() == 1


def test_bots_come_along_to_a_rematch(owner):
    match = open_table(owner, bots=2)
    while bots.play_one(match.pk, for_people=True):
        pass
    again = rematches.open_rematch(match_id=match.pk, user=owner)
    assert again.status == "running" and again.seats.filter(user__is_bot=True).count() == 2


def test_a_rematch_says_whom_it_waits_for(start, owner, player, staff):
    old = finished(start)
    asked = told(browser_of(owner).post(f"/match/{old.pk}/rematch/"))
    assert sorted(re.findall(r"player|staff", asked[0])) == ["player", "staff"] and "We’ve invited" in asked[0]
    assert told(browser_of(player).post(f"/match/{old.pk}/rematch/")) == ["We’ve invited staff."]


def test_a_rematch_without_anybody_left_to_invite_says_so(start, owner, player, staff):
    old = finished(start)
    for gone in (player, staff):
        services.delete_account(user=gone)
    [words] = told(browser_of(owner).post(f"/match/{old.pk}/rematch/"))
    assert words.startswith("Nobody else from the last match can be invited.")


def test_the_invitation_to_a_rematch_says_again(start, owner, player):
    old = finished(start)
    rematches.open_rematch(match_id=old.pk, user=owner)
    email = invitation_emails.invited(OutgoingMail.objects.get(user=player, kind="invited"))
    assert f" again with {owner.name}?" in email.subject
    assert f"{owner.name} invites you to play {TITLE} again." in email.text


@pytest.mark.parametrize("slug", load())
def test_who_resigns_reads_what_it_does_to_the_match(start, owner, player, staff, slug):
    people = (owner, player, staff)[: max(2, min(load()[slug].meta.seats))]
    match = start(slug, people)
    for staying, person in zip(range(len(people) - 1, 0, -1), people, strict=False):
        if load_match(match.pk).is_over:
            return  # too few were left
        words = browser_of(person).get(f"/match/{match.pk}/resign/").content.decode()
        assert ("The match ends." in words) == (staying == 1)
        leaving.resign(match_id=match.pk, user=person)
    assert load_match(match.pk).is_over
