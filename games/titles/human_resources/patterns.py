"""Where a project's drawing lies in the office: what stands, what was newly formed, what is nearest (HR-32 to HR-34).

An image is the drawing in one orientation; an occurrence is an image at one position whose squares all lie on
cubicles of the drawn colour. Colours are given as a dict from place to "D" or "L".
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from games.titles.human_resources.cards import CARDS
from games.titles.human_resources.geometry import SPAN

Colours = Mapping[int, str]
Image = tuple[tuple[int, str], ...]
Squares = tuple[tuple[int, str], ...]


def orientations(rows: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The different looks of a drawing under quarter turns and mirroring (HR-33), the printed one first."""
    looks = []
    for start in (rows, tuple(row[::-1] for row in rows)):
        for _ in range(4):
            looks.append(start)
            start = tuple("".join(column) for column in zip(*reversed(start), strict=True))
    return tuple(dict.fromkeys(looks))


def _image(rows: tuple[str, ...]) -> Image:
    squares = [(y * SPAN + x, letter) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."]
    return tuple(squares)


IMAGES: dict[str, tuple[Image, ...]] = {
    card.id: tuple(_image(look) for look in orientations(card.grid)) for card in CARDS.values() if card.grid
}
"""For each project with a drawing: its images as (step from the image's north-west corner, colour), reading order."""

_SQUARES = {
    id: {colour: [(image, step) for image in images for step, drawn in image if drawn == colour] for colour in "DL"}
    for id, images in IMAGES.items()
}


def newly_formed(project: str, colours: Colours, changed: Collection[int]) -> list[tuple[int, ...]]:
    """The occurrences with at least one changed place (HR-34), each as places in reading order, first one first."""
    found = _occurrences(project, colours, changed)
    return sorted({tuple(corner + step for step, _ in image) for corner, image in found})


def is_formed(project: str, colours: Colours, changed: Collection[int]) -> bool:
    """Is there a new occurrence? Faster than listing them."""
    return next(_occurrences(project, colours, changed), None) is not None


def _occurrences(project: str, colours: Colours, changed: Collection[int]) -> Iterator[tuple[int, Image]]:
    """(north-west corner, image) of each new occurrence; one with several changed places comes several times."""
    squares = _SQUARES.get(project, {})
    for at in changed:
        for image, own_step in squares.get(colours.get(at, ""), ()):
            corner = at - own_step
            for step, drawn in image:
                if colours.get(corner + step) != drawn:
                    break
            else:
                yield corner, image


def placements(project: str, colours: Colours, most_missing: int = 99) -> Iterator[tuple[int, Image, list[int]]]:
    """All positions of the drawing on at least one cubicle and on none of the wrong colour.

    Yields (north-west corner, image, indexes of the squares that are still empty); each position once.
    """
    for image in IMAGES.get(project, ()):
        corners = {at - step for at, colour in colours.items() for step, drawn in image if drawn == colour}
        for corner in corners:
            missing = []
            for index, (step, drawn) in enumerate(image):
                found = colours.get(corner + step)
                if found is None:
                    missing.append(index)
                    if len(missing) > most_missing:
                        break
                elif found != drawn:
                    break
            else:
                yield corner, image, missing


def survey(project: str, colours: Colours) -> tuple[list[tuple[int, ...]], Squares]:
    """(occurrences that stand, missing squares of the nearest completion): the facts of the reason panel (HR-130).

    Nearest: fewest missing, at least one; then reading order of the missing places, then dark before light at the
    first that differs. No missing squares: no cubicle of the office can be part of the project.
    """
    by_colour = {letter: [at for at, colour in colours.items() if colour == letter] for letter in "DL"}
    standing: list[tuple[int, ...]] = []
    nearest: list[Squares] = []
    fewest = 99
    for image in IMAGES.get(project, ()):
        fitting = Counter([at - step for step, drawn in image for at in by_colour[drawn]])  # squares, by corner
        for corner, count in fitting.most_common():
            missing = len(image) - count
            if missing > fewest:
                break
            empty = tuple([(corner + step, drawn) for step, drawn in image if corner + step not in colours])
            if len(empty) != missing:
                continue  # the others are of the wrong colour
            if not missing:
                standing.append(tuple([corner + step for step, _ in image]))
                continue
            if missing < fewest:
                fewest, nearest = missing, []
            nearest.append(empty)
    return sorted(standing), min(nearest, key=lambda squares: tuple(zip(*squares, strict=True)), default=())
