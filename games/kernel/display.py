"""What a title shows: player panels, "why not" entries, gallery cards and positions in words."""

from msgspec import Struct

from games.kernel.types import Move


class Counter(Struct, frozen=True):
    """A number on a player's panel."""

    value: str  # "7"
    words: str  # "7 cards"
    icon: str = ""  # SVG
    slots: tuple[int, int] = (0, 0)  # how many are full of how many, drawn in place of the icon and the value


class Panel(Struct, frozen=True):
    """What a game adds to a player's panel. Public, so nothing secret may be in it."""

    counters: tuple[Counter, ...] = ()
    marks: tuple[str, ...] = ()  # single words such as "passed"
    picture: tuple[str, str] = ("", "")  # (symbol in pictures/cards.svg, alt text), shown before the counters


class Attempt(Struct, frozen=True):
    """Something a player may want to do. The engine checks `move`; without one, `clause` and `sentence` say why not."""

    words: str  # {2} stands for the name of seat 2
    move: Move | None = None
    clause: str = ""
    sentence: str = ""


class Face(Struct, frozen=True):
    """One kind of card in the gallery."""

    id: str
    name: str
    kind: str  # for the gallery's filter
    drawing: str  # the whole card as an SVG element
    copies: int = 1  # in the deck
    effect: str = ""  # may contain [[XX-12]] marks
    clauses: tuple[str, ...] = ()
    facts: dict[str, int | str] = {}  # named as in the manual's tables, {"Points": 2}; cards can be sorted by numbers


class Fact(Struct, frozen=True):
    """A part of a position in words: ("Your hand", "1,4,4"). Details are not in the alt text of a picture, and follow
    below the choices of an email. `plan`: the same as lines of characters of equal width, for emails in plain text."""

    label: str
    text: str
    is_detail: bool = False
    plan: str = ""
