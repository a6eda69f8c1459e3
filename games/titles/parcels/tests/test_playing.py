"""Flow of the game and playing cards (PC-14 to PC-39); worked examples W1 to W3."""

import pytest

from games.titles.parcels import game, melds
from games.titles.parcels.scene import place
from games.titles.parcels.state import counts_of
from games.titles.parcels.tests.scene import (
    act,
    cards,
    hand,
    legal_plays,
    limits,
    play,
    refusal,
    required,
    storage,
    take,
)


@pytest.mark.clause("PC-14")
def test_a_turn_is_one_meld_or_one_pass() -> None:
    position = place([[1, 2, 3], [4, 5], [6, 7]], [1, 3, 5], turn=1, table=[2], owner=0)
    assert [action.verb for action in required(position).actions] == ["play", "pass"]
    play(position, 1, "4")
    assert position.state.turn == 2
    take(position, 2, 5)
    assert position.state.turn == 0


@pytest.mark.clause("PC-15", "PC-16")
def test_who_has_no_meld_to_beat_leads_and_must_play() -> None:
    position = place([[1, 2], [3, 4], [5, 6]], [1, 3, 5])
    assert [action.verb for action in required(position).actions] == ["play"]
    assert refusal(position, 0, "pass", take=1) == "You lead this trick: you must play cards. (PC-16)"
    play(position, 0, "1")
    assert position.step == "follow"


@pytest.mark.clause("PC-17")
def test_a_follower_may_pass_with_a_playable_meld_in_hand() -> None:
    position = place([[1, 2], [3, 8], [5, 6]], [1, 3, 5], turn=1, table=[1], owner=0)
    assert legal_plays(position) == {"3", "8"}
    take(position, 1, 5)
    assert hand(position, 1) == [3, 5, 8]


@pytest.mark.clause("PC-18")
def test_who_passed_may_play_when_its_turn_comes_again() -> None:
    position = place([[1, 2], [3, 8], [5, 6]], [1, 3, 5], turn=1, table=[1], owner=0)
    take(position, 1, 5)
    play(position, 2, "6")
    take(position, 0, 3)
    assert position.state.turn == 1
    play(position, 1, "8")
    assert position.state.table == [8]


@pytest.mark.clause("PC-19", "PC-21", "PC-22")
@pytest.mark.parametrize(
    ("meld", "kind"),
    [
        ("4", "single"),
        ("7-7", "set"),
        ("1-1-1-1", "set"),
        ("4-5", "run"),
        ("1-2-3-4-5-6-7-8", "run"),
        ("4-6", None),
        ("4-4-5", None),
        ("1-8", None),
        ("1-7-8", None),
        ("", None),
    ],
)
def test_what_is_a_meld(meld: str, kind: str | None) -> None:
    assert melds.kind_of(cards(meld)) == kind


@pytest.mark.clause("PC-22")
def test_eight_and_one_are_not_consecutive() -> None:
    position = place([[1, 8, 2], [1], [2]], [7, 8, 1, 2])
    assert refusal(position, 0, "play", cards=[8, 1]) == "These cards are not a single, a set or a run. (PC-19)"
    assert limits(position) == (1, 2)


@pytest.mark.clause("PC-20")
def test_singles_are_allowed_even_with_an_empty_storage() -> None:
    position = place([[2, 2, 3], [1], [2]], [])
    assert legal_plays(position) == {"2", "3"}


@pytest.mark.clause("PC-23", "PC-24", "PC-25", "PC-26", "PC-31")
def test_w1_reading_storage() -> None:
    position = place([[1, 1, 1, 1, 4, 5, 6, 8], [1], [2]], [2, 2, 3, 5, 5, 5])
    assert limits(position) == (3, 2)
    assert legal_plays(position) == {"1", "1-1", "1-1-1", "4", "4-5", "5", "5-6", "6", "8"}
    assert refusal(position, 0, "play", cards=[1, 1, 1, 1]) == "Storage allows sets of up to 3 cards now. (PC-23)"
    assert refusal(position, 0, "play", cards=[4, 5, 6]) == "Storage allows runs of up to 2 cards now. (PC-24)"


@pytest.mark.clause("PC-23", "PC-24")
def test_a_limit_of_one_allows_none() -> None:
    position = place([[4, 4, 5], [1], [2]], [1, 3, 8])
    assert refusal(position, 0, "play", cards=[4, 4]) == "Storage allows no sets now. (PC-23)"
    assert refusal(position, 0, "play", cards=[4, 5]) == "Storage allows no runs now. (PC-24)"
    assert legal_plays(position) == {"4", "5"}


@pytest.mark.clause("PC-24")
@pytest.mark.parametrize(
    ("shown", "longest"), [("1,3,5", 1), ("2,2,2,3", 2), ("1,2,4,5,6,6", 3), ("", 0), ("7,8,1", 2), ("1,2,3,4,5", 5)]
)
def test_a_stack_is_one_number_of_a_chain(shown: str, longest: int) -> None:
    assert melds.limits(tuple(counts_of(cards(shown))))[1] == longest


@pytest.mark.clause("PC-25")
def test_the_limits_have_no_upper_bound() -> None:
    position = place([[3] * 6 + [8], [1], [2]], [1] * 6 + [2, 3, 4, 5, 6])
    assert limits(position) == (6, 6)
    play(position, 0, "3-3-3-3-3-3")
    assert position.state.table == [3] * 6


@pytest.mark.clause("PC-26")
def test_only_kind_and_size_must_be_permitted() -> None:
    position = place([[7, 7, 8], [1], [2]], [2, 2, 5])
    play(position, 0, "7-7")
    assert position.state.table == [7, 7]


@pytest.mark.clause("PC-27")
def test_the_same_storage_permits_sets_and_runs() -> None:
    position = place([[4, 4, 5, 6, 8], [1], [2]], [2, 2, 3])
    assert {"4-4", "4-5", "5-6"} <= legal_plays(position)


@pytest.mark.clause("PC-28")
def test_playing_leaves_storage_as_it_is() -> None:
    position = place([[4, 4, 5], [1], [2]], [2, 2, 3])
    play(position, 0, "4-4")
    assert storage(position) == [2, 2, 3]


@pytest.mark.clause("PC-29")
def test_a_table_meld_stays_when_storage_no_longer_permits_it() -> None:
    position = place([[1, 1, 2], [3, 3, 8], [5, 5, 6]], [2, 2, 6], turn=1, table=[1, 1], owner=0, deck=[4, 8])
    take(position, 1, 2)
    assert limits(position) == (1, 1)
    assert position.state.table == [1, 1]
    assert legal_plays(position) == set()
    message = "Storage allows no sets now. (PC-23)"
    assert refusal(position, 2, "play", cards=[5, 5]) == message


@pytest.mark.clause("PC-30")
@pytest.mark.parametrize("wanted", [[3, 3], [5], [9], [0], [-1], ["3"], [3.0], [True], [None], [[3]], [3] * 90])
def test_cards_must_be_in_the_hand(wanted: list[object]) -> None:
    position = place([[3, 1], [5], [3]], [2, 2])
    assert refusal(position, 0, "play", cards=wanted) == "You do not hold these cards. (PC-30)"


@pytest.mark.clause("PC-32", "PC-33", "PC-34", "PC-35", "PC-36")
def test_w2_beating_a_pair() -> None:
    held = [1, 1, 1, 3, 4, 4, 4, 5, 8]
    position = place([[4], held, [2]], [2, 2, 2, 3, 4], turn=1, table=[4, 4], owner=0)
    assert limits(position) == (3, 3)
    tries = {
        "8": "The table shows 2 cards: you need at least as many. (PC-33)",
        "3-4": "With 2 cards you need a total above 8. (PC-34)",
        "4-4": "Your total of 8 only equals the table. (PC-35)",
    }
    assert {meld: refusal(position, 1, "play", cards=cards(meld)) for meld in tries} == tries
    assert legal_plays(position) == {"4-5", "1-1-1", "3-4-5", "4-4-4"}
    assert "pass" in [action.verb for action in required(position).actions]


@pytest.mark.clause("PC-35", "PC-36")
def test_w3_run_and_set_with_the_same_total() -> None:
    held = [4, 4, 4, 5, 6, 8]
    position = place([[1], held, [2]], [2, 2, 2, 3, 4], turn=1, table=[3, 4, 5], owner=0)
    assert refusal(position, 1, "play", cards=[4, 4, 4]) == "Your total of 12 only equals the table. (PC-35)"
    play(position, 1, "4-5-6")
    assert position.state.table == [4, 5, 6]


@pytest.mark.clause("PC-33")
def test_a_pair_of_ones_beats_an_eight() -> None:
    position = place([[1], [1, 1, 8], [2]], [2, 2], turn=1, table=[8], owner=0)
    assert legal_plays(position) == {"1-1"}


@pytest.mark.clause("PC-34")
def test_a_single_needs_a_higher_number() -> None:
    position = place([[1], [3, 5, 6], [2]], [2, 4], turn=1, table=[5], owner=0)
    assert refusal(position, 1, "play", cards=[3]) == "With 1 card you need a total above 5. (PC-34)"
    assert refusal(position, 1, "play", cards=[5]) == "Your total of 5 only equals the table. (PC-35)"
    assert legal_plays(position) == {"6"}


@pytest.mark.clause("PC-36")
def test_a_set_beats_a_run_and_a_run_a_set() -> None:
    position = place([[1, 2, 2], [3, 3, 8], [4, 5, 6]], [2, 2, 3], turn=1, table=[1, 2], owner=0)
    play(position, 1, "3-3")
    play(position, 2, "4-5")
    assert position.state.table == [4, 5]


@pytest.mark.clause("PC-37")
def test_the_beaten_meld_is_discarded_at_once() -> None:
    position = place([[1, 2], [3, 8], [5, 6]], [1, 3, 5], turn=1, table=[2], owner=0)
    before = position.state.discard[2]
    play(position, 1, "3")
    assert position.state.discard[2] == before + 1
    assert (position.state.table, position.state.owner) == ([3], 1)


@pytest.mark.clause("PC-38", "PC-54")
def test_a_play_resets_the_count_of_passes() -> None:
    position = place([[1, 2], [3, 8], [5, 6]], [1, 3, 5], turn=1, table=[2], owner=0)
    take(position, 1, 1)
    assert position.state.passed == [1]
    play(position, 2, "5")
    assert position.state.passed == []
    take(position, 0, 3)
    assert position.step == "follow" and position.state.turn == 1


@pytest.mark.clause("PC-39", "PC-60")
@pytest.mark.parametrize("is_lead", [True, False])
def test_an_empty_hand_ends_the_round_at_once(is_lead: bool) -> None:
    asked = {} if is_lead else {"table": [1], "owner": 0}
    position = place([[2, 2], [7], [8, 8]], [1, 3], turn=1, deck=[4, 4], **asked)
    events = play(position, 1, "7")
    assert game.rules.result(position.state) == [3, 1, 2]
    assert position.state.deck == [4, 4] and storage(position) == [1, 3]
    assert [event.kind for event in events] == ["play", "round_end", "final"]


def test_the_order_of_cards_is_free() -> None:
    position = place([[4, 5, 6, 8], [1], [2]], [1, 2, 3])
    act(position, 0, "play", cards=[6, 4, 5])
    assert position.state.table == [4, 5, 6]


def test_a_single_card_in_hand_is_still_played_as_a_list() -> None:
    position = place([[4], [1], [2]], [1, 2, 3])
    act(position, 0, "play", cards=[4])
    assert game.rules.result(position.state) == [1, 3, 2]
