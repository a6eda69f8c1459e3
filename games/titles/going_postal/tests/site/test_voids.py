"""Going Postal: clocks, records and half-filled forms after moves that are void, taken back or refused."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.agreements import proposals
from games.deadlines import sweep
from games.errors import Refusal
from games.kernel import engine, replay
from games.kernel.types import Move
from games.kernel.verify import verify_record
from games.matches import leaving, play
from games.matches.loaded import load_match
from games.models import Match, OpenDecision
from games.records import export
from games.titles.going_postal import game
from games.titles.going_postal.tests.journeys.actions import asked, at_table, deal, wish
from games.titles.going_postal.tests.site.scenes import begin
from games.titles.going_postal.tests.tables import TRADING, table
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of, user_of

pytestmark = pytest.mark.django_db
SEED = "fdf10d15dd07c4440cfa3e7ec0f8a0c1"
SECRET = "Nobody may ever read this"


@pytest.fixture
def people(db: None) -> tuple[Any, ...]:
    return tuple(make_person(name) for name in ("ada", "bo", "cy", "di"))


def say(match: Match, seat: int, verb: str, /, **args: Any) -> None:
    """Answer this seat's decision that offers this verb."""
    loaded = load_match(match.pk)
    opens = [open for open in loaded.open_decisions() if open.decision.seat == seat]
    id = next(open.id for open in opens if verb in {action.verb for action in open.decision.actions})
    args = {"from" if name == "giver" else name: value for name, value in args.items()}
    play.play_move(
        match_id=match.pk, seat=seat, decision=id, move=Move(verb, args), by="web", user=user_of(loaded, seat)
    )


def expire(match: Match) -> None:
    """Let the time of the turn run out."""
    OpenDecision.objects.filter(match=match, pace="turn").update(due_at=timezone.now() - timedelta(seconds=1))
    sweep.expire_due(timezone.now())


def turn_row(match: Match) -> OpenDecision:
    return OpenDecision.objects.get(match=match, pace="turn")


@pytest.mark.clause("GP-77", "GP-123", "GP-148")
def test_a_player_whose_default_became_void_gets_a_full_turn_time(start: Any, people: Any) -> None:
    """If a sealed default becomes void, a second turn time passes before a second missed turn is counted."""
    hands = [["first", "priority", "coffee"], ["bulk", "bulk", "clean"], ["bulk", "bulk", "clean"], []]
    match = begin(start, people, table(hands, sam=4, out=[3], vendetta={3: 1}, options=TRADING))
    say(match, 0, "show", to=1)
    expire(match)
    assert load_match(match.pk).seats[0].misses == 1 and turn_row(match).answered_at is not None
    say(match, 2, "accuse", seat=0)
    for seat in (1, 2):
        say(match, seat, "keep")
    row = turn_row(match)
    assert row.seat == 0 and row.answered_at is None
    assert row.due_at is not None and row.due_at - timezone.now() > timedelta(seconds=DAY - 60)
    sweep.expire_due(timezone.now())
    loaded = load_match(match.pk)
    assert loaded.seats[0].misses == 1 and not loaded.seats[0].is_bot
    expire(match)  # time runs out again: a second missed turn
    assert load_match(match.pk).seats[0].is_bot


@pytest.mark.clause("GP-78")
def test_a_turn_can_be_let_go_only_once(start: Any, people: Any) -> None:
    """Claiming by hand is still possible."""
    match = begin(start, people, table([["bulk", "first"]], sam=4, out=[3], vendetta={3: 1}))
    say(match, 3, "pass")
    with pytest.raises(Refusal) as refusal:
        say(match, 3, "pass")
    assert (refusal.value.status, refusal.value.clause) == (422, "GP-78")
    assert refusal.value.message == "You have no take-over to answer."
    page = browser_of(user_of(load_match(match.pk), 3)).get(f"/match/{match.pk}/").content.decode()
    assert "You let this turn go." in page and "Take over (1)" in page and "Let it go</button>" not in page
    say(match, 3, "claim")
    assert at_table(match).state.claimer == 3


def whisper_offer_and_play(match: Match, seat: int) -> None:
    """Whisper, offer a card that nobody accepts, then play the card of the turn."""
    position = at_table(match)
    other = (seat + 1) % position.seats
    say(match, seat, "whisper", to=other, text=SECRET)
    say(match, seat, "offer", to=other, card=position.state.hands[seat][-1], says="bulk", wants="coffee")
    answer(match)


def answer(match: Match) -> None:
    """Let the asked seat answer as its plan says."""
    one = asked(match)[0]
    move = wish(at_table(match), one)
    say(match, one.seat, move.verb, **{"giver" if name == "from" else name: v for name, v in move.args.items()})


@pytest.mark.clause("GP-117", "GP-145")
def test_the_record_of_a_match_with_a_takeback_reveals_no_secret(monkeypatch: pytest.MonkeyPatch, people: Any) -> None:
    match = deal(monkeypatch, people[:3], SEED, trading=True)
    while at_table(match).step != "discard_down":  # after the first stamp, one of two cards has to go
        position = at_table(match)
        if position.step == "take_turn":
            whisper_offer_and_play(match, position.state.active)
        else:
            answer(match)
    seat = at_table(match).state.active
    before = at_table(match).state.hands[seat]
    users = {number: user_of(load_match(match.pk), number) for number in range(3)}
    proposal = proposals.ask_takeback(match_id=match.pk, user=users.pop(seat))
    for user in users.values():
        proposals.agree(match_id=match.pk, user=user, proposal_id=proposal.pk)
    assert at_table(match).step == "take_turn" and len(at_table(match).state.hands[seat]) == len(before) + 1
    answer(match)
    for user in users.values():
        leaving.resign(match_id=match.pk, user=user)
    loaded = load_match(match.pk)
    assert loaded.is_over
    raw = export.as_json(loaded).decode()
    assert SECRET not in raw and '"by":"undo"' in raw
    record = json.loads(raw)
    assert "The result is confirmed" in verify_record(game, record)[-1]
    offered_in_vain(record)


def offered_in_vain(record: dict[str, Any]) -> None:
    """No offer was accepted, so each is shown with the first card of the hand, whatever the offered card was."""
    position, _ = replay.begin(game, record)
    hands = [list(hand) for hand in position.state.hands]
    count = 0
    for step, line in zip(replay.steps(game, record, position), record["moves"], strict=True):
        if line.get("verb") == "offer":
            assert line["args"]["card"] == hands[line["seat"]][0]
            count += 1
        hands = [list(hand) for hand in step.position.state.hands]
    assert count


@pytest.mark.clause("GP-24", "GP-117")
@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        (
            {"verb": "play", "arg.way": "clean-1.a"},  # without a target
            r'value="clean-1\.a" required[^>]* checked',
        ),
        (
            {"verb": "whisper", "arg.to": "2", "arg.text": "x" * 141},
            r'<option value="2" selected>.*name="arg.text" value="x{141}"',
        ),
    ],
)
def test_a_refused_form_keeps_what_was_chosen(start: Any, people: Any, fields: dict[str, str], kept: str) -> None:
    hands = [["clean", "priority", "coffee"], ["bulk", "bulk", "clean"]]
    match = begin(start, people, table(hands, sam=4, marked=[1], options=TRADING))
    loaded = load_match(match.pk)
    opens = [open for open in engine.open_decisions(game, loaded.at_table()) if open.decision.seat == 0]
    id = next(o.id for o in opens if fields["verb"] in {action.verb for action in o.decision.actions})
    answer = browser_of(user_of(loaded, 0)).post(f"/match/{match.pk}/play/", {"decision": id} | fields)
    assert answer.status_code == 422
    assert re.search(kept, answer.content.decode(), re.S)
