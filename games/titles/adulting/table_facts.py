"""What the table and the emails say, worked out once for their templates, which escape all names and words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from games.kernel.display import Counter, Panel
from games.kernel.types import Decision, Move
from games.kernel.words import several
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECTS, JOBS, SUITS
from games.titles.adulting.phrases import DOING, ENDS, ENTRIES, IN_TURN, OUTCOMES, OVER, STAGES, STEPS
from games.titles.adulting.shapes import CaseView, MatterView, Side, View

Facts = dict[str, Any]


def _unit(unit: str, number: int) -> str:
    """The unit of a card, which stands in the plural there."""
    return (
        {"people": "person", "dishes": "dish", "glasses": "glass"}.get(unit, unit.removesuffix("s"))
        if number == 1
        else unit
    )


def money(amount: int) -> str:
    """ "3 money"."""
    return f"{amount} money"


def side_facts(side: Side) -> Facts:
    """A suit side for the macro `card`: suits as (letter, name), name and words of the game text."""
    effect = EFFECTS.get(side.effect)
    return {
        "suits": [(suit, SUITS[suit]) for suit in side.suits],
        "name": effect.name if effect else "",
        "text": effect.text if effect else "",
        "timing": effect.timing if effect else "",
        "words": side.words[:1].upper() + side.words[1:],
    }


def _face(id: str) -> Facts:
    card = CARDS[id]
    return side_facts(Side("".join(card.suits), card.effect, card.suit_words)) | {"id": id, "effect": card.effect}


FACES = {id: _face(id) for id in CARDS}


def _flat(args: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in args.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        elif value is not None:
            yield prefix + name, value


class Table:
    """The facts of table.html, tray.html, decision.html and mail.txt for one viewer; `names` by seat.

    Each is worked out when a template asks for it: most viewers of a move need but a few.
    """

    def __init__(self, view: View, decision: Decision | None, names: Sequence[str]) -> None:
        self._view, self._names, self._decision = view, names, decision

    faces = FACES
    entries = ENTRIES
    stages = STAGES

    def name(self, seat: int) -> str:
        """ "You" or the name."""
        return "You" if seat == self._view.me else self._names[seat]

    def whom(self, seats: Iterable[int]) -> str:
        """Names in a sentence: "you, Bob and Cid"."""
        found = ["you" if seat == self._view.me else self._names[seat] for seat in seats]
        return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)

    @staticmethod
    def of_seat(rows: Iterable[Any], seat: int) -> Any:
        """The row of this seat, None if there is none; rows are structs or facts."""
        return next((row for row in rows if (row["seat"] if isinstance(row, dict) else row.seat) == seat), None)

    @staticmethod
    def as_chosen(move: Move) -> Facts:
        """An answer that is sealed, as what its form holds: {"verb", "args" by dotted name}."""
        return {"verb": move.verb, "args": dict(_flat(move.args))}

    # --- the round ------------------------------------------------------------------------------------------------

    @cached_property
    def rail(self) -> list[tuple[str, str, bool]]:
        """(words, state, is it where we are) of each step of the round. State: done, now or next."""
        view, found = self._view, []
        at = next((place for place, (_, _, steps) in enumerate(STEPS) if view.step in steps), None)
        if view.step == "till":
            at = 5 if view.bids else 4
        for place, (_, words, _) in enumerate(STEPS):
            if at is None:
                found.append((words, "done", False))
            else:
                found.append((words, "done" if place < at else "now" if place == at else "next", place == at))
        return found

    @cached_property
    def doing(self) -> str:
        """What the table does now, in a sentence."""
        view = self._view
        if view.step == "scoring" and view.scoring == "everyone":
            return "Everybody may play a card"
        if view.step == "naming" and view.job and view.job.turn is not None:
            who = view.job.turn
            return "Your turn to name one" if who == view.me else f"{self._names[who]} names the next one"
        if view.answers_in == "in_turn" and view.step in IN_TURN and len(view.main) == 1:
            yours, theirs = IN_TURN[view.step]
            return yours if view.main[0] == view.me else f"{self._names[view.main[0]]} {theirs}"
        return DOING[view.step]

    @cached_property
    def card(self) -> Facts | None:
        """The card at stake: suit side, job type in words, prompt, what there is to know about the numbers."""
        card = self._view.card
        if card is None:
            return None
        return {
            "side": side_facts(card.side),
            "job": JOBS[card.job],
            "prompt": card.prompt,
            "rule": self._job_rule(),
            "pays": self._pay_rule(),
            "answers": self._answer_sides(),
        }

    def _job_rule(self) -> str:
        """One sentence on what to do."""
        view = self._view
        job, card = view.job, view.card
        assert card is not None
        if card.job == "category":
            how = (
                "Name examples in turn"
                if job and view.step == "naming"
                else f"Up to {job.laps if job else 10} examples"
            )
            return f"{how}. No repeats: whoever has none left is out."
        if card.job == "rank":
            order = "largest" if card.direction == "high" else "smallest"
            return f"A whole number from 0 to {card.max}. The {order} comes first."
        if card.job == "payout":
            return f"A whole number from 0 to {card.max}. You are paid for it, whatever the others say."
        words = f" and {card.max_words} words" if card.max_words else ""
        return f"Up to {card.limit} characters{words}. The dealer puts the texts in order."

    def _pay_rule(self) -> str:
        """One sentence on what it pays."""
        view = self._view
        card, seats = view.card, len([player for player in view.players if not player.left])
        assert card is not None
        if card.job == "payout":
            return "Pays " + ", ".join(f"{pay} from {number}" for number, pay in card.steps) + "."
        if card.job == "category":
            count = len(view.job.players) if view.job else seats - 1
            return f"Out first earns 1, out second 2; the last one in earns {count}."
        return f"The first earns {seats}, the next {seats - 1}, and so on."

    def _answer_sides(self) -> list[Facts]:
        """The two answers with what is known: is it the adult one (None: open)?"""
        card = self._view.card
        assert card is not None
        return [
            {"choice": choice, "words": words, "is_adult": None if card.adult is None else choice == card.adult}
            for choice, words in enumerate(card.answers)
        ]

    @cached_property
    def results(self) -> list[Facts]:
        """The job's results by player, those who earn most first: for numbers, texts and the wages as they stand."""
        job = self._view.job
        if job is None:
            return []
        rows = [self._number(row) for row in job.numbers] + [self._text(row) for row in job.texts]
        return sorted(rows, key=lambda row: (row["place"] or 99, -(row["wages"] or 0)))

    def _number(self, row: Any) -> Facts:
        card = self._view.card
        assert card is not None
        words = "no number" if row.number is None else f"{row.number} {_unit(card.unit, row.number)}"
        return self._result(row) | {"number": row.number, "words": words, "place": 0, "is_off": row.disallowed}

    def _text(self, row: Any) -> Facts:
        return self._result(row) | {"text": row.text, "place": row.place, "is_off": False, "number": None}

    def _result(self, row: Any) -> Facts:
        return {"seat": row.seat, "marked": row.marked, "bonus": row.bonus, "wages": self.wages_of(row.seat)}

    def wages_of(self, seat: int) -> int | None:
        """Wages as they stand, None where this viewer does not know them."""
        job = self._view.job
        return job.wages[seat] if job and seat < len(job.wages) else None

    @cached_property
    def pay_list(self) -> list[tuple[int, int]]:
        """(seat, wages as they stand) where known, from the dealer's left."""
        if not self._view.job or not self._view.job.is_ruled:
            return []
        found = [(seat, self.wages_of(seat)) for seat in self._view.order]
        return [(seat, wages) for seat, wages in found if wages is not None]

    @cached_property
    def laps(self) -> list[Facts]:
        """The record of a Category, lap by lap, with a stamp for what put somebody out."""
        job = self._view.job
        found: list[Facts] = []
        for entry in job.record if job else []:
            if not found or found[-1]["lap"] != entry.lap:
                found.append({"lap": entry.lap, "entries": []})
            found[-1]["entries"].append(entry)
        return found

    def spoken(self, seat: int) -> Facts | None:
        """The newest example that this seat has named, for the card in front of it."""
        job = self._view.job
        mine = [entry for entry in (job.record if job else []) if entry.seat == seat]
        if not mine:
            return None
        newest = mine[-1]
        return {"text": newest.text or ENTRIES.get(newest.kind, ""), "is_out": bool(newest.place or newest.struck)}

    @cached_property
    def panels(self) -> list[Panel]:
        """By seat, for the players' panels."""
        return [self._panel(player.seat) for player in self._view.players]

    def _panel(self, seat: int) -> Panel:
        player = self._view.players[seat]
        counters = (
            Counter(str(player.score), several(player.score, "point"), "star"),
            Counter(str(player.money), money(player.money), "coin"),
            Counter(str(len(player.hand)), several(len(player.hand), "card"), "cards"),
        )
        marks = (["dealer"] if player.is_dealer else []) + self._marks(seat)
        return Panel(counters, tuple(marks))

    @cached_property
    def report(self) -> Facts | None:
        """How the last round ended, in sentences."""
        report = self._view.report
        if report is None:
            return None
        return {
            "round": report.round,
            "words": self._report_words(),
            "bids": sorted(report.bids, key=lambda bid: -bid.counts),
            "card": FACES[report.card] if report.card else None,
            "winner": report.winner,
            "wages": [(seat, wages) for seat, wages in enumerate(report.wages) if wages],
            "answers": report.answers,
            "cases": [self._case(case) for case in report.cases],
        }

    def _report_words(self) -> str:
        report = self._view.report
        assert report is not None
        if report.winner is None:
            return ENDS[report.end][0]
        who = self.name(report.winner)
        is_me = report.winner == self._view.me
        if report.end != "auction":
            return f"{who} {ENDS[report.end][is_me]}."
        price = "" if report.price is None else f" for {report.price}"
        ties = self.whom(seat for seat in report.ties if seat != report.winner)
        gift = f" Tied: {ties}, with {report.price} more from the bank." if ties and report.price is not None else ""
        return f"{who} {'take' if is_me else 'takes'} the card{price}.{gift}"

    @cached_property
    def top(self) -> Facts:
        """The suit side of the next card; nothing when the deck is empty."""
        return side_facts(self._view.top) if self._view.top else {}

    # --- what can be chosen -----------------------------------------------------------------------------------------

    @staticmethod
    def column(letter: str) -> str:
        """The name of a column: "Hearts"."""
        return SUITS[letter].capitalize()

    @cached_property
    def others(self) -> list[int]:
        """The other seats still in the game."""
        return [player.seat for player in self._view.players if not player.left and player.seat != self._view.me]

    @cached_property
    def vases(self) -> list[tuple[int, list[tuple[str, Facts]]]]:
        """For Broken Vase: seats with the columns whose newest card can fall (AD-217)."""
        found = []
        for seat in self.others:
            columns = zip(COLUMNS, self._view.players[seat].columns, strict=True)
            tops = [(letter, FACES[cards[-1]]) for letter, cards in columns if cards and not CARDS[cards[-1]].is_spade]
            if tops:
                found.append((seat, tops))
        return found

    @cached_property
    def lost(self) -> list[Facts]:
        """For Lost and Found: what lies in the discard pile (AD-213)."""
        return [FACES[id] for id in reversed(self._view.discard) if CARDS[id].effect != "lost_found"]

    @cached_property
    def helpers(self) -> list[str]:
        """Own cards that can go with a bid."""
        return [id for id in self._view.players[self._view.me or 0].hand if CARDS[id].timing == "bid"]

    @cached_property
    def rivals(self) -> str:
        """Who else bids, with their money."""
        seats = [seat for seat in self._view.bidders if seat != self._view.me]
        return ", ".join(f"{self._names[seat]} ({money(self._view.players[seat].money)})" for seat in seats)

    @cached_property
    def scores(self) -> str:
        """ "Ann 4, Bob 11"."""
        return ", ".join(f"{self._names[one.seat]} {one.score}" for one in self._view.players)

    # --- players --------------------------------------------------------------------------------------------------

    @cached_property
    def players(self) -> list[Facts]:
        """All seats around the table, one's own one first."""
        count = len(self._view.players)
        start = self._view.me or 0
        return [self._player((start + place) % count) for place in range(count)]

    def _player(self, seat: int) -> Facts:
        player = self._view.players[seat]
        columns = [
            {
                "letter": letter,
                "name": SUITS[letter].capitalize(),
                "cards": [FACES[id] for id in reversed(cards)],
                "count": len(cards),
                "points": points,
            }
            for letter, cards, points in zip(COLUMNS, player.columns, player.squares, strict=True)
        ]
        return {
            "seat": seat,
            "name": self._names[seat],
            "is_me": seat == self._view.me,
            "player": player,
            "hand": [FACES[id] for id in player.hand],
            "columns": columns,
            "sum": self.sum_words(seat),
            "marks": self._marks(seat),
        }

    def sum_words(self, seat: int) -> str:
        """The score as it is counted: "9 + 4 + 1 + 7 = 21"."""
        player = self._view.players[seat]
        parts = [str(points) for points in player.squares]
        parts += [str(player.row_points)] if player.row_points else []
        parts += [str(3 * player.heirlooms)] if player.heirlooms else []
        return f"{' + '.join(parts)} = {player.score}"

    def _marks(self, seat: int) -> list[str]:
        player = self._view.players[seat]
        marks = {
            "has left": player.left,
            "out of the round": player.is_out,
            "Overtime": player.overtime,
            "Jury Duty": player.jury_duty,
            "Early Night": player.early_night,
            f"{player.set_aside} set aside": player.set_aside,
        }
        return [words for words, is_on in marks.items() if is_on]

    # --- the courts -----------------------------------------------------------------------------------------------

    @cached_property
    def cases(self) -> list[Facts]:
        """Cases of this round, open ones first, the newest on top."""
        found = sorted(self._view.cases, key=lambda case: (case.stage == "closed", -case.number))
        return [self._case(case) for case in found]

    def _case(self, case: CaseView) -> Facts:
        stamp, look, words = OUTCOMES.get(case.outcome, ("", "", ""))
        kinds = {"appeal": "Appeal", "suit": "Lawsuit", "impeach": "Impeachment"}
        up, down = {"appeal": ("overturn", "uphold"), "suit": ("guilty", "not guilty")}.get(
            case.kind, ("for it", "against")
        )
        return {
            "case": case,
            "title": kinds[case.kind],
            "is_open": case.stage != "closed",
            "words": self._charge(case),
            "verdict": stamp,
            "look": look,
            "outcome": words,
            "stage": STAGES[case.stage],
            "votes": [(self.name(seat), up if vote else down) for seat, vote in sorted(case.votes.items())],
            "waits": self.whom(case.owed) if case.owed else "",
        }

    def _charge(self, case: CaseView) -> str:
        """What a case is about: "Cid sues Bob for perjury."."""
        who, is_me, against = self.name(case.filer), case.filer == self._view.me, self.whom([case.against])
        if case.kind == "suit":
            return f"{who} {'sue' if is_me else 'sues'} {against} {case.words}."
        if case.kind == "impeach":
            return f"{who} {'move' if is_me else 'moves'} to impeach {against}."
        about = "" if case.seat is None or case.seat < 0 else f" ({self.whom([case.seat])})"
        return f"{who} {'object' if is_me else 'objects'}: {case.words}{about}."

    def ruling(self, matter: MatterView) -> str:
        """A ruling that can be objected to: "Bob: struck “piano”"."""
        return f"{self.name(matter.seat)}: {matter.words}"

    def case(self, number: int) -> Facts:
        """A case by its number."""
        return next(found for found in self.cases if found["case"].number == number)

    # --- the end --------------------------------------------------------------------------------------------------

    @cached_property
    def end(self) -> Facts | None:
        """Why it is over, the score sheets from first to last, thefts, the best performances."""
        result = self._view.result
        if result is None:
            return None
        order = sorted(enumerate(result.ranks), key=lambda pair: pair[1])
        return {
            "words": OVER.get(result.by, ""),
            "rows": [self._player(seat) | {"rank": rank} for seat, rank in order],
            "thefts": [(round, self._names[seat], gain) for round, seat, gain in result.thefts],
            "best": [(self._names[seat], text) for seat, text in result.best],
        }


def table(view: View, decision: Decision | None, names: Sequence[str]) -> Table:
    """The facts for the templates. `decision` is the viewer's own open one; `names` by seat."""
    return Table(view, decision, names)
