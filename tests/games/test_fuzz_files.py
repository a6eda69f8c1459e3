"""Never 5xx from outside, for files: any file in any field, and forms with files that end too early."""

import gzip
import json

import pytest
from django.test import Client
from hypothesis import example, given, seed
from hypothesis import strategies as st

from tests.games.test_fuzz import FIELDS, KINDS, addresses, ask, browsers, fuzz, site, values, words  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
NAMES = ("x.json", "", "x", ".", "../x.json", "x.json\0", "a" * 300, "ü🂡.json", "x.json.gz")


@seed(10)
@fuzz
@given(
    name=st.sampled_from(NAMES) | words,
    kind=st.sampled_from(KINDS),
    raw=st.binary(max_size=200)
    | words.map(lambda text: text.encode("utf-16"))
    | values.map(json.dumps).map(str.encode),
    field=st.sampled_from(["record", *FIELDS]),
    where=st.just("/records/") | addresses(),
)
@example(name="x.json", kind="application/json", raw=b"\xef\xbb\xbf{}", field="record", where="/records/")
@example(name="x.json", kind="application/json", raw=b"[" * 100_000, field="record", where="/records/")
@example(
    name="x.json", kind="application/json", raw=b'{"seed": ' + b"9" * 5000 + b"}", field="record", where="/records/"
)
@example(name="x.json", kind="application/json", raw=gzip.compress(b"{}"), field="record", where="/records/")
def test_files(browsers: list[Client], name: str, kind: str, raw: bytes, field: str, where: str) -> None:  # noqa: F811
    """Any file in any field: the site has one form with a file, and the others must not mind one."""
    file = f'form-data; name="{field}"; filename="{name}"\r\nContent-Type: {kind}'
    send(browsers[1], where, file, raw, "--x--\r\n")


@seed(11)
@fuzz
@given(head=words, raw=st.binary(max_size=80), end=st.sampled_from(["--x--\r\n", "--x\r\n", "", "--y--"]))
@example(head='form-data; name="record"; filename="x"', raw=b"{}", end="")
def test_broken_forms_with_files(browsers: list[Client], head: str, raw: bytes, end: str) -> None:  # noqa: F811
    send(browsers[1], "/records/", head, raw, end)


def send(client: Client, where: str, head: str, raw: bytes, end: str) -> None:
    """Post a form with one field, which has these headers and this content."""
    body = b"--x\r\nContent-Disposition: " + head.encode() + b"\r\n\r\n" + raw + b"\r\n" + end.encode()
    ask(client, "POST", where, data=body, content_type="multipart/form-data; boundary=x")
