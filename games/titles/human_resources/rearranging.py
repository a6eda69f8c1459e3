"""The managers that rearrange the office: Shift, Move, Swap, Remove, Exchange (section "Manager Abilities")."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.kernel.errors import IllegalMove, need
from games.kernel.rng import Rng
from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.human_resources import effects, office
from games.titles.human_resources.effects import discard_and_finish, log_hire
from games.titles.human_resources.manager import Args, Manager, T
from games.titles.human_resources.state import Cubicle, State


class Rearranging(Manager):
    """Cubicles change places. They keep their faces, and with them who knows the faces (HR-123)."""

    def carries(self, args: Args) -> dict[int, int]:
        """From where to where; nothing, where a manager says what `changes` in a way of its own."""
        return {}

    def changes(self, args: Args, lies: Mapping[int, T], put: Callable[[str], T]) -> dict[int, T | None]:
        ways = self.carries(args)
        return {to: lies[at] for at, to in ways.items()} | dict.fromkeys(set(ways).difference(ways.values()))

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        public, private = self.logged(state, move.args)
        changed = effects.rearrange(state, self.changes(move.args, state.office, lambda card: Cubicle(card, seat)))
        log_hire(context, seat, move.args["card"], {seat: private} if private else None, **public)
        effects.settle(state, changed, context)
        return discard_and_finish(state, move, context)

    def logged(self, state: State, args: Args) -> tuple[Args, Args]:
        """What the log tells of it, to all and to its seat."""
        return {"places": [list(office.xy(office.read(args[name]))) for name in self.needs]}, {}


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

    def logged(self, state: State, args: Args) -> tuple[Args, Args]:
        cells = [list(office.xy(office.read(cell))) for cell in args["cells"]]
        return {"places": cells, "dir": args["dir"], "dist": args["dist"]}, {}


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


class Taking(Rearranging):
    """Remove, Exchange: a cubicle goes to the hand, perhaps against a card of it."""

    def changes(self, args: Args, lies: Mapping[int, T], put: Callable[[str], T]) -> dict[int, T | None]:
        return {office.read(args["at"]): put(args["give"]) if args.get("give") else None}

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str:
        hand, given = state.hands[seat], move.args.get("give")
        if given:
            hand.remove(given)
        hand.append(state.office[office.read(move.args["at"])].card)
        return super().carry_out(state, seat, move, context)

    def logged(self, state: State, args: Args) -> tuple[Args, Args]:
        at, given = office.read(args["at"]), args.get("give")
        taken = state.office[at].card
        public = {"at": list(office.xy(at)), "colour": taken[-1]}
        if not given:
            return public, {"card": taken}
        return public | {"given_colour": given[-1]}, {"given": given, "taken": taken}


class Remove(Taking):
    """Remove (HR-72 to HR-74). An end of the office can always be lifted."""

    needs = ("at",)
    closed = ("HR-50", "The last cubicle cannot be removed.")

    def can_be_hired(self, state: State, seat: int, card: str) -> bool:
        return len(state.office) > 1

    def ways(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return ({"at": office.value(at)} for at in sorted(state.office) if office.is_removable(state.office, at))

    def draw(self, state: State, seat: int, card: str, rng: Rng) -> Args | None:
        at = rng.choose(sorted(state.office))
        return {"at": office.value(at)} if office.is_removable(state.office, at) else None

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        at = office.parse(args.get("at"))
        need(at in state.office, "HR-72", "There is no cubicle at that place.")
        need(len(state.office) > 1, *self.closed)
        _one_piece(set(state.office) - {at})
        return {"at": office.value(at)}


class Exchange(Taking):
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


def _one_piece(places: set[int]) -> None:
    need(office.is_one_piece(places), "HR-48", "The office must stay one piece.")
