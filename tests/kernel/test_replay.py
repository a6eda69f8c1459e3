"""Writing, replaying and verifying records; forged ones are refused with the first difference."""

from typing import Any

import msgspec
import pytest

from games.kernel import bots, engine, replay
from games.kernel.rng import commitment
from games.kernel.types import Move
from games.kernel.verify import verify_record
from tests.kernel.helpers import fair, play
from tests.kernel.madeup import game


def a_record(**changes: Any) -> dict[str, Any]:
    made = bots.record_match(game, 3, bots.seed_from("record"), {"rounds": 2, "goal": 4}, ["random"] * 3)
    return msgspec.json.decode(msgspec.json.encode(made | {"seats": ["Ada", "Bo", "Cy"]} | changes))


def with_orders(by: bool, replaces: bool = False) -> dict[str, Any]:
    """A fair with a standing order that answers and a seat that leaves. `replaces`: the record has an earlier order."""
    position = fair(3, "orders")
    lines: list[dict[str, Any]] = []

    def give(seat: int, verb: str, **args: Any) -> None:
        for one in play(position, seat, verb, **args).played:
            if by or not one.by_order:
                lines.append(replay.line_of(one.seat, one.move, ("order" if one.by_order else "web") if by else ""))

    for seat in range(3):
        give(seat, "lay", card=min(position.state.hands[seat]))
    first, second, third = position.state.queue
    give(second, "leave")
    give(third, "leave")
    hand = position.state.hands[second]
    give(second, "plan", moves=[{"card": hand[0 if replaces else -1]}])
    if replaces:
        play(position, second, "plan", moves=[{"card": hand[-1]}])
    give(first, "raid")
    give(third, "pass")
    for seat in (first, second):
        engine.drop(game, position, seat, "resigned")
        lines.append({"seat": seat, "drop": "resigned"})
    return replay.make_record(game, position, 3, {}, lines)


def test_a_record_replays_to_its_end() -> None:
    record = a_record()
    position = replay.play_record(game, record)
    assert game.rules.result(position.state) == record["result"]
    assert replay.digest(position) == record["digest"]


@pytest.mark.clause("PLAY-10")
def test_verify_states_what_it_has_confirmed() -> None:
    record = a_record()
    said = " ".join(verify_record(game, record))
    assert "The seed is the one that was promised" in said and "Every shuffle and draw follows" in said
    winner = record["seats"][record["result"].index(1)]
    assert f"The result is confirmed: 1. {winner}" in said


@pytest.mark.parametrize("by", [True, False])
def test_orders_and_departures_replay(by: bool) -> None:
    record = with_orders(by)
    assert verify_record(game, record)
    assert any(line.get("by") == "order" for line in record["moves"]) is by


def test_a_move_by_order_is_played_if_the_order_is_not_in_the_record() -> None:
    record = with_orders(by=True)
    record["moves"] = [line for line in record["moves"] if line.get("verb") != "plan"]
    assert game.rules.result(replay.play_record(game, record).state) == record["result"]


def test_an_order_that_gives_a_different_move_is_reported() -> None:
    record = with_orders(by=True)
    number = next(n for n, line in enumerate(record["moves"], 1) if line.get("by") == "order")
    record["moves"][number - 1]["args"] = {"card": 0}
    with pytest.raises(replay.Difference, match="the rules refuse the move guard") as found:
        replay.play_record(game, record)
    assert found.value.number == number


def test_an_order_in_a_record_gives_only_moves_that_the_record_names() -> None:
    """It may have been replaced by one that is not in the record."""
    record = with_orders(by=True, replaces=True)
    assert verify_record(game, record)


def test_a_move_by_order_missing_from_the_record_is_reported() -> None:
    record = with_orders(by=True)
    record["moves"] = [line for line in record["moves"] if line.get("by") != "order"]
    with pytest.raises(replay.Difference, match="At"):
        replay.play_record(game, record)


def test_the_first_refused_move_is_named() -> None:
    record = a_record()
    record["moves"][4] = {"seat": 0, "verb": "fly", "args": {}}
    with pytest.raises(replay.Difference, match="At move 5: the rules refuse the move fly of seat 0") as found:
        replay.play_record(game, record)
    assert found.value.number == 5


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": "0" * 32}, "not the one that the commitment promised"),
        ({"seed": "xyz"}, "32 hexadecimal digits"),
        ({"seed": "0" * 32, "commitment": commitment("0" * 32)}, "At move|At the end"),
        ({"result": [9, 9, 9]}, "the record says"),
        ({"digest": "0" * 64}, "digest"),
        ({"slug": "chess"}, "not of madeup"),
        ({"playpost": 9}, "format 1"),
        ({"options": {"rounds": 7}}, "the rules refuse the table"),
    ],
)
def test_a_forged_record_is_detected(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(replay.Difference, match=words):
        verify_record(game, a_record(**changes))


def test_bots_with_the_same_seed_play_the_same_match() -> None:
    one, other = (bots.self_play(game, 4, bots.seed_from(7), {"rounds": 3}, ["house", "random"] * 2) for _ in range(2))
    assert one == other and one.result == game.rules.result(one.position.state)
    assert one.decisions == len([move for move in one.moves if not move.by_order])


def test_watchers_see_each_position() -> None:
    seen = []
    played = bots.self_play(
        game, 3, bots.seed_from(1), {}, ["random"] * 3, lambda position, asked, events: seen.append(len(events))
    )
    assert len(seen) == played.decisions + 1 and seen[0] == 1


def test_the_house_bot_gets_its_view_and_a_list_of_moves() -> None:
    position = fair(3)
    decision = engine.decisions(game, position)[0]
    move = bots.house_bot(game, position, decision, bots.Rng(bots.seed_from("x")))
    assert move is not None and move.verb == "lay" and isinstance(move, Move)
