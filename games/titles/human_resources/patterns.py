"""Pattern matching: where a project stands in the office, is newly formed, or is nearest to done (HR-32 to HR-34).

An image is a project's drawing in one orientation. An occurrence is an image at a position where every square matches
the colour of the cubicle there. Colours are given as a dict from place to "D" or "L".
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from games.titles.human_resources.cards import CARDS, OTHER, squares
from games.titles.human_resources.geometry import SPAN

Colours = Mapping[int, str]
Squares = tuple[tuple[int, str], ...]
ROW, EDGE = 128, 8  # bits per row and margin: room for 62 cubicles in a line, and more around it than any image's width


def orientations(rows: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The distinct orientations of a drawing under rotation and mirroring (HR-33), the printed one first."""
    looks = []
    for start in (rows, tuple(row[::-1] for row in rows)):
        for _ in range(4):
            looks.append(start)
            start = tuple("".join(column) for column in zip(*reversed(start), strict=True))
    return tuple(dict.fromkeys(looks))


def _image(rows: tuple[str, ...], span: int = SPAN) -> Squares:
    return tuple((y * span + x, colour) for x, y, colour in squares(rows))


LOOKS = {card.id: orientations(card.grid) for card in CARDS.values() if card.grid}
IMAGES: dict[str, tuple[Squares, ...]] = {id: tuple(map(_image, looks)) for id, looks in LOOKS.items()}
"""The images of each project, as (offset from the image's north-west corner, colour) in reading order."""

_SHIFTS = {_image(look): _image(look, ROW) for looks in LOOKS.values() for look in looks}  # the same, as bit offsets
_SQUARES = {  # images relative to each of their squares, by its colour; the far end first, a likely mismatch
    id: {
        colour: [
            [(to - at, drawn) for to, drawn in image[::-1]] for image in images for at, own in image if own == colour
        ]
        for colour in "DL"
    }
    for id, images in IMAGES.items()
}


def newly_formed(project: str, colours: Colours, changed: Collection[int]) -> list[tuple[int, ...]]:
    """The occurrences that include a changed place (HR-34), sorted; each is a tuple of places in reading order."""
    drawings, found = _SQUARES.get(project, {}), set()
    for at in changed:
        for image in drawings.get(colours.get(at, ""), ()):
            for step, drawn in image:
                if colours.get(at + step) != drawn:
                    break
            else:
                found.add(tuple(sorted([at + step for step, _ in image])))
    return sorted(found)


def placements(project: str, colours: Colours) -> Iterator[Squares]:
    """For each position that has a matching cubicle and no mismatch: the squares of the drawing still missing there."""
    origin, bits = _bits(tuple(colours.items()))
    for image in IMAGES.get(project, ()):
        some, every, _ = _fits(image, bits)
        for corner in _places(some | every, origin):
            yield _empty(image, corner, colours)


def survey(project: str, colours: Colours) -> tuple[list[tuple[int, ...]], Squares]:
    """(occurrences in the office, missing squares of the nearest completion): the facts of the reason panel (HR-130).

    The nearest has the fewest missing squares, at least one; ties go by reading order of the missing places, then dark
    before light at the first difference. It is empty if no cubicle of the office can be part of the project.
    """
    origin, bits = _bits(tuple(colours.items()))
    standing: list[tuple[int, ...]] = []
    nearest: list[tuple[int, Squares, int]] = []  # number of missing squares, image, corners
    for image in IMAGES.get(project, ()):
        some, every, digits = _fits(image, bits)
        standing += [tuple([corner + step for step, _ in image]) for corner in _places(every, origin)]
        most = 0
        for digit in digits:  # highest bit first: keep the corners that have it set, if any do
            most = 2 * most + bool(some & digit)
            some = some & digit or some
        nearest.append((len(image) - most if some else 99, image, some))
    fewest = min((missing for missing, _, _ in nearest), default=0)
    close = [(image, corners) for missing, image, corners in nearest if missing == fewest]
    empty = [_empty(image, corner, colours) for image, corners in close for corner in _places(corners, origin)]
    return sorted(standing), min(empty, key=lambda missing: tuple(zip(*missing, strict=True)), default=())


@lru_cache(maxsize=64)
def _bits(office: tuple[tuple[int, str], ...]) -> tuple[int, dict[str, int]]:
    """(the place of bit 0, a bitboard of the cubicles of each colour, row by row)."""
    places = [at for at, _ in office]
    origin = (min(places) // SPAN - EDGE) * SPAN + min(at % SPAN for at in places) - EDGE
    bits = {"D": 0, "L": 0}
    for at, colour in office:
        row, column = divmod(at - origin, SPAN)
        bits[colour] |= 1 << row * ROW + column
    return origin, bits


def _fits(image: Squares, bits: dict[str, int]) -> tuple[int, int, tuple[int, int, int]]:
    """Bitboards of corners without a mismatch: where some but not all squares match, and where all of them match.

    Third, the number of matching squares as three binary digits, highest first: a bit-sliced counter for each corner.
    """
    wrong, every, ones, twos, fours = 0, -1, 0, 0, 0
    for shift, drawn in _SHIFTS[image]:
        lies = bits[drawn] >> shift
        wrong |= bits[OTHER[drawn]] >> shift
        every &= lies
        carried = ones & lies
        ones ^= lies
        fours ^= twos & carried
        twos ^= carried
    return (ones | twos | fours) & ~wrong & ~every, every, (fours, twos, ones)


def _places(bits: int, origin: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        row, column = divmod(lowest.bit_length() - 1, ROW)
        yield origin + row * SPAN + column
        bits ^= lowest


def _empty(image: Squares, corner: int, colours: Colours) -> Squares:
    return tuple([(corner + step, drawn) for step, drawn in image if corner + step not in colours])
