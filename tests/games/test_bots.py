"""Bots of three strengths: started with one click, woken when it is their turn, with pauses that reveal nothing."""

from typing import Any

import pytest
from django.urls import reverse

from games import tasks
from games.errors import Refusal
from games.kernel import bots as machines
from games.lobby import rematches, tables
from games.matches import bot_wakeups, bots
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, Seat
from games.titles import load
from tests.games.conftest import DAY, browser_of, move_on
from tests.samples import FROM_TWO, GAME

pytestmark = pytest.mark.django_db
CLOCK: Any = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY}


def test_one_click_starts_a_match_against_bots_of_the_chosen_strength(owner):
    client = browser_of(owner)
    for given, stored in (("easy", "easy"), ("house", "house"), ("strong", "strong"), ("nonsense", "house")):
        answer = client.post(f"{reverse('new_match')}?game={GAME}", {"against_bots": given})
        match = Match.objects.latest("id")
        assert answer.status_code == 302 and match.status == "running"
        assert set(Seat.objects.filter(match=match, user__is_bot=True).values_list("strength", flat=True)) == {stored}
        page = client.get(match.get_absolute_url()).content.decode()
        assert (f"{stored} bot" in page) == (stored != "house")


def test_the_first_match_against_bots_is_gentle(owner):
    client = browser_of(owner)
    gentle = {slug: preset.options for slug, game in load().items() for preset in game.meta.presets if preset.is_gentle}
    assert gentle
    for slug, options in gentle.items():
        for is_first in (True, False):
            client.post(f"{reverse('new_match')}?game={slug}", {"against_bots": "easy"})
            match = Match.objects.latest("id")
            assert (options.items() <= match.options.items()) == is_first


def test_a_bot_is_added_with_its_strength_and_keeps_it_in_a_rematch(owner):
    facts = {"options": {}, "pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY}
    match = tables.create_match(owner=owner, slug=GAME, seats=3, **facts)
    client = browser_of(owner)
    assert client.post(f"/match/{match.pk}/bots/add/", {"strength": "godlike"}).status_code == 422
    for strength in ("easy", "strong"):
        client.post(f"/match/{match.pk}/bots/add/", {"strength": strength})
    kept = sorted(Seat.objects.filter(match=match, user__is_bot=True).values_list("strength", flat=True))
    assert kept == ["easy", "strong"]
    Match.objects.filter(pk=match.pk).update(status="over")
    again = rematches.open_rematch(match_id=match.pk, user=owner)
    assert sorted(Seat.objects.filter(match=again, user__is_bot=True).values_list("strength", flat=True)) == kept


@pytest.mark.parametrize("slug", sorted(load()))
@pytest.mark.parametrize("strength", machines.STRENGTHS)
def test_bots_of_each_strength_can_play_each_game(owner, slug, strength):
    client = browser_of(owner)
    client.post(f"{reverse('new_match')}?game={slug}", {"against_bots": strength})
    match = Match.objects.get()
    for _ in range(4):
        if not bots.play_one(match.pk):
            move_on(match, 1)
    assert MoveRecord.objects.filter(match=match, by="bot").count() >= 1


def unanswered(match: Match) -> list[int]:
    opens = load_match(match.pk).open_decisions()
    return [o.decision.seat for o in opens if o.answer is None and not o.decision.optional]


def test_all_bots_answer_a_simultaneous_step_at_once(owner):
    match = tables.create_match(owner=owner, slug=FROM_TWO, seats=4, options={}, bots=3, **CLOCK)
    rounds = 0
    while rounds < 3:
        if len(unanswered(match)) == 4:
            rounds += 1
            tasks.run_bots(match.pk)  # one wake-up
            left = unanswered(match)
            assert left == [load_match(match.pk).seat_of(owner.pk)]
        move_on(match, 1)


def test_the_pause_before_a_bot_moves_reveals_nothing(owner, monkeypatch, django_capture_on_commit_callbacks):
    pauses: list[float] = []
    monkeypatch.setattr(bot_wakeups, "wake_bots", lambda match_id, pause: pauses.append(pause))
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, bots=2, **CLOCK)
    for _ in range(12):
        with django_capture_on_commit_callbacks(execute=True):
            bots.play_one(match.pk, for_people=True)
    assert len(set(pauses)) == len(pauses) > 5 and all(0.6 <= pause <= 1.2 for pause in pauses)


def test_a_move_wakes_a_bot_whose_own_wake_up_collided_with_it(owner, monkeypatch):
    match = tables.create_match(owner=owner, slug=FROM_TWO, seats=3, options={}, bots=2, **CLOCK)
    play_one, calls = bots.play_one, []

    def fails_as_stale(match_id: int, **more: Any) -> Any:
        calls.append(match_id)
        if len(calls) == 1:
            raise Refusal(409, "Too late.")
        return play_one(match_id, **more)

    monkeypatch.setattr(bots, "play_one", fails_as_stale)
    tasks.run_bots(match.pk)
    assert MoveRecord.objects.filter(match=match, by="bot").exists()
