"""Reads the raw arguments of each verb into the form of its fields, or refuses them in the rulebook's own words, with
general reasons first (section "Playing online", AD-236)."""

from typing import Any

from games.kernel.errors import need
from games.kernel.types import Move
from games.titles.adulting.cards import CARDS, DEALER_DECIDES, EFFECT, HELPERS, NOTES
from games.titles.adulting.state import State, counting, performed
from games.titles.adulting.texts import EXAMPLE, MOST_RAW, REMARK, clean, is_example, normal, words
from games.titles.adulting.work import auction, category, effects, sorting, till
from games.titles.adulting.work.effects import MALFORMED, Args

SETTLED = ("AD-170", "That example has already been settled.")


def asks_answer(state: State, step: str, seat: int) -> bool:
    """Whether this seat's form in this step asks the sorting question (AD-114)."""
    if step == "answer":
        return True
    if step not in ("list", "number", "perform", "ruling") or not sorting.asks_with_work(state):
        return False
    return seat in state.in_round and seat not in state.round.answers


def place(state: State, step: str, seat: int, args: Args) -> Move:
    """Place a card on the mantle (AD-33 to AD-37)."""
    effects.check(state, seat, "place", args)
    return Move("place", args)


def effect(state: State, step: str, seat: int, args: Args) -> Move:
    """Use a game text, with the arguments that it needs and no others (AD-42 to AD-45)."""
    effects.check(state, seat, "effect", args)
    plays, id = effects.plays_of(args), EFFECT[args["card"]]
    if id == "second_wind":
        args["plays"] = {str(at): {"card": card, "column": column} for at, (card, column) in enumerate(plays)}
    for name in set(args) - {"card", *effects.GAME_TEXTS[id].needs}:
        value = args.pop(name)
        empty_rows = isinstance(value, list) and all(part == {"card": None, "column": None} for part in value)
        need(value in (None, [], {}, "") or empty_rows, *MALFORMED)
    return Move("effect", args)


def _example(text: Any) -> str:
    kept = clean(text) if isinstance(text, str) and len(text) <= 40 * EXAMPLE else ""
    need(is_example(kept), "AD-58", "An example has 1 to 40 characters and at least one letter or digit.")
    return kept


def list_examples(state: State, step: str, seat: int, args: Args) -> Move:
    """Hand in a list of examples (AD-75 to AD-77)."""
    most = state.options.laps
    texts = _rows(args.get("examples") or [], most)
    need(len(texts) <= most, "AD-75", f"A list has at most {most} examples.")
    kept = [_example(text) for text in texts]
    forms = [normal(text) for text in kept]
    need(len(set(forms)) == len(forms), "AD-77", "Your list contains the same example twice.")
    examples = {str(place): text for place, text in enumerate(kept)}
    return Move("list", {"examples": examples} | _answer(state, step, seat, args))


def _rows(given: Any, most: int) -> list[Any]:
    """The entries of a list. Empty lines of a text and empty rows of a full form are left out; a list in the rulebook's
    notation must hold examples only (AD-58)."""
    if isinstance(given, str):
        return [line for line in given[:MOST_RAW].splitlines() if clean(line)]
    rows = list(given.values()) if isinstance(given, dict) else given
    need(isinstance(rows, list), *MALFORMED)
    is_form = len(rows) == most
    return [row for row in rows if not (is_form and (row is None or (isinstance(row, str) and not clean(row))))]


def number(state: State, step: str, seat: int, args: Args) -> Move:
    """Give a number, or none (AD-57)."""
    name, most = "number" if "number" in args else "n", CARDS[state.round.card].max  # both names are valid (4.5)
    number = args.get(name)
    if number is None and name in args:
        return Move("skip", _answer(state, step, seat, args))
    need(type(number) is int and 0 <= number <= most, "AD-57", f"Give a whole number from 0 to {most}.")
    return Move("number", {"n": number} | _answer(state, step, seat, args))


def perform(state: State, step: str, seat: int, args: Args) -> Move:
    """Give a performance, or none (AD-95)."""
    text: Any = args.get("text")
    card = CARDS[state.round.card]
    if text is None and "text" in args:
        return Move("skip", _answer(state, step, seat, args))
    need(isinstance(text, str), *MALFORMED)
    kept = clean(text, lines=True)
    need(kept, "AD-95", "A performance needs at least one character.")
    fits = len(kept) <= card.limit and len(text) <= MOST_RAW
    need(fits, "AD-95", f"The performance may have at most {card.limit} characters.")
    need(not card.max_words or len(words(kept)) <= card.max_words, "AD-95", f"At most {card.max_words} words.")
    return Move("perform", {"text": kept} | _answer(state, step, seat, args))


def skip(state: State, step: str, seat: int, args: Args) -> Move:
    """Give no result, with or without an answer to the sorting question (AD-56)."""
    return Move("skip", _answer(state, step, seat, args, may_be_silent=True))


def _answer(state: State, step: str, seat: int, args: Args, may_be_silent: bool = False) -> Args:
    """The answer to the sorting question, if the form asks it."""
    if not asks_answer(state, step, seat):
        return {}
    choice = args.get("choice")
    is_silent = may_be_silent and choice is None
    need(is_silent or (type(choice) is int and choice in (0, 1)), "AD-110", "Choose one of the two answers.")
    kept = {"choice": choice, "note": _note(args)}
    return kept | {"card": _helper(state, seat, args, NOTES, "That card cannot be played with an answer.")}


def _note(args: Args) -> str:
    note = args.get("note")
    need(note is None or isinstance(note, str), *MALFORMED)
    kept = clean(note or "")
    fits = len(kept) <= REMARK and len(note or "") <= MOST_RAW
    need(fits, "AD-115", f"The remark may have at most {REMARK} characters.")
    return kept


def _helper(state: State, seat: int, args: Args, fitting: frozenset[str], words: str) -> str | None:
    """The card from the hand that goes with a bid or an answer, if any (AD-45, AD-46)."""
    card = args.get("card")
    if card is None:
        return None
    need(isinstance(card, str) and card in state.players[seat].hand, "AD-46", "That card is not in your hand.")
    need(card in fitting, "AD-45", words)
    return str(card)


def strike(state: State, step: str, seat: int, args: Args) -> Move:
    """Strike an example during the naming (AD-64, AD-74)."""
    found = _named(_known(state), args)
    need(found.seat in category.inside(state.round.job), "AD-74", "That player is already out.")
    need(found.key not in state.round.job.settled, *SETTLED)
    return Move("strike", {"seat": found.seat, "example": found.text})


def _known(state: State) -> dict[str, category.Example]:
    return {one.value: one for one in category.examples(state)}


def _named(known: dict[str, category.Example], one: Any) -> category.Example:
    """An example that can be struck: told as {seat, example} (4.5), or as "seat:normal form"."""
    if isinstance(one, dict):
        who, text = one.get("seat"), one.get("example")
        need(set(one) == {"seat", "example"} and type(who) is int and isinstance(text, str), *MALFORMED)
        one = f"{who}:{normal(clean(str(text)))}"
    need(isinstance(one, str), *MALFORMED)
    need(one in known, "AD-64", "That player did not name that example.")
    return known[one]


def rule(state: State, step: str, seat: int, args: Args) -> Move:
    """Rule on the job (AD-100 to AD-103, AD-111)."""
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
    return Move("rule", ruling | _answer(state, step, seat, args))


def _listed(args: Args, name: str) -> list[Any]:
    value = args.get(name)
    if isinstance(value, dict):
        value = list(value.values())
    value = [] if value is None else value
    return value if isinstance(value, list) else [value]


def _strikes(state: State, strike: list[Any]) -> list[str]:
    """The examples to strike, as values "seat:normal form" without repeats."""
    known, found = _known(state), dict[str, None]()
    for one in strike:
        named = _named(known, one)
        need(named.key not in state.round.job.settled, *SETTLED)
        if named.key not in state.round.job.struck:
            found[named.value] = None
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


def votes(state: State, step: str, seat: int, args: Args) -> Move:
    """Vote on the answers, and leave a standing bid (AD-116 to AD-119, AD-137)."""
    need(isinstance(args.get("down"), list), "AD-118", "Say which answers you vote down.")
    down = args["down"]
    need(seat not in down, "AD-119", "You cannot vote on your own answer.")
    up = sorting.up_for_vote(state, seat)
    need(all(type(one) is int and one in up for one in down), "AD-116", "That answer is not up for a vote.")
    bid = args.get("bid")
    need(bid is None or (isinstance(bid, dict) and set(bid) <= {"amount", "card"}), *MALFORMED)
    chosen: Args = {"down": [one for one in up if one in down]}
    if bid is None or (bid.get("amount") is None and bid.get("card") is None):
        return Move("votes", chosen)
    words = "Only players who gave the adult answer can leave a bid."
    need(sorting.is_adult(state, seat), "AD-137", words)
    need(seat not in state.round.early_night, "AD-215", "Early Night: you may not bid this round.")
    return Move("votes", chosen | {"bid": _bid_of(state, seat, bid, auction.standing_top(state, seat) or 0)})


def _bid_of(state: State, seat: int, args: Args, top: int) -> Args:
    amount: Any = args.get("amount")
    need(type(amount) is int and amount >= 0, "AD-130", "A bid is a whole number from zero up.")
    need(amount <= top, "AD-130", "You cannot bid more money than you have.")
    card = _helper(state, seat, args, HELPERS, "That card cannot be played with a bid.")
    return {"amount": amount, "card": card}


def key_in(state: State, step: str, seat: int, args: Args) -> Move:
    """Key in an amount at the till (AD-197)."""
    amount, top = args.get("amount"), till.top(state, seat)
    need(type(amount) is int and 0 <= amount <= top, "AD-197", f"Enter a whole number from 0 to {top}.")
    return Move("till", args)


def call_theft(state: State, step: str, seat: int, args: Args) -> Move:
    """Call out a payment (AD-188, AD-191)."""
    need(state.options.bank == "open", "AD-188", "With the honest bank nobody can steal.")
    other: Any = args.get("seat")
    is_there = isinstance(other, int) and till.callable_payment(state, seat, other)
    need(is_there, "AD-191", "There is no payment of that player that can be called out now.")
    return Move("call_theft", args)


def name(state: State, step: str, seat: int, args: Args) -> Move:
    """Name an example in turn (AD-58)."""
    return Move("name", {"text": _example(args.get("text"))})


def answer(state: State, step: str, seat: int, args: Args) -> Move:
    """Answer the sorting question (AD-110)."""
    return Move("answer", _answer(state, step, seat, args))


def bid(state: State, step: str, seat: int, args: Args) -> Move:
    """Bid for the card (AD-130)."""
    return Move("bid", _bid_of(state, seat, args, state.players[seat].money))
