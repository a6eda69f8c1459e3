"""Hand-written positions, for the examples of the manual and for tests: who holds what, and where Sam stands."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.position import Position
from games.kernel.rng import Rng
from games.titles.going_postal.cards import DECK, KIND, KINDS
from games.titles.going_postal.state import LEFT, Options, Out, State, allowance, audit
from games.titles.going_postal.takeovers import ask_eliminated

Cards = Sequence[str]  # ids ("bulk-3"), or kinds ("bulk") for the next copy that nobody has named


def table(
    hands: Sequence[Cards | None] = (),
    *,
    seats: int = 4,
    stamps: Sequence[int] = (),
    marked: Sequence[int] = (),
    vendetta: Mapping[str | int, int] | None = None,
    out: Sequence[int] = (),
    pile: Cards | int | None = None,
    discard: Cards | int = (),
    aside: int = 0,
    overtime: bool = False,
    options: Mapping[str, Any] | None = None,
    **facts: Any,
) -> Position[State, Options]:
    """A position in which `active`, else seat 0, is to play a card. Hands that are not given are filled up with cards
    that nobody named.

    `pile`: the whole draw pile, top first, or its size; all else lies in the discard pile below `discard`. Without it
    the discard pile holds just `discard` and all else is in the draw pile. `out`: the eliminated, in that order;
    `vendetta`: stamps by seat. `facts`: further fields of the state, such as `sam`.
    """
    supply = _Supply(*hands, pile, discard)
    given = list(hands) + [None] * (seats - len(hands))
    state = State(
        options=Options(**(options or {})),
        hands=[supply.take(hand or ()) for hand in given],
        pile=[],
        stamps=[*stamps, *[0] * (seats - len(stamps))],
        marked=[seat in marked for seat in range(seats)],
        vendetta=[(vendetta or {}).get(str(seat), (vendetta or {}).get(seat, 0)) for seat in range(seats)],
        out=[Out(out.index(seat) + 1, 0, "Going Postal") if seat in out else None for seat in range(seats)],
        is_overtime=overtime,
        **{"active": 0, "direction": LEFT, "turn": 2, **facts},
    )
    _lay_piles(state, supply, pile, discard, aside)
    if not state.options.blitz:
        _fill_hands(state, given)
    ask_eliminated(state)
    audit(state)
    return Position("going_postal", 1, seats, state.options, Rng("0" * 32), "take_turn", state)


class _Supply:
    """The cards that nobody has named yet; interesting ones last."""

    def __init__(self, *named: Cards | int | None) -> None:
        wanted = {card for cards in named if isinstance(cards, Sequence) for card in cards}
        self.spare = [card for card in DECK if card not in wanted]

    def take(self, cards: Cards | int) -> list[str]:
        """So many cards, the most interesting ones; or these, kinds turned into copies."""
        if isinstance(cards, int):
            return [self.spare.pop() for _ in range(cards)]
        taken = []
        for card in cards:
            if card in KINDS:
                card = next(copy for copy in self.spare if KIND[copy].id == card)
                self.spare.remove(card)
            taken.append(card)
        return taken


def _lay_piles(state: State, supply: _Supply, pile: Cards | int | None, discard: Cards | int, aside: int) -> None:
    """Bottom first: the top of a pile is its last card."""
    named = supply.take(discard)
    state.aside = supply.take(aside)
    if pile is None and not state.options.blitz:
        state.pile, state.discard = supply.spare, named
    else:
        drawn = supply.take(pile or ())
        state.pile, state.discard = drawn if isinstance(pile, int) else drawn[::-1], supply.spare + named


def _fill_hands(state: State, given: Sequence[Cards | None]) -> None:
    """Hands that nobody has written down get cards from the bottom of whatever pile is larger."""
    for seat, hand in enumerate(given):
        if hand is None and state.out[seat] is None:
            source = max(state.discard, state.pile, key=len)
            state.hands[seat] = [source.pop(0) for _ in range(allowance(state, seat))]
