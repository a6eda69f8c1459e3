"""What is pure in the scripts: choosing in the picture."""

import pytest

from tests.scripts import Script

RIGHT, LEFT, DOWN = [1, 0], [-1, 0], [0, 1]
SQUARE = [[0, 0], [100, 0], [0, 100], [100, 100], [180, 30]]


@pytest.fixture(scope="module")
def choosing() -> Script:
    return Script("choosing.js")


@pytest.mark.parametrize(
    ("start", "way", "found"),
    [(0, RIGHT, 1), (0, DOWN, 2), (0, LEFT, -1), (1, RIGHT, 4), (3, LEFT, 2), (2, RIGHT, 3), (4, LEFT, 1)],
)
def test_arrow_keys_go_to_the_nearest_thing_that_way(choosing: Script, start: int, way: list[int], found: int) -> None:
    assert choosing.call("choosing.nearest", SQUARE[start], SQUARE, way) == found


@pytest.mark.parametrize(
    ("earlier", "most", "goes"),
    [
        ([], 1, []),
        (["a"], 1, ["a"]),
        (["a", "b"], 3, []),
        (["a", "b", "c"], 3, ["a"]),
        (["a", "b", "c"], 1, ["a", "b", "c"]),
    ],
)
def test_the_oldest_choices_make_room_for_the_newest(
    choosing: Script, earlier: list[str], most: int, goes: list[str]
) -> None:
    assert choosing.call("choosing.surplus", earlier, most) == goes


def list_(is_touched: bool, is_same: bool = False) -> dict[str, bool]:
    return {"isTouched": is_touched, "isSame": is_same}


@pytest.mark.parametrize(
    ("lists", "place"),
    [
        ([list_(False), list_(False)], 0),
        ([list_(True), list_(False), list_(False)], 1),
        ([list_(True, is_same=True), list_(False)], -1),  # chosen already, in an earlier place
        ([list_(True), list_(True)], 0),  # all are filled: begin again with the first
        ([list_(True, is_same=True)], 0),
    ],
)
def test_an_ordered_choice_fills_the_next_place(choosing: Script, lists: list[dict[str, bool]], place: int) -> None:
    assert choosing.call("choosing.placeFor", lists) == place
