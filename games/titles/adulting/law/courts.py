"""The legal system: filing, replies, hearings, juries, verdicts (sections "Appeals", "Lawsuit", "Corruption").

Cases run alongside the open stage of the round. A case moves on when all its answers are in, or when the missing votes
of a jury cannot change the result (AD-154).
"""

from collections.abc import Mapping
from typing import Any

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.adulting import flow
from games.titles.adulting.law import rulings
from games.titles.adulting.law.rulings import Matter
from games.titles.adulting.state import Case, State, enlist, from_left, pay, weight
from games.titles.adulting.texts import normal
from games.titles.adulting.work import category

MOST_FILED = 3  # cases of one player in a round (AD-155)
YES = "yes"
Facts = dict[str, Any]


def jury(state: State, case: Case) -> list[int]:
    """Everybody except the two parties, from the dealer's left (AD-153)."""
    return [seat for seat in from_left(state) if seat not in (case.filer, case.against)]


def owed(state: State, case: Case) -> list[int]:
    """The seats that must answer in the current stage of the case."""
    if case.stage == "hearing":
        return [case.magistrate, case.against]
    if case.stage == "jury":
        return jury(state, case)
    return [] if case.stage == "closed" else [case.against]


def is_complete(state: State, case: Case, given: Mapping[int, Move]) -> bool:
    """Whether these answers are enough for the case to move on."""
    if case.stage == "jury":
        return _verdict(state, case, given) is not None
    if case.stage == "hearing":
        ruling = given.get(case.magistrate)
        return ruling is not None and (ruling.args["allow"] != YES or case.against in given)
    return case.against in given


def _verdict(state: State, case: Case, given: Mapping[int, Move]) -> bool | None:
    """True if the motion is carried, False if it fails, None while the missing votes can still decide."""
    members = jury(state, case)
    total = sum(weight(state, seat) for seat in members)
    up = sum(weight(state, seat) for seat in members if seat in given and given[seat].args["up"] == YES)
    missing = sum(weight(state, seat) for seat in members if seat not in given)
    if 2 * up > total:
        return True
    return False if 2 * (up + missing) <= total else None


def file(state: State, step: str, seat: int, move: Move, context: Context) -> None:
    """Open a case in this step and set the filer's money aside (AD-164, AD-182)."""
    round, args = state.round, move.args
    state.cases += 1
    round.filed[seat] = round.filed.get(seat, 0) + 1
    kind = "suit" if move.verb == "sue" else move.verb
    case = Case(state.cases, kind, seat, state.dealer, "retort", args["statement"], opened_in=step)
    facts: Facts = {}
    if kind == "appeal":
        facts, clause = _appeal(state, case, args), "AD-160"
    elif kind == "suit":
        facts, clause = _sue(state, case, args), "AD-172"
    else:
        round.has_motion, clause = True, "AD-200"
    state.players[seat].money -= case.escrow
    round.cases.append(case)
    common: Facts = {"case": case.number, "seat": seat, "against": case.against, "statement": case.statement}
    context.log(kind, clause, **common, escrow=case.escrow, **facts)


def _appeal(state: State, case: Case, args: Facts) -> Facts:
    """Enter the facts of an appeal in the case; returns those to log."""
    matter = Matter(**args["matter"])
    case.stage, case.press = "reply", args["press"] == YES
    case.escrow = len(state.present) - 1 if case.press else 0
    case.matter, case.seat, case.example = matter
    case.norm = normal(case.example) if case.matter == "example" else ""
    case.was = rulings.is_on(state, matter)
    rulings.settle(state, matter)
    told: Facts = {"matter": case.matter, "about": case.seat, "example": case.example}
    return told | {"press": case.press, "was": case.was}


def _sue(state: State, case: Case, args: Facts) -> Facts:
    """The same for a suit. The magistrate is the dealer or, if a party, the next player who is not (AD-175, AD-176)."""
    case.stage, case.against, case.ground = "hearing", args["defendant"], args["ground"]
    case.escrow = case.asked_price = args["price"]
    state.round.sued.append((case.filer, case.against))
    seats = [state.dealer, *from_left(state)]
    case.magistrate = next(seat for seat in seats if seat not in (case.filer, case.against))
    return {"ground": case.ground, "asked_price": case.asked_price}


def go_on(state: State, step: str, case: Case, given: Mapping[int, Move], context: Context) -> str:
    """Resolve the complete answers to a stage of a case. Returns the next step if the round has ended, else ""."""
    if case.stage == "reply":
        _reply(state, case, given[case.against].args, context)
    elif case.stage == "hearing":
        _hear(state, case, given, context)
    elif case.stage == "retort":
        case.retort, case.stage = given[case.against].args["text"], "jury"
        context.log("retort", "AD-201", case=case.number, seat=case.against, text=case.retort)
    else:
        case.votes = {seat: given[seat].args["up"] == YES for seat in sorted(jury(state, case)) if seat in given}
        is_carried = bool(_verdict(state, case, given))
        flow.release(state, case)
        if case.kind == "impeach":
            return _judge_motion(state, step, case, is_carried, context)
        judge = _judge_appeal if case.kind == "appeal" else _judge_suit
        judge(state, case, is_carried, context)
    return ""


def _reply(state: State, case: Case, args: Facts, context: Context) -> None:
    case.retort = args["retort"]
    sustains = args["sustain"] == YES
    context.log("replied", "AD-162", case=case.number, seat=case.against, sustains=sustains, text=case.retort)
    if not sustains:
        flow.release(state, case)
        _close(case, "gave_way", "AD-162", context)
        rulings.reverse(state, case)
    elif case.press:
        case.stage = "jury"
    else:
        _close(case, "sustained", "AD-171", context)


def _hear(state: State, case: Case, given: Mapping[int, Move], context: Context) -> None:
    ruling = given[case.magistrate].args
    if ruling["allow"] != YES:
        flow.release(state, case)
        return _close(case, "dismissed", "AD-185", context)
    plea = given[case.against].args
    case.price, top = ruling["price"], plea["fight_up_to"]
    context.log("allowed", "AD-175", case=case.number, seat=case.magistrate, price=case.price, fight_up_to=top)
    if case.price <= top:
        case.retort, case.stage = plea["retort"], "jury"
        context.log("fights", "AD-179", case=case.number, seat=case.against, text=case.retort)
        return None
    flow.release(state, case)
    paid = pay(state, case.against, case.filer, 1)
    return _close(case, "conceded", "AD-178", context, paid=paid)


def _close(case: Case, outcome: str, clause: str, context: Context, **more: Any) -> None:
    case.stage, case.outcome = "closed", outcome
    up = sum(case.votes.values())
    facts: Facts = {"case": case.number, "of": case.kind, "filer": case.filer, "against": case.against}
    facts |= {"outcome": outcome, "up": up, "down": len(case.votes) - up}
    context.log("verdict", clause, **facts, votes={str(seat): vote for seat, vote in case.votes.items()}, **more)


def _judge_appeal(state: State, case: Case, is_carried: bool, context: Context) -> None:
    if is_carried:
        rulings.reverse(state, case)
    payer, spared = (None, case.against) if is_carried else (case.filer, case.filer)  # AD-168, AD-167
    for seat in state.present:
        if seat != spared:
            pay(state, payer, seat, 1)
    outcome, clause = ("overturned", "AD-168") if is_carried else ("upheld", "AD-167")
    _close(case, outcome, clause, context)


def _judge_suit(state: State, case: Case, is_guilty: bool, context: Context) -> None:
    if not is_guilty:
        paid = pay(state, case.filer, case.against, case.price)
        return _close(case, "acquitted", "AD-181", context, paid=paid)
    paid = pay(state, case.against, case.filer, case.price)
    is_out = case.ground == "perjury"
    _close(case, "guilty", "AD-180", context, paid=paid, is_out=is_out)
    if is_out:
        enlist(state.round.out, case.against)
        state.round.convicted.append(case.against)
        same = [other for other in state.open_cases if other.ground == "perjury" and other.against == case.against]
        flow.drop_cases(state, same, context)  # AD-186
    return None


def _judge_motion(state: State, step: str, case: Case, is_carried: bool, context: Context) -> str:
    if is_carried:
        _close(case, "carried", "AD-202", context)
        flow.drop_cases(state, state.open_cases, context)
        flow.disclose(state, context)  # AD-191: the stage is over, even if nobody had answered in it
        context.forget()  # AD-203: wages not yet paid are lost, bids are void
        return flow.close_round(state, "impeached", case.filer)
    _close(case, "failed", "AD-204", context)
    enlist(state.round.out, case.filer)
    job = state.round.job
    if step == "naming" and case.filer in job.players and not category.is_naming_over(state):
        category.end_naming(state, case.filer, "expelled")  # AD-205: overturning an earlier exit does not undo this
        category.settle_turn(state)
    elif step == "list" and case.filer in job.players:
        job.emptied.append(case.filer)
    return ""
