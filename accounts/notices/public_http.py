"""POST requests to URLs that users entered, limited to the public web (SSRF protection).

Refused: schemes other than https, user names and passwords in the URL, ports below 1024 except 443, and hosts with any
IP address that is not public (loopback, private, link-local, reserved, even if embedded in IPv6). The host is resolved
once and the connection goes to that very address, which defeats DNS rebinding. Redirects are not followed. The whole
call takes at most TIME_OUT seconds.
"""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from threading import Timer
from time import monotonic
from urllib.parse import SplitResult, urlsplit

import certifi

from accounts.notices import look_ups

TIME_OUT = 5.0  # seconds for the DNS lookup, connection, request and response together
LONGEST_URL = 1000
_connect = socket.create_connection  # tests replace this


@cache
def _trust() -> ssl.SSLContext:
    """Trust in the usual authorities: to read their 140 certificates takes 30 ms, and most processes call nobody."""
    return ssl.create_default_context(cafile=certifi.where())


class UrlRefused(Exception):
    """The URL is not allowed. The message is a sentence for the person who entered it."""


class Unreachable(Exception):
    """The call failed. The message is a short sentence for the person, without any part of the response."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """The response: its status, and the seconds of its Retry-After header (0 if there is none)."""

    status: int
    retry_after: int = 0


def check_url(url: str) -> SplitResult:
    """The parts of a URL that is allowed, as far as can be told without a DNS lookup. Raises UrlRefused."""
    if len(url) > LONGEST_URL or not url.isascii() or any(character <= " " or character == "\\" for character in url):
        raise UrlRefused("This isn’t a web address.")
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError:
        raise UrlRefused("This isn’t a web address.") from None
    if parts.scheme != "https":
        raise UrlRefused("The address must begin with https://.")
    if not parts.hostname or "@" in parts.netloc:
        raise UrlRefused("The address needs a host, without a name or password before it.")
    if port != 443 and port < 1024:
        raise UrlRefused("The port must be 443, or 1024 or higher.")
    _check_literal(parts.hostname)
    return parts


def _check_literal(host: str) -> None:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        if "." not in host or host.rstrip(".").rsplit(".", 1)[-1] in ("local", "localhost", "internal"):
            raise UrlRefused("This host isn’t on the public web.") from None
        return
    if not is_public(str(address)):
        raise UrlRefused("This host isn’t on the public web.")


def is_public(address: str) -> bool:
    """Is this IP address public? Also checks IPv4 addresses embedded in IPv6."""
    ip = ipaddress.ip_address(address)
    if any(ip in closed for closed in _CLOSED):
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1])
        if inner:
            return is_public(str(inner))
        if ip in _TRANSLATED:  # RFC 6052: the last 32 bits are an IPv4 address
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
    return ip.is_global and not ip.is_multicast


_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
# They may lead to an internal network: local translation (RFC 8215, RFC 2765), segment routing (RFC 9602), site-local
# (RFC 3879), IPv4-compatible (RFC 4291), protocol assignments (RFC 6890).
_CLOSED = [
    ipaddress.ip_network(net)
    for net in ("64:ff9b:1::/48", "::ffff:0:0:0/96", "5f00::/16", "fec0::/10", "::/96", "192.0.0.0/24")
]


def look_up(host: str, port: int, asker: str) -> str:
    """The IP address to call. Raises UrlRefused if any of the host's addresses is not public, Unreachable if none, and
    look_ups.Busy."""
    try:
        addresses = look_ups.addresses_of(host, port, TIME_OUT, asker)
    except (OSError, UnicodeError):
        raise Unreachable("The host was not found.") from None
    if not addresses or not all(is_public(address) for address in addresses):
        raise UrlRefused("This host isn’t on the public web.")
    return addresses[0]


class _Pinned(http.client.HTTPSConnection):
    """A connection to a fixed IP address, with the certificate check and Host header of the host name."""

    def __init__(self, host: str, port: int, address: str, timeout: float) -> None:
        super().__init__(host, port, timeout=timeout, context=_trust())
        self.address = address

    def connect(self) -> None:
        raw = _connect((self.address, self.port), self.timeout)
        # Assign self.sock before the handshake, so that cut() can end a slow one.
        self.sock = _trust().wrap_socket(raw, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock.do_handshake()

    def cut(self) -> None:
        """End the connection from another thread: a server that sends a byte now and then would hold us for hours."""
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


def post(url: str, body: bytes, headers: Mapping[str, str], asker: str) -> HttpAnswer:
    """POST this body for a person (`asker`). Raises UrlRefused, Unreachable, Busy."""
    until = monotonic() + TIME_OUT
    parts = check_url(url)
    host, port = str(parts.hostname), parts.port or 443
    address = look_up(host, port, asker)
    left = max(0.1, until - monotonic())
    connection = _Pinned(host, port, address, left)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    watch = Timer(left, connection.cut)
    watch.start()
    try:
        connection.request("POST", path, body, {"User-Agent": "Playpost", "Connection": "close", **headers})
        answer = connection.getresponse()
        after = answer.getheader("Retry-After") or ""
        return HttpAnswer(answer.status, min(int(after), 3600) if after.isdecimal() and len(after) < 7 else 0)
    except ssl.SSLCertVerificationError:
        raise Unreachable("The host’s certificate is not valid.") from None
    except TimeoutError:
        raise Unreachable(f"No answer within {TIME_OUT:.0f} seconds.") from None
    except (OSError, ValueError, http.client.HTTPException):
        slow = monotonic() >= until
        words = f"No answer within {TIME_OUT:.0f} seconds." if slow else "The host did not answer as a web server."
        raise Unreachable(words) from None
    finally:
        watch.cancel()
        connection.close()
