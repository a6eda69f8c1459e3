"""Posts to addresses people gave us, and reaches nothing but the public web (SSRF protection).

What is refused: other schemes than https, names and passwords in the address, ports below 1024 other than 443, names
that lead to any address which is not public (loopback, private, link-local, reserved, also wrapped in IPv6). The
address is looked up once and the connection goes to just that one, so a name that changes its mind between the look
and the call (DNS rebinding) gains nothing. Redirects are not followed. The whole call takes at most TIME_OUT seconds.
"""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from contextlib import suppress
from dataclasses import dataclass
from threading import Timer
from time import monotonic
from urllib.parse import SplitResult, urlsplit

import certifi

TIME_OUT = 5.0  # seconds for look-up, connection, sending and answer together
LONGEST_URL = 1000
_TRUST = ssl.create_default_context(cafile=certifi.where())
_find, _connect = socket.getaddrinfo, socket.create_connection  # names of their own: tests stand in for the web here
_lookups = ThreadPoolExecutor(4, thread_name_prefix="look-up")


class Unwelcome(Exception):
    """An address that we do not call. Its text is a sentence for the person who typed it."""


class Unreachable(Exception):
    """The call failed. Its text is a short sentence that may be shown; it repeats nothing of the answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the status and the seconds after which the other side wants to be asked again (0: not said)."""

    status: int
    retry_after: int = 0


def check_url(url: str) -> SplitResult:
    """The parts of an address that may be called, as far as its text tells. Raises Unwelcome."""
    if len(url) > LONGEST_URL or not url.isascii() or any(character <= " " or character == "\\" for character in url):
        raise Unwelcome("This isn’t a web address.")
    try:
        parts = urlsplit(url)
        port = parts.port or 443
    except ValueError:
        raise Unwelcome("This isn’t a web address.") from None
    if parts.scheme != "https":
        raise Unwelcome("The address must begin with https://.")
    if not parts.hostname or "@" in parts.netloc:
        raise Unwelcome("The address needs a host, without a name or password before it.")
    if port != 443 and port < 1024:
        raise Unwelcome("Only port 443 and ports from 1024 on are allowed.")
    _check_literal(parts.hostname)
    return parts


def _check_literal(host: str) -> None:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        if "." not in host or host.rstrip(".").rsplit(".", 1)[-1] in ("local", "localhost", "internal"):
            raise Unwelcome("This host isn’t on the public web.") from None
        return
    if not is_public(str(address)):
        raise Unwelcome("This host isn’t on the public web.")


def is_public(address: str) -> bool:
    """Does this IP address lie on the public web, whatever it is wrapped in?"""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if any(ip in closed for closed in _CLOSED):
            return False
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1])
        if inner:
            return is_public(str(inner))
        if ip in _TRANSLATED:  # RFC 6052: the last 32 bits are an IPv4 address
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
    return ip.is_global and not ip.is_multicast


_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
# Translation inside one network (RFC 8215), site-local (RFC 3879), IPv4-compatible (RFC 4291): they may lead inside.
_CLOSED = [ipaddress.ip_network(net) for net in ("64:ff9b:1::/48", "fec0::/10", "::/96")]


def look_up(host: str, port: int, seconds: float) -> str:
    """The one address to call. Raises Unwelcome if any of the host's addresses is not public, Unreachable if none."""
    try:
        found = _lookups.submit(_find, host, port, type=socket.SOCK_STREAM).result(seconds)
    except (OSError, UnicodeError, TooSlow):
        raise Unreachable("The host was not found.") from None
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(is_public(address) for address in addresses):
        raise Unwelcome("This host isn’t on the public web.")
    return addresses[0]


class _Pinned(http.client.HTTPSConnection):
    """A connection to one address; certificate and Host header are those of the name."""

    def __init__(self, host: str, port: int, address: str, timeout: float) -> None:
        super().__init__(host, port, timeout=timeout, context=_TRUST)
        self.address = address

    def connect(self) -> None:
        raw = _connect((self.address, self.port), self.timeout)
        # The handshake comes after the assignment, so that cut() reaches a host that drags it out.
        self.sock = _TRUST.wrap_socket(raw, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock.do_handshake()

    def cut(self) -> None:
        """End it from another thread: a server that sends a byte now and then would keep us for hours."""
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """POST this body. Raises Unwelcome or Unreachable; any status is an Answer."""
    until = monotonic() + TIME_OUT
    parts = check_url(url)
    host, port = str(parts.hostname), parts.port or 443
    address = look_up(host, port, TIME_OUT)
    left = max(0.1, until - monotonic())
    connection = _Pinned(host, port, address, left)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    watch = Timer(left, connection.cut)
    watch.start()
    try:
        connection.request("POST", path, body, {"User-Agent": "Playpost", "Connection": "close", **headers})
        answer = connection.getresponse()
        after = answer.getheader("Retry-After") or ""
        return Answer(answer.status, min(int(after), 3600) if after.isdecimal() and len(after) < 7 else 0)
    except ssl.SSLCertVerificationError:
        raise Unreachable("The certificate of the host is not valid.") from None
    except TimeoutError:
        raise Unreachable(f"No answer within {TIME_OUT:.0f} seconds.") from None
    except (OSError, ValueError, http.client.HTTPException):
        slow = monotonic() >= until
        words = f"No answer within {TIME_OUT:.0f} seconds." if slow else "The host did not answer as a web server."
        raise Unreachable(words) from None
    finally:
        watch.cancel()
        connection.close()
