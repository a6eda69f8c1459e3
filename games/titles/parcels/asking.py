"""The decisions of Parcels: what a seat is asked, with its options and the move that the clock makes.

Decisions are made from plain values and kept in small caches: one that has not changed is the same object.
"""

from functools import lru_cache

from games.kernel.types import Action, Decision, Move, Option, Pick
from games.titles.parcels import melds
from games.titles.parcels.state import COPIES, NUMBERS, PLAN_LENGTH, State
from games.titles.parcels.words import cards_word, meld_words

Hand = tuple[int, ...]  # counts, as a key of the caches

CARD = [Option(number, str(number), f"card/{number}") for number in range(len(COPIES))]
ADDED = [Option(number, str(number)) for number in range(len(COPIES))]
STACK = [
    [Option(number, f"{number} ({cards_word(size)})", f"stack/{number}") for size in range(sum(COPIES) + 1)]
    for number in range(len(COPIES))
]
PASSES: list[dict[int | None, Move]] = [
    {add: Move("pass", {"take": take, "add": add}) for add in (None, *NUMBERS)} for take in range(len(COPIES))
]
BARE_PASS = Move("pass", {"take": None, "add": None})  # PC-51
NO_PLAN = Move("plan", {"moves": []})

PLAN_PROMPT = "Plan ahead: if it is my turn in this trick, first this, else that."
PLAN_LABELS = ("First", "Else", "Or else")


def ask(state: State) -> list[Decision]:
    """The seat on turn decides; each other active seat may store a plan (PC-89, PC-93)."""
    seat = state.turn
    asked = [turn_decision(seat, tuple(state.hands[seat]), tuple(state.storage), tuple(state.table))]
    for other in range(state.seats):
        if other != seat and other not in state.left:
            asked.append(plan_decision(other, tuple(state.hands[other])))
    return asked


@lru_cache(maxsize=1024)
def turn_decision(seat: int, hand: Hand, storage: Hand, table: tuple[int, ...]) -> Decision:
    """What the seat on turn is asked: to lead (no table meld), or to follow."""
    if table:
        return _follow(seat, hand, storage, table)
    lowest = next(number for number in NUMBERS if hand[number])
    return Decision(
        seat,
        "You lead: play any meld that storage allows.",
        (_play(hand, "Lead"),),
        melds.SETS[lowest][1],  # PC-91
        ("PC-16", "PC-31", "PC-91"),
    )


def _follow(seat: int, hand: Hand, storage: Hand, table: tuple[int, ...]) -> Decision:
    stacks = tuple(STACK[number][storage[number]] for number in NUMBERS if storage[number])
    added = tuple(ADDED[number] for number in NUMBERS if hand[number] and stacks)
    fields = (
        Pick("take", stacks, least=1 if stacks else 0, label="Take"),
        Pick("add", added, least=0, label="Add"),
    )
    return Decision(
        seat,
        f"Beat {meld_words(table)}, or pass.",
        (_play(hand, "Play"), Action("pass", "Pass", fields)),
        default_pass(storage),
        ("PC-17", "PC-32", "PC-41", "PC-90"),
    )


def _play(hand: Hand, label: str) -> Action:
    cards = tuple(CARD[number] for number in NUMBERS for _ in range(hand[number]))
    # A field of one choice takes a bare value: `most` stays above 1, so that `cards` is always a list.
    return Action("play", label, (Pick("cards", cards, most=max(2, len(cards)), label="Cards"),))


def default_pass(storage: Hand) -> Move:
    """The clock's pass: the stack with the fewest cards, among equals the highest number; adds nothing (PC-90)."""
    stacks = [(storage[number], -number) for number in NUMBERS if storage[number]]
    return PASSES[-min(stacks)[1]][None] if stacks else BARE_PASS


@lru_cache(maxsize=1024)
def plan_decision(seat: int, hand: Hand) -> Decision:
    """The offer to store a plan. It does not depend on storage, so it stays the same until the hand changes."""
    fields = [field for place in range(PLAN_LENGTH) for field in _planned(place, hand)]
    action = Action("plan", "Store the plan", tuple(fields), "An empty plan cancels the one stored before.")
    return Decision(
        seat, PLAN_PROMPT, (action,), NO_PLAN, ("PC-93", "PC-97"), secret=True, optional=True, pace="standing"
    )


def _planned(place: int, hand: Hand) -> tuple[Pick, ...]:
    cards = tuple(CARD[number] for number in NUMBERS for _ in range(hand[number]))
    held = tuple(ADDED[number] for number in NUMBERS if hand[number])
    kinds = (Option("play", "play"), Option("pass", "pass"))
    return (
        Pick(f"moves.{place}.kind", kinds, least=0, label=PLAN_LABELS[place]),
        Pick(f"moves.{place}.cards", cards, least=0, most=max(2, len(cards)), label="Cards"),
        Pick(f"moves.{place}.take", tuple(ADDED[number] for number in NUMBERS), least=0, label="Take"),
        Pick(f"moves.{place}.add", held, least=0, label="Add"),
    )


def passes(state: State, seat: int) -> list[Move]:
    """Every legal pass of a follower (PC-41 to PC-43, PC-51)."""
    held = [number for number in NUMBERS if state.hands[seat][number]]
    found = []
    for take in NUMBERS:
        if state.storage[take]:
            moves = PASSES[take]
            found.append(moves[None])
            found += [moves[add] for add in held if add != take]
    return found or [BARE_PASS]


def moves(state: State, seat: int) -> list[Move]:
    """Every legal move of the seat on turn."""
    found = melds.plays(state.hands[seat], state.storage, state.table)
    return found + passes(state, seat) if state.table else found


def sound_moves(state: State, seat: int) -> list[Move]:
    """Every move that may stand in this seat's plan now (PC-93)."""
    return [*melds.every_meld(state.hands[seat]), *passes(state, seat)]


def plan_of(planned: list[Move]) -> Move:
    """A plan of these moves, as it goes over the wire."""
    return Move("plan", {"moves": [{"kind": move.verb, **move.args} for move in planned]})
