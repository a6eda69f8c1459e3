"""The end of a round and of the match: places, score cards and ranks (PC-60 to PC-84, PC-101, PC-102)."""

from collections.abc import Callable

from games.titles.parcels.state import NUMBERS, HandOut, State, cards_of


def places(state: State) -> list[int]:
    """The place of each seat by its remaining hand, 0 for a seat that has left. An empty hand is first (PC-60)."""
    return _ranked(state, lambda seat: _hand_left(state, seat))


def _hand_left(state: State, seat: int) -> tuple[int, int]:
    """The sort key for places, smallest first: cards in hand, then minus their total (PC-62, PC-63)."""
    cards = cards_of(state.hands[seat])
    return len(cards), -sum(cards)


def _ranked(state: State, key: Callable[[int], tuple[int, int]]) -> list[int]:
    """1 plus the number of active seats with a smaller key, so ties share (PC-64, PC-83); 0 for seats that left."""
    keys = {seat: key(seat) for seat in state.active}
    return [
        1 + sum(other < keys[seat] for other in keys.values()) if seat in keys else 0 for seat in range(state.seats)
    ]


def hand_out(state: State, winner: int) -> list[HandOut]:
    """Hand out score cards from storage, last place first, second place last (PC-66 to PC-77)."""
    takers = [seat for seat in state.active if seat != winner]
    # PC-76: turn order after the winner breaks ties.
    takers.sort(key=lambda seat: (_hand_left(state, seat), (seat - winner) % state.seats), reverse=True)
    taken: list[HandOut] = []
    last: int | None = None
    for seat in takers:
        card = _card_for(state, last, is_second_place=seat == takers[-1])
        if card is not None:
            state.storage[card] -= 1
            state.piles[seat].append(card)
            last = card
        taken.append(HandOut(seat, card, state.points(seat)))
    return taken


def _card_for(state: State, last: int | None, *, is_second_place: bool) -> int | None:
    """The card that the next seat takes; `last` is the one taken before it, None if this is the first."""
    stacks = [number for number in NUMBERS if state.storage[number]]
    if last is None:
        return max(stacks, default=None)  # PC-69; PC-72 for three and two seats
    lower = [number for number in stacks if number < last]
    if lower:
        return min(lower) if is_second_place else max(lower)  # PC-71, PC-70
    return last if last in stacks else None  # PC-73, PC-74; never a higher one (PC-75)


def final_ranks(state: State) -> list[int]:
    """The final ranks: by places in a single round (PC-84), else by points, then rounds won (PC-81 to PC-83).

    A single remaining seat is always first (PC-102). Seats that left rank below, the first to leave last (PC-101).
    """
    ranks = places(state) if state.rounds == 1 else _ranked(state, lambda seat: (state.points(seat), -state.wins[seat]))
    for number, seat in enumerate(state.left):
        ranks[seat] = state.seats - number
    return ranks
