"""Bitmaps of our drawings, for emails and link previews: an SVG goes in, a PNG comes out, the same bytes everywhere.

Mail programs show no SVG. The renderer is resvg (MIT licence, wheels for Linux and macOS without any library beside
them). Of the two Python packages around it `resvg` keeps parsed typefaces between two pictures, which is why it was
taken: the other one reads them for each picture, and that took 40 ms of 55.

Typefaces. A server has none, and one with some would draw other bytes than its neighbour. So we never look at those of
the system: PT Sans and PT Serif come as Python packages (OFL, Latin and Cyrillic), are handed to the renderer as bytes,
and stand for whatever a drawing names. Our own letterforms as paths would have been smaller, but could not write the
names and the texts of people. A letter that the typefaces lack becomes a question mark.
"""

import ctypes
import re
import struct
import threading
import unicodedata
from functools import cache
from importlib.resources import files

import resvg
from resvg import usvg

SIZES = (2, 1.75, 1.5, 1.25)  # pixels for a unit of the drawing: two are sharp on phones
MOST_BYTES = 60_000  # a picture that is larger gets fewer pixels
_FACES = {
    "fontpkg_pt_sans": ("PT_Sans-Web-Regular.ttf", "PT_Sans-Web-Bold.ttf"),
    "fontpkg_pt_serif": ("PT_Serif-Web-Regular.ttf", "PT_Serif-Web-Bold.ttf"),
}
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # as in malloc.h
_PROPERTY = re.compile(r"var\(--[\w-]+,([^()]*)\)")  # what a page could change; here the value of the day counts
_FAMILY = re.compile(r'font-family="([^"]*)"')
_SIZE = re.compile(r'(<svg [^>]*?)width="([\d.]+)" height="([\d.]+)"')
_SHARP = '<rect shape-rendering="crispEdges" '  # edges of paper without shades between: a tenth of the bytes
_SAID, _SHAPE = re.compile(">([^<]+)</text>"), re.compile("<(?:path|circle|ellipse|polygon)")
_FOREIGN = re.compile(r"[^\x00-\x7f]")


def png(svg: str, most_bytes: int = MOST_BYTES) -> bytes:
    """The drawing as PNG of at most so many bytes. Its `<svg>` names width and height in units."""
    drawn = _for_renderer(svg)
    for times in SIZES[_is_busy(drawn, most_bytes) :]:
        made = _rendered(drawn, times)
        if len(made) <= most_bytes:
            break
    return made


def _is_busy(drawn: str, most_bytes: int) -> bool:
    """Whether it will hardly fit with all pixels: a guess, within a tenth, that saves drawing it twice."""
    letters, shapes = sum(map(len, _SAID.findall(drawn))), len(_SHAPE.findall(drawn))
    size = _SIZE.search(drawn)
    height = float(size[3]) if size else 0
    return 94 * letters + 225 * shapes + 83 * height > most_bytes


def _rendered(drawn: str, times: float) -> bytes:
    def larger(size: re.Match[str]) -> str:
        return f'{size[1]}width="{float(size[2]) * times:g}" height="{float(size[3]) * times:g}"'

    sized, count = _SIZE.subn(larger, drawn, count=1)
    assert count, "a drawing without width and height"
    return bytes(resvg.render(usvg.Tree.from_str(sized, _RENDERER.options), (1, 0, 0, 0, 1, 0)))


def _for_renderer(svg: str) -> str:
    """The drawing with the colours of the day, in our typefaces, without letters that they lack."""
    known = _letters()
    drawn = _FOREIGN.sub(lambda found: found[0] if found[0] in known else "?", unicodedata.normalize("NFC", svg))
    drawn = _PROPERTY.sub(r"\1", drawn)
    drawn = _FAMILY.sub(lambda face: f'font-family="PT {"Serif" if "Georgia" in face[1] else "Sans"}"', drawn)
    return drawn.replace("<rect ", _SHARP)


class _Renderer(threading.local):
    """The typefaces, read once for each thread: the renderer refuses to be used in another than its own."""

    def __init__(self) -> None:
        # The C library keeps the few megabytes that each picture needs, instead of giving them back and getting them
        # anew, page by page: that is a sixth of a picture's time. Only glibc has such a setting.
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
def _letters() -> frozenset[str]:
    """All letters that every one of our typefaces can draw."""
    found = [_mapped(_face(package, name)) for package, names in _FACES.items() for name in names]
    return frozenset.intersection(*found)


def _mapped(face: bytes) -> frozenset[str]:
    """The letters of a TrueType file: those in its character map of format 4, from the segments of codes in it."""
    tables = {face[at : at + 4]: int.from_bytes(face[at + 8 : at + 12]) for at in range(12, 12 + 16 * face[5], 16)}
    start = tables[b"cmap"]
    places = [int.from_bytes(face[at : at + 4]) for at in range(start + 8, start + 4 + 8 * face[start + 3], 8)]
    map_at = next(start + place for place in places if int.from_bytes(face[start + place :][:2]) == 4)
    count = int.from_bytes(face[map_at + 6 : map_at + 8]) // 2
    lasts = struct.unpack_from(f">{count}H", face, map_at + 14)
    firsts = struct.unpack_from(f">{count}H", face, map_at + 16 + 2 * count)
    return frozenset(chr(code) for first, last in zip(firsts, lasts, strict=True) for code in range(first, last + 1))


_RENDERER = _Renderer()
