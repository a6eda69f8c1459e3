"""Takebacks: who may ask, what goes back, and what may never go back."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from games.agreements import proposals
from games.errors import Refusal
from games.kernel import codec, legal_moves
from games.kernel.types import Move
from games.kernel.verify import verify_record
from games.lobby import tables
from games.matches import bots, play
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, Proposal, Seat
from games.records import export
from tests.games.conftest import browser_of, move_on, open_of, user_of
from tests.games.test_agreements import asked, log, players
from tests.samples import GAME, SHORT

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def play_now(match: Match, number: int = 0) -> tuple[Any, Move]:
    """Let the seat on turn play its cheapest meld."""
    loaded = load_match(match.pk)
    found = open_of(loaded)
    moves = [move for move in legal_moves.moves(loaded.game, loaded.at_table(), found.decision) if move.verb == "play"]
    user = user_of(loaded, found.decision.seat)
    facts = {"match_id": match.pk, "seat": found.decision.seat, "decision": found.id}
    play.play_move(**facts, move=moves[number], by="web", user=user)
    return user, moves[number]


def my_turn(match: Match) -> Any:
    """Let the bots move until a person is asked. Returns the state then."""
    while bots.play_one(match.pk):
        pass
    return codec.dump(load_match(match.pk).at_table().state)


def plan_ahead(match: Match, seat: int) -> None:
    """Give a standing order for a seat that is not on turn."""
    loaded = load_match(match.pk)
    (open,) = [open for open in loaded.open_decisions() if open.decision.seat == seat]
    plans = legal_moves.moves(loaded.game, loaded.at_table(), open.decision)
    plan = next(move for move in plans if move.args["moves"])
    facts = {"match_id": match.pk, "seat": seat, "decision": open.id, "user": user_of(loaded, seat)}
    play.play_move(**facts, move=plan, by="web")


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
    assert verify_record(loaded.game, record)
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

    first = my_turn(match)
    move_on(match)
    second = my_turn(match)
    move_on(match)
    my_turn(match)
    assert "Take back my move" in browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    proposals.undo(match_id=match.pk, user=owner)
    assert my_turn(match) == second
    proposals.ask_takeback(match_id=match.pk, user=owner)  # and one more
    assert my_turn(match) == first
    move_on(match, 400)
    loaded = load_match(match.pk)
    assert loaded.is_over
    assert verify_record(loaded.game, json.loads(export.as_json(loaded)))
    call_command("replay", str(match.pk))
    assert "replay under rules" in capsys.readouterr().out


@pytest.mark.clause("PLAY-18")
def test_against_bots_alone_the_move_goes_back_and_not_the_plan_given_since(owner: Any) -> None:
    clock: Any = {"pace": "live", "move_seconds": 60, "bank_seconds": 300}
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options=SHORT, bots=2, **clock)
    before = my_turn(match)
    move_on(match)
    plan_ahead(match, load_match(match.pk).seat_of(owner.pk) or 0)
    proposals.undo(match_id=match.pk, user=owner)
    assert my_turn(match) == before
    move_on(match, 400)
    loaded = load_match(match.pk)
    assert verify_record(loaded.game, json.loads(export.as_json(loaded)))


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
    plan_ahead(match, planner)
    kept = load_match(match.pk).at_table().state.plans[planner]
    take_back(match, user)
    assert kept and load_match(match.pk).at_table().state.plans[planner] == kept
    assert MoveRecord.objects.filter(match=match, is_order=True).count() == 2
    call_command("replay", str(match.pk))


def test_live_matches_only_allow_takebacks(start: Any) -> None:
    match = start(pace="live", move_seconds=60, bank_seconds=300)
    first, _, _ = players(match)
    for data in ({"what": "pause", "days": "1"}, {"what": "time", "hours": "1"}):
        assert browser_of(first).post(reverse("ask_others", args=[match.pk]), data).status_code == 409
    user, _ = play_now(match)
    assert take_back(match, user).outcome == "" and Proposal.objects.get().outcome == "agreed"
    assert Seat.objects.filter(match=match, left_reason="").count() == 3
