"""The facts that the templates of the table show. The templates escape all names and words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from games.drawing.mail_sheet import own_first
from games.kernel.display import Counter, Panel
from games.kernel.types import Decision, Move
from games.kernel.words import Sentences, either, read_by, several
from games.titles.adulting.cards import CARDS, COLUMN_NAMES, COLUMNS, EFFECTS, JOBS, SPADES, SUITS
from games.titles.adulting.law import rulings
from games.titles.adulting.shown.view_types import JobView, PlayerView, RoundCard, Side, View
from games.titles.adulting.state import HEIRLOOM, Case, numbered, rise
from games.titles.adulting.words import PHRASES

Facts = dict[str, Any]
ENTRIES: dict[str, str] = PHRASES["entries"]


def _count(number: int | None, unit: str) -> str:
    """A number with the card's unit, which the card gives in the plural."""
    if number is None:
        return "no number"
    if number == 1:
        unit = {"people": "person", "dishes": "dish", "glasses": "glass"}.get(unit, unit.removesuffix("s"))
    return f"{number} {unit}"


def side_facts(side: Side) -> Facts:
    """A suit side for the macro `card`: suits as (letter, name); name, words and timing of the game text."""
    effect = EFFECTS.get(side.effect)
    return {
        "suits": [(suit, SUITS[suit]) for suit in side.suits],
        "name": effect.name if effect else "",
        "text": effect.text if effect else "",
        "short": PHRASES["short"][effect.id] if effect else "",
        "icon": effect.id if effect else "",
        "timing": effect.timing if effect else "",
        "words": side.words[:1].upper() + side.words[1:],
    }


FACES = {
    id: side_facts(Side("".join(card.suits), card.effect, card.suit_words)) | {"id": id, "effect": card.effect}
    for id, card in CARDS.items()
}


def _flat(args: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in args.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        elif value is not None:
            yield prefix + name, value


class TableFacts:
    """The facts of table.html, tray.html and decision.html for one viewer; `names` by seat.

    Computed lazily, since most renderings need only a few of them.
    """

    def __init__(self, view: View, decision: Decision | None, names: Sequence[str]) -> None:
        self._view, self._names, self._sentences = view, names, Sentences(names)

    faces = FACES
    entries = ENTRIES
    columns = COLUMN_NAMES
    side = staticmethod(side_facts)

    def name(self, seat: int) -> str:
        """ "You" or the name."""
        return self._read(self._sentences.name(seat, begins=True))

    def is_me(self, seat: int) -> bool:
        """Whether this seat is the reader's."""
        return seat == self._view.me

    def whose(self, seat: int) -> str:
        """ "Your" or "Ann's"."""
        return self._read(self._sentences.whose(seat, begins=True))

    def whom(self, seats: Iterable[int]) -> str:
        """Names in a sentence: "you, Bob and Cid"."""
        return self._read(self._sentences.listed(seats))

    def _read(self, words: str) -> str:
        return read_by(words, self._view.me)

    @staticmethod
    def as_chosen(move: Move) -> Facts:
        """A sealed answer in the shape of a filled-in form: {"verb", "args" by dotted name}."""
        return {"verb": move.verb, "args": dict(_flat(move.args))}

    # --- the round ------------------------------------------------------------------------------------------------

    @cached_property
    def rail(self) -> list[tuple[str, str]]:
        """The steps of the round as (words, "done", "now" or "next")."""
        view = self._view
        steps: list[tuple[str, list[str]]] = PHRASES["steps"]
        at = next((place for place, (_, names) in enumerate(steps) if view.step in names), len(steps))
        if view.step == "till":
            at = 5 if view.bids else 4
        when = ["done"] * at + ["now"] + ["next"] * len(steps)
        return [(words, when[place]) for place, (words, _) in enumerate(steps)]

    @cached_property
    def doing(self) -> str:
        """What is happening now, in a sentence."""
        view = self._view
        if view.step == "scoring" and view.scoring == "everyone":
            return "Everybody may play a card"
        if view.step == "votes" and not any(row.is_adult and not row.excused for row in view.answers):
            return "No answers to vote on"
        if view.step == "naming" and view.job and view.job.turn is not None:
            who = view.job.turn
            return self._read(either(who, "Your turn to name one", f"{self._names[who]} names the next one"))
        if view.answers_in == "in_turn" and view.step in PHRASES["in_turn"] and len(view.main) == 1:
            yours, theirs = PHRASES["in_turn"][view.step]
            return self._read(either(view.main[0], yours, f"{self._names[view.main[0]]} {theirs}"))
        return str(PHRASES["doing"][view.step])

    @cached_property
    def card(self) -> Facts | None:
        """The card at stake: suit side, job type, prompt, what to do and what it pays; and the two answers, each with
        `is_adult` (None: not known yet)."""
        card, job = self._view.card, self._view.job
        if card is None or job is None:
            return None
        rule, pays = self._rules(card, job)
        return {
            "side": side_facts(card.side),
            "job": JOBS[card.job],
            "prompt": card.prompt,
            "rule": rule,
            "pays": pays,
            "answers": [
                {"choice": choice, "words": words, "is_adult": None if card.adult is None else choice == card.adult}
                for choice, words in enumerate(card.answers)
            ],
        }

    def _rules(self, card: RoundCard, job: JobView) -> tuple[str, str]:
        """What to do, and what it pays, in a sentence each."""
        seats = len(self._view.order)
        places = f"The first earns {seats}, the next {seats - 1}, and so on."
        if card.job == "category":
            how = "Name examples in turn" if self._view.step == "naming" else f"Up to {job.laps} examples"
            pays = f"Out first earns 1, out second 2; the last one in earns {len(job.players)}."
            return f"{how}. No repeats. If you have none left, you’re out.", pays
        if card.job == "challenge":
            words = f" and {card.max_words} words" if card.max_words else ""
            return f"Up to {card.limit} characters{words}. The dealer puts the texts in order.", places
        number = f"A whole number from 0 to {card.max}."
        if card.job == "rank":
            return f"{number} The {'largest' if card.direction == 'high' else 'smallest'} comes first.", places
        steps = ", ".join(f"{pay} from {least}" for least, pay in card.steps)
        return f"{number} You are paid for it, whatever the others say.", f"Pays {steps}."

    def counted(self, number: int | None) -> str:
        """A number given in this job, with its unit."""
        return _count(number, self._view.card.unit if self._view.card else "")

    @cached_property
    def results(self) -> list[Facts]:
        """The numbers or texts of the job with current wages, the best first."""
        job, card = self._view.job, self._view.card
        if job is None or card is None:
            return []
        rows = []
        for row in [*job.numbers, *job.texts]:
            said = {"text": row.text} if card.job == "challenge" else {"words": self.counted(row.number)}
            facts = {"seat": row.seat, "marked": row.marked, "bonus": row.bonus, "wages": job.wages[row.seat]}
            rows.append(facts | said | {"place": row.place, "is_off": row.disallowed})
        return sorted(rows, key=lambda row: (row["place"] or 99, -(row["wages"] or 0)))

    @cached_property
    def pay_list(self) -> list[tuple[int, int]]:
        """(seat, current wages) where known, from the dealer's left."""
        wages = self._view.job.wages if self._view.job else []
        return [(seat, paid) for seat in self._view.order if wages and (paid := wages[seat]) is not None]

    @cached_property
    def panels(self) -> list[Panel]:
        """The players' panels, by seat."""
        found = []
        for player in self._view.players:
            counters = (
                Counter(str(player.score), several(player.score, "point"), "star"),
                Counter(str(player.money), f"{player.money} money", "coin"),
                Counter(str(len(player.hand)), several(len(player.hand), "card"), "cards"),
            )
            marks = ["dealer"] * player.is_dealer + self._marks(player.seat)
            found.append(Panel(counters, tuple(marks)))
        return found

    @cached_property
    def report_words(self) -> str:
        """How the last round ended; "" in the first one."""
        report = self._view.report
        if report is None:
            return ""
        price = "" if report.price is None else f" for {report.price}"
        is_told = report.ties and report.price
        gift = f" Tied: {self.whom(report.ties)}, with {report.price} more from the bank." if is_told else ""
        facts = {"winner": report.winner, "price": price, "gift": gift}
        return self._read(self._sentences.say(PHRASES["ends"][report.end], facts))

    # --- what can be chosen -----------------------------------------------------------------------------------------

    @cached_property
    def others(self) -> list[int]:
        """The other seats still in the game."""
        return [player.seat for player in self._view.players if not player.left and player.seat != self._view.me]

    @cached_property
    def vases(self) -> list[tuple[int, list[tuple[str, Facts]]]]:
        """For Broken Vase: seats, with the columns whose newest card can be discarded (AD-217)."""
        found = []
        for seat in self.others:
            columns = zip(COLUMNS, self._view.players[seat].columns, strict=True)
            tops = [(letter, FACES[cards[-1]]) for letter, cards in columns if cards and cards[-1] not in SPADES]
            if tops:
                found.append((seat, tops))
        return found

    @cached_property
    def lost(self) -> list[Facts]:
        """For Lost and Found: the cards in the discard pile that can be taken (AD-213)."""
        return [FACES[id] for id in reversed(self._view.discard) if CARDS[id].effect != "lost_found"]

    # --- players --------------------------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> list[int]:
        """All seats around the table, the viewer's first."""
        return own_first(len(self._view.players), self._view.me)

    @cached_property
    def around(self) -> list[int]:
        """All seats around the table, the viewer's last."""
        return self.seats if self._view.me is None else [*self.seats[1:], self.seats[0]]

    @cached_property
    def gains(self) -> dict[str, int]:
        """By column of the viewer's mantle: what the card in play, or the next one, would bring there."""
        view = self._view
        side = view.card.side if view.card else view.top
        if view.me is None or side is None or view.result:
            return {}
        sizes = [len(column) for column in view.players[view.me].columns]
        fits = COLUMNS if side.suits == "S" else side.suits
        extra = HEIRLOOM * (side.effect == "heirloom")
        return {letter: rise(sizes, COLUMNS.index(letter)) + extra for letter in fits}

    def place(self, seat: int) -> Facts:
        """What is shown at a player's place: who it is, and what they said last in this round; until the next
        card is drawn, in the last one.

        During the ruling that is the number or text, not the answer given with it.
        """
        view, report, player = self._view, self._view.report, self._view.players[seat]
        result = next((row for row in self.results if row["seat"] == seat), None)
        answers = [] if result and view.step == "ruling" else view.answers
        answer = next((row for row in answers if row.seat == seat), None)
        record = view.job.record if view.job else []
        newest = next((entry for entry in reversed(record) if entry.seat == seat), None)
        is_new = view.card or player.is_out
        old = next((row for row in report.answers if row.seat == seat), None) if report and not is_new else None
        told = answer.choice if answer else None
        return {
            "player": player,
            "name": self._names[seat],
            "is_me": seat == view.me,
            "round": view.round,
            "result": result,
            "answer": answer,
            "said": view.card.answers[told] if view.card and told is not None else "",
            "card": FACES[answer.card]["name"] if answer and answer.card else "",
            "down": self.whom(answer.down) if answer and answer.down else "",
            "words": newest and (newest.text or ENTRIES.get(newest.kind, "")),
            "has_failed": newest and (newest.place or newest.struck),
            "mantle": f"Mantle: {self._mantle_words(player)}",
            "old": old,
            "old_round": report.number if report and old else 0,
        }

    @staticmethod
    def _mantle_words(player: PlayerView) -> str:
        counts = [f"{SUITS[letter]} {len(cards)}" for letter, cards in zip(COLUMNS, player.columns, strict=True)]
        return f"{', '.join(counts)}, {several(player.score, 'point')}"

    def player(self, seat: int) -> Facts:
        """A player's mantle, hand, and score as a sum: "9 + 4 + 1 + 7 = 21"."""
        player = self._view.players[seat]
        parts = player.squares + [points for points in (player.row_points, HEIRLOOM * player.heirlooms) if points]
        columns = []
        for letter, cards, points in zip(COLUMNS, player.columns, player.squares, strict=True):
            faces, name = [FACES[id] for id in reversed(cards)], COLUMN_NAMES[letter]
            columns.append({"letter": letter, "name": name, "cards": faces, "count": len(cards), "points": points})
        return {
            "seat": seat,
            "name": self._names[seat],
            "is_me": seat == self._view.me,
            "player": player,
            "hand": [FACES[id] for id in player.hand],
            "columns": columns,
            "sum": f"{' + '.join(map(str, parts))} = {player.score}",
            "marks": self._marks(seat),
        }

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
        """The cases of this round, open ones first, then by number, the newest first."""
        found = sorted(self._view.cases, key=lambda case: (case.stage == "closed", -case.number))
        return [self.case_facts(case) for case in found]

    def case(self, number: int) -> Facts:
        """The case with this number."""
        return self.case_facts(numbered(self._view.cases, number))

    def case_facts(self, case: Case) -> Facts:
        """A case in words, with the stamp of its outcome."""
        kind, is_open = PHRASES["cases"][case.kind], case.stage != "closed"
        stamp, look, words = PHRASES["outcomes"].get(case.outcome, ("", "", ""))
        up, down = kind["votes"]
        return {
            "case": case,
            "title": kind["title"],
            "is_open": is_open,
            "words": self._charge(case, kind["charge"]),
            "verdict": stamp,
            "look": look,
            "outcome": words,
            "stage": PHRASES["stages"][case.stage],
            "sides": (up, down),
            "bench": self._bench(case),
            "choices": kind["choices"],
            "waits": self.whom(self._view.owed[case.number]) if is_open else "",
        }

    def _bench(self, case: Case) -> list[tuple[int, bool | None]]:
        """The jurors with their votes, once they are public; who has voted meanwhile is secret (AD-154)."""
        if case.stage == "closed":
            return sorted(case.votes.items())
        return [(seat, None) for seat in self._view.owed[case.number]] if case.stage == "jury" else []

    def _charge(self, case: Case, charge: str) -> str:
        """What a case is about, such as "Cid sues Bob for perjury."."""
        facts: Facts = {"filer": case.filer, "against": case.against, "ground": case.ground, "about": case.seat}
        if case.kind == "appeal":
            facts["ruling"] = rulings.words(case.matter, case.was, case.example)
        return self._read(self._sentences.say(charge, facts))

    # --- the end --------------------------------------------------------------------------------------------------

    @cached_property
    def end(self) -> Facts | None:
        """Why the match ended, the score sheets from first to last, thefts, and the best performances."""
        result = self._view.result
        if result is None:
            return None
        order = sorted(enumerate(result.ranks), key=lambda pair: pair[1])
        return {
            "words": PHRASES["over"].get(result.by, ""),
            "rows": [self.player(seat) | {"rank": rank} for seat, rank in order],
            "thefts": [(round, self._names[seat], gain) for round, seat, gain in result.thefts],
            "best": [(self._names[seat], text) for seat, text in result.best],
        }
