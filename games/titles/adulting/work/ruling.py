"""The verb with which the dealer rules on the job (AD-100 to AD-104). `law.rulings` publishes the ruling."""

from collections.abc import Iterator
from typing import Any

from games.kernel.display import Attempt
from games.kernel.errors import need
from games.kernel.types import Action, Choice, Decision, Field, Move, Option, Pick, seat_options
from games.titles.adulting.cards import CARDS, DEALER_DECIDES
from games.titles.adulting.fields import SAY, several
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import State, counting, performed
from games.titles.adulting.verb import MALFORMED, Args
from games.titles.adulting.work import answering, category, fine_print, sorting
from games.titles.adulting.work.answering import AnswerVerb, read_answer
from games.titles.adulting.work.examples import SETTLED, known, named


class Rule(AnswerVerb):
    """Rule on the job (AD-100 to AD-103, AD-111)."""

    name = "rule"
    steps = ("ruling",)
    keys = ("strike", "disallow", "bonus", "order", "adult")

    def is_open_outside(self, state: State, step: str, seat: int) -> bool:
        return seat == state.dealer  # AD-126

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        job, card = state.round.job, CARDS[state.round.card]
        strike, disallow, bonus, order = (_listed(args, name) for name in ("strike", "disallow", "bonus", "order"))
        need(card.job == "category" or not strike, "AD-100", "Only examples of a category can be struck.")
        need(card.job in ("rank", "payout") or not disallow, "AD-100", "Only numbers can be disallowed.")
        need(card.job == "challenge" or not order, "AD-100", "There is nothing to rank in this job.")
        ruling: Args = {}
        if card.job == "category":
            ruling["strike"] = _strikes(state, strike)
        elif card.job in ("rank", "payout"):
            need(all(type(one) is int for one in disallow), *MALFORMED)
            need(all(job.numbers.get(one) is not None for one in disallow), "AD-89", "That player gave no number.")
            ruling["disallow"] = sorted(set(disallow).intersection(counting(state)))
        else:
            is_whole = all(type(one) is int for one in order) and sorted(order) == sorted(performed(state))
            need(is_whole, "AD-96", "Rank every performance exactly once.")
            ruling["order"] = order
        _rule_bonus(state, bonus, ruling)
        _rule_adult(state, args.get("adult"), ruling)
        return Move("rule", ruling | read_answer(state, step, seat, args))

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        if "strike" in args:
            struck = [one.text for one in category.examples(state) if one.value in args["strike"]]
            yield f"You strike {'; '.join(struck)}." if struck else "You strike nothing."
        if "order" in args:
            yield SAY.say("The order: {order:names}.", args)
        if "disallow" in args:
            words = "Of the numbers, you disallow those of {disallow:names}."
            yield SAY.say(words, args) if args["disallow"] else "All numbers count."
        if args.get("bonus"):
            yield SAY.say("One extra money goes to {bonus:names}.", args)
        if args.get("adult") is not None:
            yield f"The adult answer is “{sorting.answers_of(state)[args['adult']]}”."
        yield "The fine print becomes public, and the others may object until the votes close."

    def wanted(self, state: State, seat: int) -> list[Attempt]:
        """What the dealer cannot rule on this job."""
        job = CARDS[state.round.card].job
        if job == "category":
            words = "Only an example that was really named can be struck."
            return [Attempt("Strike an example that nobody named", None, "AD-64", words)]
        if job == "challenge":
            return [
                Attempt("Put two in one place", None, "AD-96", "Every performance gets exactly one place, no ties.")
            ]
        words = "Only a number that was given can be disallowed."
        return [Attempt("Disallow a number that nobody gave", None, "AD-89", words)]

    def mail(self, view: View, decision: Decision) -> Iterator[Choice]:
        """Offer the marks as they are, unless the ruling also needs a decision that only the dealer can make."""
        fields = {field.name for field in decision.actions[0].fields}
        if not fields & {"adult", "choice", "order"}:
            yield Choice("Rule exactly as the fine print marks it", decision.default)


def _listed(args: Args, name: str) -> list[Any]:
    value = args.get(name)
    if isinstance(value, dict):
        value = list(value.values())
    value = [] if value is None else value
    return value if isinstance(value, list) else [value]


def _strikes(state: State, strike: list[Any]) -> list[str]:
    """The examples to strike, as values without repeats."""
    all, found = known(state), dict[str, None]()
    for one in strike:
        example = named(all, one)
        need(example.key not in state.round.job.settled, *SETTLED)
        if example.key not in state.round.job.struck:
            found[example.value] = None
    return list(found)


def _rule_bonus(state: State, bonus: list[Any], ruling: Args) -> None:
    job, card = state.round.job, CARDS[state.round.card]
    grants = card.fine_effect == "bonus"
    need(grants or not bonus, "AD-103", "The fine print of this card grants no extra money.")
    took_part = all(type(one) is int and one in job.players for one in bonus)
    need(took_part, "AD-103", "That player took no part in the job.")
    if grants:
        ruling["bonus"] = sorted(set(bonus).intersection(counting(state)))


def _rule_adult(state: State, adult: Any, ruling: Args) -> None:
    if CARDS[state.round.card].adult != DEALER_DECIDES:
        need(adult is None, "AD-111", "On this card the adult answer is fixed.")
        return
    need(type(adult) is int and adult in (0, 1), "AD-111", "Decide which answer is the adult one.")
    ruling["adult"] = adult


def ask(state: State, seat: int) -> Decision:
    """The dealer's ruling (AD-100); the default follows the marks exactly (AD-104)."""
    card, job, marks = CARDS[state.round.card], state.round.job, fine_print.marks(state)
    fields: list[Field]
    default: dict[str, Any]
    if card.job == "category":
        free = [one for one in category.examples(state) if one.key not in job.settled and one.key not in job.struck]
        options = tuple(Option(one.value, one.text, f"seat/{one.seat}") for one in free)
        fields, default = [several("strike", options, "examples to strike")], {"strike": marks.strike}
    elif card.job == "challenge":
        order = seat_options(tuple(performed(state)))
        fields, default = [several("order", order, "order, best first", is_ordered=True)], {"order": marks.order}
    else:
        given = seat_options(tuple(seat for seat in counting(state) if job.numbers.get(seat) is not None))
        fields = [several("disallow", given, "numbers that do not count")]
        default = {"disallow": [one.value for one in given if one.value in marks.disallow]}
    if card.fine_effect == "bonus":
        fields.append(several("bonus", seat_options(tuple(counting(state))), "one extra money for"))
        default["bonus"] = [seat for seat in counting(state) if seat in marks.bonus]
    if card.adult == DEALER_DECIDES:
        fields.append(Pick("adult", answering.two_answers(state), label="the adult answer"))
        default["adult"] = 0
    if own := answering.fields(state, "ruling", seat):
        adult = sorting.adult_choice(state)
        default |= {"choice": 1 if adult is None else 1 - adult, "note": "", "card": None}
    action = Action("rule", "Publish the ruling", (*fields, *own))
    return Decision(seat, "Rule on the job.", (action,), Move("rule", default), ("AD-100", "AD-102"))
