"""What somebody may want to do now, legal or not: "Why can't I ...?" asks the rules about each."""

from collections.abc import Callable

from games.kernel.display import Tried
from games.kernel.errors import IllegalMove
from games.kernel.types import Decision, Move
from games.titles.adulting import naming, refusals, refusals_law, sorting, till
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECTS, SUITS, label
from games.titles.adulting.state import State

FILINGS = {
    "appeal": "Object to a ruling of the dealer",
    "sue": "Sue a player",
    "impeach": "Move to impeach the dealer",
}


def tries(state: State, decision: Decision) -> list[Tried]:
    """Wishes for the open decision, {2} for the name of seat 2; of the round's card nothing but its prompt is used."""
    verb = decision.actions[0].verb
    if verb not in WISHES:
        return []
    return [*WISHES[verb](state, decision.seat), *_filings(state, refusals.STEP_OF[verb], decision.seat)]


def _filings(state: State, step: str, seat: int) -> list[Tried]:
    """Cases that cannot be filed now, with the reason of the law (AD-150, AD-155)."""
    found = []
    for verb, words in FILINGS.items():
        try:
            refusals_law.need_can_file(state, step, seat, verb)
        except IllegalMove as error:
            found.append(Tried(words, None, error.clause, error.message))
    return found


def _scoring(state: State, seat: int) -> list[Tried]:
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


def _naming(state: State, seat: int) -> list[Tried]:
    """What was named before costs the place; there is no passing (AD-62, AD-65)."""
    again = [
        Tried(f"Name “{text}” again", None, "AD-62", "It was named before. If you name it again, you are eliminated.")
        for _, text, _ in naming.examples(state)
    ]
    return [*again, Tried("Pass and stay in", None, "AD-65", "If you name nothing, you are eliminated.")]


def _list(state: State, seat: int) -> list[Tried]:
    most = state.options.laps
    long = [f"example {number}" for number in range(most + 1)]
    return [
        Tried("List an example twice", Move("list", {"examples": ["example", "example"]})),
        Tried(f"List {most + 1} examples", Move("list", {"examples": long})),
    ]


def _number(state: State, seat: int) -> list[Tried]:
    most = CARDS[state.round.card].max
    return [Tried(f"Give {number}", Move("number", {"n": number})) for number in (-1, 0.5, most + 1)]


def _perform(state: State, seat: int) -> list[Tried]:
    limit = CARDS[state.round.card].limit
    return [
        Tried("Hand in an empty text", Move("perform", {"text": " "})),
        Tried(f"Write {limit + 1} characters", Move("perform", {"text": "x" * (limit + 1)})),
    ]


EXAMPLE = Tried("Strike what nobody named", None, "AD-64", "Only an example that was really named can be struck.")
NUMBER = Tried("Disallow a number that nobody gave", None, "AD-89", "Only a number that was given can be disallowed.")
RULINGS = {
    "category": EXAMPLE,
    "challenge": Tried("Put two on one place", None, "AD-96", "Every performance gets exactly one place, no ties."),
    "rank": NUMBER,
    "payout": NUMBER,
}
"""What no ruling can say, by job (AD-64, AD-89, AD-96)."""
BOTH = Tried("Give both answers", None, "AD-110", "You must choose one of the two answers.")


def _votes(state: State, seat: int) -> list[Tried]:
    """One's own answer, and answers that are not voted on (AD-116, AD-119)."""
    closed = [other for other in state.in_round if other not in sorting.up_for_vote(state, seat)]
    return [
        Tried(
            "Vote on your own answer" if other == seat else f"Vote on the answer of {{{other}}}",
            Move("votes", {"down": [other]}),
        )
        for other in closed
    ]


def _amount(words: str, verb: str, amount: int) -> Tried:
    return Tried(f"{words} {amount}", Move(verb, {"amount": amount}))


WISHES: dict[str, Callable[[State, int], list[Tried]]] = {
    "place": _scoring,
    "name": _naming,
    "list": _list,
    "number": _number,
    "perform": _perform,
    "rule": lambda state, seat: [RULINGS[CARDS[state.round.card].job]],
    "answer": lambda state, seat: [BOTH],
    "votes": _votes,
    "bid": lambda state, seat: [_amount("Bid", "bid", state.players[seat].money + 1)],
    "till": lambda state, seat: [_amount("Key in", "till", till.top(state, seat) + 1)],
}
