"""Tests of the laws: each catches a game that breaks it in a typical way, and says where."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from games.kernel.errors import IllegalMove
from games.kernel.game import Game, option_values
from games.kernel.laws import contract
from games.kernel.laws.random_cases import make_case
from games.kernel.types import Decision, Event, Move
from games.kernel.words import Sentences, either
from tests.kernel.madeup import game, rules, state, words

CASES = [make_case(game, number) for number in range(40)]


def breaks(broken: Game, number: int) -> str:
    """The message of the law that this game breaks."""
    with pytest.raises(contract.LawBroken) as caught:
        for case in CASES:
            contract.LAWS[number].check(broken, case)
    return str(caught.value)


def with_step(step: rules.Step) -> Game:
    return replace(
        game, rules=replace(game.rules, steps=tuple(step if step.name == old.name else old for old in game.rules.steps))
    )


def step_like(base: type[rules.Step], **methods: Callable[..., Any]) -> rules.Step:
    return type(base.__name__, (base,), {"name": base().name, **methods})()  # type: ignore[no-any-return]


def changed(decision: Decision, **facts: Any) -> Decision:
    return msgspec.structs.replace(decision, **facts)


def test_law_1_catches_a_view_that_sorts_in_place() -> None:
    def view(now: state.State, step: str, seat: int | None) -> words.View:
        now.prizes.sort(reverse=True)
        return words.view(now, step, seat)

    assert "read-only" in breaks(replace(game, rules=replace(game.rules, view=view)), 1)


def test_law_1_catches_a_check_that_writes() -> None:
    def check(self: Any, now: state.State, seat: int, move: Move) -> None:
        now.round += 1

    assert "read-only" in breaks(with_step(step_like(rules.LayCard, check=check)), 1)


def test_law_2_catches_a_state_that_json_changes() -> None:
    class Loose(state.State):
        board: Any = None

    def setup(seats: int, options: state.Options, turn: Any) -> Any:
        made, step = rules.setup(seats, options, turn)
        return Loose(**msgspec.structs.asdict(made), board={1.0: {2, 10, 1}}), step

    breaks(
        replace(game, rules=replace(game.rules, state=Loose, setup=setup, determinize=lambda now, seat, rng: now)), 2
    )


def test_law_3_catches_data_kept_outside_the_state() -> None:
    turns: list[int] = []

    def resolve(self: Any, now: state.State, answers: dict[int, Move], turn: Any) -> str:
        turns.append(1)
        now.round += len(turns) % 2
        return rules.TakePrize.resolve(self, now, answers, turn)

    assert "at serial" in breaks(with_step(step_like(rules.TakePrize, resolve=resolve)), 3)


def test_law_4_catches_an_illegal_default() -> None:
    def ask(self: Any, now: state.State) -> list[Decision]:
        asked = rules.LayCard.ask(self, now)
        return [changed(d, default=Move("lay", {"card": 7})) if not d.matter else d for d in asked]

    assert "card: 7" in breaks(with_step(step_like(rules.LayCard, ask=ask)), 4)


def test_law_4_catches_an_unknown_clause() -> None:
    def check(self: Any, now: state.State, seat: int, move: Move) -> None:
        if move.verb == "build":
            raise IllegalMove("MU-99", "Not there.")

    assert "MU-99" in breaks(with_step(step_like(rules.TakeTurn, check=check)), 4)


def test_law_4_catches_rules_that_crash_on_odd_input() -> None:
    def read(self: Any, now: state.State, seat: int, move: Move, is_asked: bool) -> Move:
        return Move(move.verb, {**move.args, "card": int(move.args["card"])}) if move.verb == "lay" else move

    assert "Error" in breaks(with_step(step_like(rules.LayCard, read=read)), 4)


def test_law_4_catches_an_incomplete_list_of_moves() -> None:
    def moves(self: Any, now: state.State, decision: Decision) -> list[Move] | None:
        return [Move("guard", {"card": card}) for card in sorted(set(now.hands[decision.seat]))] or [Move("pass")]

    assert "unlisted" in breaks(with_step(step_like(rules.React, moves=moves)), 4)


def test_law_5_catches_a_dead_end() -> None:
    def ask(self: Any, now: state.State) -> list[Decision]:
        return [changed(decision, optional=True) for decision in rules.Vote.ask(self, now)]

    stuck = step_like(rules.Vote, ask=ask, answers_to_resolve=lambda *_: None)
    assert "nobody is asked" in breaks(with_step(stuck), 5)


def test_law_6_catches_a_hand_in_the_view() -> None:
    def view(now: state.State, step: str, seat: int | None) -> words.View:
        return msgspec.structs.replace(words.view(now, step, seat), hand=now.hands[0])

    assert "view" in breaks(replace(game, rules=replace(game.rules, view=view)), 6)


def test_law_6_catches_asking_only_seats_that_can_answer() -> None:
    def ask(self: Any, now: state.State) -> list[Decision]:
        able = [d for d in rules.React.ask(self, now) if max(now.hands[d.seat], default=0) >= 4]
        return able or rules.React.ask(self, now)

    message = breaks(with_step(step_like(rules.React, ask=ask)), 6)
    assert "asked" in message or "waiting_for" in message or "decisions" in message


def test_law_6_catches_a_refusal_that_reveals_a_secret() -> None:
    def check(self: Any, now: state.State, seat: int, move: Move) -> None:
        if move.verb == "rank" and 6 in now.hands[move.args["order"][0]]:
            raise IllegalMove("MU-15", "This seat holds a 6.")

    assert "answer to rank" in breaks(with_step(step_like(rules.TakeTurn, check=check)), 6)


def test_law_6_catches_a_log_that_reveals_a_secret() -> None:
    def resolve(self: Any, now: state.State, answers: dict[int, Move], turn: Any) -> str:
        turn.log("tired", "MU-01", cards=[max(hand, default=0) for hand in now.hands])
        return rules.TakeTurn.resolve(self, now, answers, turn)

    assert "learns from the log" in breaks(with_step(step_like(rules.TakeTurn, resolve=resolve)), 6)


def test_law_7_catches_answers_whose_order_matters() -> None:
    def resolve(self: Any, now: state.State, answers: dict[int, Move], turn: Any) -> str:
        now.caller = self.first
        return rules.LayCard.resolve(self, now, answers, turn)

    def check(self: Any, now: state.State, seat: int, move: Move) -> None:
        self.first = seat

    breaks(with_step(step_like(rules.LayCard, resolve=resolve, check=check)), 7)


def test_law_8_catches_a_seat_that_is_asked_after_it_left() -> None:
    def drop(now: state.State, seat: int, reason: str, turn: Any) -> None:
        queue, raided = now.queue, now.raided
        rules.drop(now, seat, reason, turn)
        now.queue, now.raided = queue, raided

    assert "left" in breaks(replace(game, rules=replace(game.rules, drop=drop)), 8)


def test_law_9_catches_a_lost_card() -> None:
    def resolve(self: Any, now: state.State, answers: dict[int, Move], turn: Any) -> str:
        now.discard = now.discard[1:]
        return rules.TakePrize.resolve(self, now, answers, turn)

    assert "a card is lost" in breaks(with_step(step_like(rules.TakePrize, resolve=resolve)), 9)


def test_law_9_catches_an_incomplete_ranking() -> None:
    def result(now: state.State) -> list[int] | None:
        ranks = rules.result(now)
        return ranks and [rank + 1 for rank in ranks]

    assert "ranks" in breaks(replace(game, rules=replace(game.rules, result=result)), 9)


def test_law_11_catches_an_order_in_anothers_view() -> None:
    def view(now: state.State, step: str, seat: int | None) -> words.View:
        return msgspec.structs.replace(words.view(now, step, seat), charge="planned" * len(now.plans))

    assert "shows" in breaks(replace(game, rules=replace(game.rules, view=view)), 11)


def test_law_11_catches_an_order_that_differs_from_a_move_by_hand() -> None:
    def resolve(self: Any, now: state.State, answers: dict[int, Move], turn: Any) -> str:
        for seat in now.raided:
            if now.plans.get(seat):
                turn.log("foreseen", "MU-12", seat=seat)
        return rules.React.resolve(self, now, answers, turn)

    assert "foreseen" in breaks(with_step(step_like(rules.React, resolve=resolve)), 11)


@pytest.mark.parametrize(
    ("template", "fault"),
    [
        ("{name} moves 3.", "own name"),  # not written for its reader
        ("{seat:name} moves {n} and builds a house.", "moves"),
        ("{seat:name} {moves|move} {n} and builds a house.", "builds"),
        ("{seat:name} {moves|move} {n}, then takes 2 coins.", "takes"),
        ("Fair: {seat:name} {n}, {seat:name} pays {n}.", "pays"),
        ("{seat:name} {moves along|go away} {n} with {seat:whole}.", "changes more"),
    ],
)
def test_law_12_catches_a_sentence_without_a_reader(template: str, fault: str) -> None:
    def story(event: Event, names: list[str]) -> str:
        if "seat" not in event.data:
            return "The fair goes on."
        words = Sentences(names, whole=lambda seat: either(seat, "nothing at all", "everything"))
        return words.say(template, event.data, name=names[event.data["seat"]], n=3)

    assert fault in breaks(replace(game, table=replace(game.table, story=story)), 12)


def test_law_12_catches_a_headline_that_names_its_reader() -> None:
    def headline(view: words.View, decision: Decision | None, names: list[str]) -> str:
        return f"{names[0]} looks on"

    assert "headline" in breaks(replace(game, table=replace(game.table, headline=headline)), 12)


def test_options_are_found_by_their_type() -> None:
    assert option_values(game) == {"rounds": [2, 3], "goal": [4, 6]}
    assert {case.seats for case in CASES} == {3, 4}


def test_only_numbers_with_both_bounds_are_listed() -> None:
    class Options(Struct):
        laps: Annotated[int, Meta(ge=3, le=5)] = 3
        goal: Annotated[int, Meta(ge=1)] = 1
        motto: Annotated[str, Meta(max_length=9)] = ""

    assert option_values(replace(game, rules=replace(game.rules, options=Options))) == {"laps": [3, 4, 5]}
    assert len({case.options for case in CASES}) == 4
