"""What is asked, what is answered and what happened. Seats count from 0."""

from functools import lru_cache
from typing import Any, ClassVar, Literal

from msgspec import Struct

# Which clock a decision gets. Only a missed `turn` counts as missed. `court` is for side matters, `standing` has no
# clock, and `aside` is a question that nobody else may know of.
Pace = Literal["turn", "window", "talk", "court", "standing", "aside"]
Opens = Literal["now", "round", "match", "never"]  # when a private part becomes public: at the end of ...
Private = dict[int, dict[str, Any]]  # of an event, by seat: what only this seat knows until it opens


# Small values without cycles are created by the thousand: gc=False keeps the garbage collector from scanning them.
class Option(Struct, frozen=True, gc=False):
    """One value that can be chosen."""

    value: str | int | bool
    label: str  # empty: a placeholder, left out of forms
    ref: str = ""  # what to highlight on the table: "card/7", "cell/3,4", "seat/2"


@lru_cache(maxsize=4096)
def seat_options(seats: tuple[int, ...]) -> tuple[Option, ...]:
    """The options of a field for these seats. Pages and emails show the players' names in place of the labels."""
    return tuple([Option(seat, f"player {seat + 1}", f"seat/{seat}") for seat in seats])


class Pick(Struct, frozen=True, tag=True, gc=False):
    """Choose one option. The argument is its value; "3,4" may also be sent as [3, 4]."""

    name: str
    options: tuple[Option, ...]
    least: int = 1  # 0: may be left empty, which is None
    label: str = ""
    most: ClassVar[int] = 1


class Picks(Struct, frozen=True, tag=True, gc=False):
    """Choose `least` to `most` options, each as often as it is listed. The argument is a list of values."""

    name: str
    options: tuple[Option, ...]
    least: int
    most: int
    ordered: bool = False  # whether the order matters
    label: str = ""


class Amount(Struct, frozen=True, tag=True, gc=False):
    """Choose a whole number from `least` to `most`."""

    name: str
    least: int
    most: int
    label: str = ""


class Text(Struct, frozen=True, tag=True, gc=False):
    """Write `least` to `most` characters."""

    name: str
    most: int = 280
    samples: tuple[str, ...] = ()  # for bots and tests
    least: int = 1
    label: str = ""


Field = Pick | Picks | Amount | Text
_SEAT_KEYS = tuple(str(seat) for seat in range(100))  # `Decision.key` is read about twenty times per move


class Action(Struct, frozen=True, gc=False):
    """A verb that the seat may use now. A field named "votes.2" is sent as {"votes": {"2": ...}}."""

    verb: str
    label: str
    fields: tuple[Field, ...] = ()
    help: str = ""


class Move(Struct, frozen=True, gc=False):
    """An answer to a decision; the only thing that clients send."""

    verb: str
    args: dict[str, Any] = {}


class Clock(Struct, frozen=True, gc=False):
    """How much time a decision has, if it is not an ordinary turn. All times are in seconds."""

    pace: Pace = "turn"
    continues: bool = False  # runs on the same clock as the turn that this seat has begun
    limit: int = 0  # a time limit set by the rules; an `aside` never gets more than a turn
    share: float = 1.0  # of the usual time
    live: int = 0  # a time limit set by the rules for live play
    extra: int = 0  # added on top; may grow while the decision is open, without changing its id
    hold: int = 0  # no answer is accepted for this long
    after: str = ""  # key of another decision: `hold` (if 0, its soft limit) counts from when that one was asked
    halts: bool = False  # pauses the clocks of the decisions that this one interrupts


class Decision(Struct, frozen=True, gc=False):
    """What a seat is asked: everything a client needs to show."""

    seat: int
    prompt: str
    actions: tuple[Action, ...]
    default: Move  # played when the clock runs out; always legal
    clauses: tuple[str, ...] = ()  # links to the manual
    secret: bool = False  # nobody else may know whether or how it was answered
    optional: bool = False  # the step does not wait for it
    acts_for: int | None = None  # the seat on whose behalf this one plays
    clock: Clock = Clock()
    matter: str = ""  # names a side matter, such as a court: a seat may owe an answer to each
    case: int = 0  # numbers matters of the same name from 1
    is_final: bool = False  # a sealed answer cannot be changed
    stays: bool = False  # keeps its id while the step asks it, even if its options change

    @property
    def key(self) -> str:
        """Where the answer is kept: the seat, then the matter and its case, if any."""
        return f"{self.seat}.{self.matter}{self.case or ''}" if self.matter else _SEAT_KEYS[self.seat]


class Choice(Struct, frozen=True):
    """A move that an email offers as a link."""

    label: str  # {2} stands for the name of seat 2
    move: Move
    is_complete: bool = True  # False: the link opens the form with `move` filled in
    whole: str = ""  # an incomplete one, once completed: "Place Corridor at {at}", with fields of the move


class Event(Struct, frozen=True, omit_defaults=True, gc=False):
    """A log entry."""

    kind: str
    clause: str
    data: dict[str, Any] = {}  # public
    private: Private = {}
    opens: Opens = "never"
    round: int = 0
