"""A stand-in for the outside web: one real TLS server on loopback under a public name, with a certificate of its own.

Only what cannot be had here is replaced: the name look-up (says a public address), the way to that address (goes to
loopback instead) and the list of trusted authorities (holds ours).
"""

import datetime
import json
import socket
import ssl
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from accounts.notices import breaker, look_ups, public_http

HOST = "hooks.example.org"
PUBLIC = "93.184.216.34"


def certificate(path: Path, host: str) -> Path:
    """A self-signed certificate and its key in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.datetime.now(datetime.UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    form = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    pem = built.public_bytes(serialization.Encoding.PEM) + key.private_bytes(serialization.Encoding.PEM, *form)
    path.write_bytes(pem)
    return path


@dataclass
class Web:
    """The requests the server got, and its next answer. `drip`: seconds between the bytes of the answer."""

    port: int = 0
    status: int = 204
    drip: float = 0
    headers: dict[str, str] = field(default_factory=dict)
    posts: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    addresses: list[str] = field(default_factory=lambda: [PUBLIC])
    looked_up: list[str] = field(default_factory=list)
    called: list[str] = field(default_factory=list)

    def url(self, path: str = "/in") -> str:
        return f"https://{HOST}{path}"

    def json(self) -> Any:
        """The body of the latest POST."""
        return json.loads(self.posts[-1][2])


def serve(web: Web, pem: Path) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            web.posts.append((self.path, dict(self.headers), body))
            answer = f"HTTP/1.1 {web.status} X\r\n" + "".join(f"{n}: {v}\r\n" for n, v in web.headers.items()) + "\r\n"
            for letter in answer if web.drip else [answer]:
                self.wfile.write(letter.encode())
                self.wfile.flush()
                time.sleep(web.drip)

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    web.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The public web, with one server called HOST."""
    web = Web()
    pem = certificate(tmp_path / "host.pem", HOST)
    server = serve(web, pem)

    def look_up(host: str, port: int, **_: Any) -> Any:
        web.looked_up.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in web.addresses]

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        web.called.append(address[0])
        return socket.create_connection(("127.0.0.1", web.port), timeout)

    monkeypatch.setattr(look_ups, "_find", look_up)
    monkeypatch.setattr(public_http, "_connect", connect)
    monkeypatch.setattr(public_http, "_trust", lambda: ssl.create_default_context(cafile=str(pem)))
    breaker.record_answer(web.url())  # another test may have left it open
    yield web
    server.shutdown()
    server.server_close()
