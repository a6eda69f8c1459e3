"""What the table screen and the emails say, worked out once for their templates. No rules: the view has them all."""

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from games.kernel.display import Counter, Panel
from games.kernel.types import Decision
from games.titles.parcels.melds import in_words
from games.titles.parcels.state import Planned
from games.titles.parcels.view import Meld, SeatView, Stack, View
from games.titles.parcels.words import cards_word, one_of, points_word

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
        sets = f"sets up to {self._view.set_limit}" if self._view.set_limit > 1 else "no sets"
        runs = f"runs up to {self._view.run_limit}" if self._view.run_limit > 1 else "no runs"
        return [("single", "Singles"), ("set", sets), ("run", runs)]

    @cached_property
    def meld(self) -> str:
        """The table meld with its owner, or who leads."""
        view, meld = self._view, self._view.table
        if meld is not None and view.owner is not None:
            owner = _name(view, view.owner, self._names)
            return f"{owner}: {in_words(meld.cards)}, {cards_word(meld.count)}, total {meld.total}"
        if view.turn is None:
            return "The match is over"
        if view.turn == view.me:
            return "You lead: play anything storage allows"
        return f"{self._names[view.turn]} leads"

    @cached_property
    def seats(self) -> list[Facts]:
        return [_seat(self._view, self._view.players[seat], self._names) for seat in _in_order(self._view)]

    @cached_property
    def panels(self) -> list[Panel]:
        """By seat, for the players' panels."""
        return [_panel(self._view, seat) for seat in self._view.players]

    @cached_property
    def hand(self) -> list[tuple[int, bool, int]]:
        """(number, is it in no legal play, how many of its number stand before it)"""
        return [(number, number in self._view.dead, copy) for number, copy in _counted(self._view.hand)]

    @cached_property
    def hand_words(self) -> str:
        return " ".join(map(str, self._view.hand)) or "empty"

    @cached_property
    def hand_size(self) -> str:
        return cards_word(len(self._view.hand))

    @cached_property
    def plays(self) -> list[Facts]:
        if not self._is_asked:
            return []
        return [_play(meld) for meld in sorted(self._view.plays, key=lambda meld: (meld.count, meld.total))]

    @cached_property
    def takes(self) -> list[Facts]:
        is_offered = self._is_asked and self._view.may_pass
        return [_take(self._view, stack, len(self._view.hand)) for stack in self._view.storage] if is_offered else []

    @cached_property
    def adds(self) -> list[int]:
        return sorted(set(self._view.hand))

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
    def discard(self) -> list[tuple[int, int]]:
        return [(number, count) for number, count in enumerate(self._view.discard) if number]

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


def _name(view: View, seat: int, names: Sequence[str]) -> str:
    return "You" if seat == view.me else names[seat]


def _in_order(view: View) -> list[int]:
    """All seats in turn order; the viewer's own comes first."""
    first = view.me or 0
    return [(first + step) % view.seats for step in range(view.seats)]


def _seat(view: View, seat: SeatView, names: Sequence[str]) -> Facts:
    """One seat: name, hand size, marks and, over three rounds, points and rounds won."""
    marks = [
        word
        for word, is_so in (
            ("on turn", seat.is_turn),
            ("passed", seat.passed),
            ("to beat", seat.is_owner),
            ("left", seat.left),
        )
        if is_so
    ]
    return {
        "name": _name(view, seat.seat, names),
        "seat": seat.seat,
        "is_turn": seat.is_turn,
        "left": seat.left,
        "size": seat.hand_size,
        "cards": cards_word(seat.hand_size),
        "marks": marks,
        "score": _score(seat) if view.rounds > 1 else "",
    }


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


def _counted(hand: Sequence[int]) -> list[tuple[int, int]]:
    """The hand, ascending; each card with how many of its number stand before it."""
    return [(number, copy) for number, group in groupby(hand) for copy, _ in enumerate(group)]


def _play(meld: Meld) -> Facts:
    """A legal play; `query` is the address that opens the page with its cards chosen."""
    return {
        "words": in_words(meld.cards),
        "note": f"{cards_word(meld.count)}, total {meld.total}",
        "query": "verb=play" + "".join(f"&arg.cards={number}" for number in meld.cards),
    }


def _take(view: View, stack: Stack, size: int) -> Facts:
    """A stack that a pass can take, and what a pass with it leads to (own knowledge only, PC-48)."""
    kept = ", ".join(str(other.number) for other in view.storage if other != stack for _ in range(other.count))
    return {
        "number": stack.number,
        "count": stack.count,
        "kept": kept or "nothing",
        "alone": f"{size + stack.count} in hand, {min(stack.count, view.deck)} turned up",
        "adding": f"{size + stack.count - 1} in hand, {min(stack.count - 1, view.deck)} turned up",
    }


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
                "name": _name(view, seat, names),
                "hand": _hand_left(last.hands[seat]),
                "took": "none" if given is None or given.card is None else str(given.card),
                "points": view.players[seat].points if given is None else given.points,
            }
        )
    return {
        "round": last.round,
        "winner": None if last.winner is None else _name(view, last.winner, names),
        "rows": rows,
        "is_scored": view.rounds > 1,
        "is_new": view.turn is None or (view.trick == 1 and view.table is None),
        "storage": ", ".join(map(str, last.storage)) or "empty",
    }
