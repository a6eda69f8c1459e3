"""The clocks of a live match in seconds (section "Playing online", AD-69, AD-159); by correspondence the platform's
shares are those of the rulebook: the turn time, half of it for cases and before time may be called."""

from msgspec.structs import replace

from games.kernel.types import Clock, Decision
from games.titles.adulting.state import State, is_in_turn

TURN = 45
LONGER = {"perform": 150, "ruling": 90}
COURT = {"jury": 30}
REPLY = 90  # reply, retort, hearing, plea
SOFT = 20  # before the dealer may call time
FOR_A_CASE = 30  # what a stage gets on top when a case is opened


def timed(state: State, step: str, asked: list[Decision]) -> list[Decision]:
    """These decisions of the step with the clocks of live play; by correspondence as they are."""
    if state.options.pace != "live":
        return asked
    extra = 0 if is_in_turn(state, step) else FOR_A_CASE * sum(case.opened_in == step for case in state.round.cases)
    return [replace(decision, clock=_clock(step, decision, extra)) for decision in asked]


def _clock(step: str, decision: Decision, extra: int) -> Clock:
    clock = decision.clock
    if clock.pace == "court":
        return replace(clock, limit=COURT.get(decision.actions[0].verb, REPLY))
    if decision.matter == "time":
        return replace(clock, hold=SOFT)
    return clock if decision.matter else replace(clock, limit=LONGER.get(step, TURN), extra=extra)
