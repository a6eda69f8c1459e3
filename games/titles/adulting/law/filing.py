"""The verbs that file a case: appeal, suit, motion (sections "Legal System" to "Corruption"). `courts` opens it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from games.kernel.display import Attempt
from games.kernel.errors import IllegalMove, need
from games.kernel.step import Context
from games.kernel.types import Action, Amount, Decision, Move, Option, Pick, Text, seat_options
from games.titles.adulting.fields import SAY, YES_NO, optional
from games.titles.adulting.law import courts, rulings
from games.titles.adulting.law.pleading import statement, yes_no
from games.titles.adulting.law.rulings import Matter
from games.titles.adulting.state import State
from games.titles.adulting.texts import EXAMPLE, STATEMENT, clean, normal
from games.titles.adulting.verb import MALFORMED, Args, Verb
from games.titles.adulting.work import sorting

CLOSED = ("scoring", "till", "next_round")  # steps in which no case can be filed (AD-150)
GROUNDS = ("perjury", "libel")
NO_MONEY = ("AD-174", "You need as much money as the price you propose.")
SAID = Text("statement", STATEMENT, ("That is not right.",), 0, "statement")
Reason = tuple[str, str]  # clause and sentence


class Filing(Verb):
    """A verb that files a case. `words`: what it is, as a button says it."""

    is_at_once = True
    words = ""

    def bars(self, state: State, step: str, seat: int) -> Iterator[Reason]:
        """Each rule about this kind of case that bars the seat from filing one now."""
        yield from ()

    def why_not(self, state: State, step: str, seat: int) -> Reason | None:
        """The first rule that bars this seat from filing; None if it may file."""
        return next(self._all_bars(state, step, seat), None)

    def _all_bars(self, state: State, step: str, seat: int) -> Iterator[Reason]:
        if not state.options.legal:
            yield "AD-157", "This game is played without the legal system."
        if step in CLOSED:
            yield "AD-150", "No case can be opened in this step."
        yield from self.bars(state, step, seat)
        if any(case.filer == seat for case in state.open_cases):
            yield "AD-155", "You already have an open case."
        if state.round.filed.get(seat, 0) >= courts.MOST_FILED:
            yield "AD-155", "You have filed three cases this round; that is the limit."

    def need_open(self, state: State, step: str, seat: int, args: Args, main: list[int]) -> None:
        # A move from a page that is no longer open holds only the verb.
        if refusal := self.why_not(state, step, seat):
            raise IllegalMove(*refusal)

    def carry_out(self, state: State, step: str, seat: int, args: Args, context: Context) -> None:
        courts.file(state, step, seat, Move(self.name, args), context)

    def action(self, seat: int, present: tuple[int, ...], money: int) -> Action:
        """The form; `present`: the seats still in the game."""
        return Action(self.name, self.words, (SAID,))


class Appeal(Filing):
    """Object to an existing ruling (AD-161 to AD-164)."""

    name = "appeal"
    keys = ("matter", "press", "statement")
    words = "Object to a ruling"

    def bars(self, state: State, step: str, seat: int) -> Iterator[Reason]:
        if seat == state.dealer:
            yield "AD-160", "The dealer cannot object to a ruling of their own."
        if step == "bids":
            yield "AD-160", "The work phase is closed; rulings can no longer be appealed."

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        matter: Any = args.get("matter")
        press = yes_no(args.get("press"))
        need(isinstance(matter, dict) and set(matter) <= {"kind", "seat", "example"}, *MALFORMED)
        found = _found(state, matter.get("kind"), matter.get("seat"), matter.get("example"))
        need(found.kind, "AD-161", "There is no such ruling to object to.")
        need(not rulings.is_settled(state, found), "AD-170", "That ruling has already been objected to.")
        fee = len(state.present) - 1
        has_fee = press == "no" or state.players[seat].money >= fee
        need(has_fee, "AD-164", f"An appeal needs {fee} money set aside and you do not have it.")
        return Move("appeal", {"matter": found._asdict(), "press": press, "statement": statement(args, "statement")})

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        matter = args["matter"]
        kind, example = matter["kind"], matter["example"]
        about = f"{SAY.whose(matter['seat'])} {kind}" if type(matter["seat"]) is int else f"the {kind}"
        yield f"You object to the ruling on {about}{': ' + example if example else ''}."
        if args["press"] != "yes":
            yield "It costs nothing and ends with the dealer’s reply."
            return
        others = len(state.present) - 1
        yield f"If the dealer sustains the ruling, a jury decides; until then {others} of your money is set aside."
        yield "If the ruling is upheld, you pay each other player 1. If not, all but the dealer take 1 from the bank."

    def action(self, seat: int, present: tuple[int, ...], money: int) -> Action:
        kind = Pick("matter.kind", tuple(Option(one, one) for one in rulings.KINDS), label="ruling on")
        example = Text("matter.example", EXAMPLE, least=0, label="example")
        about = Pick("matter.seat", seat_options(present), label="of")
        press = Pick("press", YES_NO, label="appeal if sustained")
        return Action(self.name, self.words, (kind, about, example, press, SAID))


def _found(state: State, kind: Any, who: Any, example: Any) -> Matter:
    """The ruling of this kind on this seat; one without a kind if there is none."""
    need(isinstance(kind, str) and kind in rulings.KINDS and type(who) is int, *MALFORMED)
    need(example is None or isinstance(example, str), *MALFORMED)
    wanted = normal(clean(example or "")) if kind == "example" else ""
    known = (one for one in rulings.matters(state) if (one.kind, one.seat, normal(one.example)) == (kind, who, wanted))
    return next(known, Matter("", -1))


class Sue(Filing):
    """Sue a player who can be sued on this ground (AD-172 to AD-174)."""

    name = "sue"
    keys = ("defendant", "ground", "price", "statement")
    words = "Sue"

    def why_not(self, state: State, step: str, seat: int) -> Reason | None:
        """Also bars a seat without money, which cannot sue at any price (AD-174)."""
        broke = NO_MONEY if state.players[seat].money < 1 else None
        return super().why_not(state, step, seat) or broke

    def need_open(self, state: State, step: str, seat: int, args: Args, main: list[int]) -> None:
        refusal = self.why_not(state, step, seat)
        if refusal and not (args and refusal == NO_MONEY):  # `read` checks a price that is named
            raise IllegalMove(*refusal)

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        against: Any = args.get("defendant")
        ground: Any = args.get("ground")
        price: Any = args.get("price")
        is_other = type(against) is int and against in state.present and against != seat
        need(is_other, "AD-172", "Sue another player who is still in the game.")
        need(isinstance(ground, str) and ground in GROUNDS, "AD-172", "A suit is for perjury or for libel.")
        need((seat, against) not in state.round.sued, "AD-155", "You have already sued that player this round.")
        if ground == "perjury":
            words = "That player has already been found guilty of perjury this round."
            need(against not in state.round.convicted, "AD-173", words)
            words = "That player has given no number or answer that could still be false."
            need(has_said(state, against), "AD-173", words)
        need(type(price) is int and price >= 1, "AD-174", "The price of a suit is at least one money.")
        need(state.players[seat].money >= price, *NO_MONEY)  # AD-182
        return Move("sue", args | {"statement": statement(args, "statement")})

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        yield SAY.say("You sue {defendant:name} for {ground}.", args)

    def action(self, seat: int, present: tuple[int, ...], money: int) -> Action:
        others = seat_options(tuple(other for other in present if other != seat))
        defendant = Pick("defendant", others, label="against")
        ground = Pick("ground", tuple(Option(one, one) for one in GROUNDS), label="for")
        return Action(self.name, self.words, (defendant, ground, Amount("price", 1, money, "price"), SAID))


class Impeach(Filing):
    """Move to impeach the dealer (AD-200)."""

    name = "impeach"
    keys = ("statement",)
    words = "Move to impeach the dealer"

    def bars(self, state: State, step: str, seat: int) -> Iterator[Reason]:
        if seat == state.dealer:
            yield "AD-200", "The dealer can’t impeach themselves."
        if seat in state.round.out:
            yield "AD-206", "You are out of this round and cannot move to impeach."
        if state.round.has_motion:
            yield "AD-206", "The dealer has already faced a motion this round."

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        return Move("impeach", {"statement": statement(args, "statement")})


FILINGS: dict[str, Filing] = {verb.name: verb for verb in (Appeal(), Sue(), Impeach())}
WANTED = {"appeal": "Object to a ruling of the dealer", "sue": "Sue a player", "impeach": Impeach.words}


def may_file(state: State, step: str, seat: int) -> list[str]:
    """The verbs that this seat can file a case with now."""
    return [name for name, verb in FILINGS.items() if verb.why_not(state, step, seat) is None]


def why_not(state: State, step: str, seat: int) -> Iterator[Attempt]:
    """Cases that the seat cannot file now, with the reason (AD-150, AD-155)."""
    for name, verb in FILINGS.items():
        if refusal := verb.why_not(state, step, seat):
            yield Attempt(WANTED[name], None, *refusal)


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


def ask(state: State, step: str) -> list[Decision]:
    """The cases that each seat can file now (AD-150, AD-155)."""
    if not state.options.legal or step in CLOSED:
        return []
    present = tuple(state.present)
    verbs = [(seat, tuple(may_file(state, step, seat))) for seat in present]
    return [_ask(seat, allowed, present, state.players[seat].money) for seat, allowed in verbs if allowed]


@lru_cache(maxsize=4096)
def _ask(seat: int, verbs: tuple[str, ...], present: tuple[int, ...], money: int) -> Decision:
    actions = tuple(FILINGS[verb].action(seat, present, money) for verb in verbs)
    return optional(seat, "File a case.", actions, ("AD-150", "AD-155"), "law")
