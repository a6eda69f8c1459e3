"""The picture of a choice before it is confirmed: the position after it, or the present one with its pieces marked.

The position after a move is drawn without cards that the move brings, and not at all if it shows anything else that is
new. It is computed from positions with everything redrawn that the player cannot know and without the answers of
others, so that it cannot tell a secret.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree as Tree

from msgspec.structs import replace

from games.kernel import bots, engine
from games.kernel.errors import IllegalMove
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move, Option, Pick, Picks
from games.mail import picture
from games.mail.touchable_picture import parsed
from games.matches.loaded import LoadedMatch, copy_match
from games.matches.move_forms import flat

REDRAWN = ("3a" * 16, "c5" * 16, "71" * 16)  # seeds: if all of them lead to one view, the move reveals nothing


def picture_after(loaded: LoadedMatch, seat: int, move: Move) -> str:
    """The SVG of the position after the move for its player, with the cards of the hand that are sure; "" if the move
    reveals something else, or only seals it."""
    views = []
    for seed in REDRAWN:
        imagined = copy_match(loaded)
        imagined.position = position = bots.imagine(loaded.game, imagined.at_table(), seat, Rng(seed))
        before = position.serial
        try:
            engine.play(loaded.game, position, seat, move)
        except IllegalMove:
            return ""
        if position.serial == before:
            return ""
        views.append(imagined.view_for(seat))
    drawings = {picture.drawing(loaded, view, None, seat) for view in _with_sure_cards(views)}
    return drawings.pop() if len(drawings) == 1 else ""


def _with_sure_cards(views: Sequence[Any]) -> Iterator[Any]:
    """The views with the cards that are in the hand in all of them."""
    hands = [getattr(view, "hand", None) or [] for view in views]
    for view, hand in zip(views, hands, strict=True):
        sure = [card for card in hand if all(card in other for other in hands)]
        yield view if sure == hand else replace(view, hand=sure)


def with_marks(svg: str, decision: Decision, move: Move) -> str:
    """The drawing with the pieces of the move marked, or the player's seat if it names none of them; "" if it shows
    neither."""
    wanted = Counter(_pieces(decision, move))
    root = parsed(svg)
    own = {"data-part": "seat", "data-seat": str(decision.seat)}
    marked = [one for one in root.iter() if _is_wanted(one, wanted)]
    marked = marked or [one for one in root.iter() if own.items() <= one.attrib.items()]
    for one in marked:
        one.set("class", f"{one.get('class', '')} is-marked".strip())
    return Tree.tostring(root, encoding="unicode") if marked else ""


def _is_wanted(part: Tree.Element, wanted: Counter[tuple[str, str]]) -> bool:
    """Is this one of the wanted pieces? Then it is wanted once less."""
    found = [piece for piece in _names_of(part) if wanted[piece] > 0]
    wanted.subtract(found)
    return bool(found)


def _names_of(part: Tree.Element) -> list[tuple[str, str]]:
    """What a part of a drawing stands for, as (kind, id); places of a board are "at" there and "cell" in options."""
    kinds = {name.removeprefix("data-"): value for name, value in part.attrib.items() if name.startswith("data-")}
    return [("cell" if kind == "at" else kind, value) for kind, value in kinds.items() if kind != "part"]


def _pieces(decision: Decision, move: Move) -> Iterator[tuple[str, str]]:
    """The pieces that a move names, as (kind, id): the `ref` of the options that it chooses."""
    action = next((action for action in decision.actions if action.verb == move.verb), None)
    args: dict[str, Any] = flat(move.args)
    for field in action.fields if action else ():
        value = args.get(field.name)
        if isinstance(field, Pick | Picks) and value not in (None, []):
            for one in value if isinstance(value, list) else [value]:
                kind, _, id = _ref_of(field.options, one).partition("/")
                if id:
                    yield kind, id


def _ref_of(options: tuple[Option, ...], value: object) -> str:
    return next((option.ref for option in options if option.value == value), "")
