"""Hand-written positions for the tests of Parcels: what is not named lies in the discard, so 80 cards are there."""

from collections.abc import Sequence
from typing import Any

from games.kernel import codec, engine
from games.kernel.errors import IllegalMove
from games.kernel.rng import Rng
from games.kernel.types import Event, Position
from games.titles.parcels import game
from games.titles.parcels.state import COPIES, Options, State, cards_of, counts_of

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed"]
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
    rounds: int = 1,
    round: int = 1,
) -> Position[State, Options]:
    """A position in which `turn` is on turn: as leader, or as follower where `table` names the table meld."""
    seats = len(hands)
    piles = piles or [[] for _ in hands]
    named = [*storage, *table, *deck, *(card for cards in (*hands, *piles) for card in cards)]
    state = State(
        rounds=rounds,
        hands=[counts_of(list(hand)) for hand in hands],
        storage=counts_of(list(storage)),
        deck=list(deck),
        discard=[all - some for all, some in zip(COPIES, counts_of(named), strict=True)],
        piles=[list(pile) for pile in piles],
        wins=list(wins or [0] * seats),
        plans=[[] for _ in hands],
        turn=turn,
        owner=owner,
        table=list(table),
        passed=list(passed),
        left=list(left),
        round=round,
    )
    game.audit(state)
    step = "follow" if table else "lead"
    return Position("parcels", 1, seats, Options(rounds), Rng(SEED), step, state, round=round - 1, left=list(left))


def cards(text: str) -> list[int]:
    """ "1,1,4" or "1-1-4" as a list of cards."""
    return [int(number) for number in text.replace("-", ",").split(",") if number]


def act(position: Any, seat: int, kind: str, **args: Any) -> list[Event]:
    """Play a move; the state must hold afterwards. Returns its events."""
    events = engine.play(game, position, seat, codec.move_from({"kind": kind, **args})).events
    game.audit(position.state)
    return events


def play(position: Any, seat: int, meld: str) -> list[Event]:
    """Play a meld written 4-5."""
    return act(position, seat, "play", cards=cards(meld))


def take(position: Any, seat: int, number: int | None, add: int | None = None) -> list[Event]:
    """Pass: take a number, add a card or none."""
    return act(position, seat, "pass", take=number, add=add)


def refusal(position: Any, seat: int, kind: str, **args: Any) -> str:
    """The sentence with which a move is refused; nothing may have changed."""
    before = codec.dump(position)
    try:
        engine.play(game, position, seat, codec.move_from({"kind": kind, **args}))
    except IllegalMove as error:
        assert codec.dump(position) == before
        return str(error)
    raise AssertionError(f"{kind} {args} was accepted")


def leave(position: Any, seat: int, reason: str = "resigned") -> list[Event]:
    """A seat leaves. Returns what happened."""
    events = engine.drop(game, position, seat, reason).events
    game.audit(position.state)
    return events


def owed(position: Any) -> Any:
    """The decision of the seat on turn."""
    return next(decision for decision in engine.decisions(game, position) if not decision.optional)


def legal_plays(position: Any) -> set[str]:
    """All legal plays of the seat on turn, written 4-5."""
    step = game.by_name[position.step]
    listed = step.moves(position.state, owed(position))
    return {"-".join(map(str, move.args["cards"])) for move in listed if move.verb == "play"}


def lines(events: Sequence[Event]) -> list[str]:
    """The log lines of events."""
    return [game.story(event, NAMES) for event in events]


def hand(position: Any, seat: int) -> list[int]:
    """A hand, ascending."""
    return cards_of(position.state.hands[seat])


def storage(position: Any) -> list[int]:
    """Storage, ascending."""
    return cards_of(position.state.storage)


def limits(position: Any) -> tuple[int, int]:
    """Set limit and run limit."""
    view = game.view(position.state, None)
    return view.set_limit, view.run_limit
