"""The deck, read from components.toml: 60 two-sided cards with 14 different game texts (section "The deck").

Code refers to cards by id. Until the ruling, only the dealer may know the id of the round's card (AD-24), so views show
the others a `Side` instead.
"""

from pathlib import Path

import msgspec
from msgspec import Struct

from games.kernel import data

COLUMNS = "HCD"
SUITS = {"H": "hearts", "C": "clubs", "D": "diamonds", "S": "spades"}
COLUMN_NAMES = {letter: SUITS[letter].capitalize() for letter in COLUMNS}
JOBS = {"category": "Category", "rank": "Rank", "payout": "Payout", "challenge": "Challenge"}
DEALER_DECIDES = -1


class Effect(Struct, frozen=True):
    """A game text. `timing`: scoring, sorting, bid or mantle (AD-42 to AD-46)."""

    id: str
    name: str
    timing: str
    clause: str
    text: str


class Card(Struct, frozen=True):
    """Both sides of a card. `adult`: index into `sort_answers`, or DEALER_DECIDES. Bots use `typical` and all below."""

    id: str
    job: str
    prompt: str
    sort_question: str
    sort_answers: tuple[str, str]
    adult: int
    suits: tuple[str, ...]
    effect: str = ""
    fine_print: str = ""
    fine_effect: str = ""
    fine_test: str = ""
    fine_arg: str = ""
    unit: str = ""
    direction: str = ""
    max: int = 0
    steps: tuple[tuple[int, int], ...] = ()
    limit: int = 0
    max_words: int = 0
    typical: tuple[int, int] = (0, 0)
    accept: tuple[str, ...] = ()
    rejects: tuple[str, ...] = ()
    samples: tuple[str, ...] = ()

    def pay(self, number: int) -> int:
        """Payout: the money for the highest printed step that the number reaches (AD-90, AD-91)."""
        return max((money for least, money in self.steps if number >= least), default=0)

    @property
    def suit_words(self) -> str:
        """The suit side in words: "clubs, Coupon", "hearts or diamonds"."""
        words = " or ".join(SUITS[suit] for suit in self.suits)
        return f"{words}, {EFFECTS[self.effect].name}" if self.effect else words

    @property
    def columns(self) -> str:
        """The columns that the card fits in (AD-35 to AD-37)."""
        return COLUMNS if self.suits == ("S",) else "".join(self.suits)

    @property
    def timing(self) -> str:
        """When the game text can be used; "" for a card without one."""
        return EFFECTS[self.effect].timing if self.effect else ""


_FACTS = data.read(Path(__file__).parent, "components.toml")
EFFECTS: dict[str, Effect] = {facts["id"]: msgspec.convert(facts, Effect) for facts in _FACTS["effect"]}
CARDS: dict[str, Card] = {facts["id"]: msgspec.convert(facts, Card) for facts in _FACTS["card"]}
BY_PROMPT = {card.prompt: card for card in CARDS.values()}
SPADES = frozenset(card.id for card in CARDS.values() if card.suits == ("S",))
"""Spades are wild (AD-36) and bring the end nearer (AD-142)."""
HELPERS = frozenset(card.id for card in CARDS.values() if card.timing == "bid")
NOTES = frozenset(card.id for card in CARDS.values() if card.timing == "sorting")
HEIRLOOMS = frozenset(card.id for card in CARDS.values() if card.effect == "heirloom")
EFFECT = {card.id: card.effect for card in CARDS.values()}


def label(card: str) -> str:
    """The label of a card in choices: "Spades, Jury Duty" or "Hearts or clubs"."""
    words = CARDS[card].suit_words
    return words[0].upper() + words[1:]
