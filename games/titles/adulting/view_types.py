"""The shapes of a view: what the table, an email and a bot may know (section "Hidden information" of the rulebook).

Cards are ids (`cards.CARDS[id]` has all facts); a card whose id is not public is a `Side`. Seats are numbers. `None`
means "not known to this viewer". Answers that wait for their stage to close are in no view: the platform tells who is
still awaited, and shows a player one's own sealed answer.
"""

from msgspec import Struct

from games.titles.adulting.fine_print import Marks
from games.titles.adulting.state import Bid, Case, Report


class Side(Struct):
    """The suit side of a card: `suits` like "H", "HC" or "S"; `effect` id of the game text or ""."""

    suits: str
    effect: str
    words: str


class RoundCard(Struct):
    """The round's card as far as the viewer knows it.

    Everybody: suit side, job, prompt, unit, max, direction ("high"/"low" first), steps (payout), limit and max_words
    (challenge). `question` and `answers` (in the order of this table) once they are asked; `adult`: index into
    `answers` once public (the dealer knows it from the draw), None before.
    `id`, `fine_print`, `fine_effect` ("forbid"/"bonus"/""): "" until the ruling for all but the dealer (AD-24).
    """

    side: Side
    job: str
    prompt: str
    unit: str
    max: int
    direction: str
    steps: list[tuple[int, int]]
    limit: int
    max_words: int
    question: str
    answers: list[str]
    adult: int | None
    id: str
    fine_print: str
    fine_effect: str


class EntryView(Struct):
    """One line of the record of a Category. `kind`: named, repeat, gave_up, time, left, expelled.

    `place`: this entry put its player out as the so-manieth (0: it did not). `struck`: by the dealer; `marked`: it
    breaks the fine print (dealer; everybody after the ruling).
    """

    seat: int
    kind: str
    text: str
    lap: int
    place: int
    struck: bool
    marked: bool


class ExampleView(Struct):
    """One example that can be struck. `value`: what the field `strike` of the ruling takes. `named`: it was reached in
    the play-through. `looks_like`: texts of others that look or read nearly the same (a hint, no rule)."""

    seat: int
    text: str
    value: str
    named: bool
    struck: bool
    marked: bool
    settled: bool
    looks_like: list[str]


class GivenView(Struct):
    """A number or a performance, whichever the job asks for; None: none was given. `place`: 1 is best, 0 before the
    ruling. `disallowed` by the dealer; `marked` by the fine print (to the dealer, to all after the ruling); `bonus`:
    gets one extra money."""

    seat: int
    number: int | None
    text: str | None
    place: int
    disallowed: bool
    marked: bool
    bonus: bool


class JobView(Struct):
    """The job of the round.

    `players`: who takes part, from the dealer's left. Category in turns: `turn` is the seat to name, `lap` of `laps`,
    `inside` who is still in; `record` the naming so far (lists: the play-through, once known). `my_list`: one's own
    list once it has been handed in. `examples`: what can be struck (dealer in naming and ruling; all after the ruling).
    `numbers`, `texts`: once public. `wages[seat]`: as they stand, None where not known (before the ruling; in an open
    bank those of the others). `earned`: in an open bank, once the wages are keyed in, what everybody can work out that
    the job pays each seat, Overtime left aside. For the bots alone: the table does no sums for others (AD-189).
    """

    kind: str
    players: list[int]
    turn: int | None
    lap: int
    laps: int
    inside: list[int]
    record: list[EntryView]
    examples: list[ExampleView]
    my_list: list[str] | None
    numbers: list[GivenView]
    texts: list[GivenView]
    is_ruled: bool
    wages: list[int | None]
    earned: dict[int, int]


class AnswerView(Struct):
    """A sorting answer that is public. `choice`: index into the card's answers, None: silent so far. `is_adult`
    None while the dealer has not decided. `excused`: Doctor's Note. `down`: who voted it down; `stands`: None before
    the votes are open, then whether the player is an adult."""

    seat: int
    choice: int | None
    note: str
    card: str
    is_adult: bool | None
    excused: bool
    down: list[int]
    stands: bool | None


class MatterView(Struct):
    """A ruling that the viewer could object to: the three arguments of `appeal`, and the ruling in words."""

    kind: str
    seat: int
    example: str
    words: str


class LawView(Struct):
    """What the viewer may file now. `left`: filings left this round. `matters`: rulings to object to (none where that
    is not possible), `fee`: what pressing costs, `can_press`. `perjury`, `libel`: seats that can be sued; `top_price`.
    `can_impeach`."""

    left: int
    matters: list[MatterView]
    fee: int
    can_press: bool
    perjury: list[int]
    libel: list[int]
    top_price: int
    can_impeach: bool


class Placing(Struct):
    """A way to place an own card: what the score grows by, the score then, and whether that ends the match."""

    card: str
    column: str
    gain: int
    score: int
    ends: bool


class PlayerView(Struct):
    """What everybody knows about a seat. `columns`: hearts, clubs, diamonds, newest card last. `squares`: points of
    the columns; `rows`: complete ones; `heirlooms`: how many. `left`: "", "resigned" or "removed". `set_aside`: money
    in open cases."""

    seat: int
    money: int
    set_aside: int
    hand: list[str]
    columns: list[list[str]]
    score: int
    squares: list[int]
    rows: int
    row_points: int
    heirlooms: int
    is_dealer: bool
    is_out: bool
    overtime: bool
    jury_duty: bool
    early_night: bool
    left: str


class PaymentView(Struct):
    """A payment that was keyed in (open bank). `kind`: wages, tie or price. `can_call`: by this viewer. `caller`: who
    called it out, None for nobody."""

    seat: int
    kind: str
    keyed: int
    can_call: bool
    caller: int | None


class EndView(Struct):
    """The end. `by`: spades, deck, rounds or players. `thefts`: (round, seat, gain) that nobody noticed.
    `best`: (seat, text) that dealers ranked first."""

    ranks: list[int]
    by: str
    thefts: list[tuple[int, int, int]]
    best: list[tuple[int, str]]


class View(Struct):
    """The table as `me` sees it (None: a spectator).

    `step`: scoring, naming, list, number, perform, ruling, answer, votes, bids, till or over; `main`: seats that the
    step asks (those who have answered included). `asks_answer`: this seat's form of the work stage or the ruling also
    asks for the answer. `top_bid`: highest (standing) bid of the viewer, None where it cannot bid. `due`: what the
    till owes ("wages", "tie") or asks ("price") of the viewer. `card_gain`: what the round's card would gain at best on
    one's own mantle. `placings`: of one's own hand, best first. `marks`: for the dealer in the ruling. `bids`: opened
    in this round. Cases and the report of the last round are as in the state: nothing in them is hidden. `owed`: by
    case, who has something to decide now (of a jury also those who have voted).
    """

    me: int | None
    step: str
    main: list[int]
    round: int
    dealer: int
    order: list[int]
    spades: int
    spades_to_end: int
    round_limit: int
    deck_count: int
    top: Side | None
    card: RoundCard | None
    job: JobView | None
    marks: Marks | None
    asks_answer: bool
    answers: list[AnswerView]
    is_voted: bool
    bidders: list[int]
    top_bid: int | None
    bids: dict[int, Bid]
    due: tuple[str, int] | None
    till_top: int
    players: list[PlayerView]
    discard: list[str]
    cases: list[Case]
    owed: dict[int, list[int]]
    law: LawView | None
    payments: list[PaymentView]
    placings: list[Placing]
    card_gain: int
    report: Report | None
    result: EndView | None
    scoring: str
    answers_in: str
