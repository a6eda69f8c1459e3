"""Live play in a correspondence match: begins by consent when everybody is present, and costs nobody a turn."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from accounts.models import OutgoingMail
from games.agreements import proposals
from games.clocks import time_control
from games.deadlines import live_play, substitutes, sweep, undelivered, vacations
from games.errors import Refusal
from games.matches import presence
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, OpenDecision, Proposal, Seat
from tests.fixtures import empty_cache
from tests.games.conftest import DAY, browser_of, move_on
from tests.games.test_agreements import asked, log, players
from tests.samples import DUEL, SHORT

pytestmark = [pytest.mark.django_db, pytest.mark.clause("PLAY-20")]
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture(autouse=True)
def nobody_is_there() -> None:
    empty_cache()


def come(match: Match, *away: int) -> None:
    """Everybody has the table open, except these seats, who closed it a while ago."""
    for seat in range(match.seat_count):
        presence.forget(match.pk, seat)
        cache.delete(f"left:{match.pk}:{seat}")
    presence.mark([(match.pk, seat) for seat in range(match.seat_count) if seat not in away])


def play_live(match: Match, seconds: int = 60) -> None:
    first, one, other = players(match)
    come(match)
    proposal = proposals.ask_live(match_id=match.pk, user=one, seconds=seconds)
    for user in (first, other):
        proposals.agree(match_id=match.pk, user=user, proposal_id=proposal.pk)


def later(match: Match, by: timedelta) -> None:
    """Let this much time pass: move every timestamp of the match into the past."""
    for row in OpenDecision.objects.filter(match=match):
        for name in ("asked_at", "drains_at", "due_at", "remind_at", "answered_at"):
            if (moment := getattr(row, name)) is not None:
                setattr(row, name, moment - by)
        row.save()
    match.refresh_from_db()
    if match.live_play:
        since = load_match(match.pk).live_play.since - by
        Match.objects.filter(pk=match.pk).update(live_play=match.live_play | {"since": since.isoformat()})


def banks(match: Match) -> list[float]:
    return list(Seat.objects.filter(match=match).order_by("number").values_list("bank_left", flat=True))


def close_to(found: Any, wanted: Any, by: timedelta = 5 * SECOND) -> bool:
    return abs(found - wanted) <= by


def test_it_begins_when_everybody_is_present_and_has_agreed(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    come(match)
    before = asked(match)
    proposal = proposals.ask_live(match_id=match.pk, user=one, seconds=90)
    proposals.agree(match_id=match.pk, user=first, proposal_id=proposal.pk)
    assert asked(match).due_at == before.due_at and load_match(match.pk).live_play is None
    proposals.agree(match_id=match.pk, user=other, proposal_id=proposal.pk)
    row = asked(match)
    assert close_to(row.due_at, timezone.now() + 90 * SECOND) and row.due_at == row.drains_at
    assert row.remind_at is None and load_match(match.pk).tempo == ("live", 90)
    assert "agreed to play live, with 1 min 30 s for each move" in log(match)[-1]


def test_it_needs_everybody_to_be_present(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    seat = load_match(match.pk).seat_of(other.pk)
    come(match, seat)
    with pytest.raises(Refusal, match=f"{other.name} is not at the table"):
        proposals.ask_live(match_id=match.pk, user=one, seconds=60)
    come(match)
    proposal = proposals.ask_live(match_id=match.pk, user=one, seconds=60)
    proposals.agree(match_id=match.pk, user=first, proposal_id=proposal.pk)
    come(match, load_match(match.pk).seat_of(first.pk))
    with pytest.raises(Refusal, match="Everybody must be here") as refused:
        proposals.agree(match_id=match.pk, user=other, proposal_id=proposal.pk)
    proposal.refresh_from_db()
    assert refused.value.status == 409 and load_match(match.pk).live_play is None
    assert other.pk not in proposal.agreed and proposal.outcome == ""


def test_others_can_agree_while_the_askers_page_reloads(start: Any, owner: Any, player: Any) -> None:
    match = start(slug=DUEL, people=(owner, player))
    come(match)
    proposal = proposals.ask_live(match_id=match.pk, user=owner, seconds=90)
    presence.forget(match.pk, 0)  # the form was sent, and the next page is loading
    proposals.agree(match_id=match.pk, user=player, proposal_id=proposal.pk)
    assert load_match(match.pk).live_play is not None


@pytest.mark.parametrize("seconds", [0, 59, 3600])
def test_only_the_offered_live_clocks_can_be_chosen(start: Any, seconds: int) -> None:
    match = start()
    come(match)
    with pytest.raises(Refusal, match="Choose 30, 60, 90 or 180 seconds"):
        proposals.ask_live(match_id=match.pk, user=players(match)[0], seconds=seconds)


def test_one_refusal_is_enough(start: Any) -> None:
    match = start()
    first, one, _ = players(match)
    come(match)
    proposal = proposals.ask_live(match_id=match.pk, user=one, seconds=60)
    proposals.decline(match_id=match.pk, user=first, proposal_id=proposal.pk)
    assert load_match(match.pk).live_play is None and Proposal.objects.get().outcome == "declined"


def test_it_cannot_begin_in_a_live_match_during_a_pause_or_twice(start: Any) -> None:
    match = start(pace="live", move_seconds=60, bank_seconds=0)
    come(match)
    with pytest.raises(Refusal, match="already a live game"):
        proposals.ask_live(match_id=match.pk, user=players(match)[0], seconds=60)
    paused = start()
    first, *others = players(paused)
    come(paused)
    proposal = proposals.ask_pause(match_id=paused.pk, user=first, days=2)
    for user in others:
        proposals.agree(match_id=paused.pk, user=user, proposal_id=proposal.pk)
    with pytest.raises(Refusal, match="paused"):
        proposals.ask_live(match_id=paused.pk, user=first, seconds=60)
    proposals.end_pause(match_id=paused.pk, user=first)
    play_live(paused)
    with pytest.raises(Refusal, match="already playing live"):
        proposals.ask_live(match_id=paused.pk, user=first, seconds=60)
    with pytest.raises(Refusal, match="while the table is playing live"):
        proposals.ask_pause(match_id=paused.pk, user=first, days=2)


def test_clocks_resume_with_the_same_time_left_however_long_it_lasts(start: Any) -> None:
    match = start()
    later(match, 9 * HOUR)
    before = asked(match)
    left = before.due_at - timezone.now()
    play_live(match)
    later(match, 40 * HOUR)  # nobody has moved, and the sweep has not run
    proposals.stop_live_play(match_id=match.pk, user=before.user)
    after = asked(match)
    assert after.key == before.key and close_to(after.due_at, timezone.now() + left)
    assert after.due_at - after.drains_at == before.due_at - before.drains_at
    assert after.remind_at is not None and load_match(match.pk).live_play is None


def test_decisions_asked_in_live_play_get_their_full_time_afterwards(start: Any) -> None:
    match = start()
    play_live(match)
    move_on(match)
    row = asked(match)
    assert close_to(row.due_at, timezone.now() + MINUTE)
    proposals.stop_live_play(match_id=match.pk, user=players(match)[1])
    row = asked(match)
    assert close_to(row.drains_at, timezone.now() + timedelta(seconds=DAY))
    assert close_to(row.due_at, timezone.now() + timedelta(seconds=4 * DAY))


def test_reserves_are_neither_drained_nor_filled(start: Any) -> None:
    match = start()
    full = banks(match)
    play_live(match)
    for _ in range(4):
        later(match, 50 * SECOND)
        move_on(match)
    proposals.stop_live_play(match_id=match.pk, user=players(match)[0])
    later(match, HOUR)
    move_on(match)
    assert banks(match) == full


@pytest.mark.parametrize("answered", ["in live play", "by post"])
def test_reserve_used_before_live_play_stays_used(start: Any, answered: str) -> None:
    match = start()
    later(match, 30 * HOUR)  # six hours of the reserve
    seat = asked(match).seat
    play_live(match)
    later(match, 3 * HOUR)
    if answered == "by post":
        proposals.stop_live_play(match_id=match.pk, user=players(match)[1])
    move_on(match)
    assert abs(banks(match)[seat] - (3 * DAY - 6 * time_control.HOUR)) < 10


def test_no_default_is_played_when_a_live_clock_runs_out(start: Any) -> None:
    match = start()
    play_live(match)
    before, moves = asked(match), MoveRecord.objects.filter(match=match).exclude(by="note").count()
    sweep.sweep(timezone.now() + 61 * SECOND)
    after = asked(match)
    assert load_match(match.pk).live_play is None and after.key == before.key
    assert MoveRecord.objects.filter(match=match).exclude(by="note").count() == moves
    assert after.due_at > timezone.now() + timedelta(days=3)
    assert load_match(match.pk).seats[after.seat].misses == 0
    assert log(match)[-1].startswith(
        "Somebody ran out of time in live play. The match goes on as a correspondence game"
    )
    assert not OutgoingMail.objects.filter(kind__in=("defaulted", "missed")).exists()


def test_it_ends_when_a_player_is_missing_for_a_minute(start: Any) -> None:
    match = start()
    play_live(match, 180)
    now = timezone.now()
    assert sweep.end_live_play(now) == 0
    come(match, 1)
    assert sweep.end_live_play(now + 5 * SECOND) == 0
    assert sweep.end_live_play(now + 64 * SECOND) == 0
    assert sweep.end_live_play(now + 66 * SECOND) == 1
    loaded = load_match(match.pk)
    assert loaded.live_play is None and log(match)[-1].startswith(f"{loaded.names[1]} left the table.")
    assert sweep.end_live_play(now + 90 * SECOND) == 0


def test_an_earlier_absence_does_not_shorten_the_minute(start: Any) -> None:
    match = start()
    play_live(match, 180)
    now = timezone.now()
    come(match, 1)
    assert sweep.end_live_play(now) == 0
    proposals.stop_live_play(match_id=match.pk, user=players(match)[0])
    play_live(match, 180)
    come(match, 1)  # one page is reloading
    assert sweep.end_live_play(now + 300 * SECOND) == 0 and load_match(match.pk).live_play
    assert sweep.end_live_play(now + 361 * SECOND) == 1


def test_a_page_that_reconnects_in_time_keeps_it_going(start: Any) -> None:
    """As after a restart of the web process: for a few seconds nobody is present."""
    match = start()
    play_live(match, 180)
    now = timezone.now()
    come(match, 0, 1, 2)
    assert sweep.end_live_play(now) == 0
    come(match)
    assert sweep.end_live_play(now + 8 * SECOND) == 0
    come(match, 1)
    assert sweep.end_live_play(now + 65 * SECOND) == 0  # missing again, so the minute starts again
    come(match)
    assert sweep.end_live_play(now + 200 * SECOND) == 0 and load_match(match.pk).live_play


def test_losing_valkeys_data_only_restarts_the_minute(start: Any) -> None:
    match = start()
    play_live(match, 180)
    now = timezone.now()
    come(match, 1)
    sweep.end_live_play(now)
    empty_cache()
    assert sweep.end_live_play(now + 70 * SECOND) == 0
    come(match)
    assert sweep.end_live_play(now + 75 * SECOND) == 0 and load_match(match.pk).live_play


def test_everybody_is_told_that_it_has_ended_and_no_email_is_lost(start: Any, mailoutbox: Any) -> None:
    from accounts.mail import outbox

    match = start()
    first, one, other = players(match)
    play_live(match)
    wait = OutgoingMail.objects.get(kind="turn", user=first, status="queued").next_try_at - timezone.now()
    assert timedelta(minutes=4) < wait <= timedelta(minutes=5)  # emails wait during live play, but not for long
    move_on(match)
    sweep.sweep(timezone.now() + 61 * SECOND)
    turn = OutgoingMail.objects.get(kind="turn", user=asked(match).user, data__decision=asked(match).key)
    assert turn.status == "queued" and turn.next_try_at <= timezone.now() + timedelta(minutes=5)
    OutgoingMail.objects.exclude(kind="by_post").delete()
    outbox.send_due()
    assert {email.to[0] for email in mailoutbox} == {first.email, one.email, other.email}
    assert mailoutbox[0].subject.startswith("By email: ")
    assert "Somebody ran out of time in live play" in mailoutbox[0].body


def test_it_ends_when_a_substitute_takes_over(start: Any, stranger: Any) -> None:
    match = start()
    play_live(match)
    seat = asked(match).seat
    loaded = load_match(match.pk)
    substitutes._hand_over(loaded, seat, timezone.now(), costs_nothing=False)
    assert load_match(match.pk).live_play is None


def test_a_bounced_email_gives_the_full_time_afterwards(start: Any) -> None:
    match = start()
    later(match, 20 * HOUR)
    row = asked(match)
    OutgoingMail.objects.filter(user=row.user, kind="turn").update(status="sent")
    play_live(match)
    undelivered.restart_clocks(row.user, timezone.now())
    assert close_to(asked(match).due_at, timezone.now() + MINUTE)
    proposals.stop_live_play(match_id=match.pk, user=row.user)
    assert close_to(asked(match).drains_at, timezone.now() + timedelta(seconds=DAY))


def test_a_vacation_booked_meanwhile_counts_afterwards(start: Any) -> None:
    match = start()
    row = asked(match)
    play_live(match)
    now = timezone.now()
    tomorrow = (now + timedelta(days=1)).date()
    vacations.book(user=row.user, first=tomorrow, last=tomorrow + timedelta(days=4), now=now)
    assert close_to(asked(match).due_at, now + MINUTE)
    proposals.stop_live_play(match_id=match.pk, user=row.user)
    assert close_to(asked(match).due_at, row.due_at + timedelta(days=5))


def test_a_match_that_ends_in_live_play_is_over(start: Any) -> None:
    match = start(options=SHORT)
    play_live(match)
    loaded = move_on(match, 400)
    assert loaded.is_over and loaded.live_play is None
    assert sweep.end_live_play(timezone.now() + HOUR) == 0


def test_players_ask_and_answer_on_the_page_which_shows_live_play(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    table = reverse("match", args=[match.pk])
    assert "Play live now" not in browser_of(one).get(table).content.decode()
    come(match)
    for address in (table, reverse("text", args=[match.pk]), reverse("agreements", args=[match.pk])):
        assert "Play live now" in browser_of(one).get(address).content.decode()
    browser_of(one).post(reverse("ask_others", args=[match.pk]), {"what": "live", "seconds": "60"})
    proposal = Proposal.objects.get()
    page = browser_of(first).get(table).content.decode()
    assert "asks to play live now, 1 min for each move." in page and "Play live now" not in page
    for user in (first, other):
        browser_of(user).post(reverse("answer_proposal", args=[match.pk, proposal.pk]), {"answer": "yes"})
    assert "This table plays live: 1 min for each move" in browser_of(one).get(table).content.decode()
    answer = browser_of(other).post(reverse("stop_live_play", args=[match.pk]))
    assert answer.status_code == 302 and load_match(match.pk).live_play is None
    assert browser_of(other).post(reverse("stop_live_play", args=[match.pk])).status_code == 409


def test_strangers_and_spectators_cannot_ask_agree_or_end_it(start: Any, stranger: Any) -> None:
    match = start()
    play_live(match)
    page = browser_of(stranger).get(reverse("match", args=[match.pk])).content.decode()
    assert "This table plays live" in page and "Stop live play" not in page
    assert browser_of(stranger).post(reverse("stop_live_play", args=[match.pk])).status_code == 403
    asking = {"what": "live", "seconds": "60"}
    assert browser_of(stranger).post(reverse("ask_others", args=[match.pk]), asking).status_code == 403
    assert load_match(match.pk).live_play and live_play.CHOICES == (30, 60, 90, 180)


def test_it_is_not_offered_to_a_player_alone_with_bots(start: Any) -> None:
    match = start()
    first, *others = players(match)
    for user in others:
        type(user).objects.filter(pk=user.pk).update(is_bot=True, is_active=False, email="")
    come(match)
    assert "Play live now" not in browser_of(first).get(reverse("match", args=[match.pk])).content.decode()
