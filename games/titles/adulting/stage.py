"""What all stages of a match share: cases beside them, clocks, and that none closes while a case is open.

The clocks of a live match are in seconds (section "Playing online", AD-69, AD-159); by correspondence the platform's
shares are those of the rulebook: the turn time, half of it for cases and before time may be called.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from games.kernel.rng import Rng
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Clock, Decision, Move
from games.titles.adulting import courts, decisions, flow, sampling, till, verbs
from games.titles.adulting.refusals_law import CLOSED
from games.titles.adulting.state import State, is_in_turn

AT_ONCE = ("bench", "time", "law", "bank")  # optional matters: carried out as soon as they come
TURN, LONGER = 45, {"perform": 150, "ruling": 90}
REPLY, COURT = 90, {"jury": 30}  # reply, retort, hearing, plea
SOFT = 20  # before the dealer may call time
FOR_A_CASE = 30  # what a stage gets on top when a case is opened


class Stage(Step[State], ABC):
    """What all stages share: cases beside them, and that none closes while a case is open (AD-150 to AD-152)."""

    @abstractmethod
    def seats(self, state: State) -> list[int]:
        """The seats that the stage itself asks now."""

    @abstractmethod
    def close(self, state: State, answers: Answers, context: Context) -> str:
        """The answers are in: change the state and return the next step."""

    def extra(self, state: State) -> list[Decision]:
        """Optional decisions of the stage besides filings."""
        return []

    def ask(self, state: State) -> list[Decision]:
        has_courts = self.name not in CLOSED
        main = [decisions.MAIN[self.name](state, seat) for seat in self.seats(state)]
        cases = decisions.cases(state) if has_courts else []
        if not main and not cases:
            return []
        filings = decisions.law(state, self.name) if has_courts else []
        asked = [*main, *cases, *self.extra(state), *filings, *decisions.bank(state)]
        if state.options.pace != "live":
            return asked
        filed = 0 if is_in_turn(state, self.name) else sum(case.opened_in == self.name for case in state.round.cases)
        return [replace(decision, clock=self._clock(decision, FOR_A_CASE * filed)) for decision in asked]

    def _clock(self, decision: Decision, extra: int) -> Clock:
        clock = decision.clock
        if clock.pace == "court":
            return replace(clock, limit=COURT.get(decision.actions[0].verb, REPLY))
        if decision.matter == "time":
            return replace(clock, hold=SOFT)
        return clock if decision.matter else replace(clock, limit=LONGER.get(self.name, TURN), extra=extra)

    def read(self, state: State, seat: int, move: Move, is_asked: bool) -> Move:
        return verbs.read(state, self.name, seat, self.seats(state), move, is_asked)

    def preview(self, state: State, seat: int, move: Move) -> list[str]:
        return verbs.told(state, seat, move)

    def answers_to_resolve(
        self, state: State, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        sealed = [decision for decision in asked if decision.key in answers]
        for decision in sealed:
            if decision.matter in AT_ONCE and answers[decision.key].verb != "wait":
                return [decision.key]
        for case in state.open_cases:
            keys = {d.seat: d.key for d in sealed if (d.matter, d.case) == ("case", case.number)}
            if keys and courts.is_complete(state, case, {seat: answers[key] for seat, key in keys.items()}):
                return list(keys.values())
        if state.open_cases or any(not d.optional and d.key not in answers for d in asked):
            return None
        return [decision.key for decision in sealed]

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        before = state.round
        next = self._resolve(state, answers, context)
        state.busy = state.busy or bool(answers)
        if (next != self.name or state.round is not before) and state.busy and not state.over:
            self.leave(state, context)
            state.busy = False
        return next

    def leave(self, state: State, context: Context) -> None:
        """A stage in which something was decided is over: payments can no longer be called out (AD-191)."""
        flow.disclose(state, context)

    def _resolve(self, state: State, answers: Answers, context: Context) -> str:
        for (matter, number), beside in sorted(answers.beside.items()):
            given = {seat: move for seat, move in beside.items() if move.verb != "wait"}
            if not given:
                continue
            if matter in AT_ONCE:
                return self.at_once(state, given, context) or self.name
            case = next(one for one in state.open_cases if one.number == number)
            return courts.go_on(state, self.name, case, given, context) or self.name
        return self.close(state, answers, context)

    def at_once(self, state: State, given: dict[int, Move], context: Context) -> str:
        """A filing, a call of theft, a strike or a call of time."""
        ((seat, move),) = given.items()
        if move.verb == "call_theft":
            till.call(state, seat, move.args["seat"], context)
        else:
            courts.file(state, self.name, seat, move, context)
        return ""

    def moves(self, state: State, decision: Decision) -> Iterable[Move] | None:
        is_scoring = decision.actions[0].verb == "place"  # other forms are tried field by field
        return sampling.scoring_moves(state, decision.seat) if is_scoring else None

    def sample(self, state: State, decision: Decision, rng: Rng) -> Move | None:
        return sampling.sample(state, self.name, decision, rng)
