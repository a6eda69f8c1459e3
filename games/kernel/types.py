"""The words of the contract: what is asked, what is answered, what happened. Seats count from 0."""

from typing import Any, ClassVar, Literal

from msgspec import Struct

Pace = Literal["turn", "window", "talk", "court", "standing", "aside"]
"""Which clock the platform gives a decision. Only `turn` counts as missed when it runs out. `aside` is a question that
nobody else may know of; `court` a side matter that runs at half time; `standing` has no clock."""
Opens = Literal["now", "round", "match", "never"]
"""When the private part of an event becomes public: at once, at the end of its round, of the match, or never."""
Private = dict[int, dict[str, Any]]
"""The private part of an event: what this seat alone knows until it opens."""


# Small values without cycles are made by the thousand: gc=False keeps the collector from walking through them.
class Option(Struct, frozen=True, gc=False):
    """One thing that can be chosen."""

    value: str | int | bool
    label: str  # empty: stands for nothing, that row of the form is not used
    ref: str = ""  # what to highlight on the table: "card/7", "cell/3,4", "seat/2"


class Pick(Struct, frozen=True, tag=True, gc=False):
    """Choose one of the options: the argument is its value ("3,4" may also be written [3, 4])."""

    name: str
    options: tuple[Option, ...]
    least: int = 1  # 0: one or none, which is None
    label: str = ""
    most: ClassVar[int] = 1


class Picks(Struct, frozen=True, tag=True, gc=False):
    """Choose `least` to `most` of the options, one that stands there twice also twice: the argument is a list."""

    name: str
    options: tuple[Option, ...]
    least: int
    most: int
    ordered: bool = False  # the order counts
    label: str = ""


class Amount(Struct, frozen=True, tag=True, gc=False):
    """A whole number from `least` to `most`: a bid, a price, a distance."""

    name: str
    least: int
    most: int
    label: str = ""


class Text(Struct, frozen=True, tag=True, gc=False):
    """Words of a person, `least` to `most` characters."""

    name: str
    most: int = 280
    samples: tuple[str, ...] = ()  # for bots and tests
    least: int = 1
    label: str = ""


Field = Pick | Picks | Amount | Text
_SEAT_KEYS = tuple(str(seat) for seat in range(100))  # asked for some twenty times in a move


class Action(Struct, frozen=True, gc=False):
    """A verb that the seat may use now. A field name with a dot ("votes.2") stands for an object on the wire."""

    verb: str
    label: str
    fields: tuple[Field, ...] = ()
    help: str = ""


class Move(Struct, frozen=True, gc=False):
    """What a seat answers; the only thing that clients send."""

    verb: str
    args: dict[str, Any] = {}


class Clock(Struct, frozen=True, gc=False):
    """How much time a decision has, where it is not a turn on the clock of the match. All numbers are seconds."""

    pace: Pace = "turn"
    continues: bool = False  # goes on with the turn that this seat has begun, on the same clock
    limit: int = 0  # where the rules name its time; an `aside` gets no more than a turn
    share: float = 1.0  # its part of the usual time
    live: int = 0  # where the rules name its time in live play
    extra: int = 0  # on top; it may grow while the decision is open, which stays the same question
    hold: int = 0  # after the question, in which no answer is accepted yet
    after: str = ""  # key of a decision that must be open for `hold` seconds, else its soft limit, before this one
    halts: bool = False  # while this is asked, the clocks of what it has interrupted are paused


class Decision(Struct, frozen=True, gc=False):
    """What a seat is asked: everything that a client needs to let a person decide."""

    seat: int
    prompt: str
    actions: tuple[Action, ...]
    default: Move  # played when the clock runs out, and always legal
    clauses: tuple[str, ...] = ()  # links into the manual
    secret: bool = False  # others may not know that or what was answered
    optional: bool = False  # does not hold up the step
    acts_for: int | None = None  # the seat on whose behalf this one plays
    clock: Clock = Clock()
    matter: str = ""  # name of a side matter (a court), where a seat can owe several answers in one step
    case: int = 0  # which of several matters of that name, from 1
    is_final: bool = False  # a sealed answer cannot be changed
    stays: bool = False  # keeps its id while the step asks it, even when others take options away (first come)

    @property
    def key(self) -> str:
        """Where the answer is kept: the seat, and the matter with its case where there is one."""
        return f"{self.seat}.{self.matter}{self.case or ''}" if self.matter else _SEAT_KEYS[self.seat]


class Choice(Struct, frozen=True):
    """A line of an email that opens ready to confirm."""

    label: str  # {2} stands for the name of seat 2
    move: Move
    is_complete: bool = True  # else it opens the form with `move` filled in


class Event(Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of the log."""

    kind: str
    clause: str
    data: dict[str, Any] = {}  # for everybody
    private: Private = {}
    opens: Opens = "never"
    round: int = 0
