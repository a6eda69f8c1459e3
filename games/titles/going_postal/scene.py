"""Builds hand-written positions for the examples of the manual and for tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.position import Position
from games.kernel.rng import Rng
from games.titles.going_postal.cards import DECK, KIND, KINDS
from games.titles.going_postal.state import LEFT, Options, Out, State, allowance, audit
from games.titles.going_postal.takeovers import ask_eliminated

Cards = Sequence[str]  # ids ("bulk-3"), or kinds ("bulk") for the next copy that is not named elsewhere


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
    """A position in which `active` (by default seat 0) is to play a card. Hands that are not given get cards that are
    not named.

    `pile`: the whole draw pile, top first, or its size; all other cards are in the discard pile below `discard`.
    Without it the discard pile is just `discard`, and all other cards are in the draw pile. `out`: the eliminated, in
    order; `vendetta`: stamps by seat. `facts`: other fields of the state, such as `sam`.
    """
    given = [*hands, *[None] * (seats - len(hands))]
    named = {card for cards in (*hands, pile, discard) if isinstance(cards, Sequence) for card in cards}
    spare = [card for card in DECK if card not in named]
    state = State(
        options=Options(**(options or {})),
        hands=[_take(hand or (), spare) for hand in given],
        pile=[],
        stamps=[*stamps, *[0] * (seats - len(stamps))],
        marked=[seat in marked for seat in range(seats)],
        vendetta=[(vendetta or {}).get(str(seat), (vendetta or {}).get(seat, 0)) for seat in range(seats)],
        out=[Out(out.index(seat) + 1, 0, "Going Postal") if seat in out else None for seat in range(seats)],
        is_overtime=overtime,
        **{"active": 0, "direction": LEFT, "turn": 2, **facts},
    )
    discarded, state.aside = _take(discard, spare), _take(aside, spare)
    if pile is None and not state.options.blitz:
        state.pile, state.discard = spare, discarded
    else:
        drawn = _take(pile or (), spare)
        state.pile, state.discard = drawn if isinstance(pile, int) else drawn[::-1], spare + discarded
    for seat, hand in enumerate(given if not state.options.blitz else ()):
        if hand is None and state.out[seat] is None:  # from the bottom of the larger pile
            source = max(state.discard, state.pile, key=len)
            state.hands[seat] = [source.pop(0) for _ in range(allowance(state, seat))]
    ask_eliminated(state)
    audit(state)
    return Position("going_postal", 1, seats, state.options, Rng("0" * 32), "take_turn", state)


def _take(cards: Cards | int, spare: list[str]) -> list[str]:
    """Take cards from the spare ones: that many from the end, where the most interesting are, or the given ones."""
    if isinstance(cards, int):
        return [spare.pop() for _ in range(cards)]
    taken = []
    for card in cards:
        if card in KINDS:
            card = next(copy for copy in spare if KIND[copy].id == card)
            spare.remove(card)
        taken.append(card)
    return taken
