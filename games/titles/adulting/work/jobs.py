"""The verbs of the work phase that everybody uses at once: lists, numbers, performances (AD-75, AD-82, AD-90, AD-95).

`skip` gives no result and, without a choice, the childish answer; it is what the clock plays. "number" without a number
and "perform" without a text are read as `skip`; the `examples` of a list may be one text with a line for each.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from games.kernel.display import Attempt
from games.kernel.errors import need
from games.kernel.types import Action, Amount, Choice, Decision, Move, Text
from games.kernel.words import several
from games.titles.adulting.cards import CARDS
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import State
from games.titles.adulting.texts import EXAMPLE, MOST_RAW, clean, normal, words
from games.titles.adulting.verb import MALFORMED, Args
from games.titles.adulting.work import answering
from games.titles.adulting.work.answering import AnswerVerb, read_answer
from games.titles.adulting.work.examples import read_example

MOST_NUMBERS = 12  # with a link of their own in an email


class List(AnswerVerb):
    """Hand in a list of examples (AD-75 to AD-77)."""

    name = "list"
    keys = ("examples",)

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        most = state.options.laps
        texts = _rows(args.get("examples") or [], most)
        need(len(texts) <= most, "AD-75", f"A list has at most {most} examples.")
        kept = [read_example(text) for text in texts]
        forms = [normal(text) for text in kept]
        need(len(set(forms)) == len(forms), "AD-77", "Your list contains the same example twice.")
        examples = {str(place): text for place, text in enumerate(kept)}
        return Move("list", {"examples": examples} | read_answer(state, step, seat, args))

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        count = sum(bool(text) for text in args.get("examples") or ())
        yield f"You hand in {several(count, 'example')}. They stay secret until all lists are in."

    def wanted(self, state: State, seat: int) -> list[Attempt]:
        most = state.options.laps
        long = [f"example {number}" for number in range(most + 1)]
        return [
            Attempt("List an example twice", Move("list", {"examples": ["example", "example"]})),
            Attempt(f"List {most + 1} examples", Move("list", {"examples": long})),
        ]


def _rows(given: Any, most: int) -> list[Any]:
    """The entries of a list. Empty lines of a text and empty rows of a full form are left out; a list in the rulebook's
    notation must hold examples only (AD-58)."""
    if isinstance(given, str):
        return [line for line in given[:MOST_RAW].splitlines() if clean(line)]
    rows = list(given.values()) if isinstance(given, dict) else given
    need(isinstance(rows, list), *MALFORMED)
    is_form = len(rows) == most
    return [row for row in rows if not (is_form and (row is None or (isinstance(row, str) and not clean(row))))]


class Number(AnswerVerb):
    """Give a number, or none (AD-57)."""

    name = "number"
    keys = ("n", "number")  # both names are valid (4.5)

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        name, most = "number" if "number" in args else "n", CARDS[state.round.card].max
        number = args.get(name)
        if number is None and name in args:
            return Move("skip", read_answer(state, step, seat, args))
        need(type(number) is int and 0 <= number <= most, "AD-57", f"Give a whole number from 0 to {most}.")
        return Move("number", {"n": number} | read_answer(state, step, seat, args))

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        card, number = CARDS[state.round.card], args.get("n")
        if number is None:
            return
        if card.job == "payout":
            money, doubles = card.pay(number), state.players[seat].overtime  # AD-216
            told = f"{2 * money} money with your Overtime" if money and doubles else f"{money} money"
            yield f"{number} earns you {told} if it stands."
        else:
            yield f"You give {number}. The {'highest' if card.direction == 'high' else 'lowest'} number is paid most."

    def wanted(self, state: State, seat: int) -> list[Attempt]:
        most = CARDS[state.round.card].max
        return [Attempt(f"Give {number}", Move("number", {"n": number})) for number in (-1, 0.5, most + 1)]

    def mail(self, view: View, decision: Decision) -> Iterator[Choice]:
        """The small numbers, so that each is its own place in the list; none comes last. Greater ones are typed. If the
        sorting question is asked too, it follows."""
        fields = decision.actions[0].fields
        most = next(field.most for field in fields if field.name == "n")
        for count in (*range(1, min(most, MOST_NUMBERS) + 1), 0):
            yield Choice(str(count), Move("number", {"n": count}), is_complete=len(fields) == 1)
        if most > MOST_NUMBERS:
            yield Choice("Another number", Move("number"), is_complete=False)


class Perform(AnswerVerb):
    """Give a performance, or none (AD-95)."""

    name = "perform"
    keys = ("text",)

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        text: Any = args.get("text")
        card = CARDS[state.round.card]
        if text is None and "text" in args:
            return Move("skip", read_answer(state, step, seat, args))
        need(isinstance(text, str), *MALFORMED)
        kept = clean(text, lines=True)
        need(kept, "AD-95", "A performance needs at least one character.")
        fits = len(kept) <= card.limit and len(text) <= MOST_RAW
        need(fits, "AD-95", f"The performance may have at most {card.limit} characters.")
        need(not card.max_words or len(words(kept)) <= card.max_words, "AD-95", f"At most {card.max_words} words.")
        return Move("perform", {"text": kept} | read_answer(state, step, seat, args))

    def wanted(self, state: State, seat: int) -> list[Attempt]:
        longer = CARDS[state.round.card].limit + 1
        return [
            Attempt("Hand in an empty text", Move("perform", {"text": " "})),
            Attempt(f"Write {longer} characters", Move("perform", {"text": "x" * longer})),
        ]


class Skip(AnswerVerb):
    """Give no result, with or without an answer to the sorting question (AD-56)."""

    name = "skip"
    steps = ("list", "number", "perform", "answer")

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        return Move("skip", read_answer(state, step, seat, args, may_be_silent=True))

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        if args.get("choice") is None:
            yield "You give nothing, and the round goes on without it."
        else:
            yield "You give no result, only an answer."


def _ask(state: State, seat: int, step: str) -> Decision:
    """Give a list, a number or a performance, with the sorting answer if it is asked too; or that answer alone
    (AD-110)."""
    card, answer = CARDS[state.round.card], answering.fields(state, step, seat)
    words, nothing = card.prompt, "Give nothing"
    clauses: tuple[str, ...] = ("AD-95",)
    if step == "list":
        laps = range(state.options.laps)
        fields = [Text(f"examples.{number}", EXAMPLE, card.accept, 0, f"example {number + 1}") for number in laps]
        action, clauses = Action("list", "Hand in the list", (*fields, *answer)), ("AD-75", "AD-76")
    elif step == "number":
        action = Action("number", "Give the number", (Amount("n", 0, card.max, card.unit), *answer))
        clauses = ("AD-83" if card.job == "rank" else "AD-90", "AD-57")
    elif step == "perform":
        text = Text("text", card.limit, card.samples, label="performance")
        action = Action("perform", "Perform", (text, *answer))
    else:
        action, nothing = Action("answer", "Answer", answer), "Give no answer"
        words, clauses = card.sort_question, ("AD-110", "AD-112")
    if answer:  # by default no result and no sorting answer (AD-56, AD-123)
        skip = Action("skip", nothing, (replace(answer[0], least=0), *answer[1:]))
        default = Move("skip", {"choice": None, "note": "", "card": None})
    else:
        skip, default = Action("skip", nothing), Move("skip")
    return Decision(seat, words, (action, skip), default, clauses)


ASK = {step: partial(_ask, step=step) for step in Skip.steps}
"""The decision that each of these stages asks a seat."""
