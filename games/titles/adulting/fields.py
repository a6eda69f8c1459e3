"""Fields and options that several decisions share, and the side decisions.

A seat can owe several answers at once, told apart by `matter`: "" is the stage, "bench" a strike and "time" a call of
time by the dealer, "law" a filing, "bank" a call of theft (all optional), "case" with a number a step of a case (owed).
"yes" and "no" may also be sent as true and false. `wait` does nothing; it exists because every decision needs a
default.
"""

from functools import lru_cache

from games.kernel.types import Action, Clock, Decision, Field, Move, Option, Pick, Picks
from games.kernel.words import of_seats
from games.titles.adulting.cards import COLUMNS, HELPERS, SUITS, label
from games.titles.adulting.state import State

YES_NO = (Option("yes", "yes"), Option("no", "no"))
COLUMN = tuple(Option(letter, SUITS[letter]) for letter in COLUMNS)
SAY = of_seats()
WAIT = Action("wait", "Do none of these")


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


def helper(name: str, state: State, seat: int) -> Pick:
    """A field for the helper card of a bid."""
    helpers = tuple(card for card in state.players[seat].hand if card in HELPERS)
    return Pick(name, card_options(helpers), 0, label="helper card")


def optional(
    seat: int, words: str, actions: tuple[Action, ...], clauses: tuple[str, ...], matter: str, after: str = ""
) -> Decision:
    """A side decision that may stay open."""
    clock = Clock(after=after)
    return Decision(seat, words, (*actions, WAIT), Move("wait"), clauses, optional=True, matter=matter, clock=clock)
