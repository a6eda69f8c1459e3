"""The end of a round and of the match: places, hand-out of score cards, ranks (PC-60 to PC-84, PC-101, PC-102)."""

from collections.abc import Callable
from typing import Any

from games.titles.parcels.state import NUMBERS, HandOut, State, active_seats, cards_of, points_of


def standing_of(state: State, seat: int) -> tuple[int, int]:
    """What a place depends on, the smaller the better: cards in hand, then minus their total (PC-62, PC-63)."""
    cards = cards_of(state.hands[seat])
    return len(cards), -sum(cards)


def places(state: State) -> list[int]:
    """The place of each seat by its hand; 0 for a seat that has left. An empty hand comes first (PC-60)."""
    return _ranked(state, lambda seat: standing_of(state, seat))


def takers(state: State, winner: int) -> list[int]:
    """Who takes score cards, from last place up to second; turn order after the winner splits ties (PC-67, PC-76)."""
    others = [seat for seat in active_seats(state) if seat != winner]
    others.sort(key=lambda seat: (standing_of(state, seat), (seat - winner) % state.seats), reverse=True)
    return others


def hand_out(state: State, winner: int) -> list[HandOut]:
    """Hand out score cards from storage; returns who took what, in order (PC-66 to PC-77)."""
    order = takers(state, winner)
    taken: list[HandOut] = []
    last: int | None = None
    for seat in order:
        card = _card_for(state, last, is_first=seat == order[0], is_second_place=seat == order[-1])
        if card is not None:
            state.storage[card] -= 1
            state.piles[seat].append(card)
            last = card
        taken.append(HandOut(seat, card, points_of(state, seat)))
    return taken


def _card_for(state: State, last: int | None, *, is_first: bool, is_second_place: bool) -> int | None:
    stacks = [number for number in NUMBERS if state.storage[number]]
    if is_first or last is None:
        return max(stacks, default=None)  # PC-69; PC-72 for three and two seats
    lower = [number for number in stacks if number < last]
    if lower:
        return min(lower) if is_second_place else max(lower)  # PC-71, PC-70
    return last if last in stacks else None  # PC-73, PC-74; never a higher one (PC-75)


def final_ranks(state: State) -> list[int]:
    """The ranks when the last round is over: places (PC-84), or points, then rounds won (PC-81 to PC-83)."""
    if state.rounds == 1:
        return _with_leavers(state, places(state))
    return _with_leavers(state, _ranked(state, lambda seat: (points_of(state, seat), -state.wins[seat])))


def ranks_of_survivor(state: State) -> list[int]:
    """The ranks when one active seat is left: it is first, whatever the points (PC-102)."""
    return _with_leavers(state, _ranked(state, lambda seat: 0))


def _ranked(state: State, key: Callable[[int], Any]) -> list[int]:
    """1 plus the number of active seats that are better; equal keys share (PC-64, PC-83). 0 for whoever has left."""
    keys = {seat: key(seat) for seat in active_seats(state)}
    return [
        1 + sum(other < keys[seat] for other in keys.values()) if seat in keys else 0 for seat in range(state.seats)
    ]


def _with_leavers(state: State, ranks: list[int]) -> list[int]:
    """Seats that have left rank below all others, the first to leave last (PC-101)."""
    for number, seat in enumerate(state.left):
        ranks[seat] = state.seats - number
    return ranks
