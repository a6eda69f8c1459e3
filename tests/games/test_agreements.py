"""Agreements between players: pauses, more time, takebacks; and nudges."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import MailRule, OutgoingMail
from games.agreements import proposals
from games.clocks import time_control
from games.deadlines import nudges, sweep
from games.errors import Refusal
from games.kernel import codec, legal_moves, replay
from games.kernel.types import Move
from games.lobby import tables
from games.matches import bots, play
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, OpenDecision, Pause, Proposal, Seat
from games.records import export
from tests.games.conftest import browser_of, move_on, open_of, user_of
from tests.samples import GAME, SHORT, TITLE

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


@pytest.mark.clause("PLAY-17")
def test_only_a_player_who_is_asked_can_get_more_time(start: Any) -> None:
    match = start()
    _, one, _ = players(match)
    with pytest.raises(Refusal, match="Your clock isn’t running"):
        proposals.ask_time(match_id=match.pk, user=one, hours=3)


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


def test_one_proposal_at_a_time_and_old_ones_lapse(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    old = proposals.ask_pause(match_id=match.pk, user=one, days=5)
    with pytest.raises(Refusal, match="already an open request"):
        proposals.ask_time(match_id=match.pk, user=first, hours=1)
    Proposal.objects.update(ends_at=timezone.now())
    with pytest.raises(Refusal, match="settled"):
        proposals.agree(match_id=match.pk, user=other, proposal_id=old.pk)
    proposals.ask_time(match_id=match.pk, user=first, hours=1)
    old.refresh_from_db()
    assert old.outcome == "lapsed"


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


def play_now(match: Match, number: int = 0) -> tuple[Any, Move]:
    """Let the seat on turn play its cheapest meld."""
    loaded = load_match(match.pk)
    found = open_of(loaded)
    moves = [move for move in legal_moves.moves(loaded.game, loaded.at_table(), found.decision) if move.verb == "play"]
    user = user_of(loaded, found.decision.seat)
    facts = {"match_id": match.pk, "seat": found.decision.seat, "decision": found.id}
    play.play_move(**facts, move=moves[number], by="web", user=user)
    return user, moves[number]


def take_back(match: Match, user: Any) -> Proposal:
    proposal = proposals.ask_takeback(match_id=match.pk, user=user)
    for seat in match.seats.all():
        if seat.user != user:
            proposals.agree(match_id=match.pk, user=seat.user, proposal_id=proposal.pk)
    return proposal


@pytest.mark.clause("PLAY-18")
def test_a_move_is_taken_back(start: Any) -> None:
    match = start()
    before = load_match(match.pk)
    user, _ = play_now(match)
    old = asked(match).key
    take_back(match, user)
    now = load_match(match.pk)
    assert codec.dump(now.at_table().state) == codec.dump(before.at_table().state)
    assert now.at_table().rng == before.at_table().rng
    assert asked(match).seat == before.seat_of(user.pk) and asked(match).key != old
    assert log(match)[-1].endswith("takes back the last move.")


@pytest.mark.clause("PLAY-18")
def test_a_takeback_is_offered_only_if_it_can_succeed(start: Any) -> None:
    match = start()
    user, _ = play_now(match)
    other = user_of(load_match(match.pk), asked(match).seat)
    address = reverse("agreements", args=[match.pk])
    assert "Ask for a takeback" in browser_of(user).get(address).content.decode()
    page = browser_of(other).get(address).content.decode()
    assert "Ask for a takeback" not in page
    assert "You haven’t made the last move, so there is nothing to take back." in page


@pytest.mark.clause("PLAY-18")
def test_forms_from_before_a_takeback_are_refused(start: Any) -> None:
    """Neither the decision that was taken back nor the one that followed can be answered any more."""
    match = start()
    first = asked(match)
    user, move = play_now(match)
    next_one = asked(match)
    take_back(match, user)
    for row, who in ((first, user), (next_one, next_one.user)):
        with pytest.raises(Refusal) as refused:
            play.play_move(match_id=match.pk, seat=row.seat, decision=row.key, move=Move("pass"), by="web", user=who)
        assert refused.value.status == 409
    again, other = play_now(match, 1)
    assert again == user and other != move


@pytest.mark.clause("PLAY-18")
def test_a_match_with_a_takeback_can_be_verified_and_replayed(start: Any, capsys: Any) -> None:
    match = start(options=SHORT)
    move_on(match, 3)
    while asked(match):
        loaded = load_match(match.pk)
        found = open_of(loaded)
        try:
            user, _ = play_now(match)
            break
        except IndexError:  # it has no meld, so it passes
            move_on(match)
        assert found
    take_back(match, user)
    move_on(match, 400)
    loaded = load_match(match.pk)
    assert loaded.is_over
    record = json.loads(export.as_json(loaded))
    assert {"seat": loaded.seat_of(user.pk), "by": "undo"} in record["moves"]
    assert replay.verify(loaded.game, record)
    call_command("replay", str(match.pk))
    assert "replay under rules" in capsys.readouterr().out


@pytest.mark.clause("PLAY-18")
def test_for_three_seconds_a_move_is_undone_without_asking(start: Any, stranger: Any) -> None:
    match = start()
    before = load_match(match.pk)
    user, _ = play_now(match)
    page = browser_of(user)
    told = page.post(f"/match/{match.pk}/seen/", {"version": "1", "said": "0", "moved": "1"}).json()
    assert told["undo"] == 3
    address = reverse("ask_others", args=[match.pk])
    assert browser_of(stranger).post(address, {"what": "at_once"}).status_code == 403
    other = user_of(load_match(match.pk), asked(match).seat)
    assert browser_of(other).post(address, {"what": "at_once"}).status_code == 409
    assert page.post(address, {"what": "at_once"}).status_code == 302
    assert codec.dump(load_match(match.pk).at_table().state) == codec.dump(before.at_table().state)
    assert not Proposal.objects.exists()


@pytest.mark.clause("PLAY-18")
def test_later_the_others_have_to_be_asked(start: Any) -> None:
    match = start()
    user, _ = play_now(match)
    MoveRecord.objects.filter(match=match).update(at=timezone.now() - timedelta(seconds=6))
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1)  # so that no process knows it from before
    with pytest.raises(Refusal, match="too late to undo"):
        proposals.undo(match_id=match.pk, user=user)
    told = browser_of(user).post(f"/match/{match.pk}/seen/", {"version": "1", "said": "0", "moved": "1"}).json()
    assert told["undo"] == 0


@pytest.mark.clause("PLAY-18")
def test_against_bots_alone_my_move_goes_back_with_theirs(owner: Any, capsys: Any) -> None:
    clock: Any = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options=SHORT, bots=2, **clock)
    with pytest.raises(Refusal, match="made a move yet"):
        proposals.ask_takeback(match_id=match.pk, user=owner)

    def my_turn() -> Any:
        while bots.play_one(match.pk):
            pass
        return codec.dump(load_match(match.pk).at_table().state)

    first = my_turn()
    move_on(match)
    second = my_turn()
    move_on(match)
    my_turn()
    assert "Take back my move" in browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    proposals.undo(match_id=match.pk, user=owner)
    assert my_turn() == second
    proposals.ask_takeback(match_id=match.pk, user=owner)  # and one more
    assert my_turn() == first
    move_on(match, 400)
    loaded = load_match(match.pk)
    assert loaded.is_over
    assert replay.verify(loaded.game, json.loads(export.as_json(loaded)))
    call_command("replay", str(match.pk))
    assert "replay under rules" in capsys.readouterr().out


@pytest.mark.clause("PLAY-18")
def test_a_move_that_revealed_something_cannot_be_taken_back(start: Any) -> None:
    """Passing and taking storage turns up cards from the deck."""
    match = start()
    play_now(match)
    loaded = load_match(match.pk)
    found = open_of(loaded)
    passes = [one for one in legal_moves.moves(loaded.game, loaded.at_table(), found.decision) if one.args.get("take")]
    user = user_of(loaded, found.decision.seat)
    facts = {"match_id": match.pk, "seat": found.decision.seat, "decision": found.id}
    play.play_move(**facts, move=passes[0], by="web", user=user)
    with pytest.raises(Refusal, match="showed you something new"):
        proposals.ask_takeback(match_id=match.pk, user=user)


@pytest.mark.clause("PLAY-18")
def test_only_the_newest_move_can_be_taken_back_by_its_own_player(start: Any) -> None:
    match = start()
    first, one, other = players(match)
    with pytest.raises(Refusal, match="nothing to take back"):
        proposals.ask_takeback(match_id=match.pk, user=first)
    play_now(match)
    with pytest.raises(Refusal, match="nothing to take back"):
        proposals.ask_takeback(match_id=match.pk, user=one)
    proposal = proposals.ask_takeback(match_id=match.pk, user=first)
    move_on(match)
    proposals.agree(match_id=match.pk, user=one, proposal_id=proposal.pk)
    with pytest.raises(Refusal, match="moved since"):
        proposals.agree(match_id=match.pk, user=other, proposal_id=proposal.pk)


@pytest.mark.clause("PLAY-18")
def test_standing_orders_of_others_survive_a_takeback(start: Any) -> None:
    match = start()
    user, _ = play_now(match)
    loaded = load_match(match.pk)
    planner = next(seat for seat in range(3) if seat not in (loaded.seat_of(user.pk), asked(match).seat))
    opens = [open for open in loaded.open_decisions() if open.decision.seat == planner]
    plans = legal_moves.moves(loaded.game, loaded.at_table(), opens[0].decision)
    plan = next(move for move in plans if move.args["moves"])
    facts = {"match_id": match.pk, "seat": planner, "decision": opens[0].id, "user": user_of(loaded, planner)}
    play.play_move(**facts, move=plan, by="web")
    kept = load_match(match.pk).at_table().state.plans[planner]
    take_back(match, user)
    assert kept and load_match(match.pk).at_table().state.plans[planner] == kept
    assert MoveRecord.objects.filter(match=match, is_order=True).count() == 2


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
    with pytest.raises(Refusal, match="too early to nudge"):
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


def test_live_matches_only_allow_takebacks(start: Any) -> None:
    match = start(pace="live", move_seconds=60, bank_seconds=300)
    first, _, _ = players(match)
    for data in ({"what": "pause", "days": "1"}, {"what": "time", "hours": "1"}):
        assert browser_of(first).post(reverse("ask_others", args=[match.pk]), data).status_code == 409
    user, _ = play_now(match)
    assert take_back(match, user).outcome == "" and Proposal.objects.get().outcome == "agreed"
    assert Seat.objects.filter(match=match, left_reason="").count() == 3
