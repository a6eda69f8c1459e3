"""The engine: decision ids, refusals, private parts of events, departures, options, stored positions."""

import msgspec
import pytest
from msgspec.structs import replace

from games.kernel import codec, engine, rng
from games.kernel.bots import seed_from
from games.kernel.errors import IllegalMove, RunawayStep
from games.kernel.game import Game
from games.kernel.step import Step
from games.kernel.types import Event, Move
from tests.kernel.helpers import fair, fair_on_turn, id_of, kinds, lay, open_now, play
from tests.kernel.madeup import game, rules


def test_an_open_decision_keeps_its_id_while_others_answer() -> None:
    position = fair()
    before = {key: found.id for key, found in open_now(position).items()}
    lay(position, 1)
    play(position, 2, "no")
    assert {key: found.id for key, found in open_now(position).items()} == before


def test_an_open_decision_keeps_its_id_when_a_step_only_clears_a_side_matter() -> None:
    position = fair(4)
    position.state.court = rules.Court(accused=0, charge="he stole a pie", jury=[1])
    lay(position, 2)
    before = {key: id_of(position, key) for key in ("0", "2", "3.halt")}
    play(position, 1, "judge", verdict={"guilty": "no"})
    assert {key: id_of(position, key) for key in before} == before


@pytest.mark.clause("PLAY-01")
def test_an_answer_to_a_resolved_decision_is_refused() -> None:
    position = fair_on_turn(0, 1, 2)
    id = id_of(position, "0")
    play(position, 0, "rest", id)
    position.state.queue = [0, 1]
    position.opened["0"] = position.serial
    with pytest.raises(IllegalMove, match="no longer open") as refused:
        play(position, 0, "rest", id)
    assert refused.value.clause == "PLAY-01"


def test_a_decision_asked_again_gets_a_new_id() -> None:
    position = fair_on_turn(0, 1, 2)
    position.state.hands[1] = [1, 1, 1]
    play(position, 0, "raid")
    first = open_now(position)["1"]
    play(position, 2, "pass")
    play(position, 1, "guard", card=1)
    position.state.hands[1] = [1, 1, 1]
    assert open_now(position)["1"].decision == first.decision
    assert open_now(position)["1"].id != first.id


def test_ids_are_never_used_twice_in_a_match() -> None:
    position = fair(4)
    seen = {found.id: found.decision for found in open_now(position).values()}
    for seat, verb in ((3, "halt"), (0, "no"), (1, "no"), (2, "no")):
        play(position, seat, verb)
        for found in open_now(position).values():
            assert seen.setdefault(found.id, found.decision).actions[0].verb == found.decision.actions[0].verb


def test_a_handwritten_position_has_decision_ids() -> None:
    position = fair_on_turn(0, 1, 2)
    assert position.opened == {}
    assert id_of(position, "0") == f"{position.serial}.0"
    play(position, 0, "rest", f"{position.serial}.0")


def test_the_serial_counts_steps_rather_than_answers() -> None:
    position = fair()
    lay(position, 0, 1)
    assert position.serial == 0
    lay(position, 2)
    assert position.serial == 1 and position.step == "take_prize"


@pytest.mark.clause("PLAY-01")
def test_a_move_out_of_turn_is_refused_in_the_games_words_or_the_platforms() -> None:
    position = fair_on_turn(0, 1, 2)
    with pytest.raises(IllegalMove, match=r"It is not your turn. \(MU-01\)"):
        play(position, 1, "rest")
    plain = _without_own_words()
    with pytest.raises(IllegalMove, match=r"You have no decision to make now. \(PLAY-01\)"):
        engine.play(plain, position, 1, Move("rest"))


@pytest.mark.clause("PLAY-02")
def test_verbs_that_are_not_offered_are_refused() -> None:
    position = fair_on_turn(0, 1, 2)
    with pytest.raises(IllegalMove, match="Choose one of the things to do at a fair"):
        play(position, 0, "fly")
    with pytest.raises(IllegalMove, match=r"PLAY-02"):
        engine.play(_without_own_words(), position, 0, Move("fly"))


@pytest.mark.clause("PLAY-04")
def test_no_move_is_accepted_after_the_end() -> None:
    position = fair_on_turn(0)
    position.state.is_over = True
    for refuse in (lambda: engine.play(_without_own_words(), position, 0, Move("rest")), lambda: _drop(position, 0)):
        with pytest.raises(IllegalMove) as refused:
            refuse()
        assert refused.value.clause in ("PLAY-04", "MU-13")


@pytest.mark.clause("PLAY-06", "PLAY-07")
def test_unsupported_seat_counts_and_options_are_refused() -> None:
    for seats, options, clause in (
        (7, {}, "PLAY-06"),
        (3, {"rounds": 9}, "PLAY-07"),
        (3, {"colour": "red"}, "PLAY-07"),
        (3, {"rounds": "2"}, "PLAY-07"),
        (3, [], "PLAY-07"),
    ):
        with pytest.raises(IllegalMove) as refused:
            engine.start(_without_own_words(), seats, options, seed_from("x"))
        assert refused.value.clause == clause
        with pytest.raises(IllegalMove, match="MU-02"):
            engine.start(game, seats, options, seed_from("x"))


def test_a_refused_move_changes_nothing() -> None:
    position = fair_on_turn(0, 1, 2)
    before = codec.dump(position)
    for seat, move in ((1, Move("rest")), (0, Move("fly")), (0, Move("build", {"at": "9,9"})), (7, Move("rest"))):
        with pytest.raises(IllegalMove):
            engine.play(game, position, seat, move)
    assert codec.dump(position) == before


def test_a_step_can_expand_shorthands_and_refuse_in_its_own_order() -> None:
    position = fair_on_turn(0, 1, 2)
    with pytest.raises(IllegalMove, match="Names have letters only"):
        play(position, 0, "name", name="<b>", nonsense=1)
    assert play(position, 0, "skip").played[0].move == Move("rest")


@pytest.mark.parametrize(
    ("opens", "same_round", "later_round", "at_the_end"),
    [("now", 1, 1, 1), ("round", 0, 1, 1), ("match", 0, 0, 1), ("never", 0, 0, 0)],
)
def test_private_parts_of_events_become_public_on_time(
    opens: str, same_round: int, later_round: int, at_the_end: int
) -> None:
    event = Event("looked", "MU-15", {"seat": 1}, {1: {"card": 5}}, opens, round=2)  # type: ignore[arg-type]
    assert engine.events_for([event], 1, 2, False) == [event], "a seat always sees its own part"
    for round, is_over, is_seen in ((2, False, same_round), (3, False, later_round), (2, True, at_the_end)):
        for other in (0, None):
            seen = engine.events_for([event], other, round, is_over)[0]
            assert seen.data == {"seat": 1} and bool(seen.private) is bool(is_seen)


def test_private_parts_are_shown_to_their_seat_only() -> None:
    position = fair_on_turn(0, 1, 2)
    outcome = play(position, 0, "whisper", to=2, words="Psst")
    seen = [engine.events_for(outcome.events, seat, position.round, True)[0].private for seat in (0, 1, 2, None)]
    assert seen == [{0: {"words": "Psst"}}, {}, {2: {"words": "Psst"}}, {}]
    favour, thought = play(position, 1, "rank", order=[2, 0]).events
    assert engine.events_for([favour], 0, position.round, False)[0].private == {1: {"order": [2, 0]}}
    assert engine.events_for([thought], 0, position.round, False)[0].private == {}
    assert engine.events_for([thought], 0, position.round, True)[0].private == {1: {"last": 0}}


def test_the_end_of_a_round_makes_its_private_parts_public() -> None:
    position = fair(3, rounds=3)
    lay(position, 0, 1)
    drawn = [e for e in play(position, 2, "lay", card=min(position.state.hands[2])).events if e.kind == "drew"]
    seat = drawn[0].data["seat"]
    other = (seat + 1) % 3
    assert engine.events_for(drawn, other, position.round, False)[0].private == {}
    while position.step != "turn":
        play(position, engine.waiting_for(game, position)[0][0], "leave")
    for _ in range(3):
        play(position, position.state.queue[0], "rest")
    assert position.round == 1
    assert engine.events_for(drawn, other, position.round, False)[0].private == drawn[0].private


@pytest.mark.clause("PLAY-05")
def test_a_seat_can_leave_only_once_and_with_a_reason() -> None:
    position = fair(4)
    assert _drop(position, 2, "removed").events[0].data == {"seat": 2, "reason": "removed"}
    with pytest.raises(IllegalMove, match=r"You have left the fair. \(MU-14\)"):
        _drop(position, 2)
    with pytest.raises(IllegalMove, match="MU-14"):
        play(position, 2, "lay", card=1)
    for seat, reason in ((1, "bored"), (9, "resigned"), (-1, "resigned")):
        with pytest.raises(IllegalMove, match="PLAY-05"):
            _drop(position, seat, reason)


def test_a_departure_closes_a_step_that_waited_only_for_that_seat() -> None:
    position = fair(4)
    lay(position, 0, 1, 2)
    assert "laid" in kinds(_drop(position, 3))


def test_a_departure_keeps_sealed_answers_that_are_still_legal() -> None:
    position = fair(4)
    lay(position, 0, 1)
    sealed, ids = dict(position.sealed), {key: id_of(position, key) for key in ("0", "1", "2")}
    _drop(position, 3)
    assert position.sealed == sealed and {key: id_of(position, key) for key in ids} == ids
    _drop(position, 1)
    assert sorted(position.sealed) == ["0"]


def test_an_endless_run_of_automatic_steps_is_reported() -> None:
    class Spin(Step):
        def resolve(self, state: object, answers: object, turn: object) -> str:
            return self.name

    spinning = _changed(steps=(Spin(),), setup=lambda *_: (fair().state, "spin"))
    with pytest.raises(RunawayStep):
        engine.start(spinning, 3, {}, seed_from("x"))


def test_positions_with_seats_as_keys_survive_json() -> None:
    position = fair_on_turn(0, 1, 2)
    position.state.plans = {2: [3], 10: [1], 1: [2]}
    position.sealed = {"1": Move("rest")}
    raw = codec.dump(position)
    assert codec.load(game, raw) == position and codec.dump(codec.copy(game, position)) == raw


def test_events_survive_json() -> None:
    events = [Event("looked", "MU-15", {"seat": 1}, {1: {"card": 5}, 0: {"card": 4}}, "round", 2)]
    assert codec.load_events(codec.dump(events)) == events


def test_positions_of_older_rules_are_migrated() -> None:
    def migrate(raw: dict, rules: int) -> dict:
        raw["state"]["bank"] = raw["state"].pop("chest")
        return raw

    newer = replace(_changed(migrate=migrate), meta=msgspec.structs.replace(game.meta, rules=2))
    position = fair()
    old = msgspec.json.decode(codec.dump(position))
    old["state"]["chest"] = old["state"].pop("bank")
    loaded = codec.load(newer, msgspec.json.encode(old))
    assert (loaded.rules, loaded.state) == (2, position.state)
    assert codec.load(newer, codec.dump(loaded)) == loaded


@pytest.mark.clause("PLAY-10")
def test_draws_repeat_from_the_seed_and_the_commitment_reveals_nothing() -> None:
    one, other = rng.Rng("00" * 16), rng.Rng("00" * 16)
    assert [one.below(6) for _ in range(50)] == [other.below(6) for _ in range(50)]
    rest = rng.Rng("00" * 16, count=25)
    again = rng.Rng("00" * 16)
    _ = [again.below(6) for _ in range(25)]
    assert [rest.below(6) for _ in range(5)] == [again.below(6) for _ in range(5)]
    assert len(rng.commitment("00" * 16)) == 64 and rng.commitment("00" * 16) != rng.commitment("01" * 16)


def test_draws_are_uniform() -> None:
    dice = rng.Rng(seed_from("dice"))
    counts = [0] * 6
    for _ in range(6000):
        counts[dice.below(6)] += 1
    assert all(880 < count < 1120 for count in counts)
    orders = set()
    for _ in range(500):
        items = [1, 2, 3, 4]
        dice.shuffle(items)
        orders.add(tuple(items))
    assert len(orders) == 24


def _drop(position: engine.AnyPosition, seat: int, reason: str = "resigned") -> engine.Outcome:
    return engine.drop(game, position, seat, reason)


def _changed(**changes: object) -> Game:
    return replace(game, rules=replace(game.rules, **changes))  # type: ignore[arg-type]


def _without_own_words() -> Game:
    return _changed(refusals={})
