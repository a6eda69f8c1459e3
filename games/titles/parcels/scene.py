"""Build positions by hand, for the manual's examples and for tests."""

from collections.abc import Sequence
from typing import Literal

from games.kernel.position import Position
from games.kernel.rng import Rng
from games.titles.parcels.state import COPIES, Options, State, audit, counts_of

SEED = "0123456789abcdef0123456789abcdef"


def place(
    hands: Sequence[Sequence[int]],
    storage: Sequence[int],
    *,
    turn: int = 0,
    table: Sequence[int] = (),
    owner: int | None = None,
    deck: Sequence[int] = (),
    passed: Sequence[int] = (),
    left: Sequence[int] = (),
    piles: Sequence[Sequence[int]] | None = None,
    wins: Sequence[int] | None = None,
    rounds: Literal[1, 3] = 1,
    round: int = 1,
) -> Position[State, Options]:
    """A position in which `turn` is on turn, as follower if there is a table meld in `table`, else as leader.

    The rest of the 80 cards are in the discard.
    """
    piles = piles or [[] for _ in hands]
    named = [*storage, *table, *deck, *(card for cards in (*hands, *piles) for card in cards)]
    state = State(
        rounds=rounds,
        hands=[counts_of(hand) for hand in hands],
        storage=counts_of(storage),
        deck=list(deck),
        discard=[all - some for all, some in zip(COPIES, counts_of(named), strict=True)],
        piles=[list(pile) for pile in piles],
        wins=list(wins or [0] * len(hands)),
        plans=[[] for _ in hands],
        turn=turn,
        owner=owner,
        table=list(table),
        passed=list(passed),
        left=list(left),
        round=round,
    )
    audit(state)
    step = "follow" if table else "lead"
    return Position("parcels", 1, len(hands), Options(rounds), Rng(SEED), step, state, round=round - 1, left=list(left))
