"""The verbs of an open case: reply, hearing, plea, retort, vote (section "Legal System"). `courts` carries them out."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from games.kernel.errors import IllegalMove, need
from games.kernel.types import Action, Amount, Choice, Clock, Decision, Field, Move, Option, Pick, Text
from games.titles.adulting.fields import YES_NO, amounts
from games.titles.adulting.law import courts
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import Case, State, numbered, weight
from games.titles.adulting.texts import MOST_RAW, STATEMENT, clean
from games.titles.adulting.verb import MALFORMED, Args, Verb
from games.titles.adulting.words import PHRASES

FOR = {"appeal": "overturn the ruling", "suit": "guilty", "impeach": "impeach the dealer"}
TOO_LONG = ("AD-150", "A statement may have at most 500 characters.")
RETORT = Text("retort", STATEMENT, ("I stand by it.",), 0, "retort")


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


class CaseVerb(Verb):
    """A verb of an open case. `stage`: the stage that asks for it; `side`: the party that it asks, if only one of those
    who owe an answer; `label`: the button; `clause`: where the rules say it; `question`: the prompt, where {} is what a
    jury votes for; `safe`: the values that the clock plays."""

    stage, side, label, clause, question = "", "", "", "", ""
    safe: Args = {}

    def fields(self, kind: str, price: int) -> tuple[Field, ...]:
        """The fields besides the number of the case. `price`: the price asked in a suit."""
        raise NotImplementedError

    def default(self, price: int) -> Args:
        """The values that the clock plays."""
        return self.safe

    def said(self, case: Case, args: Args) -> Args:
        """The other arguments of a move in the form of its fields. Raises IllegalMove."""
        raise NotImplementedError

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        case = self.case(state, seat, args)
        return Move(self.name, args | self.said(case, args))

    def case(self, state: State, seat: int, args: Args) -> Case:
        """The open case in which this seat takes the step; stores its number in `args`."""
        number = args.get("case")
        if isinstance(number, str) and number.isdecimal() and len(number) < 9:
            number = args["case"] = int(number)  # forms of steps that were not offered send strings
        if number is None:  # moves without a number mean the seat's only case at this stage
            mine = [case for case in state.open_cases if seat in courts.owed(state, case) and case.stage == self.stage]
            number = args["case"] = mine[0].number if len(mine) == 1 else None
            need(mine or not state.open_cases, "AD-150", "You have nothing to decide in that case.")
        case = next((one for one in state.open_cases if type(number) is int and one.number == number), None)
        if case is None:  # in the same words for everybody
            raise IllegalMove("AD-150", "There is no such open case.")
        need(seat in courts.owed(state, case), "AD-150", "You have nothing to decide in that case.")
        is_next = case.stage == self.stage and (not self.side or getattr(case, self.side) == seat)
        need(is_next, "AD-150", "That is not the next step of that case.")
        return case


class Reply(CaseVerb):
    """Reply to an appeal as the dealer (AD-162)."""

    name = "appeal_reply"
    keys = ("case", "sustain", "retort")
    stage, label, clause = "reply", "Reply", "AD-162"
    question = "Sustain your ruling or give way."
    safe = {"sustain": "yes", "retort": ""}

    def fields(self, kind: str, price: int) -> tuple[Field, ...]:
        return Pick("sustain", YES_NO, label="sustain the ruling"), RETORT

    def said(self, case: Case, args: Args) -> Args:
        return {"sustain": yes_no(args.get("sustain")), "retort": statement(args, "retort")}

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        if args["sustain"] != "yes":
            yield "Your ruling is reversed, and nobody pays."
        elif numbered(state.open_cases, args["case"]).press:
            yield "The jury decides: if your ruling is upheld, you are paid 1; if not, everybody but you takes 1 money."
        else:
            yield "Your ruling stands, and the case is closed."

    def mail(self, view: View, decision: Decision) -> Iterator[Choice]:
        for value, words in (("yes", "Sustain the ruling"), ("no", "Give way")):
            yield Choice(words, Move(self.name, {"case": decision.case, "sustain": value, "retort": ""}))


class Hear(CaseVerb):
    """Decide on a suit as the magistrate (AD-175)."""

    name = "hear"
    keys = ("case", "allow", "price")
    stage, side, label, clause = "hearing", "magistrate", "Decide", "AD-175"
    question = "Allow the suit, or dismiss it."
    safe = {"allow": "no", "price": None}

    def fields(self, kind: str, price: int) -> tuple[Field, ...]:
        return Pick("allow", YES_NO, label="allow the case"), Pick("price", amounts(1, price), 0, label="price")

    def said(self, case: Case, args: Args) -> Args:
        allow, price = yes_no(args.get("allow")), args.get("price")
        is_fine = allow == "no" or (type(price) is int and 1 <= price <= case.asked_price)
        need(is_fine, "AD-175", f"The price must be between 1 and {case.asked_price}.")
        return {"allow": allow, "price": None if allow == "no" else price}

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        if args["allow"] != "yes":
            yield "The case is closed and costs nobody anything."
        else:
            yield f"The defendant fights before the jury at a price of {args['price']}, or concedes and pays 1."

    def mail(self, view: View, decision: Decision) -> Iterator[Choice]:
        yield Choice("Dismiss the case", decision.default)
        for price in range(numbered(view.cases, decision.case).asked_price, 0, -1):
            yield Choice(f"Allow it at {price}", Move("hear", {"case": decision.case, "allow": "yes", "price": price}))


class Plead(CaseVerb):
    """Plead as the defendant (AD-177)."""

    name = "plead"
    keys = ("case", "fight_up_to", "retort")
    stage, side, label, clause = "hearing", "against", "Plead", "AD-177"
    question = "You are sued: fight or concede."

    def fields(self, kind: str, price: int) -> tuple[Field, ...]:
        return Amount("fight_up_to", 0, price, "fight up to"), RETORT

    def default(self, price: int) -> Args:
        return {"fight_up_to": price, "retort": ""}

    def said(self, case: Case, args: Args) -> Args:
        top: Any = args.get("fight_up_to")
        need(type(top) is int and top >= 0, "AD-177", "Say up to which price you’ll fight (0 to concede).")
        return {"fight_up_to": min(top, case.asked_price), "retort": statement(args, "retort")}

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        most = args["fight_up_to"]
        if not most:
            yield "If the case is allowed, you pay 1 money. That isn’t a conviction."
            return
        yield f"If the price is at most {most}, the jury decides. Guilty: you pay it. Not guilty: you get it."
        if most < numbered(state.open_cases, args["case"]).asked_price:
            yield "At a higher price you concede and pay 1."

    def mail(self, view: View, decision: Decision) -> Iterator[Choice]:
        yield Choice("Concede, and pay 1", Move("plead", decision.default.args | {"fight_up_to": 0}))
        yield Choice("Fight at any price", decision.default)


class Retort(CaseVerb):
    """Reply to a motion as the dealer (AD-201)."""

    name = "retort"
    keys = ("case", "text")
    stage, label, clause = "retort", "Answer the motion", "AD-201"
    question = "Somebody wants to impeach you. What do you say?"
    safe = {"text": ""}

    def fields(self, kind: str, price: int) -> tuple[Field, ...]:
        return (Text("text", STATEMENT, ("No.",), 0, "retort"),)

    def said(self, case: Case, args: Args) -> Args:
        return {"text": statement(args, "text")}


class Jury(CaseVerb):
    """Vote as a juror (AD-154)."""

    name = "jury"
    keys = ("case", "up")
    stage, label, clause = "jury", "Vote", "AD-154"
    question = "Jury: {}?"
    safe = {"up": "no"}

    def fields(self, kind: str, price: int) -> tuple[Field, ...]:
        return (Pick("up", YES_NO, label=FOR[kind]),)

    def said(self, case: Case, args: Args) -> Args:
        return {"up": yes_no(args.get("up"))}

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        yield "A motion needs more than half of the jury’s votes; they stay secret until the case is closed."
        if weight(state, seat) > 1:
            yield "Yours counts twice."

    def mail(self, view: View, decision: Decision) -> Iterator[Choice]:
        yes, no = PHRASES["cases"][numbered(view.cases, decision.case).kind]["choices"]
        for value, words in (("yes", yes), ("no", no)):
            yield Choice(words, Move("jury", {"case": decision.case, "up": value}))


PLEADINGS: dict[str, CaseVerb] = {verb.name: verb for verb in (Reply(), Hear(), Plead(), Retort(), Jury())}


def ask(state: State) -> list[Decision]:
    """The decisions that open cases wait for."""
    return [
        _ask(case.number, case.kind, seat, _due(case, seat), case.asked_price)
        for case in state.open_cases
        for seat in courts.owed(state, case)
    ]


def _due(case: Case, seat: int) -> str:
    """The verb of the step that the case waits for from this seat."""
    fits = (verb for verb in PLEADINGS.values() if verb.stage == case.stage)
    return next(verb.name for verb in fits if not verb.side or getattr(case, verb.side) == seat)


@lru_cache(maxsize=4096)
def _ask(number: int, kind: str, seat: int, name: str, price: int) -> Decision:
    verb = PLEADINGS[name]
    which = Pick("case", (Option(number, str(number)),), label="case")
    action = Action(name, verb.label, (which, *verb.fields(kind, price)))
    move, words = Move(name, {"case": number} | verb.default(price)), verb.question.format(FOR[kind])
    clauses, clock = (verb.clause, "AD-156"), Clock(pace="court")
    return Decision(seat, words, (action,), move, clauses, clock=clock, matter="case", case=number)
