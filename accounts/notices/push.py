"""Web push: our VAPID keys (RFC 8292), and end-to-end encrypted content (RFC 8291).

The key pair is derived from the site's secret key, so that all machines have the same one and none needs to be stored.
"""

import base64
import os
import time
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from py_vapid import Vapid02

from accounts.notices import public_http
from accounts.notices.models import Channel

LIFE = 24 * 3600  # seconds for which the push service keeps a message for a device that is off
RECORD = 4096  # bytes; push services need not accept more
TOKEN_LIFE = 12 * 3600  # seconds; RFC 8292 allows at most 24 hours
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


@lru_cache(maxsize=4)
def _key_from(secret: str) -> ec.EllipticCurvePrivateKey:
    raw = HKDF(algorithm=hashes.SHA256(), length=48, salt=None, info=b"playpost.vapid").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(raw, "big") % (_ORDER - 1) + 1, ec.SECP256R1())


def _own_key() -> ec.EllipticCurvePrivateKey:
    """The oldest key: browsers have subscribed with it and accept no other."""
    return _key_from([settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS][-1])


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def public_key() -> str:
    """Our public key, with which browsers subscribe: 65 bytes in URL-safe base64."""
    return encode(_point(_own_key()))


def encode(raw: bytes) -> str:
    """URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode URL-safe base64, padded or not. Raises ValueError."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def check_keys(p256dh: str, auth: str) -> None:
    """Raise ValueError unless these are the keys of a subscription: a point on P-256, and 16 bytes."""
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(p256dh))
    if len(decode(auth)) != 16:
        raise ValueError("auth")


def seal(body: bytes, p256dh: str, auth: str) -> bytes:
    """Encrypt a body for one device: one aes128gcm record (RFC 8188) with keys as in RFC 8291."""
    return _seal(body, decode(p256dh), decode(auth), ec.generate_private_key(ec.SECP256R1()), os.urandom(16))


def _seal(body: bytes, device: bytes, auth: bytes, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """`device`: its public point; `own`: our key for this one message. Variable names follow the RFC."""
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), device))
    point = _point(own)
    ikm = _derive(shared, auth, b"WebPush: info\0" + device + point, 32)
    key = _derive(ikm, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(ikm, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return header + AESGCM(key).encrypt(nonce, body + b"\x02", None)  # 2 marks the last record


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def send(device: Channel, body: bytes, tag: str) -> public_http.HttpAnswer:
    """Send a message to the device's push service. Raises public_http.UrlRefused or Unreachable."""
    parts = urlsplit(device.url)
    contact = settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip("> ")
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + TOKEN_LIFE,
        "sub": f"mailto:{contact}",
    }
    headers = {
        **Vapid02(_own_key()).sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIFE),
        "Urgency": "high",
        "Topic": tag[:32],
    }
    sealed = seal(body, device.secrets["p256dh"], device.secrets["auth"])
    return public_http.post(device.url, sealed, headers, str(device.user_id))
