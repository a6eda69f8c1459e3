"""Outgoing requests reach only the public web."""

import socket
import ssl
from time import monotonic
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.notices import look_ups, public_http
from accounts.notices.public_http import Unreachable, UrlRefused, check_url, is_public, post
from tests.notices.web import HOST, PUBLIC, Web, certificate


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/in",
        "ftp://hooks.example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "//hooks.example.org/",
        "https:///in",
        "https://",
        "",
        "https://me:word@hooks.example.org/",
        "https://me@hooks.example.org/",
        "https://hooks.example.org:22/",
        "https://hooks.example.org:99999/",
        "https://hooks.example.org:x/",
        "https://localhost/",
        "https://printer.local/",
        "https://server.internal/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.8/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::ffff:10.0.0.1]/",
        "https://hooks.example.org/\r\nX: y",
        "https://hooks.example.org\\@10.0.0.1/",
        "https://höoks.example.org/",
        "https://hooks.example.org/" + "x" * 1000,
    ],
)
def test_invalid_urls_are_refused(url: str) -> None:
    with pytest.raises(UrlRefused):
        check_url(url)


@pytest.mark.parametrize(
    "url", ["https://hooks.example.org/in?x=1", "https://hooks.example.org:8443/", "https://8.8.8.8/"]
)
def test_valid_urls_are_accepted(url: str) -> None:
    assert check_url(url).geturl() == url


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.8.8.8", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.1.1", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "2002:7f00:1::", "64:ff9b::10.0.0.1", "64:ff9b::7f00:1"),
        *("64:ff9b:1::808:808", "64:ff9b:1:ffff::1", "fec0::1", "feff::1", "::8.8.8.8", "::7f00:1"),
        *("::ffff:0:127.0.0.1", "::ffff:0:8.8.8.8", "5f00::1", "192.0.0.8", "192.0.0.170", "::ffff:192.0.0.8"),
    ],
)
def test_private_addresses_are_recognized(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", PUBLIC, "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8"])
def test_public_addresses_are_recognized(address: str) -> None:
    assert is_public(address)


@given(st.ip_addresses(v=4))
def test_embedding_in_ipv6_does_not_change_the_answer(address: Any) -> None:
    number = int(address)
    for wrapped in (f"::ffff:{address}", f"64:ff9b::{number >> 16:x}:{number & 0xFFFF:x}"):
        assert is_public(wrapped) == is_public(str(address))


@given(st.text(max_size=80))
def test_any_text_is_a_url_or_refused(text: str) -> None:
    for url in (text, "https://" + text):
        try:
            assert check_url(url).scheme == "https"
        except UrlRefused as refused:
            assert str(refused).endswith(".")


def test_a_post_arrives_with_its_headers(web: Web) -> None:
    answer = post(web.url("/in?a=b"), b"{}", {"Content-Type": "application/json"}, "1")
    path, headers, body = web.posts[0]
    assert (answer.status, path, body) == (204, "/in?a=b", b"{}")
    assert headers["Host"] == HOST and headers["Content-Type"] == "application/json"


def test_the_request_goes_to_the_resolved_address(web: Web) -> None:
    """One lookup, one request: DNS rebinding in between has no effect."""
    post(web.url(), b"", {}, "1")
    assert (web.looked_up, web.called) == ([HOST], [PUBLIC])


@pytest.mark.parametrize("addresses", [["10.0.0.1"], [PUBLIC, "127.0.0.1"], ["::1"]])
def test_hosts_with_private_addresses_are_not_called(web: Web, addresses: list[str]) -> None:
    web.addresses = addresses
    with pytest.raises(UrlRefused):
        post(web.url(), b"", {}, "1")
    assert web.called == [] and web.posts == []


def test_redirects_are_not_followed(web: Web) -> None:
    web.status, web.headers = 302, {"Location": "https://127.0.0.1/"}
    assert post(web.url(), b"", {}, "1").status == 302
    assert len(web.called) == 1


def test_a_certificate_for_another_name_is_refused(web: Web, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    other = certificate(tmp_path / "other.pem", "other.example.org")
    monkeypatch.setattr(public_http, "_trust", lambda: ssl.create_default_context(cafile=str(other)))
    with pytest.raises(Unreachable, match="certificate"):
        post(web.url(), b"", {}, "1")
    assert web.posts == []


def test_a_slowly_answering_host_is_cut_off(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_http, "TIME_OUT", 0.6)
    web.drip = 0.2
    begin = monotonic()
    with pytest.raises(Unreachable, match="No answer"):
        post(web.url(), b"", {}, "1")
    assert monotonic() - begin < 3


def test_an_unknown_host_is_unreachable(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: Any, **__: Any) -> Any:
        raise socket.gaierror

    monkeypatch.setattr(look_ups, "_find", nobody)
    with pytest.raises(Unreachable, match="not found"):
        post(web.url(), b"", {}, "1")
