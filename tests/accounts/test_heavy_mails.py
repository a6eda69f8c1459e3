"""Emails designed to keep the parser busy are parsed quickly."""

import time

import pytest

from accounts.mail.reply_text import written


@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<br",
        "<p ",
        "<blockquote",
        "&lt;",
        "<a>",
        "> <",
        "On ",
        "<style>",
        "<!--",
        "<style",
        "\n",
        "On a\n",
        "> a\n\nb\n",
        "</blockquote>",
        "Am a:\n",
    ],
)
def test_a_two_megabyte_email_is_parsed_quickly(piece: str) -> None:
    heavy = piece * (2_000_000 // len(piece))
    for text, html in (("", heavy), (heavy, "")):
        begun = time.perf_counter()
        written(text, html)
        assert time.perf_counter() - begun < 2


def test_html_bodies_are_read() -> None:
    html = '<div dir="ltr">5 <b>5</b><br>pass</div><p>a &lt; b</p><blockquote>old</blockquote>'
    assert written("", html).above == ["5 5", "pass", "a < b"]
