"""The types of a view: what the table, an email and a bot may know (section "Hidden information" of the rulebook).

Cards are ids (`cards.CARDS[id]` has the details); a card whose id is not public is a `Side`. Seats are numbers. `None`
means "not known to this viewer". Views hold no answers to a stage that is still open: the platform shows who has yet to
answer, and shows players their own sealed answer.
"""

from msgspec import Struct
from msgspec.structs import replace

from games.titles.adulting.state import Bid, Case, Report
from games.titles.adulting.work.fine_print import Marks


class Side(Struct):
    """The suit side of a card. `suits`: such as "H", "HC" or "S"; `effect`: id of the game text, or ""."""

    suits: str
    effect: str
    words: str


class RoundCard(Struct):
    """The round's card as far as the viewer knows it.

    Public: suit side, job, prompt, unit, max, direction ("high"/"low" first), steps (Payout), limit and max_words
    (Challenge). `question` and `answers` (as ordered in this match) once asked. `adult`: index into `answers` once
    public (the dealer knows it from the draw), else None.
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
    """One entry in the record of a Category. `kind`: named, repeat, gave_up, time, left, expelled.

    `place`: if the entry put its player out, 1 for the first one out, 2 for the second …; else 0. `struck`: by the
    dealer. `marked`: it breaks the fine print (shown to the dealer; after the ruling, to everybody).
    """

    seat: int
    kind: str
    text: str
    lap: int
    place: int
    struck: bool
    marked: bool


class ExampleView(Struct):
    """An example that can be struck. `value`: its option in the field `strike` of the ruling. `named`: it came up when
    the lists were played out. `looks_like`: examples of others that look or read nearly the same (only a hint)."""

    seat: int
    text: str
    value: str
    named: bool
    struck: bool
    marked: bool
    settled: bool
    looks_like: list[str]


class GivenView(Struct):
    """A number or a performance, whichever the job asks for; None if none was given. `place`: 1 is best, 0 before the
    ruling. `disallowed`: by the dealer; `marked`: by the fine print (shown to the dealer; after the ruling, to all);
    `bonus`: earns one extra money."""

    seat: int
    number: int | None
    text: str | None
    place: int
    disallowed: bool
    marked: bool
    bonus: bool


class JobView(Struct):
    """The job of the round.

    `players`: the seats that take part, from the dealer's left. Category in turns: `turn` is the seat to name next,
    `lap` of `laps`, `inside` the seats still in; `record` the naming so far (with lists: as played out, once known).
    `my_list`: the viewer's list once handed in. `examples`: what can be struck (shown to the dealer in naming and
    ruling; after the ruling, to all). `numbers`, `texts`: once public. `wages[seat]`: current wages, None if unknown
    (before the ruling; in an open bank those of others). `earned`: in an open bank, once wages are keyed in, what
    everybody can work out for each seat, without Overtime. Only for bots: the table adds nothing up (AD-189).
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
    """A public sorting answer. `choice`: index into the card's answers, None if there is none so far. `is_adult`: None
    until the dealer has decided. `excused`: by a Doctor's Note. `down`: seats that voted it down; `stands`: None until
    the votes are public."""

    seat: int
    choice: int | None
    note: str
    card: str
    is_adult: bool | None
    excused: bool
    down: list[int]
    stands: bool | None


class MatterView(Struct):
    """A ruling that the viewer can object to: the three arguments of `appeal`, and the ruling in words."""

    kind: str
    seat: int
    example: str
    words: str


class LawView(Struct):
    """What the viewer can file now. `left`: cases left to file this round. `matters`: rulings to object to; `fee`:
    money set aside to press an appeal. `perjury`, `libel`: seats that can be sued; `top_price`: the highest price."""

    left: int
    matters: list[MatterView]
    fee: int
    can_press: bool
    perjury: list[int]
    libel: list[int]
    top_price: int
    can_impeach: bool


class Placing(Struct):
    """A way to place a card from the hand: the points gained, the score afterwards, and whether it ends the match."""

    card: str
    column: str
    gain: int
    score: int
    ends: bool


class PlayerView(Struct):
    """What everybody knows about a seat. `columns`: hearts, clubs, diamonds, newest card last. `squares`: points of the
    columns; `rows`: complete rows. `left`: "", "resigned" or "removed". `set_aside`: money in open cases."""

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
    """A payment keyed in (open bank). `kind`: wages, tie or price. `can_call`: whether the viewer can call it out.
    `caller`: the seat that called it out, or None."""

    seat: int
    kind: str
    keyed: int
    can_call: bool
    caller: int | None


class EndView(Struct):
    """The end. `by`: spades, deck, rounds or players. `thefts`: (round, seat, gain) of thefts that nobody noticed.
    `best`: (seat, text) of performances that dealers ranked first."""

    ranks: list[int]
    by: str
    thefts: list[tuple[int, int, int]]
    best: list[tuple[int, str]]


class View(Struct):
    """The table as `me` sees it (None: a spectator).

    `step`: scoring, naming, list, number, perform, ruling, answer, votes, bids, till or over; `main`: seats that the
    step asks, even if they have answered. `asks_answer`: this seat's form for the job or the ruling also asks the
    sorting question. `top_bid`: the viewer's highest (standing) bid, None if they cannot bid. `due`: what the till pays
    ("wages", "tie") or charges ("price") the viewer. `card_gain`: the most points that the round's card would gain the
    viewer. `placings`: the best first. `marks`: for the dealer in the ruling. `bids`: opened in this round. Cases and
    the report of the last round are as in the state: nothing in them is hidden. `owed`: by case, the seats that must
    answer now (including jurors who have voted).
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


def without_secrets(view: View) -> View:
    """The view of a seat as the manual may show it: without what only the dealer of a card knows."""
    card = view.card
    if card is None or (view.job and view.job.is_ruled):
        return view
    return replace(view, card=replace(card, id="", fine_print="", fine_effect="", adult=None))
