"""The state of a match: money, hands, mantles, the deck, and the round with its job, answers, bids and cases.

Answers to a stage that is still open are not part of it: the kernel keeps them sealed.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from games.titles.adulting.cards import CARDS, COLUMNS, EFFECT, HEIRLOOMS

ROW = 7  # points of a complete row (AD-40)
HEIRLOOM = 3  # AD-221
RAISE = 3  # what Outdoor Voice adds in the comparison (AD-140)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match. `first_dealer`: a seat, or how to choose one (AD-16). `pace`: "live" or "async"."""

    answers: Literal["in_turn", "together"] = "together"
    category: Literal["turns", "lists"] = "lists"
    sorting: Literal["after", "with_work"] = "with_work"
    scoring: Literal["dealer", "everyone"] = "dealer"
    bank: Literal["honest", "open"] = "honest"
    legal: bool = True
    dealer_ranks: bool = False
    first_dealer: Literal["played_most", "oldest", "random"] | int = "played_most"
    first_dealer_money: Annotated[int, Meta(ge=0, le=10)] = 0
    start_money: Annotated[int, Meta(ge=0, le=10)] = 0
    spades_to_end: Literal[1, 2, 3, 4, 5] = 3
    laps: Annotated[int, Meta(ge=3, le=20)] = 10
    round_limit: Annotated[int, Meta(ge=0, le=60)] = 0
    pace: str = "async"

    @classmethod
    def defaults(cls, seats: int, pace: str) -> "Options":
        """They do not depend on the number of seats; the pace sets three of them (section "Playing online")."""
        return cls(answers="in_turn", category="turns", sorting="after", pace="live") if pace == "live" else cls()


class Player(Struct):
    """One seat. `mantle`: three columns (hearts, clubs, diamonds), newest card last. `left`: 0 while in the game, 1 for
    the first to leave, 2 for the second …; `reason`: "resigned" or "removed". `overtime`: doubles the next wages."""

    money: int = 0
    hand: list[str] = []
    mantle: list[list[str]] = []
    overtime: bool = False
    left: int = 0
    reason: str = ""


class Entry(Struct):
    """One entry in the record of a Category (AD-71).

    `kind`: named, repeat (AD-62), gave_up, time, left (AD-230), expelled (AD-205). `norm`: the normal form (AD-63).
    For a call of time: `is_void` if it was overturned, `is_settled` once somebody has objected to it (AD-170).
    """

    seat: int
    kind: str
    text: str = ""
    norm: str = ""
    lap: int = 0
    is_void: bool = False
    is_settled: bool = False


class Answer(Struct):
    """A sorting answer. `choice`: 0 or 1 in the order shown in this match, None for no answer (AD-123)."""

    choice: int | None = None
    note: str = ""
    card: str = ""


class Bid(Struct):
    """A bid or standing bid, with its helper card if any."""

    amount: int
    card: str = ""

    @property
    def counts(self) -> int:
        """The amount that bids are compared by (AD-140)."""
        return self.amount + (RAISE if EFFECT.get(self.card) == "outdoor_voice" else 0)

    @property
    def price(self) -> int:
        """The amount to pay if it wins (AD-218)."""
        return (self.amount + 1) // 2 if EFFECT.get(self.card) == "coupon" else self.amount


class Job(Struct):
    """The job of the round.

    `players`: the seats that take part, from the dealer's left. `record`: the naming of a Category, played out from
    `lists` where there are lists. `struck`, `settled`: examples as [seat, normal form]. `numbers`, `texts`: results by
    seat, None for a seat that gave none. From the ruling: `disallowed` and `bonus` seats, and the `order` of a
    Challenge. `closed`: rulings that were objected to, as [kind, seat] (AD-170). `is_stopped`: one player was left, so
    the naming is over, even if others are reinstated (AD-72, AD-79).
    """

    players: list[int] = []
    turn: int = -1
    lap: int = 1
    is_stopped: bool = False
    record: list[Entry] = []
    lists: dict[int, list[str]] = {}
    emptied: list[int] = []
    struck: list[tuple[int, str]] = []
    settled: list[tuple[int, str]] = []
    numbers: dict[int, int | None] = {}
    texts: dict[int, str | None] = {}
    disallowed: list[int] = []
    bonus: list[int] = []
    order: list[int] = []
    closed: list[tuple[str, int]] = []


class Case(Struct):
    """An open or closed case (section "Legal System").

    `kind`: appeal, suit or impeach. `against`: the dealer or the defendant. `stage`: reply, hearing, retort, jury,
    closed. `opened_in`: the step it was filed in. `matter`, `seat`, `example`: the ruling under appeal; `was`: whether
    it struck, disallowed or granted something. `escrow`: money set aside by the filer. `asked_price`: as proposed;
    `price`: as set by the magistrate. `votes`: by seat, True in favour.
    """

    number: int
    kind: str
    filer: int
    against: int
    stage: str
    statement: str = ""
    escrow: int = 0
    matter: str = ""
    seat: int = -1
    example: str = ""
    norm: str = ""
    was: bool = False
    press: bool = False
    ground: str = ""
    price: int = 0
    asked_price: int = 0
    magistrate: int = -1
    retort: str = ""
    votes: dict[int, bool] = {}
    outcome: str = ""
    opened_in: str = ""


class Payment(Struct):
    """A payment that a player keyed in (AD-189). `kind`: wages or tie (taken), price (paid). `caller`: the seat that
    called it out, -1 for none."""

    seat: int
    kind: str
    due: int
    keyed: int
    round: int
    caller: int = -1

    @property
    def gain(self) -> int:
        """How much the player gained by it; negative for a mistake to their own disadvantage (AD-196)."""
        return self.due - self.keyed if self.kind == "price" else self.keyed - self.due


class Due(Struct):
    """The payment that the till expects from a seat."""

    kind: str
    amount: int


Reached = Literal["dealt", "drawn", "worked", "ruled", "answered", "voted", "paid"]
PROGRESS: dict[Reached, int] = {point: place for place, point in enumerate(get_args(Reached))}
"""The points that a round reaches, in order. Results come in between "drawn" and "worked"."""


class Round(Struct):
    """One round.

    `card`: the round's card, "" before the draw. `adult`: the dealer's choice on a card without a fixed adult answer.
    `out`: seats out of the round (AD-87, AD-204). `votes`: by voter, the seats voted down. `bids`: standing bids, later
    all bids. `filed`: the number of cases that each seat filed; `sued`: [prosecutor, defendant].
    """

    number: int
    dealer: int
    card: str = ""
    reached: Reached = "dealt"
    job: Job = field(default_factory=Job)
    adult: int | None = None
    answers: dict[int, Answer] = {}
    votes: dict[int, list[int]] = {}
    adults: list[int] = []
    wages: dict[int, int] = {}
    bids: dict[int, Bid] = {}
    dues: dict[int, Due] = {}
    winner: int = -1
    bidders: list[int] = []
    out: list[int] = []
    convicted: list[int] = []
    jury_duty: list[int] = []
    early_night: list[int] = []
    cases: list[Case] = []
    filed: dict[int, int] = {}
    sued: list[tuple[int, int]] = []
    has_motion: bool = False
    is_void: bool = False

    def has(self, point: Reached) -> bool:
        """Whether the round has reached this point."""
        return PROGRESS[self.reached] >= PROGRESS[point]


class Told(Struct):
    """A public sorting answer and its outcome. `stands`: None if no votes were counted. `is_out`: the player was out of
    the round by then."""

    seat: int
    words: str
    note: str = ""
    is_adult: bool = False
    excused: bool = False
    stands: bool | None = None
    is_out: bool = False
    down: list[int] = []


class Report(Struct):
    """How the last round ended, for the table. `end`: auction, single, shame, impeached or void. `answers` and `cases`:
    those that were public by then."""

    number: int
    dealer: int
    card: str
    end: str
    winner: int = -1
    price: int | None = None
    bids: dict[int, Bid] = {}
    ties: list[int] = []
    wages: dict[int, int] = {}
    answers: list[Told] = []
    cases: list[Case] = []


class Theft(Struct):
    """A theft that nobody called out in time (AD-191), shown at the end of the match."""

    round: int
    seat: int
    gain: int


class State(Struct):
    """The match. `deck`: top card last. `flipped`: cards whose two answers are shown in reverse order.

    `paid_out`: all money paid by the bank, less what it took back. `spades`: spades placed so far (AD-144). `cases`:
    cases opened so far. `best`: performances that dealers ranked first. `busy`: the open stage has had an answer, so
    payments can no longer be called out once it closes (AD-191). `over`: why the match ended, "" while it goes on.
    """

    options: Options
    players: list[Player]
    deck: list[str]
    flipped: list[str]
    round: Round
    discard: list[str] = []
    spades: int = 0
    cases: int = 0
    paid_out: int = 0
    payments: list[Payment] = []
    thefts: list[Theft] = []
    report: Report | None = None
    best: list[tuple[int, str]] = []
    first: int = 0
    busy: bool = False
    over: str = ""

    @property
    def present(self) -> list[int]:
        """Seats still in the game."""
        return [seat for seat, player in enumerate(self.players) if not player.left]

    @property
    def dealer(self) -> int:
        """The dealer of the round."""
        return self.round.dealer

    @property
    def in_round(self) -> list[int]:
        """Seats still in the game and in the round (AD-124)."""
        return [seat for seat in self.present if seat not in self.round.out]

    @property
    def open_cases(self) -> list[Case]:
        """Cases that are not closed, oldest first."""
        return [case for case in self.round.cases if case.stage != "closed"]


def from_left(state: State, seats: list[int] | None = None, after: int | None = None) -> list[int]:
    """These seats (by default all in the game) from the left of the dealer, who comes last, or of the seat `after`."""
    start, seats = (state.dealer if after is None else after) + 1, state.present if seats is None else seats
    return [seat for seat in (*range(start, len(state.players)), *range(start)) if seat in seats]


def numbered(cases: Iterable[Case], number: int) -> Case:
    """The case with this number, which must exist."""
    return next(case for case in cases if case.number == number)


def counting(state: State) -> list[int]:
    """Participants whose result counts: players who left or are out of the round have none (AD-87, AD-205, AD-230). In
    a Category, a player whose motion failed keeps their place."""
    job, is_category = state.round.job, CARDS[state.round.card].job == "category"
    gone = state.round.convicted if is_category else state.round.out
    return [seat for seat in job.players if seat in state.present and seat not in gone]


def performed(state: State) -> list[int]:
    """Challenge: the seats whose performance must be ranked, from the dealer's left (AD-98, AD-205, AD-230)."""
    return [seat for seat in counting(state) if state.round.job.texts.get(seat) is not None]


def is_in_turn(state: State, step: str) -> bool:
    """Whether players answer this step one at a time, which pauses while a case is open (AD-54, AD-151)."""
    return step == "naming" or (step in ("number", "answer") and state.options.answers == "in_turn")


def points(mantle: list[list[str]]) -> int:
    """The score of a mantle (AD-39 to AD-41, AD-221)."""
    sizes = [len(column) for column in mantle]
    return sum(size * size for size in sizes) + ROW * min(sizes) + HEIRLOOM * heirlooms(mantle)


def heirlooms(mantle: list[list[str]]) -> int:
    """The number of Heirlooms on a mantle."""
    return len(HEIRLOOMS.intersection(chain.from_iterable(mantle)))


def gain(mantle: list[list[str]], card: str, column: int) -> int:
    """The points gained by placing the card in this column."""
    return rise([len(part) for part in mantle], column) + HEIRLOOM * (card in HEIRLOOMS)


def rise(sizes: list[int], column: int) -> int:
    """The points that one more card in this column brings, by the sizes of the columns."""
    grown = [size + (place == column) for place, size in enumerate(sizes)]
    return 2 * sizes[column] + 1 + ROW * (min(grown) - min(sizes))


def best_gain(mantle: list[list[str]], card: str) -> int:
    """The most points that the card can gain on this mantle."""
    return max(gain(mantle, card, COLUMNS.index(column)) for column in CARDS[card].columns)


def enlist(seats: list[int], seat: int) -> None:
    """Add the seat to the list unless it is there already."""
    if seat not in seats:
        seats.append(seat)


def weight(state: State, seat: int) -> int:
    """How many votes this seat has (AD-223)."""
    return 2 if seat in state.round.jury_duty else 1


def pay(state: State, source: int | None, target: int | None, amount: int) -> int:
    """Move money between seats and the bank (None). A seat pays no more than it has. Returns the amount paid."""
    if source is None:
        state.paid_out += amount
    else:
        amount = min(amount, state.players[source].money)
        state.players[source].money -= amount
    if target is None:
        state.paid_out -= amount
    else:
        state.players[target].money += amount
    return amount


def audit(state: State) -> None:
    """Check the invariants: 60 cards, no money lost, nobody below zero. Raises AssertionError."""
    piles = [state.deck, state.discard, [state.round.card] if state.round.card else []]
    piles += [pile for player in state.players for pile in (player.hand, *player.mantle)]
    assert sorted(card for pile in piles for card in pile) == sorted(CARDS), "a card is missing or there twice"
    held = sum(player.money for player in state.players) + sum(case.escrow for case in state.open_cases)
    assert held == state.paid_out, f"money is lost: {held} held, {state.paid_out} paid out"
    assert all(player.money >= 0 for player in state.players), "somebody owes money"
    assert all(not one.money and not one.hand for one in state.players if one.left), "a leaver holds something"
    assert all(len(player.mantle) == len(COLUMNS) for player in state.players)
    assert state.over or len(state.present) >= 3, "too few players"
    assert all(case.escrow == 0 for case in state.round.cases if case.stage == "closed"), "a closed case keeps money"
