"""What a legal move will do, said before it is confirmed, from what its seat may know."""

from games.kernel.types import Move
from games.titles.going_postal.cards import SPACES, WAYS, gap, walk
from games.titles.going_postal.plays import steps_of
from games.titles.going_postal.state import LAST_STAMP, RACE_STAMP, State


def preview(state: State, seat: int, move: Move) -> list[str]:
    """Sentences without a full stop: where Sam stops, and what the Post Office would mean."""
    if move.verb != "play":
        return []
    steps = steps_of(WAYS[state.stamps[state.active] > 0], move)
    sam, is_brought = walk(state.sam, steps)
    if not is_brought:
        return [stop_words(sam)]
    options, stamp = state.options, state.stamps[state.active] + 1
    whose = "" if seat == state.active else "the owner of this hand"  # GP-74: a claimer gets no stamp
    return [office_words(stamp, options.postal, options.lead_after_stamp, whose)]


def stop_words(sam: int) -> str:
    """ "Sam stops on Garden Flat, house 1, 2 steps from the Post Office"."""
    space, left = SPACES[sam], gap(sam)
    house = f", house {space.house}" if space.house else ""
    return f"Sam stops on {space.name}{house}, {left} step{'' if left == 1 else 's'} from the Post Office"


def office_words(stamp: int, is_race: bool, lead: str, you: str = "", following: str = "the next one") -> str:
    """What the Post Office means for P; `you`: its name where somebody else decides."""
    who = f"{you} gets" if you else "you get"
    if is_race and stamp >= RACE_STAMP:
        return f"Post Office: {who} stamp {stamp} and {'wins' if you else 'win'}"
    if not is_race and stamp >= LAST_STAMP:
        return f"Post Office: {who} stamp {stamp} and {'is' if you else 'are'} out"
    if lead == "next":
        return f"Post Office: {who} stamp {stamp} and {following} leads the new round"
    return f"Post Office: {who} stamp {stamp} and {'leads' if you else 'lead'} the new round"
