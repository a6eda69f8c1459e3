"""Playing online: hidden information, clock, no undo, chance (PC-85 to PC-91, PC-104, PC-105); worked example W18."""

from collections import Counter
from typing import Any

import pytest

from games.kernel import bots, codec, engine
from games.kernel.errors import IllegalMove
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.titles.parcels import game
from games.titles.parcels.scene import SEED, place
from games.titles.parcels.state import cards_of
from games.titles.parcels.tests.scene import NAMES, act, play, refusal, required, take

HELD = [[1, 2, 2], [3, 8], [4, 5, 6]]


def following(**other: Any) -> Any:
    return place(HELD, [1, 3, 3, 7], turn=1, table=[2, 2], owner=0, deck=[5, 6, 7], rounds=3, **other)


@pytest.mark.clause("PC-85")
def test_a_hand_is_seen_by_its_player_only() -> None:
    state = following().state
    assert game.rules.view(state, "follow", 1).hand == [3, 8]
    assert game.rules.view(state, "follow", None).hand == []
    for seat in (None, 0, 2):
        redealt = game.rules.determinize(state, seat, Rng(SEED))
        assert codec.dump(game.rules.view(redealt, "follow", seat)) == codec.dump(
            game.rules.view(state, "follow", seat)
        )


@pytest.mark.clause("PC-85", "PC-88")
def test_the_order_of_the_deck_is_seen_by_nobody() -> None:
    position, turned = following(), following()
    turned.state.deck.reverse()
    for seat in (None, 0, 1, 2):
        assert codec.dump(engine.view_for(game, turned, seat)) == codec.dump(engine.view_for(game, position, seat))
    assert engine.decisions(game, turned) == engine.decisions(game, position)


@pytest.mark.clause("PC-85")
def test_a_redraw_keeps_what_the_seat_knows_and_changes_what_it_cannot() -> None:
    state = engine.start(game, 4, {}, SEED)[0].state
    redrawn = [game.rules.determinize(state, 2, Rng(f"{number:032x}")) for number in range(6)]
    for other in redrawn:
        game.rules.audit(other)
        assert other.hands[2] == state.hands[2]
        assert [sum(held) for held in other.hands] == [sum(held) for held in state.hands]
    assert len({codec.dump(other) for other in redrawn}) == 6


@pytest.mark.clause("PC-86")
def test_what_is_open_to_all() -> None:
    position = following(piles=[[3], [8, 1], []], wins=[1, 0, 0], round=2)
    act(position, 1, "pass", take=7, add=8)
    seen = engine.view_for(game, position, None)
    assert [(stack.number, stack.count) for stack in seen.storage] == [(1, 1), (3, 2), (8, 1)]
    assert (seen.set_limit, seen.run_limit, seen.storage_size) == (2, 1, 4)
    assert seen.table is not None
    assert (seen.table.cards, seen.table.kind, seen.table.count, seen.table.total) == ([2, 2], "set", 2, 4)
    assert seen.owner == 0
    assert [player.passed for player in seen.players] == [False, True, False]
    assert [player.hand_size for player in seen.players] == [3, 2, 3]
    assert seen.deck == 3
    assert seen.discard == position.state.discard
    assert [(player.pile, player.points, player.wins) for player in seen.players] == [
        ([3], 3, 1),
        ([8, 1], 9, 0),
        ([], 0, 0),
    ]
    assert (seen.round, seen.rounds, seen.trick, seen.turn) == (2, 3, 1, 2)
    assert [player.is_turn for player in seen.players] == [False, False, True]
    assert [player.is_owner for player in seen.players] == [True, False, False]


@pytest.mark.clause("PC-86", "PC-97")
def test_the_log_is_open_to_all() -> None:
    played = bots.self_play(game, 4, SEED, {"rounds": 3}, ["house"] * 4, _assert_open)
    assert len(played.moves) > 40


def _assert_open(position: Any, asked: Any, events: Any) -> None:
    assert all(not event.private for event in events)


@pytest.mark.clause("PC-87")
def test_a_spectator_sees_exactly_what_is_open() -> None:
    position = following()
    own = {"me", "hand", "plan", "plays", "dead", "may_pass"}
    spectator = codec.plain(engine.view_for(game, position, None))
    for seat in range(3):
        seen = codec.plain(engine.view_for(game, position, seat))
        assert {name for name in seen if seen[name] != spectator[name]} <= own
    assert spectator["hand"] == [] and spectator["plays"] == [] and spectator["me"] is None


@pytest.mark.clause("PC-88", "PC-65")
def test_after_a_round_all_hands_are_open_to_all() -> None:
    position = place([[7], [3, 8], [4, 5, 6]], [1, 3], rounds=3)
    play(position, 0, "7")
    for seat in (None, 0, 1, 2):
        seen = engine.view_for(game, position, seat)
        assert seen.round == 2
        assert seen.last.hands == [[], [3, 8], [4, 5, 6]]
    assert engine.view_for(game, position, None).hand == []


@pytest.mark.clause("PC-89")
def test_only_the_seat_on_turn_moves() -> None:
    position = following()
    for seat in (0, 2):
        assert refusal(position, seat, "play", cards=[4]) == "It is not your turn. (PC-89)"
        assert refusal(position, seat, "pass", take=1) == "It is not your turn. (PC-89)"


@pytest.mark.clause("PC-90")
def test_w18_clock_default() -> None:
    position = place([[1], [8, 8], [1, 2]], [3, 3, 5, 6], turn=1, table=[4], owner=0, deck=[2, 2])
    assert required(position).default == Move("pass", {"take": 6, "add": None})
    engine.play(game, position, 1, required(position).default)
    assert position.state.hands[1] == [0, 0, 0, 0, 0, 0, 1, 0, 2]


@pytest.mark.clause("PC-90")
def test_the_clock_passes_bare_on_an_empty_storage() -> None:
    position = place([[1], [8, 8], [1, 2]], [], turn=1, table=[4], owner=0)
    assert required(position).default == Move("pass", {"take": None, "add": None})


@pytest.mark.clause("PC-90")
@pytest.mark.parametrize(("shown", "number"), [([1, 1, 2, 2], 2), ([1, 2, 2], 1), ([8, 8, 7], 7), ([5], 5)])
def test_the_clock_takes_the_smallest_stack_and_the_higher_number(shown: list[int], number: int) -> None:
    position = place([[1], [8, 8], [1, 2]], shown, turn=1, table=[4], owner=0, deck=[3, 3])
    assert required(position).default.args["take"] == number


@pytest.mark.clause("PC-91")
def test_the_clock_leads_one_card_of_the_lowest_number() -> None:
    position = place([[3, 3, 5], [8, 8], [1, 2]], [1, 1, 2])
    assert required(position).default == Move("play", {"cards": [3]})


@pytest.mark.clause("PC-104")
def test_a_move_is_final() -> None:
    position = following()
    id = engine.open_decisions(game, position)[0].id
    take(position, 1, 7)
    for kind in ("undo", "play", "pass"):
        with pytest.raises(IllegalMove):
            engine.play(game, position, 1, Move(kind, {"cards": [8]}), id)


@pytest.mark.clause("PC-105")
def test_the_same_seed_and_moves_give_the_same_match() -> None:
    ends = [bots.self_play(game, 5, SEED, {"rounds": 3}, ["random"] * 5) for _ in range(2)]
    assert codec.dump(ends[0].position) == codec.dump(ends[1].position)
    other = bots.self_play(game, 5, SEED[::-1], {"rounds": 3}, ["random"] * 5)
    assert codec.dump(other.position) != codec.dump(ends[0].position)


@pytest.mark.clause("PC-105")
def test_every_order_of_the_deck_is_equally_likely() -> None:
    """Each number is on top, in a given hand and in storage as often as its share of the deck."""
    top: Counter[int] = Counter()
    opened: Counter[int] = Counter()
    matches = 1500
    for number in range(matches):
        state = engine.start(game, 3, {}, f"{number:032x}")[0].state
        top[state.deck[0]] += 1
        opened.update(cards_of(state.storage))
    for card, copies in enumerate([13, 12, 11, 10, 10, 9, 8, 7], 1):
        share = copies / 80
        assert abs(top[card] - matches * share) < 5 * (matches * share * (1 - share)) ** 0.5
        assert abs(opened[card] - 3 * matches * share) < 5 * (3 * matches * share * (1 - share)) ** 0.5


def test_dead_cards_are_those_of_no_legal_play() -> None:
    position = place([[1], [2, 3, 5, 5, 8], [1, 2]], [1, 1, 2], turn=1, table=[3, 3], owner=0, deck=[2, 2])
    seen = engine.view_for(game, position, 1)
    assert [meld.cards for meld in seen.plays] == [[5, 5]]
    assert seen.dead == [2, 3, 8]
    assert seen.may_pass
    waiting = engine.view_for(game, position, 2)
    assert (waiting.plays, waiting.dead, waiting.may_pass) == ([], [], False)


def test_names_of_the_waiting_list() -> None:
    position = following()
    assert engine.waiting_for(game, position) == [(1, "turn")]
    assert game.table.headline(engine.view_for(game, position, 1), required(position), NAMES) == (
        "beat 2-2 (2 cards, total 4), round 1 of 3"
    )


def test_a_player_who_cannot_beat_the_table_is_told_so() -> None:
    beaten = place([[3], [1, 2], [4, 5]], [1, 3, 3, 7], turn=1, table=[2, 2], owner=0)
    prompts = {one.seat: one.prompt for one in engine.decisions(game, beaten)}
    assert prompts[1] == "You can’t beat 2-2. Take a stack to pass."
    assert not any("beat" in prompts[seat] for seat in (0, 2))
