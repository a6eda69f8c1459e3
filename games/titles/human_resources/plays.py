"""The base class of all actions, and placing a cubicle, playing a project and playing a quota. See also managers.py.

One object per action defines its fields, when it is available, its legal arguments, its refusals, its effect on the
office, its preview and its execution. Only `carry_out` changes the state.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from games.kernel.errors import IllegalMove, need
from games.kernel.rng import Rng
from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.human_resources import effects, geometry
from games.titles.human_resources.cards import ABILITY, CARDS, POINTS
from games.titles.human_resources.state import Project, State

Args = dict[str, Any]
Reason = tuple[str, str]  # clause and sentence


class Play(ABC):
    """An action on one card. By default it takes no arguments and is always available; subclasses override that.

    `needs`: its fields, in the order in which the screen asks for them. `wrong`: the refusal for illegal arguments.
    `description`: the preview text when no place of the office changes.
    """

    needs: tuple[str, ...] = ()
    wrong = ("", "")
    description = "the office stays as it is"

    def why_not(self, state: State, seat: int, card: str) -> Reason | None:
        """Why this card cannot be played this way now; None if it can."""
        return None

    def legal_args(self, state: State, seat: int, card: str) -> Iterator[Args]:
        """Yield every legal set of arguments once, assuming `why_not` returned None."""
        yield {}

    def random_args(self, state: State, seat: int, card: str, rng: Rng) -> Args | None:
        """Draw one of `legal_args` at random; each can come up. None: there are none, or none was found."""
        listed = list(self.legal_args(state, seat, card))
        return rng.choose(listed) if listed else None

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        """The arguments in canonical form. Raises IllegalMove (section "Bad input")."""
        if reason := self.why_not(state, seat, card):
            raise IllegalMove(*reason)
        told = {name: args.get(name) for name in self.needs}
        need(told in self.legal_args(state, seat, card), *self.wrong)
        return told

    def narrow(self, state: State, seat: int, card: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
        """The values of each field that fit the others chosen so far. Nonsense in `args` counts as not chosen."""
        return fitting(list(self.legal_args(state, seat, card)), self.needs, args)

    def changes(self, args: Args, lies: Mapping[int, str]) -> dict[int, str | None]:
        """The card on each affected place of the office afterwards, None if it becomes empty.

        `lies`: the cards in the office now, or only their colours if the caller knows no more.
        """
        return {}

    def describe(self, state: State, seat: int, args: Args) -> str:
        """The preview text of this move when no place changes; see `description`."""
        return self.description

    @abstractmethod
    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> str | None:
        """Execute the action; the card has already left the hand. Return the step that continues it, or None."""


class Place(Play):
    """Placing a Cubicle (HR-24 to HR-29)."""

    needs = ("at",)

    def legal_args(self, state: State, seat: int, card: str) -> Iterator[Args]:
        return ({"at": geometry.value(at)} for at in geometry.border(tuple(state.office)))

    def random_args(self, state: State, seat: int, card: str, rng: Rng) -> Args:
        return {"at": geometry.value(rng.choose(geometry.border(tuple(state.office))))}

    def read(self, state: State, seat: int, card: str, args: Args) -> Args:
        at = geometry.parse(args.get("at"))
        need(at not in state.office, "HR-25", "That place is already taken by a cubicle.")
        has_wall = any(at + wall in state.office for wall in geometry.WALLS)
        need(has_wall, "HR-26", "A cubicle must share a wall with another cubicle.")
        return {"at": geometry.value(at)}

    def changes(self, args: Args, lies: Mapping[int, str]) -> dict[int, str | None]:
        return {geometry.read(args["at"]): args["card"]}

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> None:
        card, at = move.args["card"], geometry.read(move.args["at"])
        own = {seat: {"card": card}}
        context.log("placed", "HR-28", own, "match", seat=seat, colour=card[-1], at=list(geometry.xy(at)))
        effects.rearrange(state, {at: card}, context)


class PlayProject(Play):
    """Playing a Project (HR-30, HR-31)."""

    description = "goes face up in front of you; one of your later actions can complete it"

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> None:
        card = move.args["card"]
        state.in_play[seat].append(Project(card, state.action))
        context.log("project", "HR-30", seat=seat, card=card)


class PlayQuota(Play):
    """Playing a Quota Card (HR-83 to HR-91). The condition is checked with the quota still in the hand."""

    def why_not(self, state: State, seat: int, card: str) -> Reason | None:
        hand = state.hands[seat]
        dark = sum(held[-1] == "D" for held in hand)
        own, other = len(state.scored[seat]), len(state.scored[1 - seat])
        is_met = {
            "three_dark": dark >= 3 and dark == len(hand),
            "five_cards": len(hand) >= 5,
            "more_scored": own > other,
            "three_light": len(hand) >= 3 and dark == 0,
            "only_card": len(hand) == 1,
            "fewer_scored": own < other,
        }[ABILITY[card]]
        unmet = f"You do not meet the condition of this quota ({CARDS[card].name})."
        return None if is_met else (CARDS[card].clause, unmet)

    def carry_out(self, state: State, seat: int, move: Move, context: Context) -> None:
        card = move.args["card"]
        effects.score(state, seat, card)
        context.log("quota", "HR-91", seat=seat, card=card, points=POINTS[card])


def fitting(ways: list[Args], needs: tuple[str, ...], args: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The values of each field in those `ways` that match what `args` gives for the other fields."""
    given = {name: (args[name], place_of(args[name])) for name in needs if args.get(name) is not None}
    found = {}
    for name in needs:
        wanted = {other: values for other, values in given.items() if other != name}
        fits = [way[name] for way in ways if all(way[other] in values for other, values in wanted.items())]
        found[name] = list(dict.fromkeys(fits))
    return found


def place_of(given: Any) -> str:
    """A place in canonical form; anything unreadable becomes a place far from the office."""
    try:
        return geometry.value(geometry.parse(given))
    except IllegalMove:
        return geometry.value(geometry.NOWHERE)
