"""The values of a choice are preselected in the form for the rest, and in the clickable drawing."""

from xml.etree import ElementTree

import pytest

from games.kernel.types import Action, Move, Option, Pick, Picks
from games.mail.touchable_picture import chosen_in, prefilled, touchable

PASS = Action(
    "pass",
    "Pass",
    (
        Pick("take", (Option(1, "1"), Option(5, "5"))),
        Picks("add", (Option(2, "2"), Option(3, "3")), least=0, most=2),
    ),
)


def test_form_values_are_option_values_not_labels() -> None:
    move = Move("pass", {"take": 1})
    chosen = chosen_in({"arg.take": ["5"], "arg.add": ["3"]}, PASS, move)
    assert prefilled(PASS, move, chosen).args == {"take": 1, "add": [3]}
    assert prefilled(PASS, move, chosen_in({}, PASS, move)).args == {"take": 1}
    assert prefilled(PASS, move, chosen_in({"arg.add": ["3", "2", "9"]}, PASS, move)).args["add"] == [3, 2]


def test_drawings_work_whatever_prefix_a_library_registers_for_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ElementTree, "_namespace_map", {"http://www.w3.org/2000/svg": "svg"})  # as qrcode does
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect data-card="5" width="9"/></svg>'
    touched = touchable(drawn, PASS, Move("pass", {}), {})
    assert touched == (
        '<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg"><a href="?arg.take=5" aria-label="5">'
        '<rect data-card="5" width="9" /></a></svg>'
    )
