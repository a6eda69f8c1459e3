"""Invisible text counts as empty wherever players write."""

import pytest

from games.titles.adulting.tests.tables import do, refused, table, view

TOGETHER = {"answers": "together", "sorting": "after"}
LISTS = {"category": "lists", **TOGETHER}
BLANK = (
    "",
    " \t ",
    "\u3164",  # Hangul filler: Unicode calls it a letter
    "\uffa0\u115f\u1160",
    "\u2800",  # Braille pattern blank: Unicode calls it a symbol
    "\u200d",
    "\u200c\u200d",
    "\ufe0f",
    "\U000e0100\U000e0101",
    "\u034f\u17b4\u180b",
    "\u200b\u2060\ufeff",
    " \u3164 \u200d\ufe0f ",
)
NO_EXAMPLE = "AD-58: An example has 1 to 40 characters and at least one letter or digit."


@pytest.mark.clause("AD-58")
@pytest.mark.parametrize("text", BLANK, ids=ascii)
def test_an_invisible_example_is_refused(text: str) -> None:
    position = table("cat02", 4, category="turns", **TOGETHER)
    assert refused(position, 1, "name", text=text) == NO_EXAMPLE
    assert refused(position, 1, "name", text=f"?{text}") == NO_EXAMPLE, "a filler is no letter"


@pytest.mark.clause("AD-58", "AD-75")
@pytest.mark.parametrize("text", BLANK, ids=ascii)
def test_a_list_with_a_blank_example_is_refused(text: str) -> None:
    position = table("cat02", 4, **LISTS)
    for examples in ([text], ["chores", text], ["chores", text, "dishes"]):
        assert refused(position, 1, "list", examples=examples) == NO_EXAMPLE
    do(position, 1, "list", examples=[])
    do(position, 2, "list", examples=["chores"])


@pytest.mark.clause("AD-75")
def test_empty_rows_of_the_form_are_ignored() -> None:
    """The page sends a row for every possible example, and the stored move has the same form."""
    position = table("cat02", 4, **LISTS)
    do(position, 1, "list", examples=["chores", "", " ", "dishes", *[""] * 6])
    do(position, 2, "list", examples=[""] * 10)
    do(position, 3, "list", examples="dusting\n\nmopping\n")
    assert position.state.round.job.lists == {1: ["chores", "dishes"], 2: [], 3: ["dusting", "mopping"]}


@pytest.mark.clause("AD-63", "AD-62", "AD-77")
@pytest.mark.parametrize("hidden", ["\u3164", "\u2800", "\u1160", "\u200d", "\ufe0f", "\u034f"], ids=ascii)
def test_invisible_characters_do_not_make_a_new_example(hidden: str) -> None:
    position = table("cat02", 4, **LISTS)
    twice = ["ironing", f"ironing{hidden}"]
    assert refused(position, 1, "list", examples=twice) == "AD-77: Your list contains the same example twice."


@pytest.mark.clause("AD-95")
@pytest.mark.parametrize("text", BLANK, ids=ascii)
def test_an_invisible_performance_is_refused(text: str) -> None:
    position = table("chl01", 4, **TOGETHER)
    words = "AD-95: A performance needs at least one character."
    assert refused(position, 1, "perform", text=text) == words
    assert refused(position, 1, "perform", text=f"{text}\n{text}") == words


@pytest.mark.clause("AD-115", "AD-150", "AD-165")
@pytest.mark.parametrize("text", BLANK, ids=ascii)
def test_invisible_remarks_and_statements_are_empty(text: str) -> None:
    position = table("rnk02", 4, money=(3, 3, 3, 3), answers="in_turn", sorting="after")
    do(position, 3, "sue", defendant=1, ground="libel", price=1, statement=text)
    do(position, 0, "hear", case=1, allow=True, price=1)
    do(position, 1, "plead", case=1, fight_up_to=3, retort=text)
    case = view(position).cases[0]
    assert (case.statement, case.retort) == ("", "")
    for seat in (0, 2):
        if position.state.open_cases:
            do(position, seat, "jury", case=1, up=False)
    for seat in (1, 2, 3):
        do(position, seat, "number", n=1)
    do(position, 0, "rule")
    do(position, 1, "answer", choice=0, note=text)
    assert view(position).answers[0].note == ""


@pytest.mark.clause("AD-95")
def test_joiners_and_variation_selectors_are_kept() -> None:
    position = table("chl01", 4, **TOGETHER)
    family, heart = "\U0001f469\u200d\U0001f467", "\u2764\ufe0f"
    do(position, 1, "perform", text=f"{heart} {family} \u0915\u094d\u200d\u0937")
    assert position.sealed["1"].args["text"] == f"{heart} {family} \u0915\u094d\u200d\u0937"
