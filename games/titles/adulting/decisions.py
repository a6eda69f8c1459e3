"""The decisions that seats are asked: their verbs, fields and defaults.

A seat can owe several answers at once, told apart by `matter`: "" is the stage, "bench" a strike and "time" a call of
time by the dealer, "law" a filing, "bank" a call of theft (all optional), "case" with a number a step of a case (owed).
If a form also asks the sorting question (`view.asks_answer`), it has the fields choice, note and card. `skip` gives no
result and, without a choice, the childish answer; it is what the clock plays. "number" without a number and "perform"
without a text are read as `skip`; the `examples` of a list may be one text with a line for each. "yes" and "no" may
also be sent as true and false. `wait` does nothing; it exists because every decision needs a default.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

from msgspec.structs import replace

from games.kernel.types import Action, Amount, Clock, Decision, Field, Move, Option, Pick, Picks, Text
from games.titles.adulting import refusals, refusals_law
from games.titles.adulting.cards import CARDS, COLUMNS, DEALER_DECIDES, HELPERS, NOTES, SUITS, label
from games.titles.adulting.law import courts, rulings
from games.titles.adulting.state import State, counting, from_left, performed
from games.titles.adulting.texts import EXAMPLE, REMARK, STATEMENT
from games.titles.adulting.work import auction, category, fine_print, sorting, till

YES_NO = (Option("yes", "yes"), Option("no", "no"))
COLUMN = tuple(Option(letter, SUITS[letter]) for letter in COLUMNS)
WAIT = Action("wait", "Do none of these")
PLAYS = 2  # the most cards that Second Wind places


@lru_cache(maxsize=4096)
def seat_options(seats: tuple[int, ...]) -> tuple[Option, ...]:
    """Seats as options; pages replace the labels with names."""
    return tuple(Option(seat, f"player {seat + 1}", f"seat/{seat}") for seat in seats)


@lru_cache(maxsize=4096)
def card_options(cards: tuple[str, ...]) -> tuple[Option, ...]:
    """Cards as options."""
    return tuple(Option(card, label(card), f"card/{card}") for card in cards)


@lru_cache(maxsize=1024)
def amounts(least: int, most: int) -> tuple[Option, ...]:
    """Amounts of money as options."""
    return tuple(Option(amount, str(amount)) for amount in range(least, most + 1))


def several(name: str, options: tuple[Option, ...], label: str, is_ordered: bool = False) -> Field:
    """A field that picks any number of the options or, if ordered, puts all of them in order."""
    return Picks(name, options, len(options) if is_ordered else 0, max(2, len(options)), is_ordered, label)


def scoring(state: State, seat: int) -> Decision:
    """Play a card in the scoring phase (AD-33)."""
    others = [other for other in state.present if other != seat]
    takes = [card for other in others for card in state.players[other].hand] + state.discard
    return _scoring(seat, tuple(state.players[seat].hand), tuple(others), tuple(takes))


@lru_cache(maxsize=256)
def _scoring(seat: int, hand: tuple[str, ...], others: tuple[int, ...], takes: tuple[str, ...]) -> Decision:
    """`takes`: cards in other hands and in the discard pile, which a game text could take."""
    cards, column = card_options(hand), Pick("column", COLUMN, label="column")
    actions = [Action("place", "Place a card", (Pick("card", cards, label="card"), column))]
    if texted := tuple(card for card in hand if CARDS[card].timing == "scoring"):
        fields = [Pick("card", card_options(texted), label="card"), Pick("target", seat_options(others), 0, "player")]
        fields += [Pick("column", COLUMN, 0, "column"), Pick("give", cards, 0, "card to give")]
        fields.append(Pick("take", card_options(takes), 0, "card to take"))
        for number in range(PLAYS):
            fields.append(Pick(f"plays.{number}.card", cards, 0, "card to place"))
            fields.append(Pick(f"plays.{number}.column", COLUMN, 0, "column"))
        actions.append(Action("effect", "Use a game text", tuple(fields)))
    actions.append(Action("pass", "Play nothing"))
    words = "Place or use a card, or play nothing."
    return Decision(seat, words, tuple(actions), Move("pass"), ("AD-33", "AD-34", "AD-42"))


def name(state: State, seat: int) -> Decision:
    """The next example of a Category named in turns (AD-60)."""
    card = CARDS[state.round.card]
    example = Action("name", "Name it", (Text("text", EXAMPLE, card.accept, label="example"),))
    return Decision(seat, card.prompt, (example, Action("give_up", "Give up")), Move("give_up"), ("AD-60", "AD-61"))


def work(state: State, seat: int, step: str) -> Decision:
    """Give a list, a number or a performance, with the sorting answer if it is asked too; or that answer alone
    (AD-110)."""
    card, answer = CARDS[state.round.card], answer_fields(state, step, seat)
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


def answer_fields(state: State, step: str, seat: int) -> tuple[Field, ...]:
    """The fields choice, note and card, if this form also asks the sorting question (AD-114, AD-115)."""
    if not refusals.asks_answer(state, step, seat):
        return ()
    notes = card_options(tuple(card for card in state.players[seat].hand if card in NOTES))
    choice = Pick("choice", _two_answers(state), label="answer")
    return (choice, Text("note", REMARK, ("Honestly.",), 0, "remark"), Pick("card", notes, 0, label="Doctor's Note"))


def _two_answers(state: State) -> tuple[Option, ...]:
    return tuple(Option(choice, words) for choice, words in enumerate(sorting.answers_of(state)))


def ruling(state: State, seat: int) -> Decision:
    """The dealer's ruling (AD-100); the default follows the marks exactly (AD-104)."""
    card, job, marks = CARDS[state.round.card], state.round.job, fine_print.marks(state)
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
        default = {"disallow": sorted(marks.disallow)}
    if card.fine_effect == "bonus":
        fields.append(several("bonus", seat_options(tuple(counting(state))), "one extra money for"))
        default["bonus"] = sorted(marks.bonus)
    if card.adult == DEALER_DECIDES:
        fields.append(Pick("adult", _two_answers(state), label="the adult answer"))
        default["adult"] = 0
    if own := answer_fields(state, "ruling", seat):
        adult = sorting.adult_choice(state)
        default |= {"choice": 1 if adult is None else 1 - adult, "note": "", "card": None}
    action = Action("rule", "Publish the ruling", (*fields, *own))
    return Decision(seat, "Rule on the job.", (action,), Move("rule", default), ("AD-100", "AD-102"))


def votes(state: State, seat: int) -> Decision:
    """Vote on every adult answer, and leave a standing bid (AD-116 to AD-119, AD-137)."""
    up, top = tuple(sorting.up_for_vote(state, seat)), auction.standing_top(state, seat)
    fields: list[Field] = [several("down", seat_options(up), "answers voted down")]
    args: dict[str, object] = {"down": []}
    if top is not None:
        fields.append(Pick("bid.amount", amounts(0, top), 0, label="standing bid"))
        fields.append(_helper("bid.card", state, seat))
        args["bid"] = {"amount": None, "card": None}
    words = "Vote on the adult answers: up, or down." if up else "No answers to vote on. Anything else?"
    action = Action("votes", "Vote", tuple(fields))
    return Decision(seat, words, (action,), Move("votes", args), ("AD-117", "AD-118", "AD-137"))


def bid(state: State, seat: int) -> Decision:
    """Bid blind (AD-130)."""
    fields = (Amount("amount", 0, state.players[seat].money, "bid"), _helper("card", state, seat))
    default = Move("bid", {"amount": 0, "card": None})
    return Decision(seat, "Bid for the card.", (Action("bid", "Bid", fields),), default, ("AD-130", "AD-133"))


def _helper(name: str, state: State, seat: int) -> Pick:
    helpers = tuple(card for card in state.players[seat].hand if card in HELPERS)
    return Pick(name, card_options(helpers), 0, label="helper card")


def key_in(state: State, seat: int) -> Decision:
    """Key in a payment at the till (AD-189)."""
    due = state.round.dues[seat]
    words = f"Pay {due.amount} into the bank." if due.kind == "price" else f"Take {due.amount} from the bank."
    top = till.top(state, seat)
    action = Action("till", "Key in", (Amount("amount", 0, top, "money"),))
    # A fine paid in the meantime can leave less money than is due.
    return Decision(seat, words, (action,), Move("till", {"amount": min(due.amount, top)}), ("AD-189", "AD-197"))


MAIN: dict[str, Callable[[State, int], Decision]] = {
    "scoring": scoring,
    "naming": name,
    **{step: partial(work, step=step) for step in ("list", "number", "perform", "answer")},
    "ruling": ruling,
    "votes": votes,
    "bids": bid,
    "till": key_in,
}
"""The decision that each stage asks a seat."""


def optional(state: State, step: str) -> list[Decision]:
    """The optional decisions of this step."""
    return [*(_bench(state) if step == "naming" else ()), *_filings(state, step), *_bank(state)]


def _bench(state: State) -> Iterator[Decision]:
    """The dealer's options while examples are named: strike, call time (AD-64, AD-68)."""
    job = state.round.job
    fields = (Pick("seat", seat_options(tuple(job.players)), label="player"), Text("example", EXAMPLE))
    strike = Action("strike", "Strike an example", fields)
    words = "Strike an example that does not qualify."
    yield _optional(state.dealer, words, (strike,), ("AD-64", "AD-74"), "bench")
    if not state.open_cases and not category.is_naming_over(state):
        call, after = Action("call_time", "Call time"), str(job.turn)
        yield _optional(state.dealer, "Call time.", (call,), ("AD-68", "AD-69"), "time", after)


def _optional(
    seat: int, words: str, actions: tuple[Action, ...], clauses: tuple[str, ...], matter: str, after: str = ""
) -> Decision:
    clock = Clock(after=after)
    return Decision(seat, words, (*actions, WAIT), Move("wait"), clauses, optional=True, matter=matter, clock=clock)


def _filings(state: State, step: str) -> list[Decision]:
    """The cases that each seat can file now (AD-150, AD-155)."""
    if not state.options.legal or step in refusals_law.CLOSED:
        return []
    present = tuple(state.present)
    verbs = [(seat, tuple(refusals_law.may_file(state, step, seat))) for seat in present]
    return [_law(seat, allowed, present, state.players[seat].money) for seat, allowed in verbs if allowed]


@lru_cache(maxsize=4096)
def _law(seat: int, verbs: tuple[str, ...], present: tuple[int, ...], money: int) -> Decision:
    statement = Text("statement", STATEMENT, ("That is not right.",), 0, "statement")
    actions = []
    if "appeal" in verbs:
        kind = Pick("matter.kind", tuple(Option(one, one) for one in rulings.KINDS), label="ruling on")
        example = Text("matter.example", EXAMPLE, least=0, label="example")
        about = Pick("matter.seat", seat_options(present), label="of")
        press = Pick("press", YES_NO, label="appeal if sustained")
        actions.append(Action("appeal", "Object to a ruling", (kind, about, example, press, statement)))
    if "sue" in verbs:
        defendant = Pick("defendant", seat_options(tuple(other for other in present if other != seat)), label="against")
        ground = Pick("ground", tuple(Option(one, one) for one in refusals_law.GROUNDS), label="for")
        actions.append(Action("sue", "Sue", (defendant, ground, Amount("price", 1, money, "price"), statement)))
    if "impeach" in verbs:
        actions.append(Action("impeach", "Move to impeach the dealer", (statement,)))
    return _optional(seat, "File a case.", tuple(actions), ("AD-150", "AD-155"), "law")


def _bank(state: State) -> Iterator[Decision]:
    """The payments that each seat can call out now (AD-190, AD-191)."""
    for seat in state.present if state.payments else ():
        others = tuple(other for other in from_left(state) if till.callable_payment(state, seat, other))
        if others:
            call = Action("call_theft", "Call a theft", (Pick("seat", seat_options(others), label="player"),))
            yield _optional(seat, "Call a theft.", (call,), ("AD-190", "AD-191"), "bank")


def cases(state: State) -> list[Decision]:
    """The decisions that open cases wait for."""
    return [
        _case(case.number, case.stage, case.kind, seat, seat == case.magistrate, case.asked_price)
        for case in state.open_cases
        for seat in courts.owed(state, case)
    ]


@lru_cache(maxsize=4096)
def _case(number: int, stage: str, kind: str, seat: int, is_magistrate: bool, price: int) -> Decision:
    which = Pick("case", (Option(number, str(number)),), label="case")
    retort = Text("retort", STATEMENT, ("I stand by it.",), 0, "retort")
    default: dict[str, Any]
    if stage == "reply":
        sustain = Pick("sustain", YES_NO, label="sustain the ruling")
        action = Action("appeal_reply", "Reply", (which, sustain, retort))
        default, words, clause = {"sustain": "yes", "retort": ""}, "Sustain your ruling or give way.", "AD-162"
    elif stage == "hearing" and is_magistrate:
        allow, sum = Pick("allow", YES_NO, label="allow the case"), Pick("price", amounts(1, price), 0, label="price")
        action = Action("hear", "Decide", (which, allow, sum))
        default, words, clause = {"allow": "no", "price": None}, "Allow the suit, or dismiss it.", "AD-175"
    elif stage == "hearing":
        action = Action("plead", "Plead", (which, Amount("fight_up_to", 0, price, "fight up to"), retort))
        default, words, clause = {"fight_up_to": price, "retort": ""}, "You are sued: fight or concede.", "AD-177"
    elif stage == "retort":
        action = Action("retort", "Answer the motion", (which, Text("text", STATEMENT, ("No.",), 0, "retort")))
        default, words, clause = {"text": ""}, "Somebody wants to impeach you. What do you say?", "AD-201"
    else:
        action = Action("jury", "Vote", (which, Pick("up", YES_NO, label=FOR[kind])))
        default, words, clause = {"up": "no"}, f"Jury: {FOR[kind]}?", "AD-154"
    move = Move(action.verb, {"case": number} | default)
    clock = Clock(pace="court")
    return Decision(seat, words, (action,), move, (clause, "AD-156"), clock=clock, matter="case", case=number)


FOR = {"appeal": "overturn the ruling", "suit": "guilty", "impeach": "impeach the dealer"}
