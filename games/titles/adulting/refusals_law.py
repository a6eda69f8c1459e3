"""Checks for filing cases and for the steps of open cases (sections "Legal System" to "Corruption")."""

from collections.abc import Iterator
from typing import Any

from games.kernel.errors import IllegalMove, need
from games.kernel.types import Move
from games.titles.adulting.law import courts, rulings
from games.titles.adulting.law.rulings import Matter
from games.titles.adulting.state import Case, State
from games.titles.adulting.texts import MOST_RAW, STATEMENT, clean, normal
from games.titles.adulting.work import sorting
from games.titles.adulting.work.effects import MALFORMED, Args

CLOSED = ("scoring", "till")  # steps in which no case can be filed (AD-150)
GROUNDS = ("perjury", "libel")
TOO_LONG = ("AD-150", "A statement may have at most 500 characters.")
NO_MONEY = ("AD-174", "You need as much money as the price you propose.")
FILINGS = ("appeal", "sue", "impeach")


def _bars(state: State, step: str, seat: int, verb: str) -> Iterator[tuple[str, str]]:
    """Each rule that bars this seat from filing anything with this verb, as (clause, sentence)."""
    round, is_dealer = state.round, seat == state.round.dealer
    if not state.options.legal:
        yield "AD-157", "This game is played without the legal system."
    if step in CLOSED:
        yield "AD-150", "No case can be opened in this step."
    if verb == "appeal" and is_dealer:
        yield "AD-160", "The dealer cannot object to a ruling of their own."
    if verb == "appeal" and step == "bids":
        yield "AD-160", "The work phase is closed; rulings can no longer be appealed."
    if verb == "impeach" and is_dealer:
        yield "AD-200", "The dealer can't impeach themselves."
    if verb == "impeach" and seat in round.out:
        yield "AD-206", "You are out of this round and cannot move to impeach."
    if verb == "impeach" and round.has_motion:
        yield "AD-206", "The dealer has already faced a motion this round."
    if round.cases and any(case.filer == seat for case in state.open_cases):
        yield "AD-155", "You already have an open case."
    if round.filed.get(seat, 0) >= courts.MOST_FILED:
        yield "AD-155", "You have filed three cases this round; that is the limit."


def why_not_file(state: State, step: str, seat: int, verb: str, has_price: bool = False) -> tuple[str, str] | None:
    """The first rule that bars this seat from filing, as (clause, sentence); None if it may file.

    A seat without money cannot sue at any price (AD-174). `has_price`: the suit names a price, which `sue` checks.
    """
    if verb == "sue" and not has_price and state.players[seat].money < 1:
        return next(_bars(state, step, seat, verb), NO_MONEY)
    return next(_bars(state, step, seat, verb), None)


def may_file(state: State, step: str, seat: int) -> list[str]:
    """The verbs that this seat can file a case with now."""
    return [verb for verb in FILINGS if why_not_file(state, step, seat, verb) is None]


def statement(args: Args, name: str) -> str:
    """A statement or retort as stored; "" if left out (4.5)."""
    text = args.get(name)
    need(text is None or isinstance(text, str), *MALFORMED)
    need(len(text or "") <= MOST_RAW, *TOO_LONG)
    kept = clean(text or "", lines=True)
    need(len(kept) <= STATEMENT, *TOO_LONG)
    return kept


def yes_no(value: Any) -> str:
    """Read "yes" or True as "yes", "no" or False as "no"."""
    need(value in ("yes", "no") if isinstance(value, str) else isinstance(value, bool), *MALFORMED)
    return value if isinstance(value, str) else ("yes" if value else "no")


def appeal(state: State, step: str, seat: int, args: Args) -> Move:
    """Object to an existing ruling (AD-161 to AD-164)."""
    matter: Any = args.get("matter")
    press = yes_no(args.get("press"))
    need(isinstance(matter, dict) and set(matter) <= {"kind", "seat", "example"}, *MALFORMED)
    kind, who, example = matter.get("kind"), matter.get("seat"), matter.get("example")
    need(isinstance(kind, str) and kind in rulings.KINDS and type(who) is int, *MALFORMED)
    need(example is None or isinstance(example, str), *MALFORMED)
    wanted = normal(clean(example or "")) if kind == "example" else ""
    known = (one for one in rulings.matters(state) if (one.kind, one.seat, normal(one.example)) == (kind, who, wanted))
    found = next(known, Matter("", -1))
    need(found.kind, "AD-161", "There is no such ruling to object to.")
    need(not rulings.is_settled(state, found), "AD-170", "That ruling has already been objected to.")
    fee = len(state.present) - 1
    has_fee = press == "no" or state.players[seat].money >= fee
    need(has_fee, "AD-164", f"An appeal needs {fee} money set aside and you do not have it.")
    return Move("appeal", {"matter": found._asdict(), "press": press, "statement": statement(args, "statement")})


def sue(state: State, step: str, seat: int, args: Args) -> Move:
    """Sue a player who can be sued on this ground (AD-172 to AD-174)."""
    against: Any = args.get("defendant")
    ground, price = args.get("ground"), args.get("price")
    is_other = type(against) is int and against in state.present and against != seat
    need(is_other, "AD-172", "Sue another player who is still in the game.")
    need(isinstance(ground, str) and ground in GROUNDS, "AD-172", "A suit is for perjury or for libel.")
    need((seat, against) not in state.round.sued, "AD-155", "You have already sued that player this round.")
    if ground == "perjury":
        words = "That player has already been found guilty of perjury this round."
        need(against not in state.round.convicted, "AD-173", words)
        words = "That player has given no number or answer that could still be false."
        need(has_said(state, against), "AD-173", words)
    need_price(state, seat, price)
    return Move("sue", args | {"statement": statement(args, "statement")})


def impeach(state: State, step: str, seat: int, args: Args) -> Move:
    """Move to impeach the dealer (AD-200)."""
    return Move("impeach", {"statement": statement(args, "statement")})


def need_price(state: State, seat: int, price: Any) -> None:
    """Refuse a price that is no whole number or more than the prosecutor can set aside (AD-174, AD-182)."""
    need(type(price) is int and price >= 1, "AD-174", "The price of a suit is at least one money.")
    need(state.players[seat].money >= price, *NO_MONEY)


def has_said(state: State, seat: int) -> bool:
    """Whether the seat has a public number with unpaid wages, or a public sorting answer, this round (AD-173)."""
    round = state.round
    if not round.has("paid") and round.job.numbers.get(seat) is not None:
        return True
    given = round.answers.get(seat)
    return sorting.are_answers_public(state) and given is not None and given.choice is not None


def possible_suits(state: State, seat: int) -> list[tuple[str, int]]:
    """(ground, defendant) of each suit that this seat could file, whatever its money."""
    others = [o for o in state.present if o != seat and (seat, o) not in state.round.sued]
    liars = [o for o in others if o not in state.round.convicted and has_said(state, o)]
    return [("perjury", other) for other in liars] + [("libel", other) for other in others]


def _open_case(state: State, seat: int, args: Args, stage: str, side: str = "") -> Case:
    """The open case in which this seat takes a step (`side`: as that party); stores its number in `args`."""
    number = args.get("case")
    if isinstance(number, str) and number.isdecimal() and len(number) < 9:
        number = args["case"] = int(number)  # forms of steps that were not offered send strings
    if number is None:  # moves without a number mean the seat's only case at this stage
        mine = [case for case in state.open_cases if seat in courts.owed(state, case) and case.stage == stage]
        number = args["case"] = mine[0].number if len(mine) == 1 else None
        need(mine or not state.open_cases, "AD-150", "You have nothing to decide in that case.")
    case = next((one for one in state.open_cases if type(number) is int and one.number == number), None)
    if case is None:
        raise IllegalMove("AD-150", "There is no such open case.")
    need(seat in courts.owed(state, case), "AD-150", "You have nothing to decide in that case.")
    is_next = case.stage == stage and (not side or getattr(case, side) == seat)
    need(is_next, "AD-150", "That is not the next step of that case.")
    return case


def reply(state: State, step: str, seat: int, args: Args) -> Move:
    """Reply to an appeal as the dealer (AD-162)."""
    _open_case(state, seat, args, "reply")
    return Move("appeal_reply", args | {"sustain": yes_no(args.get("sustain")), "retort": statement(args, "retort")})


def hear(state: State, step: str, seat: int, args: Args) -> Move:
    """Decide on a suit as the magistrate (AD-175)."""
    case = _open_case(state, seat, args, "hearing", "magistrate")
    allow, price = yes_no(args.get("allow")), args.get("price")
    if allow == "no":
        return Move("hear", args | {"allow": allow, "price": None})
    is_fine = type(price) is int and 1 <= price <= case.asked_price
    need(is_fine, "AD-175", f"The price must be between 1 and {case.asked_price}.")
    return Move("hear", args | {"allow": allow})


def plead(state: State, step: str, seat: int, args: Args) -> Move:
    """Plead as the defendant (AD-177)."""
    case = _open_case(state, seat, args, "hearing", "against")
    top: Any = args.get("fight_up_to")
    need(type(top) is int and top >= 0, "AD-177", "Say up to which price you'll fight (0 to concede).")
    return Move("plead", args | {"fight_up_to": min(top, case.asked_price), "retort": statement(args, "retort")})


def retort(state: State, step: str, seat: int, args: Args) -> Move:
    """Reply to a motion as the dealer (AD-201)."""
    _open_case(state, seat, args, "retort")
    return Move("retort", args | {"text": statement(args, "text")})


def jury(state: State, step: str, seat: int, args: Args) -> Move:
    """Vote as a juror (AD-154)."""
    _open_case(state, seat, args, "jury")
    return Move("jury", args | {"up": yes_no(args.get("up"))})
