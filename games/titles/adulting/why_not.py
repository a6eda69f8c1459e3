"""Moves that players may want to make, legal or not, for "why not": the rules are asked about each."""

from collections.abc import Iterator

from games.kernel.display import Attempt
from games.kernel.types import Move
from games.titles.adulting import refusals_law
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECTS, SUITS, label
from games.titles.adulting.state import State
from games.titles.adulting.work import category, sorting, till

FILINGS = {"appeal": "Object to a ruling of the dealer", "sue": "Sue a player", "impeach": "Move to impeach the dealer"}


def filings(state: State, step: str, seat: int) -> Iterator[Attempt]:
    """Cases that the seat cannot file now, with the reason (AD-150, AD-155)."""
    for verb, words in FILINGS.items():
        if refusal := refusals_law.why_not_file(state, step, seat, verb):
            yield Attempt(words, None, *refusal)


def scoring(state: State, seat: int) -> list[Attempt]:
    """Each card in each column, texts for other phases, a second card (AD-33 to AD-37, AD-45)."""
    hand = state.players[seat].hand
    found = [
        Attempt(f"Place {label(card)} in {SUITS[letter]}", Move("place", {"card": card, "column": letter}))
        for card in hand
        for letter in COLUMNS
    ]
    texted = [card for card in hand if CARDS[card].effect and CARDS[card].timing != "scoring"]
    found += [Attempt(f"Use {EFFECTS[CARDS[card].effect].name}", Move("effect", {"card": card})) for card in texted]
    return [*found, Attempt("Play two cards", None, "AD-33", "You can play at most one card in the scoring phase.")]


def naming_again(state: State, seat: int) -> list[Attempt]:
    """Repeating an example, and passing (AD-62, AD-65)."""
    again = ("AD-62", "It was named before. If you name it again, you are eliminated.")
    found = [Attempt(f"Name “{one.text}” again", None, *again) for one in category.examples(state)]
    return [*found, Attempt("Pass and stay in", None, "AD-65", "If you name nothing, you are eliminated.")]


def lists(state: State, seat: int) -> list[Attempt]:
    most = state.options.laps
    long = [f"example {number}" for number in range(most + 1)]
    return [
        Attempt("List an example twice", Move("list", {"examples": ["example", "example"]})),
        Attempt(f"List {most + 1} examples", Move("list", {"examples": long})),
    ]


def numbers(state: State, seat: int) -> list[Attempt]:
    most = CARDS[state.round.card].max
    return [Attempt(f"Give {number}", Move("number", {"n": number})) for number in (-1, 0.5, most + 1)]


def performances(state: State, seat: int) -> list[Attempt]:
    longer = CARDS[state.round.card].limit + 1
    return [
        Attempt("Hand in an empty text", Move("perform", {"text": " "})),
        Attempt(f"Write {longer} characters", Move("perform", {"text": "x" * longer})),
    ]


def rulings(state: State, seat: int) -> list[Attempt]:
    """What the dealer cannot rule on this job."""
    job = CARDS[state.round.card].job
    if job == "category":
        words = "Only an example that was really named can be struck."
        return [Attempt("Strike an example that nobody named", None, "AD-64", words)]
    if job == "challenge":
        return [Attempt("Put two in one place", None, "AD-96", "Every performance gets exactly one place, no ties.")]
    words = "Only a number that was given can be disallowed."
    return [Attempt("Disallow a number that nobody gave", None, "AD-89", words)]


def answers(state: State, seat: int) -> list[Attempt]:
    return [Attempt("Give both answers", None, "AD-110", "You must choose one of the two answers.")]


def votes(state: State, seat: int) -> list[Attempt]:
    """Votes on one's own answer, and on answers that are not up for a vote (AD-116, AD-119)."""
    closed = [other for other in state.in_round if other not in sorting.up_for_vote(state, seat)]
    names = {other: f"the answer of {{{other}}}" for other in closed} | {seat: "your own answer"}
    return [Attempt(f"Vote on {names[other]}", Move("votes", {"down": [other]})) for other in closed]


def bids(state: State, seat: int) -> list[Attempt]:
    more = state.players[seat].money + 1
    return [Attempt(f"Bid {more}", Move("bid", {"amount": more}))]


def payments(state: State, seat: int) -> list[Attempt]:
    more = till.top(state, seat) + 1
    return [Attempt(f"Key in {more}", Move("till", {"amount": more}))]
