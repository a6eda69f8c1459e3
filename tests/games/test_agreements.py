"""Agreements between players: pauses and more time; and nudges."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core import mail as postbox
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import MailRule, OutgoingMail, User
from games import tasks
from games.agreements import proposals
from games.clocks import time_control
from games.deadlines import nudges, sweep
from games.errors import Refusal
from games.matches import calendars, leaving
from games.matches.loaded import load_match
from games.models import Match, OpenDecision, Pause, Proposal, WakingHours
from tests.games.conftest import browser_of, move_on, user_of
from tests.samples import GAME, TITLE

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def asked(match: Match) -> OpenDecision:
    """The decision whose clock is running."""
    return OpenDecision.objects.get(match=match, answered_at=None, due_at__isnull=False)


def players(match: Match) -> tuple[Any, Any, Any]:
    """The player on turn and the two others."""
    first = user_of(load_match(match.pk), asked(match).seat)
    one, other = (seat.user for seat in match.seats.order_by("number") if seat.user != first)
    return first, one, other


def log(match: Match) -> list[str]:
    from games.table import log_words

    return [line.words for line in log_words.story(load_match(match.pk), None)]


@pytest.mark.clause("PLAY-16")
def test_a_pause_begins_when_all_others_agree(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    before = asked(match).due_at
    proposal = proposals.ask_pause(match_id=match.pk, user=one, days=5)
    proposals.agree(match_id=match.pk, user=first, proposal_id=proposal.pk)
    assert asked(match).due_at == before and not Pause.objects.exists()
    proposals.agree(match_id=match.pk, user=other, proposal_id=proposal.pk)
    page = browser_of(one).get(f"/match/{match.pk}/agree/").content.decode()
    assert "Ask for a pause" not in page and "This match is already paused." in page
    assert abs(asked(match).due_at - before - 5 * DAY) < timedelta(seconds=5)
    assert any("the clocks are paused until" in line for line in log(match))


def test_proposals_are_not_emailed_to_players_who_turned_game_emails_off(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    MailRule.objects.create(user=other, slug=GAME, is_live=False, mode="never")
    proposals.ask_pause(match_id=match.pk, user=one, days=5)
    outbox.send_due()
    found = OutgoingMail.objects.filter(kind="proposal").values_list("user_id", "status", "reason")
    no = "Your settings turn off emails about this game."
    assert set(found) == {(first.pk, "sent", ""), (other.pk, "skipped", no)}
    page = browser_of(other).get(reverse("mail_audit")).content.decode()
    assert f"{TITLE} {match.pk}" in page and "A match," not in page


@pytest.mark.clause("PLAY-16")
def test_players_can_move_during_a_pause_and_new_clocks_start_after_it(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    proposal = proposals.ask_pause(match_id=match.pk, user=one, days=2)
    for user in (first, other):
        proposals.agree(match_id=match.pk, user=user, proposal_id=proposal.pk)
    move_on(match)
    ends = Pause.objects.get().ends_at
    assert asked(match).due_at >= ends + DAY  # the time for a move starts after the pause


@pytest.mark.clause("PLAY-16")
def test_any_player_can_end_a_pause_and_clocks_keep_their_remaining_time(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    before = asked(match).due_at
    proposal = proposals.ask_pause(match_id=match.pk, user=one, days=9)
    for user in (first, other):
        proposals.agree(match_id=match.pk, user=user, proposal_id=proposal.pk)
    proposals.end_pause(match_id=match.pk, user=first)
    assert abs(asked(match).due_at - before) < timedelta(seconds=5)
    with pytest.raises(Refusal, match="isn’t paused"):
        proposals.end_pause(match_id=match.pk, user=first)


@pytest.mark.clause("PLAY-16")
def test_the_sweep_plays_no_defaults_during_a_pause(start: Any) -> None:
    match = start(move_seconds=time_control.HOUR, bank_seconds=0)
    first, one, other = players(match)
    proposal = proposals.ask_pause(match_id=match.pk, user=one, days=3)
    for user in (first, other):
        proposals.agree(match_id=match.pk, user=user, proposal_id=proposal.pk)
    assert sweep.expire_due(timezone.now() + 2 * DAY) == 0
    assert sweep.expire_due(timezone.now() + 3 * DAY + timedelta(hours=2)) > 0


@pytest.mark.clause("PLAY-17")
def test_more_time_for_the_open_decision(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    row = asked(match)
    proposal = proposals.ask_time(match_id=match.pk, user=first, hours=36)
    for user in (one, other):
        proposals.agree(match_id=match.pk, user=user, proposal_id=proposal.pk)
    later = asked(match)
    assert (later.due_at - row.due_at, later.drains_at - row.drains_at) == (timedelta(hours=36), timedelta(hours=36))
    assert later.remind_at > row.remind_at


@pytest.mark.clause("PLAY-13", "PLAY-17")
@pytest.mark.parametrize("bank_seconds", [0, 2 * time_control.DAY])
def test_more_time_does_not_end_while_the_player_sleeps(start: Any, bank_seconds: int) -> None:
    evenings = [[[18 * 60, 22 * 60]]] * 7
    for user in User.objects.all():
        WakingHours.objects.create(user=user, zone="Europe/Berlin", week=evenings, since=timezone.now() - DAY)
    match = start(move_seconds=3600, bank_seconds=bank_seconds)
    first, *others = players(match)
    row = asked(match)
    hours = calendars.of_people([first.pk]).at(first.pk, row.asked_at)
    proposal = proposals.ask_time(match_id=match.pk, user=first, hours=5)
    for user in others:
        proposals.agree(match_id=match.pk, user=user, proposal_id=proposal.pk)
    later = asked(match)
    assert later.due_at - row.due_at >= timedelta(hours=5) and hours.is_open(later.due_at - timedelta(seconds=1))
    assert abs(hours.open_between(later.drains_at, later.due_at) - bank_seconds) < 2


@pytest.mark.clause("PLAY-17")
def test_only_a_player_who_is_asked_can_get_more_time(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    with pytest.raises(Refusal, match="Your clock isn’t running"):
        proposals.ask_time(match_id=match.pk, user=one, hours=3)
    leaving.resign(match_id=match.pk, user=other)
    told = browser_of(other).get(f"/match/{match.pk}/agree/").content.decode()
    assert "You have left this match." in told and "<form" not in told.partition("<main")[2].partition("</main>")[0]
    for player, is_offered in ((first, True), (one, False)):
        page = browser_of(player).get(f"/match/{match.pk}/agree/").content.decode()
        assert ("Ask for more time" in page, "Your clock isn’t running here." in page) == (is_offered, not is_offered)


@pytest.mark.clause("PLAY-17")
def test_more_time_granted_too_late_changes_nothing(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    proposal = proposals.ask_time(match_id=match.pk, user=first, hours=36)
    proposals.agree(match_id=match.pk, user=one, proposal_id=proposal.pk)
    move_on(match)
    due = asked(match).due_at
    with pytest.raises(Refusal, match="already been made"):
        proposals.agree(match_id=match.pk, user=other, proposal_id=proposal.pk)
    proposal.refresh_from_db()
    assert asked(match).due_at == due and proposal.outcome == "" and other.pk not in proposal.agreed


@pytest.mark.parametrize("answer", ["declined", "withdrawn"])
def test_one_refusal_closes_the_proposal(start: Any, answer: str) -> None:
    match = start()
    first, one, other = players(match)
    proposal = proposals.ask_pause(match_id=match.pk, user=one, days=5)
    proposals.decline(match_id=match.pk, user=one if answer == "withdrawn" else other, proposal_id=proposal.pk)
    proposal.refresh_from_db()
    assert proposal.outcome == answer and not Pause.objects.exists()
    with pytest.raises(Refusal, match="settled"):
        proposals.agree(match_id=match.pk, user=first, proposal_id=proposal.pk)
    proposals.ask_pause(match_id=match.pk, user=first, days=1)  # another proposal can be made


@pytest.mark.parametrize("is_agreed", [True, False])
def test_the_player_who_asked_gets_the_answer_once(start: Any, is_agreed: bool, mailoutbox: Any) -> None:
    match = start()
    first, one, other = players(match)
    proposal = proposals.ask_time(match_id=match.pk, user=first, hours=24)
    if is_agreed:
        proposals.agree(match_id=match.pk, user=one, proposal_id=proposal.pk)
        assert not OutgoingMail.objects.filter(kind="settled").exists(), "not before everybody has answered"
    (proposals.agree if is_agreed else proposals.decline)(match_id=match.pk, user=other, proposal_id=proposal.pk)
    OutgoingMail.objects.exclude(kind="settled").delete()
    outbox.send_due()
    (email,) = mailoutbox
    declined = f"{other.username} declines the request for 1 day more."
    told = "Everybody agreed: you get 1 day more." if is_agreed else declined
    assert email.to == [first.email] and told in email.body and email.subject.startswith(f"Answer: {TITLE}. ")
    assert "Answer to your question" in browser_of(first).get("/news/").content.decode()


def test_who_withdraws_takes_back_or_plays_live_needs_no_email_about_the_answer(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    kept = {"match_id": match.pk, "user": one}
    proposals.decline(**kept, proposal_id=proposals.ask_pause(**kept, days=1).pk)
    move_on(match, 1)
    proposal = proposals.ask_takeback(match_id=match.pk, user=first)
    for user in (one, other):
        proposals.agree(match_id=match.pk, user=user, proposal_id=proposal.pk)
    assert not OutgoingMail.objects.filter(kind="settled").exists()
    assert OutgoingMail.objects.filter(kind="turn", user=first).count() == 2, "it is their turn again"


def test_one_proposal_at_a_time_and_old_ones_lapse(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    old = proposals.ask_pause(match_id=match.pk, user=one, days=5)
    with pytest.raises(Refusal, match="already an open request"):
        proposals.ask_time(match_id=match.pk, user=first, hours=1)
    page = f"/match/{match.pk}/agree/"
    assert "Ask for " not in (told := browser_of(first).get(page).content.decode()) and "Wait for the answer" in told
    Proposal.objects.update(ends_at=timezone.now())
    assert "Ask for a pause" in browser_of(first).get(page).content.decode()
    with pytest.raises(Refusal, match="settled"):
        proposals.agree(match_id=match.pk, user=other, proposal_id=old.pk)
    proposals.ask_time(match_id=match.pk, user=first, hours=1)
    old.refresh_from_db()
    assert old.outcome == "lapsed"


def lapsed(proposal: Proposal) -> str:
    """Three days pass. What the player who asked is told by email; "" for nothing."""
    Proposal.objects.filter(pk=proposal.pk).update(ends_at=timezone.now())
    OutgoingMail.objects.all().delete()
    for _ in range(2):
        tasks.lapse_proposals()
    proposal.refresh_from_db()
    assert proposal.outcome == "lapsed"
    outbox.send_due()
    return "".join(f"{email.to[0]} {email.subject} {email.body}" for email in postbox.outbox)


@pytest.mark.parametrize(("kind", "said"), [("pause", "for a pause of 2 days"), ("time", "for 2 h more")])
def test_who_asks_hears_that_not_everybody_answered_in_time(start: Any, kind: str, said: str) -> None:
    match = start()
    first, one, _ = players(match)
    facts: dict[str, Any] = {"days": 2} if kind == "pause" else {"hours": 2}
    proposal = getattr(proposals, f"ask_{kind}")(match_id=match.pk, user=first, **facts)
    proposals.agree(match_id=match.pk, user=one, proposal_id=proposal.pk)
    told = lapsed(proposal)
    words = f"Not everybody answered in time. You asked {said}."
    assert told.startswith(f"{first.email} No answer: {TITLE}. ") and told.count(words) == 1
    assert log(match)[-1] == f"Not everybody answered in time. {first.username} asked {said}."
    assert "Answer to your question" in browser_of(first).get("/news/").content.decode()


def test_nobody_is_told_of_a_request_that_the_match_has_passed(start: Any) -> None:
    match = start()
    first, one, _ = players(match)
    time = proposals.ask_time(match_id=match.pk, user=first, hours=2)
    move_on(match, 1)
    takeback = proposals.ask_takeback(match_id=match.pk, user=first)  # nobody has to answer the first any more
    time.refresh_from_db()
    assert time.outcome == "lapsed" and log(match)[-1] == f"{first.username} asks to take back the last move."
    move_on(match, 1)
    assert not lapsed(takeback) and log(match)[-1] != f"{first.username} asks to take back the last move."
    over = proposals.ask_pause(match_id=match.pk, user=one, days=2)
    for user in (first, one):
        leaving.resign(match_id=match.pk, user=user)
    assert "No answer" not in lapsed(over)


@pytest.mark.clause("PLAY-16")
def test_a_request_takes_effect_when_the_last_player_who_has_yet_to_answer_leaves(start: Any) -> None:
    """It waited for three days, and then who asked was told that not everybody had answered."""
    match = start()
    first, one, other = players(match)
    proposal = proposals.ask_pause(match_id=match.pk, user=first, days=2)
    tasks.lapse_proposals()
    proposals.agree(match_id=match.pk, user=one, proposal_id=proposal.pk)
    tasks.lapse_proposals()
    assert not Pause.objects.exists()
    leaving.resign(match_id=match.pk, user=other)
    tasks.lapse_proposals()
    proposal.refresh_from_db()
    assert proposal.outcome == "agreed" and Pause.objects.get().match == match
    assert OutgoingMail.objects.get(kind="settled").user == first


def test_a_request_that_fails_keeps_no_others_waiting(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ValueError

    failing, late = start(), start()
    first, one, other = players(failing)
    asked = proposals.ask_pause(match_id=failing.pk, user=first, days=2)
    proposals.agree(match_id=failing.pk, user=one, proposal_id=asked.pk)
    leaving.resign(match_id=failing.pk, user=other)
    proposals.ask_time(match_id=late.pk, user=players(late)[0], hours=2)
    Proposal.objects.filter(match=late).update(ends_at=timezone.now())
    monkeypatch.setitem(proposals._EFFECTS, "pause", fail)
    tasks.lapse_proposals()
    assert {*Proposal.objects.values_list("outcome", flat=True)} == {"lapsed"} and not Pause.objects.exists()


@pytest.mark.parametrize("kind", ["time", "takeback", "pause"])
def test_the_table_does_not_go_on_to_ask_what_it_has_passed(start: Any, kind: str) -> None:
    match = start()
    first = players(match)[0]
    if kind == "takeback":
        move_on(match, 1)
    facts: dict[str, Any] = {"pause": {"days": 2}, "time": {"hours": 2}, "takeback": {}}[kind]
    getattr(proposals, f"ask_{kind}")(match_id=match.pk, user=first, **facts)
    tasks.lapse_proposals()
    assert load_match(match.pk).question
    move_on(match, 1)
    if kind == "pause":
        leaving.resign(match_id=match.pk, user=first)
    tasks.lapse_proposals()
    assert not load_match(match.pk).question


@pytest.mark.clause("PLAY-16")
def test_the_others_are_told_that_a_player_has_ended_the_pause(start: Any, mailoutbox: Any) -> None:
    match = start()
    first, one, other = players(match)
    proposal = proposals.ask_pause(match_id=match.pk, user=other, days=9)
    for user in (first, one):
        proposals.agree(match_id=match.pk, user=user, proposal_id=proposal.pk)
    OutgoingMail.objects.all().delete()
    proposals.end_pause(match_id=match.pk, user=one)
    outbox.send_due()
    told = {email.to[0]: email.body for email in mailoutbox}
    assert told.keys() == {first.email, other.email} and f"{one.username} ends the pause." in told[first.email]
    assert "It’s your turn" in told[first.email] and f"it’s {first.username}’s turn" in told[other.email]
    assert mailoutbox[0].subject == f"Pause over: {TITLE}. {one.username} ends the pause. The clocks run again"


def test_agreeing_twice_or_to_your_own_proposal_counts_once(start: Any) -> None:
    match = start()
    first, one, _ = players(match)
    proposal = proposals.ask_pause(match_id=match.pk, user=one, days=5)
    for user in (one, first, first, one):
        proposals.agree(match_id=match.pk, user=user, proposal_id=proposal.pk)
    assert not Pause.objects.exists()


def test_bots_agree_to_everything(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    for user in (one, other):
        type(user).objects.filter(pk=user.pk).update(is_bot=True, is_active=False, email="")
    proposal = proposals.ask_pause(match_id=match.pk, user=first, days=5)
    assert proposal.outcome == "agreed" and Pause.objects.exists()


def late(match: Match, hours: int = 30) -> None:
    OpenDecision.objects.filter(match=match).update(asked_at=F("asked_at") - timedelta(hours=hours))


@pytest.mark.clause("PLAY-19")
def test_a_player_gets_at_most_one_nudge_a_day_across_all_games(start: Any, mailoutbox: Any) -> None:
    match, other_match = start(), start()
    for one in (match, other_match):
        late(one)
    first, one, other = players(match)
    seat = load_match(match.pk).seat_of(first.pk)
    nudges.nudge(match_id=match.pk, user=one, seat=seat)
    with pytest.raises(Refusal, match="was already nudged today"):
        nudges.nudge(match_id=match.pk, user=other, seat=seat)
    again = load_match(other_match.pk)
    if again.seat_of(first.pk) in nudges.may_be_nudged(again, again.seat_of(one.pk)):
        with pytest.raises(Refusal, match="was already nudged today"):
            nudges.nudge(match_id=other_match.pk, user=one, seat=again.seat_of(first.pk))
    OutgoingMail.objects.exclude(kind="nudge").delete()
    outbox.send_due()
    (email,) = mailoutbox
    assert email.to == [first.email] and "friendly nudge" in email.body and "YOUR CHOICES" in email.body


@pytest.mark.clause("PLAY-19")
def test_nobody_can_be_nudged_right_away(start: Any) -> None:
    match = start()
    first, one, _ = players(match)
    loaded = load_match(match.pk)
    assert nudges.may_be_nudged(loaded, loaded.seat_of(one.pk)) == []
    with pytest.raises(Refusal, match="it’s too early"):
        nudges.nudge(match_id=match.pk, user=one, seat=loaded.seat_of(first.pk))


def test_the_email_asks_and_the_page_answers(start: Any, mailoutbox: Any) -> None:
    match = start()
    first, one, other = players(match)
    answer = browser_of(one).post(reverse("ask_others", args=[match.pk]), {"what": "pause", "days": "4"})
    assert answer.status_code == 302
    OutgoingMail.objects.exclude(kind="proposal").delete()
    outbox.send_due()
    assert {email.to[0] for email in mailoutbox} == {first.email, other.email}
    assert "asks for a pause of 4 days" in mailoutbox[0].subject
    links = {email.to[0]: re.findall(rf"{settings.SITE_URL}(/email/\S+)", email.body)[0] for email in mailoutbox}
    page = reverse("agreements", args=[match.pk])
    proposal = Proposal.objects.get()
    for user in (first, other):
        for address in (page, reverse("match", args=[match.pk])):
            assert "asks for a pause of 4 days" in browser_of(user).get(address).content.decode()
        assert "asks for a pause of 4 days" in Client().get(links[user.email]).content.decode(), "without login"
    browser_of(first).post(reverse("answer_proposal", args=[match.pk, proposal.pk]), {"answer": "yes"})
    Client().post(links[other.email], {"answer": "yes"})
    assert "No clock runs here until" in browser_of(one).get(page).content.decode()


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"what": "x"},
        {"what": "pause"},
        {"what": "pause", "days": "0"},
        {"what": "pause", "days": "31"},
        {"what": "pause", "days": "-1"},
        {"what": "pause", "days": "9999999999"},
        {"what": "pause", "days": "٣"},
        {"what": "time", "hours": "169"},
        {"what": "time", "hours": "1.5"},
    ],
)
def test_invalid_proposals_are_refused(start: Any, data: dict[str, str]) -> None:
    match = start()
    first, _, _ = players(match)
    assert browser_of(first).post(reverse("ask_others", args=[match.pk]), data).status_code == 422
    assert not Proposal.objects.exists()
