"""The decisions of Parcels: what a seat is asked, with its options and the move that the clock makes.

Decisions are made from plain values and kept in small caches: one that has not changed is the same object.
"""

from functools import lru_cache
from itertools import chain, compress
from operator import getitem

from games.kernel.types import Action, Clock, Decision, Field, Move, Option, Pick, Picks
from games.titles.parcels import melds
from games.titles.parcels.state import COPIES, NUMBERS, PLAN_LENGTH, State
from games.titles.parcels.words import cards_word, in_words

Hand = tuple[int, ...]  # counts, as a key of the caches

# HELD[number][copies]: one option for each copy of the card.
HELD = [
    [(Option(number, str(number), f"card/{number}"),) * held for held in range(copies + 1)]
    for number, copies in enumerate(COPIES)
]
ADDED = [Option(number, str(number)) for number in range(len(COPIES))]
STACK = [
    [Option(number, f"{number} ({cards_word(size)})", f"stack/{number}") for size in range(sum(COPIES) + 1)]
    for number in range(len(COPIES))
]
# PASSES[take][add]; nobody adds the number that he takes (PC-43).
PASSES: list[dict[int | None, Move]] = [
    {add: Move("pass", {"take": take, "add": add}) for add in (None, *NUMBERS) if add != take}
    for take in range(len(COPIES))
]
BARE_PASS = Move("pass", {"take": None, "add": None})  # PC-51
FOLLOW_CLAUSES = ("PC-17", "PC-32", "PC-41", "PC-90")
NO_PLAN = Move("plan", {"moves": []})

PLAN_PROMPT = "Plan ahead: if your turn comes in this trick, try the first move, then the next."
PLAN_HELP = "An empty plan cancels the old one."
KINDS = (Option("play", "play"), Option("pass", "pass"))
ANY_NUMBER = tuple(ADDED[number] for number in NUMBERS)
# Of each row of a plan what does not depend on the hand: its kind, the name of its cards, the number to take, ...
PLAN_ROWS = [
    (
        Pick(f"moves.{place}.kind", KINDS, least=0, label=label),
        f"moves.{place}.cards",
        Pick(f"moves.{place}.take", ANY_NUMBER, least=0, label="Take"),
        f"moves.{place}.add",
    )
    for place, label in enumerate(("First", "Else", "Or else")[:PLAN_LENGTH])
]


def ask(state: State) -> list[Decision]:
    """The seat on turn decides (PC-89)."""
    seat = state.turn
    return [turn_decision(seat, tuple(state.hands[seat]), tuple(state.storage), tuple(state.table))]


def plans(state: State) -> dict[str, tuple[int, Hand]]:
    """Each other active seat may store a plan (PC-93): what the offer depends on, by its key."""
    others = [seat for seat in range(len(state.hands)) if seat != state.turn and seat not in state.left]
    return {str(seat): (seat, tuple(state.hands[seat])) for seat in others}


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
    stacks = tuple(compress(map(getitem, STACK, storage), storage))
    fields = (
        Pick("take", stacks, least=1 if stacks else 0, label="Take"),
        Pick("add", _held(hand) if stacks else (), least=0, label="Add"),
    )
    actions = (_play(hand, "Play"), Action("pass", "Pass", fields))
    prompt = _beat(table) if melds.plays(list(hand), list(storage), table) else _stuck(table)
    return Decision(seat, prompt, actions, default_pass(storage), FOLLOW_CLAUSES)


@lru_cache(maxsize=256)
def _beat(table: tuple[int, ...]) -> str:
    return f"Beat {in_words(table)} or pass."


@lru_cache(maxsize=256)
def _stuck(table: tuple[int, ...]) -> str:
    """Only the owner of the hand is told: it says something about the hand."""
    return f"You can't beat {in_words(table)}: pass."


def _play(hand: Hand, label: str) -> Action:
    cards = _cards(hand)
    # A field of one choice takes a bare value: `most` stays above 1, so that `cards` is always a list.
    return Action("play", label, (Picks("cards", cards, 1, max(2, len(cards)), label="Cards"),))


@lru_cache(maxsize=1024)
def _held(hand: Hand) -> tuple[Option, ...]:
    """Each number in hand once."""
    return tuple(compress(ADDED, hand))


@lru_cache(maxsize=1024)
def _cards(hand: Hand) -> tuple[Option, ...]:
    """Each number once per copy in hand."""
    return tuple(chain.from_iterable(map(getitem, HELD, hand)))


def default_pass(storage: Hand) -> Move:
    """The clock's pass: the stack with the fewest cards, among equals the highest number; adds nothing (PC-90)."""
    fewest = min(filter(None, storage), default=0)
    return PASSES[len(storage) - 1 - storage[::-1].index(fewest)][None] if fewest else BARE_PASS


@lru_cache(maxsize=1024)
def plan_decision(seat: int, hand: Hand) -> Decision:
    """The offer to store a plan. It does not depend on storage, so it stays the same until the hand changes."""
    cards, most = _cards(hand), max(2, sum(hand))
    held = _held(hand)
    fields: list[Field] = []
    for kind, name_of_cards, take, name_of_add in PLAN_ROWS:
        # All by place: this is made anew for every hand, and names cost as much again.
        fields += (
            kind,
            Picks(name_of_cards, cards, 0, most, False, "Cards"),
            take,
            Pick(name_of_add, held, 0, "Add"),
        )
    action = Action("plan", "Plan ahead", tuple(fields), PLAN_HELP)
    return Decision(
        seat,
        PLAN_PROMPT,
        (action,),
        NO_PLAN,
        ("PC-93", "PC-97"),
        secret=True,
        optional=True,
        clock=Clock(pace="standing"),
    )


def passes(state: State, seat: int) -> list[Move]:
    """Every legal pass of a follower (PC-41 to PC-43, PC-51)."""
    added = [None, *compress(range(len(COPIES)), state.hands[seat])]
    takes = compress(PASSES, state.storage)
    return [moves[add] for moves in takes for add in added if add in moves] or [BARE_PASS]


def moves(state: State, seat: int) -> list[Move]:
    """Every legal move of the seat on turn."""
    found = melds.plays(state.hands[seat], state.storage, state.table)
    return found + passes(state, seat) if state.table else found


def sound_moves(state: State, seat: int) -> list[Move]:
    """Every move that may stand in this seat's plan now (PC-93)."""
    return [*melds.every_meld(state.hands[seat]), *passes(state, seat)]


def plan_of(planned: list[Move]) -> Move:
    """A plan of these moves as one answer."""
    return Move("plan", {"moves": [{"kind": move.verb, **move.args} for move in planned]})
