"""The words of the contract: what is asked, what is answered, what happened. Seats count from 0."""

from typing import Any, ClassVar, Literal

from msgspec import Struct

Pace = Literal["turn", "window", "talk", "court", "standing", "aside"]
"""Which clock the platform gives a decision. Only `turn` counts as missed when it runs out. `aside` is a question that
nobody else may know of; `court` a side matter that runs at half time; `standing` has no clock."""
UNSEEN: tuple[Pace, ...] = ("standing", "aside")
"""Paces of decisions that no list of who is asked may name."""

Opens = Literal["now", "round", "match", "never"]
"""When the private part of an event becomes public: at once, at the end of its round, of the match, or never."""


# Small values without cycles are made by the thousand: gc=False keeps the collector from walking through them.
class Option(Struct, frozen=True, gc=False):
    """One thing that can be chosen. `ref` ("card/7", "cell/3,4", "seat/2") names what to highlight on the table.

    An empty `label` stands for nothing: that row of the form is not used.
    """

    value: str | int | bool
    label: str
    ref: str = ""


class Pick(Struct, frozen=True, tag=True, gc=False):
    """Choose one of the options: the argument is its value. `least` = 0: one or none, which is None.

    An option value "3,4" may also be written [3, 4].
    """

    name: str
    options: tuple[Option, ...]
    least: int = 1
    label: str = ""
    most: ClassVar[int] = 1


class Picks(Struct, frozen=True, tag=True, gc=False):
    """Choose `least` to `most` of the options: the argument is a list, however short.

    An option that stands there twice may be chosen twice. `ordered`: the order counts.
    """

    name: str
    options: tuple[Option, ...]
    least: int
    most: int
    ordered: bool = False
    label: str = ""


class Amount(Struct, frozen=True, tag=True, gc=False):
    """A whole number from `least` to `most`: a bid, a price, a distance."""

    name: str
    least: int
    most: int
    label: str = ""


class Text(Struct, frozen=True, tag=True, gc=False):
    """Words of a person, `least` to `most` characters. `samples` are for bots and tests."""

    name: str
    most: int = 280
    samples: tuple[str, ...] = ()
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
    """How much time a decision has. Most need nothing but the usual: `Clock()` is a turn on the clock of the match.

    `continues`: goes on with the turn that this seat has begun, on the same clock. `limit`: seconds for it where the
    rules name them (an `aside` gets no more than a turn); `share`: its part of the usual time; `live`: seconds for it
    in live play where the rules name them; `extra`: seconds on top, which may grow while it is open: it stays the same
    question. `hold`: seconds after the question in which no answer is accepted yet. `after`: the key of a decision
    that must have been open for `hold` seconds, or else for its soft limit, before this one may be answered.
    `halts`: while this is asked, the clocks of what it has interrupted are paused.
    """

    pace: Pace = "turn"
    continues: bool = False
    limit: int = 0
    share: float = 1.0
    live: int = 0
    extra: int = 0
    hold: int = 0
    after: str = ""
    halts: bool = False


class Decision(Struct, frozen=True, gc=False):
    """What a seat is asked: everything that a client needs to let a person decide.

    `default` is played when the clock runs out and is always legal. `clauses` link into the manual. `secret`: others
    may not know that or what was answered. `optional`: does not hold up the step. `acts_for`: the seat on whose behalf
    this one plays. `matter`: the name of a side matter (a court) where a seat can owe several answers in one step;
    `case`: which of several of that name, from 1. `is_final`: a sealed answer cannot be changed. `stays`: keeps its id
    while the step asks it, even when others take options away (first come).
    """

    seat: int
    prompt: str
    actions: tuple[Action, ...]
    default: Move
    clauses: tuple[str, ...] = ()
    secret: bool = False
    optional: bool = False
    acts_for: int | None = None
    clock: Clock = Clock()
    matter: str = ""
    case: int = 0
    is_final: bool = False
    stays: bool = False

    @property
    def key(self) -> str:
        """Where the answer is kept: the seat, and the matter with its case where there is one."""
        return f"{self.seat}.{self.matter}{self.case or ''}" if self.matter else _SEAT_KEYS[self.seat]


class Choice(Struct, frozen=True):
    """A line of an email that opens ready to confirm. Not `is_complete`: opens the form with `move` filled in.

    In `label` {2} stands for the name of seat 2.
    """

    label: str
    move: Move
    is_complete: bool = True


class Event(Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of the log. `data` is for everybody; `private[seat]` adds what this seat alone knows until `opens`."""

    kind: str
    clause: str
    data: dict[str, Any] = {}
    private: dict[int, dict[str, Any]] = {}
    opens: Opens = "never"
    round: int = 0
