"""What somebody may want to do now, legal or not: "Why can't I ...?" asks the rules about each."""

from games.kernel.display import Tried
from games.kernel.errors import IllegalMove
from games.kernel.types import Move
from games.titles.adulting import category, refusals_law, sorting, till
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECTS, SUITS, label
from games.titles.adulting.state import State

FILINGS = {
    "appeal": "Object to a ruling of the dealer",
    "sue": "Sue a player",
    "impeach": "Move to impeach the dealer",
}


def filings(state: State, step: str, seat: int) -> list[Tried]:
    """Cases that cannot be filed now, with the reason of the law (AD-150, AD-155)."""
    found = []
    for verb, words in FILINGS.items():
        try:
            refusals_law.need_can_file(state, step, seat, verb)
        except IllegalMove as error:
            found.append(Tried(words, None, error.clause, error.message))
    return found


def scoring(state: State, seat: int) -> list[Tried]:
    """Columns that a card does not fit, texts for another moment, a second card (AD-33 to AD-37, AD-45)."""
    hand = state.players[seat].hand
    found = [
        Tried(f"Place {label(card)} in {SUITS[letter]}", Move("place", {"card": card, "column": letter}))
        for card in hand
        for letter in COLUMNS
    ]
    texted = [card for card in hand if CARDS[card].effect and CARDS[card].timing != "scoring"]
    found += [Tried(f"Use {EFFECTS[CARDS[card].effect].name}", Move("effect", {"card": card})) for card in texted]
    return [*found, Tried("Play two cards", None, "AD-33", "You can play at most one card in the scoring phase.")]


def naming_again(state: State, seat: int) -> list[Tried]:
    """What was named before costs the place; there is no passing (AD-62, AD-65)."""
    again = [
        Tried(
            f"Name “{example.text}” again",
            None,
            "AD-62",
            "It was named before. If you name it again, you are eliminated.",
        )
        for example in category.examples(state)
    ]
    return [*again, Tried("Pass and stay in", None, "AD-65", "If you name nothing, you are eliminated.")]


def lists(state: State, seat: int) -> list[Tried]:
    most = state.options.laps
    long = [f"example {number}" for number in range(most + 1)]
    return [
        Tried("List an example twice", Move("list", {"examples": ["example", "example"]})),
        Tried(f"List {most + 1} examples", Move("list", {"examples": long})),
    ]


def numbers(state: State, seat: int) -> list[Tried]:
    most = CARDS[state.round.card].max
    return [Tried(f"Give {number}", Move("number", {"n": number})) for number in (-1, 0.5, most + 1)]


def performances(state: State, seat: int) -> list[Tried]:
    limit = CARDS[state.round.card].limit
    return [
        Tried("Hand in an empty text", Move("perform", {"text": " "})),
        Tried(f"Write {limit + 1} characters", Move("perform", {"text": "x" * (limit + 1)})),
    ]


EXAMPLE = Tried("Strike what nobody named", None, "AD-64", "Only an example that was really named can be struck.")
NUMBER = Tried("Disallow a number that nobody gave", None, "AD-89", "Only a number that was given can be disallowed.")
ORDER = Tried("Put two on one place", None, "AD-96", "Every performance gets exactly one place, no ties.")


def votes(state: State, seat: int) -> list[Tried]:
    """One's own answer, and answers that are not voted on (AD-116, AD-119)."""
    closed = [other for other in state.in_round if other not in sorting.up_for_vote(state, seat)]
    return [
        Tried(
            "Vote on your own answer" if other == seat else f"Vote on the answer of {{{other}}}",
            Move("votes", {"down": [other]}),
        )
        for other in closed
    ]


def bids(state: State, seat: int) -> list[Tried]:
    """More than one has (AD-130)."""
    return [_amount("Bid", "bid", state.players[seat].money + 1)]


def payments(state: State, seat: int) -> list[Tried]:
    """More than can be keyed in (AD-197)."""
    return [_amount("Key in", "till", till.top(state, seat) + 1)]


def rulings(state: State, seat: int) -> list[Tried]:
    """What no ruling on this job can say (AD-64, AD-89, AD-96)."""
    return [{"category": EXAMPLE, "challenge": ORDER}.get(CARDS[state.round.card].job, NUMBER)]


def answers(state: State, seat: int) -> list[Tried]:
    """Both at once (AD-110)."""
    return [Tried("Give both answers", None, "AD-110", "You must choose one of the two answers.")]


def _amount(words: str, verb: str, amount: int) -> Tried:
    return Tried(f"{words} {amount}", Move(verb, {"amount": amount}))
