"""Category with secret lists: how they are played out, and again after strikes, motions and players who leave."""

import pytest

from games.kernel.position import AnyPosition
from games.titles.adulting.tests.tables import do, leave, lines, refused, table, view, wages

LISTS = {"category": "lists", "answers": "together", "sorting": "after"}


def listed(*lists: list[str], card: str = "cat06", **options: object) -> AnyPosition:
    """The ruling on these lists of players 1, 2 …"""
    position = table(card, len(lists) + 1, **{**LISTS, **options})  # type: ignore[arg-type]
    for seat, examples in enumerate(lists, 1):
        do(position, seat, "list", examples=examples)
    assert position.step == "ruling"
    return position


def named(position: AnyPosition) -> list[tuple[int, str]]:
    """Who named what, in order, as everybody sees it."""
    job = view(position).job
    assert job is not None
    return [(entry.seat, entry.text) for entry in job.record if entry.kind == "named"]


@pytest.mark.clause("AD-73", "AD-76")
def test_lists_are_played_out_for_as_many_laps_as_agreed() -> None:
    position = listed(["a1", "a2"], ["b1", "b2", "b3"], ["c1", "c2", "c3"], laps=3)
    do(position, 0, "rule")
    assert wages(position) == [0, 1, 3, 3], "two are still in after the third lap"
    assert named(position)[-2:] == [(2, "b3"), (3, "c3")]


@pytest.mark.clause("AD-64", "AD-76")
def test_a_struck_player_names_nothing_in_later_laps() -> None:
    position = listed(["pen", "ink"], ["nib", "ink"], ["cap"])
    do(position, 0, "rule", strike=["1:pen"])
    assert named(position) == [(1, "pen"), (2, "nib"), (3, "cap"), (2, "ink")]
    assert wages(position) == [0, 1, 3, 2], "so 2 can name the ink"


@pytest.mark.clause("AD-64", "AD-160", "AD-161")
def test_an_example_that_nobody_got_to_can_be_struck_and_objected_to() -> None:
    position = listed(["pen", "ink"], [], [])
    do(position, 0, "rule", strike=["1:ink"])
    assert named(position) == [(1, "pen")]
    ink = {"kind": "example", "seat": 1, "example": "ink"}
    told = do(position, 2, "appeal", matter=ink, press=False)
    assert "struck “ink”" in lines(told)[0]


@pytest.mark.clause("AD-230", "AD-76")
def test_a_player_who_leaves_after_the_ruling_is_out_before_the_first_lap() -> None:
    position = listed([], ["b1"], ["c1", "c2"], ["d1", "d2", "d3"])
    do(position, 0, "rule")
    assert wages(position) == [0, 1, 2, 3, 4]
    leave(position, 3)
    assert wages(position) == [0, 2, 3, None, 4]


@pytest.mark.clause("AD-230", "AD-55")
def test_nothing_is_played_out_before_all_lists_are_in() -> None:
    position = table("cat06", 5, **LISTS)
    do(position, 1, "list", examples=["a1"])
    leave(position, 2)
    job = view(position, 0).job
    assert job is not None and job.record == [] and job.inside == [1, 2, 3, 4]


@pytest.mark.clause("AD-204", "AD-205")
def test_a_motion_that_fails_after_the_lists_leaves_the_filer_s_list_as_it_is() -> None:
    position = listed(["a1"], ["b1", "b2"], ["c1", "c2", "c3"], [])
    do(position, 3, "impeach")
    do(position, 0, "retort", case=1)
    for seat in (1, 2):
        do(position, seat, "jury", case=1, up=False)
    do(position, 0, "rule")
    assert (3, "c2") in named(position) and wages(position) == [0, 2, 3, 4, 1]


@pytest.mark.clause("AD-74", "AD-169")
def test_an_objection_that_puts_out_the_player_on_turn_passes_the_turn() -> None:
    position = table("cat06", 5, category="turns", answers="in_turn", sorting="after")
    for seat in (1, 2, 3, 4):
        do(position, seat, "name", text=f"thing {seat}")
    do(position, 3, "appeal", matter={"kind": "example", "seat": 1, "example": "thing 1"}, press=False)
    do(position, 0, "appeal_reply", case=1, sustain=False)
    assert refused(position, 1, "name", text="another").startswith("AD-60")
    do(position, 2, "name", text="another")


@pytest.mark.clause("AD-230")
def test_who_leaves_after_the_naming_was_paid_is_in_its_record_as_before() -> None:
    position = table("cat06", 5, category="turns", answers="together", sorting="after")
    for seat in (1, 2, 3):
        do(position, seat, "give_up")
    do(position, 0, "rule")
    for seat in range(5):
        do(position, seat, "answer", choice=0)
    for seat in range(5):
        do(position, seat, "votes", down=[])
    job = view(position).job
    assert position.step == "bids" and job is not None
    leave(position, 4)
    after = view(position).job
    assert after is not None and after.record == job.record and after.inside == job.inside


@pytest.mark.clause("AD-110", "AD-114")
def test_a_category_in_turns_asks_after_the_ruling_and_other_jobs_with_the_number() -> None:
    options = {"category": "turns", "answers": "together", "sorting": "with_work"}
    position = table("cat06", **options)  # type: ignore[arg-type]
    for seat in (1, 2):
        do(position, seat, "give_up")
    for seat in (0, 1):
        seen = view(position, seat)
        assert seen.card is not None and not seen.asks_answer and bool(seen.card.question) is (seat == 0)
    do(position, 0, "rule")
    assert position.step == "answer" and view(position, 1).asks_answer
    seen = view(table("rnk01", **options), 1)  # type: ignore[arg-type]
    assert seen.asks_answer and seen.card is not None and seen.card.question
