"""What an email asks for, and how a reply is parsed."""

from typing import Any

import pytest

from games.kernel.types import Action, Amount, Choice, Decision, Move, Option, Pick, Picks, Text
from games.mail import reply_grammar

CELLS = tuple(Option(f"{x},{y}", f"({x},{y})") for x in range(2) for y in range(3))
CARDS = (Option("d1", "Shift dark"), Option("d2", "Spades, Jury Duty"), Option("d3", "Shift light"))
PLACE = Action("place", "Place a cubicle", (Pick("card", CARDS, label="card"), Pick("at", CELLS, label="place")))
HIRE = Action(
    "hire",
    "Hire",
    (Pick("card", CARDS, label="card"), Picks("cells", CELLS, least=0, most=3, label="cubicles to shift")),
)
LIST = Action(
    "list",
    "Hand in the list",
    (
        *(Text(f"examples.{n}", 40, least=0, label=f"example {n + 1}") for n in range(4)),
        Pick("choice", (Option(0, "No"), Option(1, "Yes")), label="answer"),
        Text("note", 140, least=0, label="remark"),
    ),
)
PERFORM = Action("perform", "Perform", (Text("text", 140, label="performance"), LIST.fields[4]))
BID = Action("bid", "Bid", (Amount("amount", 0, 12, label="bid"),))
RULE = Action("rule", "Publish", (Picks("order", CARDS, least=3, most=3, ordered=True, label="order, best first"),))
SHIFT = Choice("Place Shift dark", Move("place", {"card": "d1"}), is_complete=False)


def read(action: Action, *lines: str, offered: tuple[Choice, ...] = ()) -> Any:
    decision = Decision(0, "What now?", (action, Action("pass", "Pass")), Move("pass"))
    return reply_grammar.parse(decision, offered, lines)


def data(action: Action, *lines: str, offered: tuple[Choice, ...] = ()) -> Any:
    said = read(action, *lines, offered=offered)
    assert not said.problem, said
    return {name.removeprefix("arg."): value for name, value in said.move.items() if name != "verb"}


@pytest.mark.parametrize("said", ["put two wings light in play", "Put two wings lihgt in play, please"])
def test_nobody_has_to_type_what_a_choice_counts(said: str) -> None:
    offered = tuple(
        Choice(f"Put {card} in play", Move("place", {"card": card}))
        for card in ("Two Wings light (7)", "Two Wings dark (7)", "Wings light (5)")
    )
    assert read(PLACE, said, offered=offered).label == offered[0].label
    twins = tuple(Choice(f"Play Bow and Dino ({number})", Move("place", {"card": str(number)})) for number in (4, 6))
    assert read(PLACE, "play bow and dinno", offered=twins).problem


@pytest.mark.parametrize(
    "lines",
    [
        ("1 (0,1)",),
        ("1: (0,1)",),
        ("1. 0,1",),
        ("1 at 0,1 please",),
        ("1 on (0,1), thanks!",),
        ("1", "place: (0,1)"),
        ("Place Shift dark (0,1)",),
        ("place shift dark", "Place = (0,1)", "Ann"),
        ("place", "card: shift dark", "place: (0,1)"),
        ("PLACE: Shift dark", "(0,1)"),
    ],
)
def test_missing_values_follow_on_the_same_line_or_below(lines: tuple[str, ...]) -> None:
    said = read(PLACE, *lines, offered=(SHIFT,))
    assert said.move == {"verb": ["place"], "arg.card": ["d1"], "arg.at": ["0,1"]}
    assert said.label == "Place a cubicle: card Shift dark; place (0,1)"


def test_each_value_of_a_move_stands_behind_its_name() -> None:
    said = read(HIRE, "hire", "card: shift dark", "cubicles to shift: (0,0), (1,0)")
    assert said.label == "Hire: card Shift dark; cubicles to shift (0,0), (1,0)"


def test_a_number_alone_does_not_complete_an_open_choice() -> None:
    assert read(PLACE, "1", offered=(SHIFT,)).problem == "unfinished"
    assert read(PLACE, "1", "", offered=(SHIFT,)).problem in ("unfinished", "")
    for line in ("1 please, and hello!", "1 sorry for the wait", "option 1 please"):
        assert read(PLACE, line, offered=(SHIFT,)).problem == "unfinished"
    assert data(PLACE, "1 10,1", offered=(SHIFT,))["at"] == ["10,1"]


def test_unknown_options_are_left_to_the_rules() -> None:
    assert data(PLACE, "1 at (9,9) please", offered=(SHIFT,))["at"] == ["9,9"]
    assert data(BID, "bid a lot") == {"amount": ["a lot"]}


def test_a_line_with_an_unknown_label_is_named() -> None:
    said = read(PLACE, "place", "colour: red", offered=(SHIFT,))
    assert (said.problem, said.sentence) == ("not understood", "This answer has no line called “colour”.")


@pytest.mark.parametrize("lines", [("bid 4",), ("bid: 4",), ("Bid", "4"), ("bid", "bid: 4 coins"), ("BID:4",)])
def test_amounts_are_read_as_numbers(lines: tuple[str, ...]) -> None:
    assert data(BID, *lines) == {"amount": ["4"]}


def test_text_wrapped_by_a_mail_program_is_rejoined() -> None:
    lines = ("perform: a poem: the fridge that", "hums at night", "answer: yes")
    assert data(PERFORM, *lines) == {"text": ["a poem: the fridge that hums at night"], "choice": ["1"]}


@pytest.mark.parametrize(
    "lines",
    [
        ("list: bread, milk; tea", "answer: no"),
        ("list", "bread", "milk", "tea", "answer: no"),
        ("list", "1. bread", "2. milk", "3. tea", "answer: No"),
        ("list", "example 1: bread", "milk", "example 3: tea", "answer: 0"),
    ],
)
def test_a_list_can_be_on_one_line_or_several(lines: tuple[str, ...]) -> None:
    assert data(LIST, *lines) == {
        "examples.0": ["bread"], "examples.1": ["milk"], "examples.2": ["tea"], "choice": ["0"]
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Spades, Jury Duty, shift light, Shift dark", ["d2", "d3", "d1"]),
        ("shift dark; spades / shift light", ["d1", "d2", "d3"]),
        ("Shift dark, Shift dark", ["d1", "Shift dark"]),
    ],
)
def test_listed_options_can_contain_commas_and_are_used_once(text: str, values: list[str]) -> None:
    assert data(RULE, "rule", f"order, best first: {text}") == {"order": values}


@pytest.mark.parametrize("word", ["none", "Nothing", "-"])
def test_none_can_be_written_in_several_ways(word: str) -> None:
    assert data(HIRE, "hire", "card: shift dark", f"cubicles to shift: {word}") == {"card": ["d1"], "cells": []}


def test_an_email_explains_each_field() -> None:
    decision = Decision(0, "?", (PLACE, LIST, RULE, HIRE, BID, Action("pass", "Pass")), Move("pass"))
    offered = [SHIFT, Choice("Bid 0", Move("bid", {"amount": 0})), Choice("Pass", Move("pass"))]
    place, lists, rule, hire = reply_grammar.ways(decision, offered)
    assert (place.verb, place.label) == ("place", "Place a cubicle")
    assert place.lines[0] == ("card", "Shift dark / Spades, Jury Duty / Shift light")
    assert [label for label, _ in lists.lines] == ["example 1", "answer", "remark"]
    assert lists.lines[0][1].endswith("or no such line; others below it, one on each line, up to 4")
    assert rule.lines[0][1].startswith("in order, 3 of Shift dark / ")
    assert hire.lines[1][1].startswith("up to 3 of (0,0) / ") and hire.lines[1][1].endswith(" / none")


def test_none_means_the_option_without_a_label() -> None:
    picks = (Pick("card", (Option("", ""), Option("a", "Booster")), label="Play"),)
    action = Action("answer", "Answer", picks)
    (way,) = reply_grammar.ways(Decision(0, "?", (action,), Move("answer")), [])
    assert way.lines == [("Play", "Booster / none")]
    assert data(action, "answer", "Play: none") == {"card": [""]} and data(action, "answer", "booster") == {
        "card": ["a"]
    }


def test_a_long_list_of_options_is_cut_and_refers_to_the_page() -> None:
    many = tuple(Option(n, f"option number {n}") for n in range(100))
    (way,) = reply_grammar.ways(Decision(0, "?", (Action("pick", "Pick", (Pick("it", many),)),), Move("pick")), [])
    assert way.lines[0][1].endswith("more, see the page") and len(way.lines[0][1]) < 550
