"""Compresses large messages to open pages: the WebSocket extension permessage-deflate, which every browser offers.

Autobahn's own compressor would compress every message, and keep 300 kB for each page. This one leaves small messages as
they are, keeps nothing between messages, and bounds what a message may unpack to. docs/decisions/compressed-pushes.md.
"""

import zlib
from collections.abc import Iterable
from typing import Any

from autobahn.websocket import compress
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

WORTH = 2_000  # bytes of a message that is compressed: one in four
LEVEL, WINDOW, MEMORY = 6, 14, 8  # about 125 µs for 4 kB
# Bytes of a message after unpacking: more than the site accepts, so that it still answers "too large".
MOST = 128 * 1024
NAME = "permessage-deflate"


def packer(window: int) -> Any:
    """What compresses one message."""
    return zlib.compressobj(LEVEL, zlib.DEFLATED, -window, MEMORY)


class Deflate(compress.PerMessageDeflate):
    """The compression of one connection."""

    _compressor: Any
    _decompressor: Any

    def start_compress_message(self) -> None:
        self._compressor = packer(min(WINDOW, self.server_max_window_bits))

    def end_compress_message(self) -> bytes:
        data: bytes = super().end_compress_message()
        self._compressor = None
        return data

    def start_decompress_message(self) -> None:
        self._decompressor, self._left = zlib.decompressobj(-zlib.MAX_WBITS), MOST

    def decompress_message_data(self, data: bytes) -> bytes:
        """What is broken or too much is left out; the rest is then no form, and is refused."""
        if not self._left:
            return b""
        try:
            unpacked: bytes = self._decompressor.decompress(data, self._left)
        except zlib.error:
            unpacked, self._left = b"", 0
        self._left -= min(self._left, len(unpacked))
        return unpacked

    def end_decompress_message(self) -> None:
        self._decompressor = None


def accept(offers: Iterable[Any]) -> Any:
    """Accept the first offer of this kind. The browser, too, has to begin afresh with each message."""
    for offer in offers:
        if offer.EXTENSION_NAME == NAME:
            return compress.PerMessageDeflateOfferAccept(offer, request_no_context_takeover=True)
    return None


class Protocol(WebSocketProtocol):
    """Daphne's connection."""

    def sendMessage(self, payload: bytes, isBinary: bool = False, **more: Any) -> None:
        super().sendMessage(payload, isBinary, doNotCompress=len(payload) < WORTH, **more)


class Factory(WebSocketFactory):
    """Daphne's factory of connections."""

    protocol = Protocol

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.setProtocolOptions(perMessageCompressionAccept=accept)


def install() -> None:
    """Use it: Daphne and Autobahn have no setting for this."""
    import daphne.server

    daphne.server.WebSocketFactory = Factory
    compress.PERMESSAGE_COMPRESSION_EXTENSION[NAME]["PMCE"] = Deflate
