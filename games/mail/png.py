"""Renders SVG drawings as PNG for emails and link previews, with the same bytes on every machine.

Mail programs do not show SVG. The renderer is resvg (MIT licence; self-contained wheels for Linux and macOS). Of its
two Python packages we use `resvg`, because it keeps parsed fonts between pictures. The other one parses them for each
picture, which took 40 ms of 55.

Fonts: servers may have none, or different ones, so system fonts are never used. PT Sans and PT Serif come as Python
packages (OFL, Latin and Cyrillic), are passed to the renderer as bytes, and replace any font that a drawing names.
Glyphs as paths would be smaller, but could not render names and texts that people write. A character that the fonts
lack becomes a question mark.
"""

import ctypes
import re
import struct
import threading
import unicodedata
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import resvg
from resvg import usvg

from accounts.names import ISOLATES

SIZES = (2, 1.5, 1.25)  # pixels per unit of the drawing, for pictures that are kept
SIZES_ONCE = (1.2, 1.125)  # for pictures that one email shows: 432 pixels wide, as it shows them; a third less work
MOST_BYTES = 75_000  # larger pictures, which hardly exist, are rendered again with fewer pixels
_FACES = {
    "fontpkg_pt_sans": ("PT_Sans-Web-Regular.ttf", "PT_Sans-Web-Bold.ttf"),
    "fontpkg_pt_serif": ("PT_Serif-Web-Regular.ttf", "PT_Serif-Web-Bold.ttf"),
}
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # as in malloc.h
_PROPERTY = re.compile(r"var\(--[\w-]+,([^()]*)\)")  # a CSS variable; use its fallback, the light theme
_FAMILY = re.compile(r'font-family="([^"]*)"')
_SIZE = re.compile(r'(<svg [^>]*?)width="([\d.]+)" height="([\d.]+)"')
_SHARP = '<rect shape-rendering="crispEdges" '  # without anti-aliased edges: a tenth of the bytes
_UNSEEN = dict.fromkeys(map(ord, ISOLATES))
_FOREIGN = re.compile(r"[^\x00-\x7f]")


def png(svg: str, most_bytes: int = MOST_BYTES, sizes: Sequence[float] = SIZES) -> bytes:
    """Render the drawing as PNG of at most `most_bytes`, if possible. The `<svg>` needs width and height in units."""
    drawn = _for_renderer(svg)
    for times in sizes:
        made = _rendered(drawn, times)
        if len(made) <= most_bytes:
            break
    return made


def has_sign(text: str) -> bool:
    """Is there something to read in this text, in our fonts?"""
    return any(sign.isalnum() and sign in _supported_characters() for sign in unicodedata.normalize("NFC", text))


def _rendered(drawn: str, times: float) -> bytes:
    def larger(size: re.Match[str]) -> str:
        return f'{size[1]}width="{float(size[2]) * times:g}" height="{float(size[3]) * times:g}"'

    sized, count = _SIZE.subn(larger, drawn, count=1)
    assert count, "the drawing has no width and height"
    return bytes(resvg.render(usvg.Tree.from_str(sized, _RENDERER.options), (1, 0, 0, 0, 1, 0)))


def _for_renderer(svg: str) -> str:
    """The drawing in light colours and our fonts, without characters that these lack."""
    known = _supported_characters()
    drawn = unicodedata.normalize("NFC", svg.translate(_UNSEEN))
    drawn = _FOREIGN.sub(lambda match: match[0] if match[0] in known else "?", drawn)
    drawn = _PROPERTY.sub(r"\1", drawn)
    drawn = _FAMILY.sub(lambda face: f'font-family="PT {"Serif" if "Georgia" in face[1] else "Sans"}"', drawn)
    return drawn.replace("<rect ", _SHARP)


class _Renderer(threading.local):
    """The parsed fonts, once per thread: the renderer can't be shared between threads."""

    def __init__(self) -> None:
        # Let malloc keep the few megabytes that each picture needs instead of returning them to the system, which costs
        # a sixth of a picture's time. Only glibc has this setting.
        if (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)) is not None:
            mallopt(_TRIM_THRESHOLD, 16 * 2**20)
            mallopt(_MMAP_THRESHOLD, 8 * 2**20)
        self.options = usvg.Options.default()
        for package, names in _FACES.items():
            for name in names:
                self.options.load_font_data(_face(package, name))


def _face(package: str, name: str) -> bytes:
    return (files(package) / "files" / name).read_bytes()


@cache
def _supported_characters() -> frozenset[str]:
    """All characters that every one of our fonts has."""
    charsets = [_mapped(_face(package, name)) for package, names in _FACES.items() for name in names]
    return frozenset.intersection(*charsets)


def _mapped(face: bytes) -> frozenset[str]:
    """The characters of a TrueType font, from the segments of its format 4 character map (cmap)."""
    tables = {face[at : at + 4]: int.from_bytes(face[at + 8 : at + 12]) for at in range(12, 12 + 16 * face[5], 16)}
    start = tables[b"cmap"]
    places = [int.from_bytes(face[at : at + 4]) for at in range(start + 8, start + 4 + 8 * face[start + 3], 8)]
    map_at = next(start + place for place in places if int.from_bytes(face[start + place :][:2]) == 4)
    count = int.from_bytes(face[map_at + 6 : map_at + 8]) // 2
    lasts = struct.unpack_from(f">{count}H", face, map_at + 14)
    firsts = struct.unpack_from(f">{count}H", face, map_at + 16 + 2 * count)
    return frozenset(chr(code) for first, last in zip(firsts, lasts, strict=True) for code in range(first, last + 1))


_RENDERER = _Renderer()
