"""What a play will do, in words: shared by the form, the email and the page that confirms."""

from collections.abc import Callable

from msgspec import Struct

from games.kernel.types import Move
from games.kernel.words import several
from games.titles.going_postal.cards import SPACES, Way, gap, walk, way_of
from games.titles.going_postal.state import LAST_STAMP, RACE_STAMP, State
from games.titles.going_postal.view import View, view
from games.titles.going_postal.words import PHRASES

NOTHING = "the action does nothing"
STOPS = [f"Sam stops on {space.address}, {several(gap(space.number), 'step')} from the Post Office" for space in SPACES]


class Outcome(Struct, frozen=True):
    """The outcome of a play. `sam`: where he stops; `is_aimed`: the action needs a target (GP-24, GP-25).

    `act`: the action in words, "" without one; `words`: a sentence without its full stop.
    """

    sam: int
    is_aimed: bool
    act: str
    words: str


def preview(state: State, seat: int, move: Move) -> list[str]:
    """The preview on the page that confirms, which does not know the players' names."""
    if move.verb != "play":
        return []
    nameless = {state.active: "the owner of this hand"}
    seen = view(state, "take_turn", seat)
    return [outcome(seen, way_of(move), move.args["target"], lambda other: nameless.get(other, "the next one")).words]


def outcome(view: View, way: Way, target: int | None, called: Callable[[int], str]) -> Outcome:
    """What happens if the decider plays a card in this way."""
    sam, is_brought = walk(view.sam, way.steps)
    if is_brought:
        return Outcome(sam, False, "", _office(view, called))
    action, is_aimed = way.action, bool(view.targets.get(way.action))
    if action == "calm" and view.claimer is not None:  # GP-74: the stamp is P's
        action, target = "praise", view.active
    act: str = PHRASES["acts"][action].format(called(target) if target is not None else "") if action else ""
    return Outcome(sam, is_aimed, NOTHING if way.is_aimed and not is_aimed else act, STOPS[sam])


def _office(view: View, called: Callable[[int], str]) -> str:
    """What the Post Office does to P, who is called by name if somebody else decides (GP-74)."""
    name, is_out, s = ("you", "are out", "") if view.claimer is None else (called(view.active), "is out", "s")
    stamp = view.player.stamps + 1
    start = f"Post Office: {name} get{s} stamp {stamp}"
    if stamp >= (RACE_STAMP if view.options.postal else LAST_STAMP):
        return f"{start} and win{s}" if view.options.postal else f"{start} and {is_out}"
    if view.leads is None:
        return f"{start}, and the deal ends"
    if not view.options.blitz and view.player.cards - 1 + view.pile < min(stamp, 4):
        return f"{start}, and the year ends"  # GP-32: too few cards for the new allowance
    if view.leads == view.active:
        return f"{start} and lead{s} the new round"
    return f"{start} and {called(view.leads)} leads the new round"
