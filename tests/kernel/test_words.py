"""The grammar of sentences, and what each reader gets of them."""

import pytest

from games.kernel.words import Sentences, continued, read_by

NAMES = ["Anna", "Ben", "Clara"]


def told(template: str, reader: int | None, names: list[str] = NAMES, **facts: object) -> str:
    return read_by(Sentences(names).say(template, facts), reader)


@pytest.mark.parametrize(
    ("template", "others", "mine"),
    [
        ("{seat:name} {passes|pass}: {takes|take} 2.", "Ben passes: takes 2.", "You pass: take 2."),
        ("Trick to {seat:name}. {seat:name} {has|have} 2.", "Trick to Ben. Ben has 2.", "Trick to you. You have 2."),
        (
            "Year 1 is over: {seat:name} can’t draw.",
            "Year 1 is over: Ben can’t draw.",
            "Year 1 is over: you can’t draw.",
        ),
        ("{seat:name} {shows|show} {their|your} hand.", "Ben shows their hand.", "You show your hand."),
        ("{seat:name's} hand; {other:name's} hand.", "Ben’s hand; Anna’s hand.", "Your hand; Anna’s hand."),
        (
            "{other:name} {calls|call} {seat:name}: {other:takes|take} 1.",
            "Anna calls Ben: takes 1.",
            "Anna calls you: takes 1.",
        ),
        ("{seat:name} {doesn't|don't} play.", "Ben doesn't play.", "You don't play."),
        ("“So.” {seat:name} {wins|win}.", "“So.” Ben wins.", "“So.” You win."),
        ("{1} or {0}", "Ben or Anna", "You or Anna"),
    ],
)
def test_a_sentence_is_written_for_its_reader(template: str, others: str, mine: str) -> None:
    assert [told(template, reader, seat=1, other=0) for reader in (None, 2, 1)] == [others, others, mine]


def test_lists_of_players_agree() -> None:
    say = "{seats:names} {ties|tie}."
    assert [told(say, reader, seats=[0, 1, 2]) for reader in (None, 1, 0)] == [
        "Anna, Ben and Clara tie.",
        "Anna, you and Clara tie.",
        "You, Ben and Clara tie.",
    ]
    assert [told(say, reader, seats=[1]) for reader in (0, 1)] == ["Ben ties.", "You tie."]
    assert told("Sane: {seats:names}.", 1, seats=[]) == "Sane: nobody."


def test_numbers_agree() -> None:
    assert [told("{n:# card|# cards}", None, n=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


@pytest.mark.parametrize(
    "name", ["Deck", "Card", "You", "you", "{seat}", "{0}", "a|b", "x\x03y\x020;z", "“", "\\1", "<b>"]
)
def test_no_name_breaks_a_sentence(name: str) -> None:
    seen = name.replace("\x02", "").replace("\x03", "")
    template = "{seat:name} {takes|take} {card}. Deck empty, {other:name's} card: {card}."
    by = [told(template, reader, [name, "Ben"], seat=0, other=1, card="{seat} You") for reader in (None, 0, 1)]
    assert by == [
        f"{seen} takes {{seat}} You. Deck empty, Ben’s card: {{seat}} You.",
        "You take {seat} You. Deck empty, Ben’s card: {seat} You.",
        f"{seen} takes {{seat}} You. Deck empty, your card: {{seat}} You.",
    ]


def test_after_a_start_the_reader_is_small() -> None:
    words = continued("Clock: ", Sentences(NAMES).say("{seat:name} {passes|pass}.", {"seat": 1}))
    assert [read_by(words, reader) for reader in (0, 1)] == ["Clock: Ben passes.", "Clock: you pass."]
