"""The managers, each as one value: what it is told, its ways, what it does to the office, its words, its carrying out.

In the order of the manual (sections "Manager Abilities" and "Promo Cards"). Only `carry_out` changes the state.
"""

from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import Any, TypeVar

from games.kernel.errors import IllegalMove, need
from games.kernel.rng import Rng
from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.human_resources import effects, office
from games.titles.human_resources.cards import ABILITY, CARDS, POINTS
from games.titles.human_resources.effects import discard_and_finish, log_hire
from games.titles.human_resources.patterns import is_formed
from games.titles.human_resources.state import Cubicle, Project, State, colours, seen

Args = dict[str, Any]
T = TypeVar("T")
colour_of: Callable[[str], str] = itemgetter(-1)


class Manager:
    """One that is told nothing and can always be hired; the others say what is different with them.

    `needs`: its fields in the order in which the screen asks. `closed`: why there is no way to carry it out.
    """

    needs: tuple[str, ...] = ()
    closed = ("HR-46", "There is no legal way to carry out this manager now.")
    office_stays = "the office stays as it is"

    def can_be_hired(self, state: State, seat: int, card: str) -> bool:
        """Is there a way to carry it out (HR-46)?"""
        return next(self.ways(state, seat, card), None) is not None

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        """What it can be told, each way once."""
        yield {}

    def draw(self, state: State, seat: int, card: str, rng: Rng) -> Args | None:
        """One of its ways at random; every one can come."""
        listed = list(self.ways(state, seat, card))
        return rng.choose(listed) if listed else None

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        """What it is told in canonical form. Raises IllegalMove (section "Bad input")."""
        return {}

    def changes(self, args: Args, lies: Mapping[int, T], put: Callable[[str], T]) -> dict[int, T | None]:
        """What lies then on each place that it touches (see the function `changes`)."""
        return {}

    def tells(self, state: State, seat: int, move: Move, rival: str) -> str:
        """What it will do where no place of the office changes, for the preview."""
        return self.office_stays

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        """Revealed and paid for already: do it, and return the next step."""
        raise NotImplementedError


class PlayTwo(Manager):
    """Play Two (HR-59, HR-61): with one other card only that one is played."""

    closed = ("HR-61", "You have no other card to play.")

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return iter([{}] if len(state.hands[seat]) > 1 else [])

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        need(len(state.hands[seat]) > 1, *self.closed)
        return {}

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
    office_stays = "you take the card from the discard pile"

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return ({"take": taken} for taken in state.discard)

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        need(state.discard, *self.closed)
        need(args.get("take") in state.discard, "HR-64", "Choose a card that is in the discard pile.")
        return {"take": args["take"]}

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        card = move.args["take"]
        state.discard.remove(card)
        state.hands[seat].append(card)
        log_hire(context, seat, move.args["card"], card=card)
        return discard_and_finish(state, move, context)


class Rearranging(Manager):
    """Move, Swap, Shift: cubicles change places. They keep their faces, and with them who knows the faces (HR-123)."""

    def carries(self, args: Args) -> dict[int, int]:
        """From where to where."""
        raise NotImplementedError

    def changes(self, args: Args, lies: Mapping[int, T], put: Callable[[str], T]) -> dict[int, T | None]:
        ways = self.carries(args)
        return {to: lies[at] for at, to in ways.items()} | dict.fromkeys(set(ways).difference(ways.values()))

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        changed = effects.rearrange(state, rearrangement(state, seat, move))
        log_hire(context, seat, move.args["card"], **self.logged(move.args))
        effects.settle(state, changed, context)
        return discard_and_finish(state, move, context)

    def logged(self, args: Args) -> dict[str, Any]:
        """What the log tells of it."""
        return {"places": [list(office.xy(office.read(args[name]))) for name in self.needs]}


class Shift(Rearranging):
    """Shift (HR-66 to HR-71)."""

    needs = ("cells", "dir", "dist")

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        for group in office.groups(sorted(state.office)):
            ends = office.stops(state.office, group)
            if ends:
                cells = [office.value(at) for at in group]
                for direction, distance in ends:
                    yield {"cells": cells, "dir": direction, "dist": distance}

    def draw(self, state: State, seat: int, card: str, rng: Rng) -> Args | None:
        group = [rng.choose(sorted(state.office))]
        for _ in range(rng.below(3)):
            near = sorted({at + wall for at in group for wall in office.WALLS if at + wall in state.office} - {*group})
            if near:
                group.append(rng.choose(near))
        cells = tuple(sorted(group))
        ends = office.stops(state.office, cells)
        if not ends:
            return None
        direction, distance = rng.choose(ends)
        return {"cells": [office.value(at) for at in cells], "dir": direction, "dist": distance}

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        cells = self._cells(state, args.get("cells"))
        direction, distance = args.get("dir"), args.get("dist")
        is_straight = isinstance(direction, str) and direction in office.STEPS
        need(is_straight, "HR-67", "Shift goes straight north, east, south or west.")
        if type(distance) is not int or distance < 1:
            raise IllegalMove("HR-67", "Shift at least one place.")
        need(len(cells) < len(state.office), "HR-70", "At least one cubicle must stay where it is.")
        is_free = not office.is_blocked(state.office, cells, str(direction), distance)
        need(is_free, "HR-68", "A shifted cubicle cannot pass through another one.")
        _one_piece(set(state.office).difference(cells).union(office.slide(cells, str(direction), distance)))
        return {"cells": [office.value(cell) for cell in cells], "dir": direction, "dist": distance}

    def _cells(self, state: State, raw: Any) -> tuple[int, ...]:
        """The group in reading order (HR-66)."""
        need(isinstance(raw, list) and 1 <= len(raw) <= 3, "HR-66", "Shift moves one, two or three cubicles.")
        cells = tuple(sorted(office.parse(cell) for cell in raw))
        hold = len(set(cells)) == len(cells) and all(cell in state.office for cell in cells)
        need(hold, "HR-66", "Every shifted place must hold a cubicle, each named once.")
        need(office.is_one_piece(cells), "HR-66", "The shifted cubicles must be adjacent to each other.")
        return cells

    def carries(self, args: Args) -> dict[int, int]:
        cells = [office.read(cell) for cell in args["cells"]]
        return dict(zip(cells, office.slide(cells, args["dir"], args["dist"]), strict=True))

    def logged(self, args: Args) -> dict[str, Any]:
        cells = [list(office.xy(office.read(cell))) for cell in args["cells"]]
        return {"places": cells, "dir": args["dir"], "dist": args["dist"]}


class Remove(Manager):
    """Remove (HR-72 to HR-74). An end of the office can always be lifted."""

    needs = ("at",)
    closed = ("HR-50", "The last cubicle cannot be removed.")

    def can_be_hired(self, state: State, seat: int, card: str) -> bool:
        return len(state.office) > 1

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return ({"at": office.value(at)} for at in sorted(office.removable(state.office)))

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        at = office.parse(args.get("at"))
        need(at in state.office, "HR-72", "There is no cubicle at that place.")
        need(len(state.office) > 1, *self.closed)
        _one_piece(set(state.office) - {at})
        return {"at": office.value(at)}

    def changes(self, args: Args, lies: Mapping[int, T], put: Callable[[str], T]) -> dict[int, T | None]:
        return {office.read(args["at"]): None}

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        at = office.read(move.args["at"])
        taken = state.office[at].card
        effects.rearrange(state, rearrangement(state, seat, move))
        state.hands[seat].append(taken)
        private = {seat: {"card": taken}}
        log_hire(context, seat, move.args["card"], private, at=list(office.xy(at)), colour=taken[-1])
        return discard_and_finish(state, move, context)


class Exchange(Manager):
    """Exchange (HR-75 to HR-77)."""

    needs = ("give", "at")
    closed = ("HR-76", "You have no other card to exchange.")
    office_stays = "the place keeps its colour: nothing can be completed"

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        others = [other for other in state.hands[seat] if other != card]
        return ({"at": office.value(at), "give": other} for at in sorted(state.office) for other in others)

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        need(len(state.hands[seat]) > 1, *self.closed)
        at = office.parse(args.get("at"))
        need(at in state.office, "HR-75", "There is no cubicle at that place.")
        give = args.get("give")
        is_other = isinstance(give, str) and give in state.hands[seat] and give != card
        need(is_other, "HR-76", "Exchange a different card from your hand.")
        return {"at": office.value(at), "give": give}

    def changes(self, args: Args, lies: Mapping[int, T], put: Callable[[str], T]) -> dict[int, T | None]:
        return {office.read(args["at"]): put(args["give"])}

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        at, given = office.read(move.args["at"]), move.args["give"]
        taken = state.office[at].card
        changed = effects.rearrange(state, rearrangement(state, seat, move))
        state.hands[seat].remove(given)
        state.hands[seat].append(taken)
        private = {seat: {"given": given, "taken": taken}}
        facts = {"at": list(office.xy(at)), "colour": taken[-1], "given_colour": given[-1]}
        log_hire(context, seat, move.args["card"], private, **facts)
        effects.settle(state, changed, context)
        return discard_and_finish(state, move, context)


class PickUp(Manager):
    """Pick Up (HR-78 to HR-81): the only project at once, a choice at the start of the other player's turn."""

    closed = ("HR-80", "The other player has no incomplete project.")

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return iter([{}] if state.in_play[1 - seat] else [])

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        need(state.in_play[1 - seat], *self.closed)
        return {}

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


class MoveOne(Rearranging):
    """Move (HR-52 to HR-54). An end of the office can always be laid elsewhere."""

    needs = ("from", "to")
    closed = ("HR-50", "The last cubicle cannot be moved.")

    def can_be_hired(self, state: State, seat: int, card: str) -> bool:
        return len(state.office) > 1

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        for source in sorted(state.office):
            written = office.value(source)
            for target in sorted(office.targets(state.office, source)):
                yield {"from": written, "to": office.value(target)}

    def draw(self, state: State, seat: int, card: str, rng: Rng) -> Args | None:
        source = rng.choose(sorted(state.office))
        found = sorted(office.targets(state.office, source))
        return {"from": office.value(source), "to": office.value(rng.choose(found))} if found else None

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        source = office.parse(args.get("from"))
        need(source in state.office, "HR-52", "There is no cubicle at the place you want to move from.")
        target = office.parse(args.get("to"))
        need(target != source, "HR-53", "The cubicle must go to another place.")
        need(target not in state.office, "HR-52", "The place you want to move to is taken.")
        need(len(state.office) > 1, *self.closed)
        _one_piece({*state.office, target} - {source})
        return {"from": office.value(source), "to": office.value(target)}

    def carries(self, args: Args) -> dict[int, int]:
        return {office.read(args["from"]): office.read(args["to"])}


class Swap(Rearranging):
    """Swap (HR-55 to HR-57)."""

    needs = ("a", "b")

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        for first in sorted(state.office):
            for second in (first + 1, first + office.SPAN):
                other = state.office.get(second)
                if other is not None and other.card[-1] != state.office[first].card[-1]:
                    yield {"a": office.value(first), "b": office.value(second)}

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        first, second = sorted((office.parse(args.get("a")), office.parse(args.get("b"))))
        is_pair = first in state.office and second in state.office and second - first in office.WALLS
        need(is_pair, "HR-55", "Swap needs two cubicles that share a wall.")
        is_mixed = state.office[first].card[-1] != state.office[second].card[-1]
        need(is_mixed, "HR-56", "Swap needs one dark and one light cubicle.")
        return {"a": office.value(first), "b": office.value(second)}

    def carries(self, args: Args) -> dict[int, int]:
        first, second = office.read(args["a"]), office.read(args["b"])
        return {first: second, second: first}


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

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return ({"project": project.card} for project in state.in_play[1 - seat])

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        theirs = [project.card for project in state.in_play[1 - seat]]
        need(theirs, *self.closed)
        need(args.get("project") in theirs, "HR-114", "Choose an incomplete project of the other player.")
        return {"project": args["project"]}

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


def rearrangement(state: State, seat: int, move: Move) -> dict[int, Cubicle | None]:
    """The cubicles that this move of the seat lays and lifts."""
    return changes(move, state.office, lambda card: Cubicle(card, seat))


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


def _one_piece(places: set[int]) -> None:
    need(office.is_one_piece(places), "HR-48", "The office must stay one piece.")
