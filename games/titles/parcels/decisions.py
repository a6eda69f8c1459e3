"""The decisions of Parcels: what each seat is asked, its options and its default move.

Decisions are built from plain values and cached, so an unchanged decision is the same object.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, compress
from operator import getitem

from games.kernel.display import Attempt
from games.kernel.types import Action, Clock, Decision, Field, Move, Option, Pick, Picks
from games.kernel.words import several
from games.titles.parcels import melds
from games.titles.parcels.state import COPIES, NUMBERS, State
from games.titles.parcels.words import in_words

Hand = tuple[int, ...]  # counts, as a key of the caches

# HELD[number][copies]: one option for each copy of the card.
HELD = [
    [(Option(number, str(number), f"card/{number}"),) * held for held in range(copies + 1)]
    for number, copies in enumerate(COPIES)
]
ADDED = [Option(number, str(number)) for number in range(len(COPIES))]
STACK = [
    [Option(number, f"{number} ({several(size, 'card')})", f"stack/{number}") for size in range(sum(COPIES) + 1)]
    for number in range(len(COPIES))
]
# PASSES[take][add], without adding the number just taken (PC-43).
PASSES: list[dict[int | None, Move]] = [
    {add: Move("pass", {"take": take, "add": add}) for add in (None, *NUMBERS) if add != take}
    for take in range(len(COPIES))
]
BARE_PASS = Move("pass", {"take": None, "add": None})  # PC-51


@lru_cache(maxsize=1024)
def turn_decision(seat: int, hand: Hand, storage: Hand, table: tuple[int, ...]) -> Decision:
    """The decision of the seat on turn: to lead if the table is empty, else to follow."""
    cards = _cards(hand)
    # `most` is at least 2, because a field of one choice would take a bare value instead of a list.
    play = (Picks("cards", cards, 1, max(2, len(cards)), label="Cards"),)
    if not table:
        lowest = next(number for number in NUMBERS if hand[number])
        lead = Action("play", "Lead", play)
        prompt, clauses = "You start. Play a single, a set or a run.", ("PC-16", "PC-31", "PC-91")
        return Decision(seat, prompt, (lead,), melds.SETS[lowest][1], clauses)  # PC-91
    stacks = tuple(compress(map(getitem, STACK, storage), storage))
    take = Pick("take", stacks, 1 if stacks else 0, "Take")
    add = Pick("add", tuple(compress(ADDED, hand)) if stacks else (), 0, "Add")
    actions = (Action("play", "Play", play), Action("pass", "Pass", (take, add)))
    # The prompt reveals something about the hand, so only its owner may see it.
    can_beat = melds.plays(hand, storage, table)
    way_out = "Take a stack to pass" if stacks else "You have to pass"
    forced = f"You can’t beat {in_words(table)}. {way_out}."
    prompt = f"Beat {in_words(table)} or pass." if can_beat else forced
    return Decision(seat, prompt, actions, default_pass(storage), ("PC-17", "PC-32", "PC-41", "PC-90"))


@lru_cache(maxsize=1024)
def _cards(hand: Hand) -> tuple[Option, ...]:
    """One option for each card in hand."""
    return tuple(chain.from_iterable(map(getitem, HELD, hand)))


def default_pass(storage: Hand) -> Move:
    """The default pass: take the smallest stack, the highest number among equals, and add nothing (PC-90)."""
    fewest = min(filter(None, storage), default=0)
    return PASSES[len(storage) - 1 - storage[::-1].index(fewest)][None] if fewest else BARE_PASS


@lru_cache(maxsize=1024)
def plan_decision(seat: int, hand: Hand) -> Decision:
    """The offer to store a plan. It depends on the hand alone, so it changes only with the hand."""
    cards, held, most = _cards(hand), tuple(compress(ADDED, hand)), max(2, sum(hand))
    kinds, takes = (Option("play", "play"), Option("pass", "pass")), tuple(ADDED[1:])
    fields: list[Field] = []
    for place, label in enumerate(("First", "Else", "Or else")):  # PLAN_LENGTH rows
        row = f"moves.{place}"
        shown = Picks(f"{row}.cards", cards, 0, most, False, "Cards")
        take, add = Pick(f"{row}.take", takes, 0, "Take"), Pick(f"{row}.add", held, 0, "Add")
        fields += [Pick(f"{row}.kind", kinds, 0, label), shown, take, add]
    plan = Action("plan", "Plan ahead", tuple(fields), "An empty plan cancels the old one.")
    prompt = "Plan ahead: if your turn comes in this trick, try the first move, then the next."
    clauses, clock = ("PC-93", "PC-97"), Clock(pace="standing")
    return Decision(seat, prompt, (plan,), plan_of([]), clauses, secret=True, optional=True, clock=clock)


def passes(hand: Sequence[int], storage: Sequence[int]) -> list[Move]:
    """Every legal pass of a follower (PC-41 to PC-43, PC-51)."""
    added = [None, *compress(range(len(COPIES)), hand)]
    takes = compress(PASSES, storage)
    return [moves[add] for moves in takes for add in added if add in moves] or [BARE_PASS]


def legal_moves(state: State) -> list[Move]:
    """Every legal move of the seat on turn."""
    seat = state.turn
    found = melds.plays(tuple(state.hands[seat]), tuple(state.storage), tuple(state.table))
    return [*found, *passes(state.hands[seat], state.storage)] if state.table else list(found)


def sound_moves(state: State, seat: int) -> list[Move]:
    """Every move this seat may plan now (PC-93). Any meld can be planned, so storage counts as all cards."""
    return [*melds.plays(tuple(state.hands[seat]), tuple(COPIES), ()), *passes(state.hands[seat], state.storage)]


def plan_of(planned: list[Move]) -> Move:
    """The answer that plans these moves."""
    return Move("plan", {"moves": [{"kind": move.verb, **move.args} for move in planned]})


def wanted_moves(state: State, decision: Decision) -> list[Attempt]:
    """Candidates for "Why can't I ...?": every meld in hand, longest first, and the passes that rules may forbid."""
    hand = state.hands[decision.seat]
    held = sorted(melds.plays(tuple(hand), tuple(COPIES), ()), key=lambda move: -len(move.args["cards"]))
    found = [Attempt(f"Play {in_words(move.args['cards'])}", move) for move in held]
    stacks = [number for number in NUMBERS if state.storage[number]]
    if not stacks or not state.table:
        return [*found, Attempt("Pass", PASSES[stacks[0]][None] if stacks else BARE_PASS)]
    back = [Move("pass", {"take": number, "add": number}) for number in stacks if hand[number]]
    return found + [Attempt(f"Pass: take the {move.args['take']} and add one back", move) for move in back]
