"""What a title shows: a player's panel, something a person may want to do, a card of the gallery, a drawn position."""

from msgspec import Struct

from games.kernel.types import Move


class Counter(Struct, frozen=True):
    """A number on a player's panel that matters in this game."""

    value: str  # "7"
    words: str  # "7 cards"
    icon: str = ""  # its drawing
    piece: str = ""  # under this name it falls onto the panel when it is new


class Panel(Struct, frozen=True):
    """What a game adds to a player's panel: what everybody may know."""

    counters: tuple[Counter, ...] = ()
    marks: tuple[str, ...] = ()  # single words such as "passed"
    picture: tuple[str, str] = ("", "")  # a symbol in pictures/pieces.svg, drawn before the counters, and its words


class Tried(Struct, frozen=True):
    """Something a person may want to do. The engine judges `move`; without one the reason is given here."""

    words: str  # {2} stands for the name of seat 2
    move: Move | None = None
    clause: str = ""
    sentence: str = ""


class Face(Struct, frozen=True):
    """One kind of card."""

    id: str
    name: str
    kind: str  # the group it is filtered by
    drawing: str  # the whole card as an SVG element
    copies: int = 1  # how many are in the deck
    effect: str = ""  # may hold [[XX-12]] marks
    clauses: tuple[str, ...] = ()
    facts: dict[str, int | str] = {}  # more, as tables of the manual name it: {"Points": 2}; cards sort by numbers


class Drawing(Struct, frozen=True):
    """A position for the manual or an email."""

    svg: str
    words: tuple[tuple[str, str], ...] = ()  # what it shows, as (what, words)
