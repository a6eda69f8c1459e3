"""What bots never do, for the strips of `make screens` (tests/strips.py)."""

from collections.abc import Iterator
from typing import Any

from games.kernel.position import AnyPosition
from games.titles.adulting.tests.tables import do, numbers, table, up_to_votes, vote_all

TOGETHER = {"answers": "together", "sorting": "after"}
Moves = list[tuple[int, str, dict[str, Any]]]


def stories() -> Iterator[tuple[AnyPosition, Moves]]:
    yield voting(), impeachment(is_carried=True)
    yield voting(), impeachment(is_carried=False)
    yield voting(), appeal()
    yield voting(), suit()
    yield till(), [(0, "call_theft", {"seat": 1})]
    yield naming(), [(0, "strike", {"seat": 1, "example": "string"})]


def voting() -> AnyPosition:
    """The votes of a round of five, in which the first two answered as adults do."""
    position = table("rnk02", 5, money=(9, 9, 9, 9, 9), **TOGETHER)  # type: ignore[arg-type]
    numbers(position, 1, 2, 3, 4)
    do(position, 0, "rule")
    up_to_votes(position, (1, 2))
    return position


def naming() -> AnyPosition:
    """The naming of examples by five, after the first one, which the dealer may strike."""
    position = table("cat01", 5, pace="live")
    do(position, 1, "name", text="string")
    return position


def till() -> AnyPosition:
    """The open bank, from which the first of three has taken more than the wages."""
    position = table("rnk02", 5, money=(5, 5, 5, 5, 5), bank="open", **TOGETHER)  # type: ignore[arg-type]
    numbers(position, 1, 2, 3, 4)
    up_to_votes(position, (1, 2))
    vote_all(position)
    for seat, amount in ((1, 5), (2, 3), (3, 1), (4, 1)):
        do(position, seat, "till", amount=amount)
    return position


def appeal() -> Moves:
    matter = {"kind": "number", "seat": 2}
    reply = {"case": 1, "sustain": True, "retort": "Count them."}
    return [(1, "appeal", {"matter": matter, "press": True, "statement": "Too many."}), (0, "appeal_reply", reply)]


def suit() -> Moves:
    """A defendant who fights: the claimant may drop it, or bid on."""
    sued = {"defendant": 4, "ground": "perjury", "price": 2, "statement": "I doubt it."}
    heard, pleads = {"case": 1, "allow": True, "price": 1}, {"case": 1, "fight_up_to": 2}
    return [(3, "sue", sued), (0, "hear", heard), (4, "plead", pleads)]


def impeachment(*, is_carried: bool) -> Moves:
    said = "The dealer smiled at Bob and only at Bob."
    votes: Moves = [(seat, "jury", {"case": 1, "up": up}) for seat, up in ((1, not is_carried), (2, is_carried))]
    votes.append((4, "jury", {"case": 1, "up": is_carried}))
    return [(3, "impeach", {"statement": said}), (0, "retort", {"case": 1, "text": "I smile at everyone."}), *votes]
