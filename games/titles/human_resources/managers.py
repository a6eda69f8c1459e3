"""The managers that deal with cards and turns, all managers by what they do, and what moves do to the office.

In the order of the manual (sections "Manager Abilities" and "Promo Cards"). Only `carry_out` changes the state.
"""

from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.human_resources import effects, office
from games.titles.human_resources.cards import ABILITY, CARDS, POINTS
from games.titles.human_resources.effects import discard_and_finish, log_hire
from games.titles.human_resources.manager import Args, Manager, T
from games.titles.human_resources.patterns import is_formed
from games.titles.human_resources.rearranging import Exchange, MoveOne, Remove, Shift, Swap
from games.titles.human_resources.state import Project, State, colours, seen

colour_of: Callable[[str], str] = itemgetter(-1)


class PlayTwo(Manager):
    """Play Two (HR-59, HR-61): with one other card only that one is played."""

    closed = ("HR-61", "You have no other card to play.")

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return iter([{}] if len(state.hands[seat]) > 1 else [])

    def tells(self, state: State, seat: int, move: Move, rival: str) -> str:
        return f"you then play {min(2, len(state.hands[seat]) - 1)} more"

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        state.plays_left = min(2, len(state.hands[seat]))
        log_hire(context, seat, move.args["card"], plays=state.plays_left)
        return "extra_play"


class Take(Manager):
    """Take From the Discard Pile (HR-64, HR-65)."""

    needs = ("take",)
    closed = ("HR-46", "The discard pile is empty.")
    wrong = ("HR-64", "Choose a card that is in the discard pile.")
    office_stays = "you take the card from the discard pile"

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return ({"take": taken} for taken in state.discard)

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        card = move.args["take"]
        state.discard.remove(card)
        state.hands[seat].append(card)
        log_hire(context, seat, move.args["card"], card=card)
        return discard_and_finish(state, move, context)


class PickUp(Manager):
    """Pick Up (HR-78 to HR-81): the only project at once, a choice at the start of the other player's turn."""

    closed = ("HR-80", "The other player has no incomplete project.")

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return iter([{}] if state.in_play[1 - seat] else [])

    def tells(self, state: State, seat: int, move: Move, rival: str) -> str:
        theirs = [project.card for project in state.in_play[1 - seat]]
        chosen = CARDS[theirs[0]].full_name if len(theirs) == 1 else "a project of their choice"
        return f"{rival} takes {chosen} back into their hand"

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        theirs = state.in_play[1 - seat]
        log_hire(context, seat, move.args["card"], owner=1 - seat)
        owes = len(theirs) > 1
        if not owes:
            effects.pick_up(state, 1 - seat, theirs[0].card, context)
        return discard_and_finish(state, move, context, owes)


class Draw(Manager):
    """Draw an Extra Card (HR-58). If it is the final one the manager still goes to the discard pile (HR-94)."""

    office_stays = "you draw two cards more"

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        log_hire(context, seat, move.args["card"])
        if effects.draw(state, context):
            effects.discard_carried(state)
            return "turn"
        return discard_and_finish(state, move, context)


class Acquire(Manager):
    """VP of Acquisitions (HR-114 to HR-117): the project changes sides, the other player scores the VP."""

    needs = ("project",)
    closed = ("HR-115", "The other player has no incomplete project.")
    wrong = ("HR-114", "Choose an incomplete project of the other player.")

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return ({"project": project.card} for project in state.in_play[1 - seat])

    def tells(self, state: State, seat: int, move: Move, rival: str) -> str:
        points = POINTS[move.args["card"]]
        return f"you take {CARDS[move.args['project']].full_name}; {rival} scores {points}"

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        card, rival = move.args["project"], 1 - seat
        project = next(project for project in state.in_play[rival] if project.card == card)
        state.in_play[rival].remove(project)
        state.in_play[seat].append(Project(card, state.action))
        effects.score(state, rival, state.carrying)
        log_hire(context, seat, state.carrying, owner=rival, card=card, points=POINTS[state.carrying])
        state.carrying = ""
        return effects.finish(state, move, context)


class Operations(Manager):
    """VP of Operations (HR-118): look at the top four cards, or at what is left; one card needs no order."""

    office_stays = "you look at the top of the deck and put it back in any order"

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        cards = seen(state)
        state.known[seat] = len(cards)
        log_hire(context, seat, move.args["card"])
        if len(cards) > 1:
            return "order"
        effects.log_looked(context, seat, cards)
        return discard_and_finish(state, move, context)


MANAGERS: dict[str, Manager] = {
    "play_two": PlayTwo(),
    "take": Take(),
    "shift": Shift(),
    "remove": Remove(),
    "exchange": Exchange(),
    "pickup": PickUp(),
    "move": MoveOne(),
    "swap": Swap(),
    "draw": Draw(),
    "acquire": Acquire(),
    "operations": Operations(),
}


def manager_of(card: str) -> Manager:
    """What a manager card does."""
    return MANAGERS[ABILITY[card]]


def changes(move: Move, lies: Mapping[int, T], put: Callable[[str], T]) -> dict[int, T | None]:
    """What lies after a legal move on each place of the office that it touches, None: nothing.

    `lies`: what lies there now; `put`: what a card becomes in the office. In colours for whoever wants to know what
    would be formed, in cubicles for whoever carries it out.
    """
    if move.verb == "place":
        return {office.read(move.args["at"]): put(move.args["card"])}
    return manager_of(move.args["card"]).changes(move.args, lies, put) if move.verb == "hire" else {}


def recoloured(before: Mapping[int, str], move: Move) -> tuple[dict[int, str], list[int]]:
    """(carpet colours after this move, places whose content differs): what patterns look at (HR-34, HR-35)."""
    change = changes(move, before, colour_of)
    after = {at: colour for at, colour in {**before, **change}.items() if colour is not None}
    return after, sorted(at for at, colour in change.items() if before.get(at) != colour)


def completes(state: State, seat: int, move: Move) -> bool:
    """Will this legal move complete a project of its seat?"""
    if not state.in_play[seat]:
        return False
    after, changed = recoloured(colours(state), move)
    return any(is_formed(project.card, after, changed) for project in state.in_play[seat])
