"""What the table screen and the emails say, worked out once for their templates. No rules: the view has them all."""

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from games.kernel.display import Counter, Panel
from games.kernel.types import Decision
from games.titles.parcels.state import Planned
from games.titles.parcels.view import Meld, SeatView, View
from games.titles.parcels.words import cards_word, in_words, limits, one_of, points_word, who

Facts = dict[str, Any]


class Table:
    """The facts of public.html, table.html, decision.html and mail.txt for one viewer; `names` by seat.

    Each is worked out when a template asks for it: most viewers of a move need but a few.
    """

    def __init__(self, view: View, decision: Decision | None, names: Sequence[str]) -> None:
        self._view, self._names, self._is_asked = view, names, decision is not None

    @cached_property
    def storage(self) -> str:
        return ", ".join(str(stack.number) for stack in self._view.storage for _ in range(stack.count)) or "empty"

    @cached_property
    def limits(self) -> list[tuple[str, str]]:
        """What storage permits: (name of the icon, words)."""
        sets, runs = limits(self._view.set_limit, self._view.run_limit)
        return [("single", "Singles"), ("set", sets), ("run", runs)]

    @cached_property
    def meld(self) -> str:
        """The table meld with its owner, or who leads."""
        view, meld = self._view, self._view.table
        if meld is not None and view.owner is not None:
            owner = who(view.owner, view.me, self._names)
            return f"{owner}: {in_words(meld.cards)}, {cards_word(meld.count)}, total {meld.total}"
        if view.turn is None:
            return "The match is over"
        if view.turn == view.me:
            return "You lead: play anything storage allows"
        return f"{self._names[view.turn]} leads"

    @cached_property
    def panels(self) -> list[Panel]:
        """By seat, for the players' panels."""
        return [_panel(self._view, seat) for seat in self._view.players]

    @cached_property
    def hand(self) -> list[tuple[int, bool, int]]:
        """(number, is it in no legal play, how many of its number stand before it)"""
        dead = self._view.dead
        return [
            (number, number in dead, copy) for number, group in groupby(self._view.hand) for copy, _ in enumerate(group)
        ]

    @cached_property
    def hand_size(self) -> str:
        return cards_word(len(self._view.hand))

    @cached_property
    def plays(self) -> list[tuple[str, Meld]]:
        """The legal plays, small ones first, each with its words."""
        plays = sorted(self._view.plays, key=lambda meld: (meld.count, meld.total))
        return [(in_words(meld.cards), meld) for meld in plays] if self._is_asked else []

    @cached_property
    def plan(self) -> list[str]:
        return [_planned(move) for move in self._view.plan]

    @cached_property
    def order_words(self) -> str:
        """One's own plan in one sentence; "" without one."""
        plan = "; else ".join(map(_planned, self._view.plan))
        return f"Your plan for this trick: first {plan}." if plan else ""

    @cached_property
    def plan_fields(self) -> Facts:
        """The stored plan as the fields of its form, to be changed."""
        fields: Facts = {}
        for place, move in enumerate(self._view.plan):
            values = {"kind": move.kind, "cards": move.cards, "take": move.take, "add": move.add}
            fields |= {f"moves.{place}.{name}": value for name, value in values.items()}
        return fields

    @cached_property
    def discard_words(self) -> str:
        return ", ".join(f"{count} × {n}" for n, count in enumerate(self._view.discard) if count) or "empty"

    @cached_property
    def last(self) -> Facts | None:
        return _last(self._view, self._names)

    @cached_property
    def end_words(self) -> str:
        """What has decided the match."""
        view = self._view
        if view.rounds == 1:
            return f"{self.last['winner']} delivered everything." if self.last and self.last["winner"] else ""
        won = [(player.wins, self._names[seat]) for seat, player in enumerate(view.players) if player.wins]
        rounds = ", ".join(f"{name} {wins}" for wins, name in sorted(won, key=lambda pair: -pair[0]))
        return f"Rounds won: {rounds or 'none'}. Points count against you: the fewest win."


def _panel(view: View, seat: SeatView) -> Panel:
    counters = [Counter(str(seat.hand_size), cards_word(seat.hand_size), "cards")]
    if view.rounds > 1:
        counters.append(Counter(str(seat.points), _score(seat), "star"))
    words = (("passed", seat.passed), ("to beat", seat.is_owner and view.turn is not None))
    return Panel(tuple(counters), tuple(word for word, is_so in words if is_so))


def _score(seat: SeatView) -> str:
    pile = f" ({' + '.join(map(str, seat.pile))})" if len(seat.pile) > 1 else ""
    rounds = "1 round won" if seat.wins == 1 else f"{seat.wins} rounds won"
    return f"{points_word(seat.points)}{pile}, {rounds}"


def _planned(move: Planned) -> str:
    """One move of a plan: "play 8-8", "take the 6 and add a 2"."""
    if move.kind == "play":
        return f"play {in_words(move.cards)}"
    if move.take is None:
        return "pass"
    added = "nothing" if move.add is None else one_of(move.add)
    return f"take the {move.take}{'s' if move.size > 1 else ''} and add {added}"


def _hand_left(hand: Sequence[int]) -> str:
    """The cards of a hand at the end of a round with their total, which decides between equal hands (PC-63)."""
    return f"{' '.join(map(str, hand))} (total {sum(hand)})" if hand else "none"


def _last(view: View, names: Sequence[str]) -> Facts | None:
    """How the last round ended: rows by place with hands, cards handed out and points. None in the first round."""
    last = view.last
    if last is None:
        return None
    taken = {given.seat: given for given in last.handed_out}
    shown = [seat for seat in range(view.seats) if last.places[seat] or last.hands[seat]]
    rows = []
    for seat in sorted(shown, key=lambda seat: last.places[seat]):
        given = taken.get(seat)
        rows.append(
            {
                "place": f"{last.places[seat]}." if last.places[seat] else "–",
                "name": who(seat, view.me, names),
                "hand": _hand_left(last.hands[seat]),
                "took": "none" if given is None or given.card is None else str(given.card),
                "points": view.players[seat].points if given is None else given.points,
            }
        )
    return {
        "round": last.round,
        "winner": None if last.winner is None else who(last.winner, view.me, names),
        "rows": rows,
        "is_scored": view.rounds > 1,
        "is_new": view.turn is None or (view.trick == 1 and view.table is None),
        "storage": ", ".join(map(str, last.storage)) or "empty",
    }
