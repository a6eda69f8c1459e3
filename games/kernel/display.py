"""What a title shows: a player's panel, something a person may want to do, a card of the gallery, a drawn position."""

from msgspec import Struct

from games.kernel.types import Move


class Counter(Struct, frozen=True):
    """A number on a player's panel that matters in this game: "7", in words "7 cards". `icon`: its drawing.

    `piece`: under this name it falls onto the panel when it is new.
    """

    value: str
    words: str
    icon: str = ""
    piece: str = ""


class Panel(Struct, frozen=True):
    """What a game adds to a player's panel: what everybody may know. `marks`: single words such as "passed".

    `picture`: a symbol in pictures/pieces.svg, drawn before the counters, and the words for it.
    """

    counters: tuple[Counter, ...] = ()
    marks: tuple[str, ...] = ()
    picture: tuple[str, str] = ("", "")


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
