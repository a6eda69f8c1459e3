"""The sorting question in forms, and the verb that answers it (AD-110 to AD-112, AD-114, AD-115).

If another form also asks the question, it has the fields choice, note and card. See `sorting` for what counts.
"""

from collections.abc import Iterator

from games.kernel.display import Attempt
from games.kernel.errors import need
from games.kernel.types import Choice, Decision, Field, Move, Option, Pick, Text
from games.titles.adulting.cards import NOTES
from games.titles.adulting.fields import card_options
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import State
from games.titles.adulting.texts import MOST_RAW, REMARK, clean
from games.titles.adulting.verb import MALFORMED, Args, StageVerb
from games.titles.adulting.work import sorting
from games.titles.adulting.work.effects import read_helper


class AnswerVerb(StageVerb):
    """A verb of a stage whose form may also ask the sorting question."""

    def known_keys(self, state: State, step: str, seat: int) -> set[str]:
        keys = super().known_keys(state, step, seat)
        return keys | {"choice", "note", "card"} if asks_answer(state, step, seat) else keys


class AnswerQuestion(AnswerVerb):
    """Answer the sorting question (AD-110)."""

    name = "answer"

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        return Move("answer", read_answer(state, step, seat, args))

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        if state.options.answers != "in_turn":
            yield "Your answer stays sealed until everybody has answered."
        if args.get("card") in NOTES:
            yield "If it is the adult one, it stands without a vote, and the Doctor’s Note is discarded."
        else:
            yield "If it is the adult one and stands in the vote, you may bid for the card."

    def wanted(self, state: State, seat: int) -> list[Attempt]:
        return [Attempt("Give both answers", None, "AD-110", "You must choose one of the two answers.")]

    def mail(self, view: View, decision: Decision) -> Iterator[Choice]:
        assert view.card is not None
        for choice, words in enumerate(view.card.answers):
            yield Choice(words, Move("answer", {"choice": choice, "note": "", "card": None}))
        for choice, words in enumerate(view.card.answers):
            yield Choice(f"{words} (with a remark)", Move("answer", {"choice": choice}), is_complete=False)


def asks_answer(state: State, step: str, seat: int) -> bool:
    """Whether this seat's form in this step asks the sorting question (AD-114)."""
    if step == "answer":
        return True
    if step not in ("list", "number", "perform", "ruling") or not sorting.asks_with_work(state):
        return False
    return seat in state.in_round and seat not in state.round.answers


def fields(state: State, step: str, seat: int) -> tuple[Field, ...]:
    """The fields choice, note and card, if this form also asks the sorting question (AD-114, AD-115)."""
    if not asks_answer(state, step, seat):
        return ()
    notes = card_options(tuple(card for card in state.players[seat].hand if card in NOTES))
    choice = Pick("choice", two_answers(state), label="answer")
    return (choice, Text("note", REMARK, ("Honestly.",), 0, "remark"), Pick("card", notes, 0, label="Doctor’s Note"))


def two_answers(state: State) -> tuple[Option, ...]:
    """The two answers as options."""
    return tuple(Option(choice, words) for choice, words in enumerate(sorting.answers_of(state)))


def read_answer(state: State, step: str, seat: int, args: Args, may_be_silent: bool = False) -> Args:
    """The answer to the sorting question, if the form asks it."""
    if not asks_answer(state, step, seat):
        return {}
    choice = args.get("choice")
    is_silent = may_be_silent and choice is None
    need(is_silent or (type(choice) is int and choice in (0, 1)), "AD-110", "Choose one of the two answers.")
    kept = {"choice": choice, "note": _note(args)}
    return kept | {"card": read_helper(state, seat, args, NOTES, "That card cannot be played with an answer.")}


def _note(args: Args) -> str:
    note = args.get("note")
    need(note is None or isinstance(note, str), *MALFORMED)
    kept = clean(note or "")
    fits = len(kept) <= REMARK and len(note or "") <= MOST_RAW
    need(fits, "AD-115", f"The remark may have at most {REMARK} characters.")
    return kept
