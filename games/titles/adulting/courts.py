"""The legal system: filing, replies, hearings, juries, verdicts (sections "Appeals", "Lawsuit", "Corruption").

Cases live in the round, beside whatever stage is open. A case moves on when all that it waits for is in, or when a
jury's missing votes cannot change the result (AD-154).
"""

from collections.abc import Mapping
from typing import Any

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.adulting import flow, naming
from games.titles.adulting.state import Case, Entry, State, from_left, pay, weight
from games.titles.adulting.texts import normal
from games.titles.adulting.wages import placed

MOST_FILED = 3  # cases of one player in a round (AD-155)
YES = "yes"


def jury(state: State, case: Case) -> list[int]:
    """Everybody but the two sides, from the dealer's left (AD-153)."""
    return [seat for seat in from_left(state) if seat not in (case.filer, case.against)]


def owed(state: State, case: Case) -> list[int]:
    """Who has something to decide in this case now."""
    if case.stage == "hearing":
        return [case.magistrate, case.against]
    if case.stage == "jury":
        return jury(state, case)
    return [] if case.stage == "closed" else [case.against]


def is_complete(state: State, case: Case, given: Mapping[int, Move]) -> bool:
    """Whether the case can go on with these answers of its step."""
    if case.stage == "jury":
        return _verdict(state, case, given) is not None
    if case.stage == "hearing":
        ruling = given.get(case.magistrate)
        return ruling is not None and (ruling.args["allow"] != YES or case.against in given)
    return case.against in given


def _verdict(state: State, case: Case, given: Mapping[int, Move]) -> bool | None:
    """True: carried, False: not; None while missing votes count."""
    members = jury(state, case)
    total = sum(weight(state, seat) for seat in members)
    up = sum(weight(state, seat) for seat in members if seat in given and given[seat].args["up"] == YES)
    missing = sum(weight(state, seat) for seat in members if seat not in given)
    if 2 * up > total:
        return True
    return False if 2 * (up + missing) <= total else None


def go_on(state: State, step: str, case: Case, given: Mapping[int, Move], context: Context) -> str:
    """Carry out the answers of a complete step of a case. Returns the next step if the round has ended, else ""."""
    if case.stage == "reply":
        _reply(state, case, given[case.against], context)
    elif case.stage == "hearing":
        _hear(state, case, given, context)
    elif case.stage == "retort":
        case.retort, case.stage = given[case.against].args["text"], "jury"
        context.log("retort", "AD-201", case=case.number, seat=case.against, text=case.retort)
    else:
        case.votes = {seat: given[seat].args["up"] == YES for seat in jury(state, case) if seat in given}
        is_carried = bool(_verdict(state, case, given))
        return {"appeal": _judge_appeal, "suit": _judge_suit, "impeach": _judge_motion}[case.kind](
            state, step, case, is_carried, context
        )
    return ""


def file(state: State, step: str, seat: int, move: Move, context: Context) -> None:
    """Open a case in this step; the money is set aside (AD-164, AD-182)."""
    round, args = state.round, move.args
    state.cases += 1
    round.filed[seat] = round.filed.get(seat, 0) + 1
    case = {"appeal": _appeal, "sue": _suit, "impeach": _motion}[move.verb](state, seat, args)
    case.statement, case.opened_in = args["statement"], step
    state.players[seat].money -= case.escrow
    round.cases.append(case)
    facts = {"appeal": ["matter", "seat", "example", "press", "was"], "suit": ["ground", "asked_price"], "impeach": []}
    told = {("about" if name == "seat" else name): getattr(case, name) for name in facts[case.kind]}
    clause = {"appeal": "AD-160", "suit": "AD-172", "impeach": "AD-200"}[case.kind]
    common: dict[str, Any] = {"case": case.number, "seat": seat, "against": case.against, "statement": case.statement}
    context.log(case.kind, clause, **common, escrow=case.escrow, **told)


def _appeal(state: State, seat: int, args: dict[str, Any]) -> Case:
    job, matter, press = state.round.job, args["matter"], args["press"] == YES
    fee = len(state.present) - 1 if press else 0
    case = Case(state.cases, "appeal", seat, state.dealer, "reply", escrow=fee, press=press)
    case.matter, case.seat, case.example = matter["kind"], matter["seat"], matter["example"]
    case.was = is_on(state, case.matter, case.seat, case.example)
    if case.matter == "example":
        case.norm = normal(case.example)
        job.settled.append((case.seat, case.norm))
    elif case.matter == "time":
        last_call(state, case.seat).is_settled = True  # type: ignore[union-attr]
    else:
        job.closed.append((case.matter, case.seat))
    return case


def is_on(state: State, matter: str, seat: int, example: str = "") -> bool:
    """Which way a ruling went: struck, called, disallowed, bonus given; of a place always True."""
    job = state.round.job
    if matter == "example":
        return (seat, normal(example)) in job.struck
    return {"number": seat in job.disallowed, "bonus": seat in job.bonus}.get(matter, True)


def _suit(state: State, seat: int, args: dict[str, Any]) -> Case:
    against, price = args["defendant"], args["price"]
    state.round.sued.append((seat, against))
    magistrate = next(other for other in [state.dealer, *from_left(state)] if other not in (seat, against))
    case = Case(state.cases, "suit", seat, against, "hearing", escrow=price, magistrate=magistrate)
    case.ground, case.asked_price = args["ground"], price
    return case


def _motion(state: State, seat: int, args: dict[str, Any]) -> Case:
    state.round.has_motion = True
    return Case(state.cases, "impeach", seat, state.dealer, "retort")


def last_call(state: State, seat: int) -> Entry | None:
    """The latest call of time on this seat."""
    record = reversed(state.round.job.record)
    return next((entry for entry in record if entry.seat == seat and entry.kind == "time"), None)


def _reply(state: State, case: Case, move: Move, context: Context) -> None:
    case.retort = move.args["retort"]
    sustains = move.args["sustain"] == YES
    context.log("replied", "AD-162", case=case.number, seat=case.against, sustains=sustains, text=case.retort)
    if not sustains:
        flow.release(state, case)
        _close(case, "gave_way", context, "AD-162")
        reverse(state, case)
    elif not case.press:
        _close(case, "sustained", context, "AD-171")
    else:
        case.stage = "jury"


def _hear(state: State, case: Case, given: Mapping[int, Move], context: Context) -> None:
    ruling = given[case.magistrate].args
    if ruling["allow"] != YES:
        flow.release(state, case)
        return _close(case, "dismissed", context, "AD-185")
    plea = given[case.against].args
    case.price = ruling["price"]
    facts: dict[str, Any] = {
        "case": case.number,
        "seat": case.magistrate,
        "price": case.price,
        "fight_up_to": plea["fight_up_to"],
    }
    context.log("allowed", "AD-175", **facts)
    if case.price <= plea["fight_up_to"]:
        case.retort, case.stage = plea["retort"], "jury"
        context.log("fights", "AD-179", case=case.number, seat=case.against, text=case.retort)
        return None
    flow.release(state, case)
    paid = pay(state, case.against, case.filer, 1)
    return _close(case, "conceded", context, "AD-178", paid=paid)


def _close(case: Case, outcome: str, context: Context, clause: str, **facts: Any) -> None:
    case.stage, case.outcome = "closed", outcome
    up = sum(case.votes.values())
    votes = {str(seat): vote for seat, vote in case.votes.items()}
    data: dict[str, Any] = {
        "case": case.number,
        "of": case.kind,
        "filer": case.filer,
        "against": case.against,
        "outcome": outcome,
    }
    context.log("verdict", clause, **data, up=up, down=len(case.votes) - up, votes=votes, **facts)


def _judge_appeal(state: State, step: str, case: Case, is_carried: bool, context: Context) -> str:
    flow.release(state, case)
    if is_carried:
        reverse(state, case)
        for seat in state.present:
            if seat != case.against:
                pay(state, None, seat, 1)  # AD-168
        _close(case, "overturned", context, "AD-168")
    else:
        for seat in state.present:
            if seat != case.filer:
                pay(state, case.filer, seat, 1)  # AD-167
        _close(case, "upheld", context, "AD-167")
    return ""


def reverse(state: State, case: Case) -> None:
    """The opposite of the ruling holds (AD-169)."""
    job = state.round.job
    if case.matter == "example":
        _toggle(job.struck, (case.seat, case.norm))
        if state.options.category == "lists":
            naming.play_lists(state)
        else:
            naming.settle_turn(state)
    elif case.matter == "time":
        last_call(state, case.seat).is_void = True  # type: ignore[union-attr]
    elif case.matter == "number":
        _toggle(job.disallowed, case.seat)
    elif case.matter == "bonus":
        _toggle(job.bonus, case.seat)
    else:
        _swap_up(state, case.seat)


def _toggle(items: list[Any], item: object) -> None:
    if item in items:
        items.remove(item)
    else:
        items.append(item)


def _swap_up(state: State, seat: int) -> None:
    job = state.round.job
    counting = placed(state)
    if seat not in counting or counting[0] == seat:
        return  # who stood above has left the round meanwhile
    above = counting[counting.index(seat) - 1]
    one, two = job.order.index(above), job.order.index(seat)
    job.order[one], job.order[two] = job.order[two], job.order[one]


def _judge_suit(state: State, step: str, case: Case, is_guilty: bool, context: Context) -> str:
    flow.release(state, case)
    if not is_guilty:
        paid = pay(state, case.filer, case.against, case.price)
        _close(case, "acquitted", context, "AD-181", paid=paid)
        return ""
    paid = pay(state, case.against, case.filer, case.price)
    is_out = case.ground == "perjury"
    _close(case, "guilty", context, "AD-180", paid=paid, is_out=is_out)
    if is_out:
        _put_out(state, case.against)
        state.round.convicted.append(case.against)
        same = [other for other in state.open_cases if other.ground == "perjury" and other.against == case.against]
        flow.drop_cases(state, same, context)  # AD-186
    return ""


def _put_out(state: State, seat: int) -> None:
    if seat not in state.round.out:
        state.round.out.append(seat)


def _judge_motion(state: State, step: str, case: Case, is_carried: bool, context: Context) -> str:
    if is_carried:
        _close(case, "carried", context, "AD-202")
        flow.drop_cases(state, state.open_cases, context)
        flow.disclose(state, context)  # AD-191: whatever stage it ends is over, even if nobody had answered in it
        context.forget()  # AD-203: wages not yet paid are lost, bids are void
        return flow.close_round(state, "impeached", context, case.filer)
    _close(case, "failed", context, "AD-204")
    _put_out(state, case.filer)
    job = state.round.job
    if step == "naming" and case.filer in job.players and not naming.is_naming_over(state):
        naming.end_naming(state, case.filer, "expelled")  # AD-205: for good, whatever put the mover out before
        naming.settle_turn(state)
    elif step == "list" and case.filer in job.players:
        job.emptied.append(case.filer)
    return ""
