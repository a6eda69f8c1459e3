"""Facts for the table templates. No rules here: the view has them all."""

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

import msgspec

from games.kernel.display import Counter, Panel
from games.kernel.types import Decision
from games.kernel.words import Sentences, several
from games.titles.parcels import words
from games.titles.parcels.state import NUMBERS, RoundEnd
from games.titles.parcels.view import Meld, Stack, View

Facts = dict[str, Any]
HEAVY = 8  # penalty points of a large weight


class TableFacts:
    """The facts of public.html, table.html and decision.html for one viewer; `names` by seat.

    Each is computed when a template asks for it, as most viewers of a move need only a few.
    """

    def __init__(self, view: View, decision: Decision | None, names: Sequence[str]) -> None:
        self._view, self._names, self._is_asked = view, names, decision is not None
        self._sentences = Sentences(names)

    hand_size = cached_property(lambda self: several(len(self._view.hand), "card"))
    plan = cached_property(lambda self: list(map(words.planned, self._view.plan)))

    @cached_property
    def storage(self) -> str:
        cards = [stack.number for stack in self._view.storage for _ in range(stack.count)]
        return words.cards_words(cards, none="empty")

    @cached_property
    def holes(self) -> list[Facts]:
        """The eight pigeonholes of storage: the stack in each, and what it allows."""
        view, counts = self._view, {stack.number: stack.count for stack in self._view.storage}
        run = (
            {
                number
                for number in NUMBERS
                for first in range(number - view.run_limit + 1, number + 1)
                if all(counts.get(one) for one in range(first, first + view.run_limit))
            }
            if view.run_limit > 1
            else set()
        )
        return [
            {
                "number": number,
                "count": counts.get(number, 0),
                "in_run": number in run,
                "joins": number in run and number + 1 in run,
                "is_highest": counts.get(number, 0) == view.set_limit > 1,
            }
            for number in NUMBERS
        ]

    @cached_property
    def limits(self) -> list[tuple[str, str]]:
        """The limits set by storage: (icon, text)."""
        sets, runs = words.limits(self._view)
        return [("single", "Singles"), ("set", sets), ("run", runs)]

    @cached_property
    def meld(self) -> str:
        """The table meld and its owner, or who leads."""
        view = self._view
        if view.table is None or view.owner is None:
            return words.leads(view, self._names)
        cards = view.table.cards
        return f"{self._sentences.name(view.owner, begins=True)}: {words.in_words(cards)}, {words.size_words(cards)}"

    @cached_property
    def panels(self) -> list[Panel]:
        """The players' panels, by seat."""
        view, panels = self._view, []
        for seat in view.players:
            counters = [Counter(str(seat.hand_size), several(seat.hand_size, "card"), "cards")]
            if view.rounds > 1:
                pile = f" ({' + '.join(map(str, seat.pile))})" if len(seat.pile) > 1 else ""
                score = f"{several(seat.points, 'penalty point')}{pile}, {several(seat.wins, 'round')} won"
                counters.append(_weight(seat.points, score))
            marks = (("passed", seat.passed), ("the meld to beat", seat.is_owner and view.turn is not None))
            panels.append(Panel(tuple(counters), tuple(mark for mark, is_so in marks if is_so)))
        return panels

    @cached_property
    def hand(self) -> list[tuple[int, bool, int]]:
        """(number, whether it is in no legal play, index among the cards of its number) for each card in hand."""
        stacks, dead = groupby(self._view.hand), self._view.dead
        return [(number, number in dead, copy) for number, group in stacks for copy, _ in enumerate(group)]

    @cached_property
    def plays(self) -> list[tuple[str, Meld]]:
        """(text, meld) of each legal play, smallest first."""
        plays = sorted(self._view.plays, key=lambda meld: (meld.count, meld.total))
        return [(words.in_words(meld.cards), meld) for meld in plays] if self._is_asked else []

    @cached_property
    def order_words(self) -> str:
        """The viewer's plan in one sentence; "" without a plan."""
        return f"Your plan for this trick: first {'; else '.join(self.plan)}." if self.plan else ""

    @cached_property
    def plan_fields(self) -> Facts:
        """The stored plan as form fields, for editing."""
        plan = [msgspec.structs.asdict(move) for move in self._view.plan]
        return {f"moves.{place}.{name}": value for place, move in enumerate(plan) for name, value in move.items()}

    @cached_property
    def discard_words(self) -> str:
        return words.stacks_words(Stack(number, count) for number, count in enumerate(self._view.discard) if count)

    @cached_property
    def last(self) -> Facts | None:
        """How the last round ended: rows by place with hands, score cards and points. None in the first round."""
        view, last = self._view, self._view.last
        if last is None:
            return None
        shown = [seat for seat in range(view.seats) if last.places[seat] or last.hands[seat]]
        shown.sort(key=lambda seat: last.places[seat])
        return {
            "round": last.round,
            "winner": None if last.winner is None else self._sentences.name(last.winner),
            "rows": [{"name": self._sentences.name(seat, begins=True)} | _row(view, last, seat) for seat in shown],
            "is_scored": view.rounds > 1,
            "is_new": view.turn is None or (view.trick == 1 and view.table is None),
            "storage": words.cards_words(last.storage, none="empty"),
        }

    @cached_property
    def end_words(self) -> str:
        """What decided the match."""
        view = self._view
        if sum(not player.left for player in view.players) == 1:
            return "All others have left the match."
        if view.rounds == 1:
            winner = view.last.winner if view.last else None
            say = self._sentences.say
            return "" if winner is None else say("{winner:name} delivered everything.", winner=winner)
        won = [(player.wins, self._sentences.name(seat)) for seat, player in enumerate(view.players) if player.wins]
        rounds = ", ".join(f"{name} {wins}" for wins, name in sorted(won, key=lambda pair: -pair[0]))
        return f"Rounds won: {rounds or 'none'}. Points count against you: the fewest win."


def _weight(points: int, told: str) -> Counter:
    """The penalty as a weight."""
    size = " is-heavy" if points >= HEAVY else "" if points else " is-none"
    return Counter(str(points), told, f"weight{size}")


def _row(view: View, last: RoundEnd, seat: int) -> Facts:
    """A seat at the end of a round: its place, hand with total (the tie-break, PC-63), score card and points."""
    hand, place = last.hands[seat], last.places[seat]
    given = next((given for given in last.handed_out if given.seat == seat), None)
    return {
        "place": f"{place}." if place else "–",
        "hand": f"{words.cards_words(hand, ' ')} (total\u00a0{sum(hand)})" if hand else "none",
        "took": "none" if given is None or given.card is None else str(given.card),
        "points": view.players[seat].points if given is None else given.points,
    }
