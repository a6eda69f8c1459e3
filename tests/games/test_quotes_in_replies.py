"""Which part of a reply is read: never its quote, nor the lines above that, in any language, nor what is attached."""

import textwrap
from time import process_time

import pytest
from anymail.inbound import AnymailInboundMessage
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounts.mail import inbound, reply_text

# As Thunderbird, Gmail and others write it, in languages whose words nobody has listed.
SAID_BY = (
    "W dniu 3.03.2026 o 10:00, {us} pisze:",
    "pon., 3 mar 2026 o 10:00 {us} {address} napisał(a):",
    "Dne 03. 03. 26 v 10:00 {us} napsal(a):",
    "03.03.2026 10:00, {us} пишет:",
    "вт, 3 мар. 2026 г. в 10:00, {us} {address}:",
    "{us} kirjoitti 3.3.2026 klo 10.00:",
    "Στις 3/3/26 10:00, ο/η {us} έγραψε:",
    "3.03.2026 10:00 tarihinde {us} yazdı:",
    "2026. 03. 03. 10:00 keltezéssel, {us} írta:",
    "在 2026/3/3 10:00, {us} 写道：",
    "‏בתאריך 3.3.2026 בשעה 10:00, {us} כתב:",
    "På tis 3 mars 2026 kl. 10:00 skrev {us} {address}:",
    "Ku 2026-03-03, {us} shkroi:",
    "{us} scripsit:",
)
OWN = (
    "1",
    "Play 7-8 and beat 6",
    "hire",
    "hire:",
    "card: Move light",
    "See you at 10:30 then",
    "That was a nice evening, was it not, and what a long one?",
)


@settings(deadline=None, max_examples=300, database=None, suppress_health_check=list(HealthCheck))
@example(["See you at 10:30 then", "hire:", "1"], SAID_BY[0], "Playpost", 72, (1, 0), [">"], False)
@given(
    own=st.lists(st.sampled_from(OWN), min_size=1, max_size=4),
    said_by=st.sampled_from(SAID_BY),
    us=st.sampled_from(["Playpost", "Playpost · a game of many words with Ben and Cleo"]),
    width=st.sampled_from([64, 72, 78, 200]),
    gaps=st.tuples(st.integers(0, 2), st.integers(0, 2)),
    quote=st.lists(st.sampled_from(["> 2. Pass", ">", "> Your hand: 7, 8", "> > hello"]), min_size=1, max_size=5),
    is_below=st.booleans(),
)
def test_of_a_reply_with_a_quote_only_what_its_writer_wrote_is_read(
    own: list[str], said_by: str, us: str, width: int, gaps: tuple[int, int], quote: list[str], is_below: bool
) -> None:
    line = said_by.format(us=us, address="<reply+12-ab34567890cd@in.example.org>")
    head = textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
    above, below = ([], ["", *own]) if is_below else (own + [""] * gaps[0], [])
    written = reply_text.written("\n".join([*above, *head, *[""] * gaps[1], *quote, *below]), "")
    assert (written.aside if is_below else written.above) == own
    assert not (written.above if is_below else written.aside)


@pytest.mark.parametrize("width", [64, 78, 200])
def test_who_wrote_the_quote_below_an_answer_to_a_part_of_it_is_not_read(width: int) -> None:
    """It has the address that plays for the reader."""
    said_by = "On Tue, 3 Mar 2026 at 10:00, Playpost with Ben and Cleo <reply+12-ab34567890cd@in.example.org> wrote:"
    head = textwrap.wrap(said_by, width, break_long_words=False, break_on_hyphens=False)
    text = "\n".join(["> Who takes it?", "", "Not me: see 10:30 below", "or above", "", *head, "", "> Who takes it?"])
    assert reply_text.written(text, "") == ([], ["Not me: see 10:30 below", "or above"])


@pytest.mark.parametrize("sign", ["<a@", "a@", "1", "<", "1:00 ", "·", "<a@b>", "> "])
def test_a_long_reply_of_signs_is_read_in_time(sign: str) -> None:
    began = process_time()
    for text in (sign * 20_000 + ":", f"{sign}:\n" * 6_000, f"x{sign}:\n\n" * 4_000):
        reply_text.written(text, "")
    assert process_time() - began < 3


OTHER = "Content-Type: message/rfc822\n\nContent-Type: text/plain\n\n2 of the other email\n"
IMAGE = "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n"


@pytest.mark.parametrize(
    "parts",
    [
        (OTHER, "Content-Type: text/plain\n\n1\n"),
        (OTHER, "Content-Type: text/html\n\n<p>1</p>\n"),
        ("Content-Type: text/plain\n\n\n", IMAGE, "Content-Type: text/plain\n\n1\n"),
        ("Content-Type: text/plain\nContent-Disposition: attachment\n\n2\n", "Content-Type: text/plain\n\n1\n"),
    ],
)
def test_the_body_is_read_and_no_email_that_is_attached(parts: tuple[str, ...]) -> None:
    whole = "".join(f"--x\n{part}" for part in parts)
    message = AnymailInboundMessage.parse_raw_mime(f"Content-Type: multipart/mixed; boundary=x\n\n{whole}--x--\n")
    read = inbound.read(message)
    assert reply_text.written(read.text, read.html).above == ["1"]
