"""The managers, in the order of the manual (sections "Manager Abilities" and "Promo Cards"), and all plays by name."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.kernel.errors import IllegalMove, need
from games.kernel.rng import Rng
from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.human_resources import effects, geometry
from games.titles.human_resources.cards import ABILITY, CARDS, POINTS
from games.titles.human_resources.effects import log_hire
from games.titles.human_resources.geometry import value
from games.titles.human_resources.plays import Args, Place, Play, PlayProject, PlayQuota, Reason, fitting, place_of
from games.titles.human_resources.state import Project, State, seen

NO_HIRING = ("HR-60", "Play Two does not allow hiring a manager. You may place the manager card as a cubicle.")
ONE_PIECE = ("HR-48", "The office must stay one piece.")


class Manager(Play):
    """Hiring a manager (HR-45 to HR-47), which must have something to do. `no_way`: the refusal if it does not."""

    no_way = ("HR-46", "There is no legal way to carry out this manager now.")

    def why_not(self, state: State, seat: int, card: str) -> Reason | None:
        if state.plays_left:
            return NO_HIRING
        return None if self.can_be_hired(state, seat, card) else self.no_way

    def can_be_hired(self, state: State, seat: int, card: str) -> bool:
        """Does it have at least one legal set of arguments?"""
        return next(self.legal_args(state, seat, card), None) is not None


class Rearranging(Manager):
    """A manager that moves cubicles. A moved cubicle keeps its face, known to the same seat as before (HR-123)."""

    def first_cubicles(self, state: State) -> Iterable[tuple[int, ...]]:
        """The cubicles that a move can pick first: single ones, or groups for Shift."""
        return [(at,) for at in sorted(state.office)]

    @abstractmethod
    def args_from(self, state: State, seat: int, card: str, start: tuple[int, ...]) -> list[Args]:
        """The legal arguments that start with these cubicles."""

    def legal_args(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return (way for start in self.first_cubicles(state) for way in self.args_from(state, seat, card, start))

    def random_args(self, state: State, seat: int, card: str, rng: Rng) -> Args | None:
        listed = self.args_from(state, seat, card, rng.choose(list(self.first_cubicles(state))))
        return rng.choose(listed) if listed else None

    def moved_places(self, args: Args) -> dict[int, int]:
        """Maps old places to new ones; empty for managers that override `changes`."""
        return {}

    def changes(self, args: Args, lies: Mapping[int, str]) -> dict[int, str | None]:
        carried = self.moved_places(args)
        return {to: lies[at] for at, to in carried.items()} | dict.fromkeys(set(carried).difference(carried.values()))

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> None:
        public, private = self.log_facts(state, move.args)
        log_hire(context, seat, state.carrying, private, **public)
        lies = {at: cubicle.card for at, cubicle in state.office.items()}
        effects.rearrange(state, self.changes(move.args, lies), context)

    def log_facts(self, state: State, args: Args) -> tuple[Args, Args]:
        """(public facts, private facts) for the log."""
        return {"places": [list(geometry.xy(geometry.read(args[name]))) for name in self.needs]}, {}


class MoveOne(Rearranging):
    """Move (HR-52 to HR-54)."""

    needs = ("from", "to")
    no_way = ("HR-50", "The last cubicle cannot be moved.")

    def can_be_hired(self, state: State, seat: int, card: str) -> bool:
        return len(state.office) > 1

    def args_from(self, state: State, seat: int, card: str, start: tuple[int, ...]) -> list[Args]:
        targets = sorted(geometry.targets(state.office, start[0]))
        return [{"from": value(start[0]), "to": value(target)} for target in targets]

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        source = geometry.parse(args.get("from"))
        need(source in state.office, "HR-52", "There is no cubicle at the place you want to move from.")
        target = geometry.parse(args.get("to"))
        need(target != source, "HR-53", "The cubicle must go to another place.")
        need(target not in state.office, "HR-52", "The place you want to move to is taken.")
        need(len(state.office) > 1, *self.no_way)
        need(geometry.is_one_piece({*state.office, target} - {source}), *ONE_PIECE)
        return {"from": value(source), "to": value(target)}

    def moved_places(self, args: Args) -> dict[int, int]:
        return {geometry.read(args["from"]): geometry.read(args["to"])}


class Swap(Rearranging):
    """Swap (HR-55 to HR-57)."""

    needs = ("a", "b")

    def args_from(self, state: State, seat: int, card: str, start: tuple[int, ...]) -> list[Args]:
        first, colour = start[0], state.office[start[0]].card[-1]
        others = [at for at in (first + 1, first + geometry.SPAN) if at in state.office]
        return [{"a": value(first), "b": value(at)} for at in others if state.office[at].card[-1] != colour]

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        first, second = sorted((geometry.parse(args.get("a")), geometry.parse(args.get("b"))))
        is_pair = first in state.office and second in state.office and second - first in geometry.WALLS
        need(is_pair, "HR-55", "Swap needs two cubicles that share a wall.")
        is_mixed = state.office[first].card[-1] != state.office[second].card[-1]
        need(is_mixed, "HR-56", "Swap needs one dark and one light cubicle.")
        return {"a": value(first), "b": value(second)}

    def narrow(self, state: State, seat: int, card: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
        ways = list(self.legal_args(state, seat, card))
        return fitting(ways + [{"a": way["b"], "b": way["a"]} for way in ways], self.needs, args)

    def moved_places(self, args: Args) -> dict[int, int]:
        first, second = geometry.read(args["a"]), geometry.read(args["b"])
        return {first: second, second: first}


class Draw(Manager):
    """Draw an Extra Card (HR-58). Even if that ends the game, the manager goes to the discard pile (HR-94)."""

    description = "you draw two more cards"

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> None:
        log_hire(context, seat, state.carrying)
        effects.draw(state, context)


class PlayTwo(Manager):
    """Play Two (HR-59, HR-61): with only one other card in hand, play just that one."""

    no_way = ("HR-61", "You have no other card to play.")

    def can_be_hired(self, state: State, seat: int, card: str) -> bool:
        return len(state.hands[seat]) > 1

    def describe(self, state: State, seat: int, args: Args) -> str:
        return f"you then play {min(2, len(state.hands[seat]) - 1)} more"

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str | None:
        state.plays_left = min(2, len(state.hands[seat]))
        log_hire(context, seat, state.carrying, plays=state.plays_left)
        return "extra_play"


class Take(Manager):
    """Take From the Discard Pile (HR-64, HR-65)."""

    needs = ("take",)
    no_way = ("HR-46", "The discard pile is empty.")
    wrong = ("HR-64", "Choose a card that is in the discard pile.")
    description = "you take the card from the discard pile"

    def legal_args(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return ({"take": taken} for taken in state.discard)

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> None:
        card = move.args["take"]
        state.discard.remove(card)
        state.hands[seat].append(card)
        log_hire(context, seat, state.carrying, card=card)


class Shift(Rearranging):
    """Shift (HR-66 to HR-71)."""

    needs = ("cells", "dir", "dist")

    def first_cubicles(self, state: State) -> Iterable[tuple[int, ...]]:
        return geometry.groups(sorted(state.office))

    def args_from(self, state: State, seat: int, card: str, start: tuple[int, ...]) -> list[Args]:
        cells, ends = [value(at) for at in start], geometry.stops(state.office, start)
        return [{"cells": cells, "dir": direction, "dist": distance} for direction, distance in ends]

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        cells = self._cells(state, args.get("cells"))
        direction, distance = args.get("dir"), args.get("dist")
        is_straight = isinstance(direction, str) and direction in geometry.STEPS
        need(is_straight, "HR-67", "Shift goes straight north, east, south or west.")
        if type(distance) is not int or distance < 1:
            raise IllegalMove("HR-67", "Shift at least one place.")
        need(len(cells) < len(state.office), "HR-70", "At least one cubicle must stay where it is.")
        steps = range(1, min(distance, geometry.distances(state.office)[-1]) + 1)
        passed = {cell + geometry.STEPS[str(direction)] * count for cell in cells for count in steps}
        is_free = passed.difference(cells).isdisjoint(state.office)
        need(is_free, "HR-68", "A shifted cubicle cannot pass through another one.")
        shifted = {"cells": [value(cell) for cell in cells], "dir": direction, "dist": distance}
        need(shifted in self.args_from(state, seat, card, cells), *ONE_PIECE)
        return shifted

    def _cells(self, state: State, raw: Any) -> tuple[int, ...]:
        """The group in reading order. Raises IllegalMove (HR-66)."""
        need(isinstance(raw, list) and 1 <= len(raw) <= 3, "HR-66", "Shift moves one, two or three cubicles.")
        cells = tuple(sorted(geometry.parse(cell) for cell in raw))
        hold = len(set(cells)) == len(cells) and all(cell in state.office for cell in cells)
        need(hold, "HR-66", "Every shifted place must hold a cubicle, each named once.")
        need(geometry.is_one_piece(cells), "HR-66", "The shifted cubicles must be adjacent to each other.")
        return cells

    def narrow(self, state: State, seat: int, card: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
        """The cubicles that can join the group, and where the current group can stop."""
        given = args.get("cells")
        named = {place_of(cell) for cell in (given if isinstance(given, list) else [given])}
        chosen = tuple(at for at in sorted(state.office) if value(at) in named)[:3]
        if not chosen:
            can_go = {cell for way in self.legal_args(state, seat, card) for cell in way["cells"]}
            return {"cells": sorted(can_go, key=geometry.read), "stops": [], "dir": [], "dist": []}
        near = {at + wall for at in chosen for wall in geometry.WALLS if at + wall in state.office}
        cells = sorted({*chosen, *(near if len(chosen) < 3 else ())})
        ends = geometry.stops(state.office, chosen) if geometry.is_one_piece(chosen) else []
        return {
            "cells": [value(at) for at in cells],
            "stops": [list(end) for end in ends],
            "dir": list(dict.fromkeys(direction for direction, _ in ends)),
            "dist": [distance for direction, distance in ends if direction == args.get("dir")],
        }

    def moved_places(self, args: Args) -> dict[int, int]:
        step = geometry.STEPS[args["dir"]] * args["dist"]
        return {at: at + step for at in map(geometry.read, args["cells"])}

    def log_facts(self, state: State, args: Args) -> tuple[Args, Args]:
        places = [list(geometry.xy(geometry.read(cell))) for cell in args["cells"]]
        return {"places": places, "dir": args["dir"], "dist": args["dist"]}, {}


class Taking(Rearranging):
    """Remove and Exchange: a cubicle goes to the hand; Exchange replaces it with a card from the hand."""

    def changes(self, args: Args, lies: Mapping[int, str]) -> dict[int, str | None]:
        return {geometry.read(args["at"]): args.get("give")}

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> None:
        hand, given = state.hands[seat], move.args.get("give")
        if given:
            hand.remove(given)
        hand.append(state.office[geometry.read(move.args["at"])].card)
        super().carry_out(state, seat, move, context)

    def log_facts(self, state: State, args: Args) -> tuple[Args, Args]:
        at, given = geometry.read(args["at"]), args.get("give")
        taken = state.office[at].card
        public = {"at": list(geometry.xy(at)), "colour": taken[-1]}
        if not given:
            return public, {"card": taken}
        return public | {"given_colour": given[-1]}, {"given": given, "taken": taken}


class Remove(Taking):
    """Remove (HR-72 to HR-74)."""

    needs = ("at",)
    no_way = ("HR-50", "The last cubicle cannot be removed.")

    def args_from(self, state: State, seat: int, card: str, start: tuple[int, ...]) -> list[Args]:
        return [{"at": value(start[0])}] if len(geometry.parts(state.office, start)) == 1 else []

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        at = geometry.parse(args.get("at"))
        need(at in state.office, "HR-72", "There is no cubicle at that place.")
        need(len(state.office) > 1, *self.no_way)
        need(len(geometry.parts(state.office, (at,))) == 1, *ONE_PIECE)
        return {"at": value(at)}


class Exchange(Taking):
    """Exchange (HR-75 to HR-77)."""

    needs = ("give", "at")
    no_way = ("HR-76", "You have no other card to exchange.")
    description = "the place keeps its colour, so this completes nothing"

    def args_from(self, state: State, seat: int, card: str, start: tuple[int, ...]) -> list[Args]:
        return [{"at": value(start[0]), "give": other} for other in state.hands[seat] if other != card]

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        need(len(state.hands[seat]) > 1, *self.no_way)
        at = geometry.parse(args.get("at"))
        need(at in state.office, "HR-75", "There is no cubicle at that place.")
        give = args.get("give")
        is_other = isinstance(give, str) and give in state.hands[seat] and give != card
        need(is_other, "HR-76", "Exchange a different card from your hand.")
        return {"at": value(at), "give": give}


class PickUp(Manager):
    """Pick Up (HR-78 to HR-81). A single project goes back at once; with several, the owner chooses next turn."""

    no_way = ("HR-80", "The other player has no incomplete project.")

    def can_be_hired(self, state: State, seat: int, card: str) -> bool:
        return bool(state.in_play[1 - seat])

    def describe(self, state: State, seat: int, args: Args) -> str:
        theirs = [project.card for project in state.in_play[1 - seat]]
        chosen = CARDS[theirs[0]].full_name if len(theirs) == 1 else "a project of their choice"
        return f"{{{1 - seat}}} takes {chosen} back into their hand"

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> None:
        theirs = state.in_play[1 - seat]
        log_hire(context, seat, state.carrying, owner=1 - seat)
        if len(theirs) == 1:
            effects.pick_up(state, 1 - seat, theirs[0].card, context)


class Acquire(Manager):
    """VP of Acquisitions (HR-114 to HR-117): take the other player's project; they score the VP."""

    needs = ("project",)
    no_way = ("HR-115", "The other player has no incomplete project.")
    wrong = ("HR-114", "Choose an incomplete project of the other player.")

    def legal_args(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return ({"project": project.card} for project in state.in_play[1 - seat])

    def describe(self, state: State, seat: int, args: Args) -> str:
        return f"you take {CARDS[args['project']].full_name}; {{{1 - seat}}} scores {POINTS[args['card']]}"

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> None:
        card, rival, manager = move.args["project"], 1 - seat, state.carrying
        effects.leave_play(state, card)
        state.in_play[seat].append(Project(card, state.action))
        state.carrying = ""
        effects.score(state, rival, manager)
        log_hire(context, seat, manager, owner=rival, card=card, points=POINTS[manager])


class Operations(Manager):
    """VP of Operations (HR-118): look at the top four cards or all that are left. One card needs no reordering."""

    description = "you look at the top of the deck and put it back in any order"

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str | None:
        cards = seen(state)
        state.known[seat] = len(cards)
        log_hire(context, seat, state.carrying)
        if len(cards) > 1:
            return "order"
        effects.log_looked(context, seat, cards)
        return None


MANAGERS: dict[str, Manager] = {
    "move": MoveOne(),
    "swap": Swap(),
    "draw": Draw(),
    "play_two": PlayTwo(),
    "take": Take(),
    "shift": Shift(),
    "remove": Remove(),
    "exchange": Exchange(),
    "pickup": PickUp(),
    "acquire": Acquire(),
    "operations": Operations(),
}
PLACE = Place()
ACTIONS: dict[str, Play] = {"place": PLACE, "project": PlayProject(), "quota": PlayQuota()}


def play_of(verb: str, card: str) -> Play:
    """The action for this verb and card. The card must be of the kind that the verb needs."""
    return MANAGERS[ABILITY[card]] if verb == "hire" else ACTIONS[verb]
