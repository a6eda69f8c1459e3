"""The table of verbs: for each one its steps, arguments, reader, preview, "why not" entries and email choices. `read`
validates a raw move from any seat (section "Playing online", AD-236)."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from msgspec import Struct

from games.kernel import data
from games.kernel.display import Attempt
from games.kernel.errors import IllegalMove, need
from games.kernel.types import Choice, Decision, Move
from games.titles.adulting import mail_choices, preview, refusals, why_not
from games.titles.adulting import refusals_law as law
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import State, is_in_turn
from games.titles.adulting.words import PHRASES
from games.titles.adulting.work.effects import MALFORMED, Args

MOST_LINES = 30  # of an email
ANSWER_KEYS = {"choice", "note", "card"}
AT_ONCE = (*law.FILINGS, "strike", "call_time", "call_theft")  # resolved as soon as they arrive
WAITS = "The game waits until the open case is closed."


class Verb(Struct, frozen=True):
    """One kind of move. `steps`: the stages that ask for it, separated by spaces; "" for moves outside the stage.
    `keys`: its arguments, likewise. `told`: its preview, before the lines in phrases.toml. Used if the verb is the
    first that a decision offers: `wanted`, moves to explain under "why not", and `mail`, the choices in an email."""

    steps: str = ""
    keys: str = ""
    read: Callable[[State, str, int, Args], Move] | None = None
    told: Callable[[State, int, Args], Iterator[str]] | None = None
    wanted: Callable[[State, int], list[Attempt]] | None = None
    mail: Callable[[View, Decision], Iterator[Choice]] | None = None


RULING = "strike disallow bonus order adult"
VERBS = {
    "pass": Verb("scoring"),
    "place": Verb("scoring", "card column", refusals.place, preview.place, why_not.scoring, mail_choices.scoring),
    "effect": Verb("scoring", "card target column give take plays", refusals.effect, preview.effect),
    "name": Verb("naming", "text", refusals.name, wanted=why_not.naming_again),
    "give_up": Verb("naming"),
    "strike": Verb("", "seat example", refusals.strike),
    "call_time": Verb(),
    "list": Verb("list", "examples", refusals.list_examples, preview.list_examples, why_not.lists),
    "number": Verb("number", "n number", refusals.number, preview.number, why_not.numbers, mail_choices.number),
    "perform": Verb("perform", "text", refusals.perform, wanted=why_not.performances),
    "skip": Verb("list number perform answer", "", refusals.skip),
    "rule": Verb("ruling", RULING, refusals.rule, preview.rule, why_not.rulings, mail_choices.ruling),
    "answer": Verb("answer", "", refusals.answer, preview.answer, why_not.answers, mail_choices.answer),
    "votes": Verb("votes", "down bid", refusals.votes, preview.votes, why_not.votes, mail_choices.votes),
    "bid": Verb("bids", "amount card", refusals.bid, preview.bid, why_not.bids, mail_choices.bids),
    "till": Verb("till", "amount", refusals.key_in, preview.till, why_not.payments, mail_choices.till),
    "call_theft": Verb("", "seat", refusals.call_theft, preview.call_theft),
    "wait": Verb(),
    "appeal": Verb("", "matter press statement", law.appeal, preview.appeal),
    "sue": Verb("", "defendant ground price statement", law.sue, preview.sue),
    "impeach": Verb("", "statement", law.impeach),
    "appeal_reply": Verb("", "case sustain retort", law.reply, preview.reply, mail=mail_choices.reply),
    "hear": Verb("", "case allow price", law.hear, preview.hear, mail=mail_choices.hear),
    "plead": Verb("", "case fight_up_to retort", law.plead, preview.plead, mail=mail_choices.plead),
    "retort": Verb("", "case text", law.retort),
    "jury": Verb("", "case up", law.jury, preview.jury, mail=mail_choices.jury),
}
REFUSALS = data.read_refusals(Path(__file__).parent) | dict.fromkeys(VERBS, MALFORMED)
"""The rulebook's words for moves that the kernel refuses because of their fields."""


def read(state: State, step: str, seat: int, main: list[int], move: Move, is_asked: bool) -> Move:
    """The move in the form of its fields. `main`: the seats that the stage itself asks. Raises IllegalMove.

    Checks what is wrong with the move before whether the seat is asked, so that a player who cannot sue learns why
    (AD-172 to AD-174), and an unknown case is refused in the same words for everybody (AD-150).
    """
    verb, args = move.verb, move.args
    need(verb in VERBS, *MALFORMED)
    row = VERBS[verb]
    if verb in law.FILINGS:  # a move from a page that is no longer open holds only the verb
        if refusal := law.why_not_file(state, step, seat, verb, has_price=bool(args)):
            raise IllegalMove(*refusal)
    elif verb in ("strike", "call_time"):
        need(step == "naming", "AD-74", "Nobody is naming examples now.")
        need(seat == state.dealer, "AD-67", "Only the dealer arbitrates.")
        need(verb == "strike" or not state.open_cases, "AD-151", WAITS)
    elif verb == "wait":
        need(is_asked, *MALFORMED)
    elif row.steps:
        _need_step(state, step, seat, verb)
        if seat not in main:
            _refuse_decider(state, step, seat)
    allowed = set(row.keys.split())
    if row.steps and refusals.asks_answer(state, step, seat):
        allowed |= ANSWER_KEYS
    need(set(args) <= allowed, *MALFORMED)
    return row.read(state, step, seat, dict(args)) if row.read else Move(verb, dict(args))


def _refuse_decider(state: State, step: str, seat: int) -> None:
    if step == "scoring" and state.options.scoring == "dealer":
        raise IllegalMove("AD-31", "Only the dealer may play a card now.")
    if step == "bids" and seat not in state.round.bidders:
        barred = seat in state.round.early_night and seat in state.round.adults
        need(not barred, "AD-215", "Early Night: you may not bid this round.")
        raise IllegalMove("AD-120", "Only players whose adult answer stands may bid.")
    clauses = {"naming": "AD-60", "number": "AD-83", "answer": "AD-112"}
    raise IllegalMove(clauses[step] if is_in_turn(state, step) else "AD-236", "It is not your turn to decide.")


def _need_step(state: State, step: str, seat: int, verb: str) -> None:
    """The refusals that any move of a stage can meet: wrong step, open case, out of the round."""
    need(step in VERBS[verb].steps.split(), "AD-20", f"That move does not belong to this step ({step}).")
    waits = is_in_turn(state, step) and state.open_cases
    need(not waits, "AD-151", WAITS)
    rules = verb == "rule" and seat == state.dealer  # AD-126
    has_due = step == "till" and seat in state.round.dues
    is_out = seat in state.round.out and not (rules or has_due or step == "scoring")
    need(not is_out, "AD-124", "You are out of this round.")


def told(state: State, seat: int, move: Move) -> list[str]:
    """What a legal move will do, in sentences, if anything can be said."""
    words = VERBS[move.verb].told
    said = list(words(state, seat, move.args)) if words else []
    said += [line.format(**move.args) for line in PHRASES["told"].get(move.verb, ())]
    return said + list(preview.chosen(state, move.args))


def why_not_moves(state: State, decision: Decision) -> list[Attempt]:
    """Moves to explain under "why not"; {2} stands for the name of seat 2. Of the card they show only the prompt."""
    row = VERBS[decision.actions[0].verb]
    if row.wanted is None:
        return []
    return [*row.wanted(state, decision.seat), *why_not.filings(state, row.steps, decision.seat)]


def choices(view: View, decision: Decision, moves: Callable[[], list[Move]]) -> list[Choice]:
    """The choices that an email offers."""
    make = VERBS[decision.actions[0].verb].mail
    return list(islice(make(view, decision), MOST_LINES)) if make else []
