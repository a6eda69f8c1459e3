"""What a play will do, in words: shared by the form, the email and the page that confirms."""

from msgspec import Struct

from games.kernel.types import Move
from games.kernel.words import Sentences, of_seats, several
from games.titles.going_postal.cards import SPACES, Way, gap, name, walk, way_of
from games.titles.going_postal.state import LAST_STAMP, RACE_STAMP, State
from games.titles.going_postal.view import View, view
from games.titles.going_postal.words import FORMATS, PHRASES, period

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
    """What a move will do. A play: where Sam stops, the action, the card with its way."""
    if move.verb == "claim":
        hand, cards = f"{of_seats().whose(state.active)} hand", several(len(state.hands[state.active]), "card")
        return [f"You would play {hand} this turn: {cards}, which you see only then"]
    if move.verb != "play":
        return _answer(state, move)
    way = way_of(move)
    told = outcome(view(state, "take_turn", seat), way, move.args["target"], of_seats())
    return [told.words, *([told.act] if told.act else []), f"{name(way.card)}, move {way.steps}"]


def _answer(state: State, move: Move) -> list[str]:
    """What an answer to a question, a plan or a word in Trading will do."""
    discards_none = move.verb == "inspect" and move.args["card"] is None
    key = "inspect_none" if discards_none else move.args.get("mode", move.verb)
    target = None if state.aim is None else state.aim.target
    return [of_seats(**FORMATS).say(PHRASES["answers"][key], move.args, target=target, period=period(state))]


def outcome(view: View, way: Way, target: int | None, sentences: Sentences) -> Outcome:
    """What happens if the decider plays a card in this way."""
    sam, is_brought = walk(view.sam, way.steps)
    if is_brought:
        return Outcome(sam, False, "", _office(view, sentences))
    action, is_aimed = way.action, bool(view.targets.get(way.action))
    if action == "calm" and view.claimer is not None:  # GP-74: the stamp is P's
        action, target = "praise", view.active
    is_known = action and not (way.is_aimed and target is None)
    act = sentences.part(PHRASES["acts"][action], target=target) if is_known else ""
    return Outcome(sam, is_aimed, NOTHING if way.is_aimed and not is_aimed else act, STOPS[sam])


def _office(view: View, sentences: Sentences) -> str:
    """What the Post Office does to P, who is called by name if somebody else decides (GP-74)."""
    stamp = view.player.stamps + 1
    told = f"Post Office: {{active:name}} {{gets|get}} stamp {stamp}{_then(view, stamp)}"
    return sentences.say(told, active=view.active, next=view.leads)


def _then(view: View, stamp: int) -> str:
    """What the stamp leads to."""
    if stamp >= (RACE_STAMP if view.options.postal else LAST_STAMP):
        return " and {wins|win}" if view.options.postal else " and {is|are} out"
    if view.leads is None:
        return ", and the deal ends"
    if not view.options.blitz and view.player.cards - 1 + view.pile < min(stamp, 4):
        return ", and the year ends"  # GP-32: too few cards for the new allowance
    if view.leads == view.active:
        return " and {leads|lead} the new round"
    return " and {next:name} {leads|lead} the new round"
