"""What a title shows: something a person may want to do, a card of the gallery, a drawn position."""

from msgspec import Struct

from games.kernel.types import Move


class Tried(Struct, frozen=True):
    """Something a person may want to do, in words, {2} for the name of seat 2.

    The engine judges `move`; without one the reason is given here.
    """

    words: str
    move: Move | None = None
    clause: str = ""
    sentence: str = ""


class Face(Struct, frozen=True):
    """One kind of card. `kind`: the group it is filtered by; `drawing`: the whole card as an SVG element.

    `copies`: how many are in the deck; `facts`: further numbers and words by the name that tables of the manual give
    them ({"Points": 2}); cards can be sorted by those that are numbers. `effect` may hold [[XX-12]] marks.
    """

    id: str
    name: str
    kind: str
    drawing: str
    copies: int = 1
    effect: str = ""
    clauses: tuple[str, ...] = ()
    facts: dict[str, int | str] = {}


class Board(Struct, frozen=True):
    """A position for the manual: a small SVG drawing, and what it shows in words, as (what, words)."""

    drawing: str
    words: tuple[tuple[str, str], ...] = ()
