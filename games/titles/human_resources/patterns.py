"""Where a project's drawing lies in the office: what stands, what was newly formed, what is nearest (HR-32 to HR-34).

An image is the drawing in one orientation; an occurrence is an image at one position whose squares all lie on
cubicles of the drawn colour. Colours are given as a dict from place to "D" or "L".
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from games.titles.human_resources.cards import CARDS, OTHER, squares
from games.titles.human_resources.geometry import SPAN

Colours = Mapping[int, str]
Squares = tuple[tuple[int, str], ...]
ROW, EDGE = 128, 8  # bits for a row of the office: at most 62 cubicles, and more beside them than an image is wide


def orientations(rows: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The different looks of a drawing under quarter turns and mirroring (HR-33), the printed one first."""
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
"""For each project with a drawing: its images as (step from the image's north-west corner, colour), reading order."""

_SHIFTS = {_image(look): _image(look, ROW) for looks in LOOKS.values() for look in looks}  # the same, in bits
_SQUARES = {  # an image seen from each square of a colour, the farthest square first: it most often does not fit
    id: {
        colour: [
            sorted([(step - own, drawn) for step, drawn in image], key=lambda square: -abs(square[0]))
            for image in images
            for own, seen in image
            if seen == colour
        ]
        for colour in "DL"
    }
    for id, images in IMAGES.items()
}


def newly_formed(project: str, colours: Colours, changed: Collection[int]) -> list[tuple[int, ...]]:
    """The occurrences with at least one changed place (HR-34), each as places in reading order, first one first."""
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
    """The empty squares of each position of the drawing on at least one cubicle and on none of the wrong colour."""
    origin, bits = _bits(tuple(colours.items()))
    for image in IMAGES.get(project, ()):
        some, every, _ = _fits(image, bits)
        for corner in _places(some | every, origin):
            yield _empty(image, corner, colours)


def survey(project: str, colours: Colours) -> tuple[list[tuple[int, ...]], Squares]:
    """(occurrences that stand, missing squares of the nearest completion): the facts of the reason panel (HR-130).

    Nearest: fewest missing, at least one; then reading order of the missing places, then dark before light at the
    first that differs. No missing squares: no cubicle of the office can be part of the project.
    """
    origin, bits = _bits(tuple(colours.items()))
    standing: list[tuple[int, ...]] = []
    nearest: list[tuple[int, Squares, int]] = []  # missing squares, image, corners
    for image in IMAGES.get(project, ()):
        some, every, digits = _fits(image, bits)
        standing += [tuple([corner + step for step, _ in image]) for corner in _places(every, origin)]
        most = 0
        for digit in digits:  # from the highest on: the corners that have it, if any has it
            most = 2 * most + bool(some & digit)
            some = some & digit or some
        nearest.append((len(image) - most if some else 99, image, some))
    fewest = min((missing for missing, _, _ in nearest), default=0)
    close = [(image, corners) for missing, image, corners in nearest if missing == fewest]
    empty = [_empty(image, corner, colours) for image, corners in close for corner in _places(corners, origin)]
    return sorted(standing), min(empty, key=lambda missing: tuple(zip(*missing, strict=True)), default=())


@lru_cache(maxsize=64)
def _bits(office: tuple[tuple[int, str], ...]) -> tuple[int, dict[str, int]]:
    """(the place of bit 0, for each colour its cubicles as the bits of one number, row by row)."""
    places = [at for at, _ in office]
    origin = (min(places) // SPAN - EDGE) * SPAN + min(at % SPAN for at in places) - EDGE
    bits = {"D": 0, "L": 0}
    for at, colour in office:
        row, column = divmod(at - origin, SPAN)
        bits[colour] |= 1 << row * ROW + column
    return origin, bits


def _fits(image: Squares, bits: dict[str, int]) -> tuple[int, int, tuple[int, int, int]]:
    """Corners as bits: where the image has some of its squares, where all of them, and none on the wrong colour.

    And how many, as the digits of a binary number, highest first: each corner is counted in its own column.
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
