"""Emails designed to keep the parser busy are parsed quickly."""

import time

import pytest

from accounts.mail.inbound import Message, own_lines


@pytest.mark.parametrize(
    "piece", ["<", "<br", "<p ", "<blockquote", "&lt;", "<a>", "> <", "On ", "<style>", "<!--", "<style"]
)
def test_a_two_megabyte_email_is_parsed_quickly(piece: str) -> None:
    for filled in (Message(html=piece * (2_000_000 // len(piece))), Message(text=piece * (2_000_000 // len(piece)))):
        begun = time.perf_counter()
        own_lines(filled)
        assert time.perf_counter() - begun < 2


def test_html_bodies_are_read() -> None:
    html = '<div dir="ltr">5 <b>5</b><br>pass</div><p>a &lt; b</p><blockquote>old</blockquote>'
    assert own_lines(Message(html=html)) == ["5 5", "pass", "a < b", ""]
