"""All verbs, and what the rules ask of them. `read` validates a raw move from any seat (section "Playing online",
AD-236)."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path

from games.kernel import data
from games.kernel.display import Attempt
from games.kernel.errors import need
from games.kernel.types import Choice, Decision, Move
from games.titles.adulting.law.filing import FILINGS, why_not
from games.titles.adulting.law.pleading import PLEADINGS
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import State
from games.titles.adulting.verb import MALFORMED, StageVerb, Verb, Wait
from games.titles.adulting.words import PHRASES
from games.titles.adulting.work import sorting
from games.titles.adulting.work.answering import AnswerQuestion
from games.titles.adulting.work.bidding import PlaceBid
from games.titles.adulting.work.jobs import List, Number, Perform, Skip
from games.titles.adulting.work.naming import CallTime, GiveUp, Name, Strike
from games.titles.adulting.work.payments import CallTheft, KeyIn
from games.titles.adulting.work.ruling import Rule
from games.titles.adulting.work.scoring import Pass, Place, UseText
from games.titles.adulting.work.voting import Votes

MOST_LINES = 30  # of an email
_SCORING: tuple[Verb, ...] = (Pass(), Place(), UseText())
_WORK: tuple[Verb, ...] = (Name(), GiveUp(), Strike(), CallTime(), List(), Number(), Perform(), Skip(), Rule())
_REST: tuple[Verb, ...] = (AnswerQuestion(), Votes(), PlaceBid(), KeyIn(), CallTheft(), Wait())
VERBS = {verb.name: verb for verb in (*_SCORING, *_WORK, *_REST, *FILINGS.values(), *PLEADINGS.values())}
REFUSALS = data.read_refusals(Path(__file__).parent) | dict.fromkeys(VERBS, MALFORMED)
"""The rulebook's words for moves that the kernel refuses because of their fields."""


def read(state: State, step: str, seat: int, main: list[int], move: Move, is_asked: bool) -> Move:
    """The move in the form of its fields. `main`: the seats that the stage itself asks. Raises IllegalMove.

    Checks what is wrong with the move before whether the seat is asked, so that a player who cannot sue learns why
    (AD-172 to AD-174), and an unknown case is refused in the same words for everybody (AD-150).
    """
    need(move.verb in VERBS and (is_asked or move.verb != "wait"), *MALFORMED)
    verb, args = VERBS[move.verb], dict(move.args)
    verb.need_open(state, step, seat, args, main)
    need(set(args) <= verb.known_keys(state, step, seat), *MALFORMED)
    return verb.read(state, step, seat, args)


def told(state: State, seat: int, move: Move) -> list[str]:
    """What a legal move will do, in sentences, if anything can be said."""
    said = list(VERBS[move.verb].told(state, seat, move.args))
    said += [line.format(**move.args) for line in PHRASES["told"].get(move.verb, ())]
    if move.args.get("choice") is not None:  # the answer to the sorting question goes with any move
        said.append(f"Your answer is “{sorting.answers_of(state)[move.args['choice']]}”.")
    return said


def why_not_moves(state: State, decision: Decision) -> list[Attempt]:
    """Moves to explain under "why not"; {2} stands for the name of seat 2. Of the card they show only the prompt."""
    verb = VERBS[decision.actions[0].verb]
    found = verb.wanted(state, decision.seat)
    return [*found, *why_not(state, verb.steps[0], decision.seat)] if isinstance(verb, StageVerb) else found


def choices(view: View, decision: Decision, moves: Callable[[], list[Move]]) -> list[Choice]:
    """The choices that an email offers."""
    return list(islice(VERBS[decision.actions[0].verb].mail(view, decision), MOST_LINES))
