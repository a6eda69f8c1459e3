"""Deltas: server and page reconstruct the same HTML."""

import json
import random
import sys

from games.kernel.words import read_by
from games.sockets.deltas import Sent, delta
from tests.deltas import Parts, apply
from tests.scripts import Script


def page(rng: random.Random) -> str:
    """Random HTML with much in common between calls."""
    names = ["Ada", "Bo <b>", "Zoë", "🦕 Rex", 'say "no"']
    rows = [f'<li class="seat is-{rng.choice("abc")}">{rng.choice(names)} {rng.randrange(3)}</li>' for _ in range(8)]
    rows.append(
        '<li class="seat\x020; is-me\x03\x021; is-me\x03">Ada\x021;<b> (you)</b>\x03 \x021;draw|draws\x03</li>'
    )  # text for one seat only
    return "".join(['<section id="t-board">\n', *rng.sample(rows, rng.randrange(10)), "</section>"])


def test_a_delta_turns_any_html_into_any_other():
    rng = random.Random(24)
    for _ in range(300):
        was, now = page(rng), page(rng)
        assert apply(was, delta(was.split("<"), now.split("<"))) == now


def test_unchanged_html_is_not_sent():
    was = "<ol>" + "".join(f"<li>row number {n}</li>" for n in range(60)) + "</ol>"
    assert len(json.dumps(delta(was.split("<"), was.replace("number 30", "number thirty").split("<")))) < 50


def test_a_tag_that_begins_another_is_not_mistaken_for_it():
    was, now = "<p>nothing yet</p>", '<i class="ab" id="one">1</i><i class="ab">2</i><i class="ab"'
    assert apply(was, delta(was.split("<"), now.split("<"))) == now


def test_html_that_comes_back_is_not_sent_again():
    hand = '<section id="t-decision">' + "".join(f'<label data-card="{n}">card {n}</label>' for n in range(20))
    sent, parts = Sent(), Parts()
    for html in (hand, '<section id="t-decision"></section>', hand):
        message = json.dumps({"parts": {"decision": sent.update("decision", html)}, "me": 0})
        parts.hear(message)
        assert parts["decision"] == html
    assert len(message) < 100


def test_a_resting_page_goes_on_where_it_was_with_a_tenth_of_the_memory() -> None:
    rng, awake, resting, parts = random.Random(7), Sent(), Sent(), Parts()
    for _ in range(30):
        html = page(rng)
        assert resting.has("board", html) == awake.has("board", html)
        made = awake.update("board", html)
        assert resting.update("board", html) == made
        parts.hear(json.dumps({"parts": {"board": made}, "me": 0}))
        assert resting.pack() and not resting.pack()
        assert parts["board"] == read_by(html, 0) and resting.has("board", html)
        resting.forget("board")
        assert not resting.has("board", html)
        awake.forget("board")
    large = Sent()
    large.update("board", "".join(f'<li class="card is-small" data-card="{n}">“{n}”</li>' for n in range(2000)))
    before = sum(map(sys.getsizeof, large._texts.values()))
    large.pack()
    assert sys.getsizeof(large._packed) < before / 10


def test_the_script_reconstructs_the_same_html() -> None:
    rng, sent, script, heard = random.Random(42), Sent(), Script("deltas.js", socket=True), 0
    for _ in range(60):
        html = page(rng)
        if not sent.has("board", html):
            heard += 1
            message = json.dumps({"parts": {"board": sent.update("board", html)}, "me": 1})
            assert script.call("hear", message) == read_by(html, 1) + "\n"
    assert heard > 40


def test_the_script_remembers_parts_that_come_back() -> None:
    hand = '<section id="t-decision">' + "".join(f'<label data-card="{n}">card {n}</label>' for n in range(20))
    sent, script = Sent(), Script("deltas.js", socket=True)
    for html in (hand, '<section id="t-decision"></section>', hand):
        message = json.dumps({"parts": {"decision": sent.update("decision", html)}, "me": 0})
        assert script.call("hear", message) == html + "\n"
    assert len(message) < 100


def test_what_stood_before_a_deal_comes_with_its_update() -> None:
    """An update can be held back: what it shows first must not be that of a newer one."""
    sent, script = Sent(), Script("deltas.js", socket=True)
    between = {"board": sent.update("board", '<section id="t-board">the result</section>')}
    parts = {"board": sent.update("board", '<section id="t-board">the new round</section>')}
    told = script.call("hear", json.dumps({"parts": parts, "me": 0, "between": between}))
    assert '<template data-between><section id="t-board">the result</section></template>' in told
    assert told.startswith('<section id="t-board">the new round</section>')


def test_the_script_leaves_other_messages_alone() -> None:
    assert Script("deltas.js", socket=True).call("hear", "<p>chat</p>") == "<p>chat</p>"
