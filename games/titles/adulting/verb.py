"""The base classes of all verbs. One class per verb: when it can be used, its arguments, what it will do, moves to
explain under "why not", and its choices in an email. `verbs` lists them all.
"""

from collections.abc import Iterator
from typing import Any

from games.kernel.display import Attempt
from games.kernel.errors import IllegalMove, need
from games.kernel.step import Context
from games.kernel.types import Choice, Decision, Move
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import State, is_in_turn

MALFORMED = ("AD-236", "That move can’t be read.")
WAITS = "The game waits until the open case is closed."
Args = dict[str, Any]


class Verb:
    """One kind of move. By default it has no arguments, is always legal and says nothing; subclasses override that.

    `keys`: its arguments. `is_at_once`: it is carried out by itself as soon as it arrives. `wanted` and `mail` are used
    if the verb is the first that a decision offers.
    """

    name = ""
    keys: tuple[str, ...] = ()
    is_at_once = False

    def need_open(self, state: State, step: str, seat: int, args: Args, main: list[int]) -> None:
        """Raise IllegalMove if the seat cannot use the verb now, whatever its arguments. `main`: the seats that the
        stage itself asks."""

    def known_keys(self, state: State, step: str, seat: int) -> set[str]:
        """The arguments that a move of this seat can have."""
        return set(self.keys)

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        """The move in the form of its fields. `args` may be changed. Raises IllegalMove in the rulebook's own words,
        with general reasons first (section "Playing online", AD-236)."""
        return Move(self.name, args)

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        """What a legal move will do, in sentences, from what its player may know: not whether an example was named
        before, and not which answer is the adult one. The lines of phrases.toml follow."""
        yield from ()

    def wanted(self, state: State, seat: int) -> list[Attempt]:
        """Moves to explain under "why not"; {2} stands for the name of seat 2."""
        return []

    def mail(self, view: View, decision: Decision) -> Iterator[Choice]:
        """The choices that an email offers; {2} stands for the name of seat 2. Those that need words open the form."""
        yield from ()

    def carry_out(self, state: State, step: str, seat: int, args: Args, context: Context) -> None:
        """Resolve a move that is carried out at once."""
        raise NotImplementedError(self.name)


class Wait(Verb):
    """The default of every optional decision."""

    name = "wait"


class StageVerb(Verb):
    """A move that stages ask for."""

    @property
    def steps(self) -> tuple[str, ...]:
        """The stages that ask for it: by default the one of its name."""
        return (self.name,)

    def need_open(self, state: State, step: str, seat: int, args: Args, main: list[int]) -> None:
        need(step in self.steps, "AD-20", f"That move does not belong to this step ({step}).")
        waits = is_in_turn(state, step) and state.open_cases
        need(not waits, "AD-151", WAITS)
        is_out = seat in state.round.out and not self.is_open_outside(state, step, seat)
        need(not is_out, "AD-124", "You are out of this round.")
        if seat not in main:
            self.refuse_decider(state, step, seat)

    def is_open_outside(self, state: State, step: str, seat: int) -> bool:
        """Whether a player who is out of the round can make this move all the same."""
        return step == "scoring"

    def refuse_decider(self, state: State, step: str, seat: int) -> None:
        """Refuse a seat that the stage does not ask now."""
        clause = {"naming": "AD-60", "number": "AD-83", "answer": "AD-112"}
        raise IllegalMove(clause[step] if is_in_turn(state, step) else "AD-236", "It is not your turn to decide.")
