"""The position as one player sees it, for emails and examples: the ring, Sam's reach, personalities, cards."""

from collections import Counter
from collections.abc import Sequence

from games.drawing import mail_sheet as paper
from games.drawing.mail_sheet import EDGE, FAINT, INNER, MARGIN, SMALL, part, said
from games.drawing.svg import INK, STOP, at, inked
from games.kernel.types import Decision
from games.kernel.words import called
from games.titles.going_postal.cards import ACTIONS, KIND, KINDS, RING, SPACES, WAYS, Side, walk
from games.titles.going_postal.drawing import BADGES, BUILDINGS, SAM, faces, sized
from games.titles.going_postal.position_words import in_sight
from games.titles.going_postal.state import LAST_STAMP, RACE_STAMP
from games.titles.going_postal.view import View

TILE = 48
TINTS = {"office": "#fbe6a2", "house": "#fffcf4", "corner": "#dfe5d6"}
_LEFT = 4 * TILE + 10  # from the margin to the column of personalities
_ROW = 38  # height of a personality, at most
_OPTION, _LINE = 23, 15  # height of an option of a card, and of each line about its action
_MANY = 5  # a hand with more cards than this is only listed
_FEW = 3  # cards of a hand of so many say what their actions do


def mail_picture(view: View, asked: Decision | None, names: Sequence[str], reader: int | None) -> str:
    """The drawing of a view for this reader."""
    drawn, order = _ring(view), paper.own_first(len(view.seats), view.seat)
    row = min(_ROW, (4 * TILE) // len(order) - 1)
    for place, seat in enumerate(order):
        drawn += _seat(view, seat, called(seat, reader, names), MARGIN + place * (row + 1), row)
    cards, end = _cards(view, names, MARGIN + 4 * TILE + 6)
    return paper.sheet(end + MARGIN, drawn + cards)


def _reach(view: View) -> dict[int, list[int]]:
    """The spaces that the cards of this turn lead to, each with its numbers of steps; for the decider only."""
    hand, ways = view.hand if view.step == "turn" and view.seat == view.decider else [], WAYS[view.player.stamps > 0]
    spaces: dict[int, list[int]] = {}
    for steps in sorted({way.steps for card in hand for way in ways[card]}):
        spaces.setdefault(walk(view.sam, steps)[0], []).append(steps)
    return dict(sorted(spaces.items()))


def _ring(view: View) -> str:
    """The spaces with their prices, Sam, and where the cards would take him; the distance and price in the middle."""
    reach = _reach(view)
    tiles = "".join(_tile(view, number, reach.get(number, [])) for number in range(RING))
    x, top = MARGIN + 2 * TILE, MARGIN + TILE + 22
    told = said(str(view.gap), x, top + 8, 28, "middle", bold=True)
    told += said("steps to the" if view.gap != 1 else "step to the", x, top + 26, SMALL, "middle")
    told += said("Post Office", x, top + 40, SMALL, "middle")
    told += said(f"take-over: {price}" if (price := _price_now(view)) else "", x, top + 62, SMALL, "middle", FAINT)
    return part("ring", tiles + told, sam=view.sam, reach=" ".join(map(str, reach)))


def _price_now(view: View) -> int:
    """The price of a take-over; 0 once the card is played or the turn is taken over (GP-69, GP-72)."""
    return view.price if view.step == "turn" and not view.is_taken else 0


def _corner(number: int) -> tuple[float, float]:
    """The upper left corner of a space's tile: clockwise from the Post Office at the bottom left."""
    side, along = divmod(number, 3)  # four spaces along each side
    column, row = ((0, 3 - along), (along, 0), (3, along), (3 - along, 3))[side]
    return MARGIN + column * TILE, MARGIN + row * TILE


def _tile(view: View, number: int, steps: list[int]) -> str:
    x, y = _corner(number)
    space, has_sam = SPACES[number], number == view.sam
    edge, thick = (faces.BLUE, 2) if steps else (STOP, 2) if has_sam else (EDGE, 1)
    drawn = f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{TILE - 3}" height="{TILE - 3}" rx="4"'
    drawn += f' fill="{TINTS[space.kind]}" stroke="{edge}" stroke-width="{thick}"/>'
    building = inked(BUILDINGS[str(number)])
    drawn += at(x + 2, y + 2, sized(SAM, TILE - 6, 100)) if has_sam else at(x + 7, y + 3, building, 0.52)
    if space.house:
        drawn += _label(str(space.house), x + TILE - 20, y + 3, STOP)
    if steps:
        drawn += _label("+" + ("–".join(map(str, {steps[0]: 0, steps[-1]: 0}))), x + 3, y + TILE - 20, faces.BLUE)
    return drawn


def _label(words: str, x: float, y: float, fill: str) -> str:
    width = max(16, round(paper.width_of(words, 13, True)) + 6)
    box = f'<rect x="{x:g}" y="{y:g}" width="{width}" height="16" rx="3" fill="{fill}"/>'
    return box + said(words, x + width / 2, y + 12.5, 13, "middle", "#fff", True)


def _seat(view: View, seat: int, name: str, y: float, high: float) -> str:
    """A personality: state, name, stamps, cards, and whether it is its turn."""
    one, x, width, middle = view.seats[seat], MARGIN + _LEFT, INNER - _LEFT, y + high // 2
    drawn = paper.panel(x, y, width, high, marked=STOP if seat == view.active and not view.is_over else "")
    drawn += at(x + 3, y + (high - 24) / 2, sized(BADGES["marked" if one.is_marked else one.state], 24))
    called = paper.cut(name.removesuffix(" (bot)"), 58, 14, True)
    drawn += said(called, x + 31, middle - 2, 14, bold=True)
    for place in range(RACE_STAMP if view.options.postal else LAST_STAMP):
        fill = STOP if place < (one.stamps or one.final_stamps) else paper.SHEET
        left = x + 31 + 11 * place
        drawn += f'<rect x="{left:g}" y="{middle + 3:g}" width="9" height="7" fill="{fill}" stroke="{STOP}"/>'
    if one.vendetta:
        drawn += _label(str(one.vendetta), x + width - 20, y + (high - 16) / 2, "#634390")
    if one.state != "eliminated":
        right, box = x + width - 26, f'width="9" height="12" fill="{paper.SHADE}" stroke="{EDGE}"'
        drawn += f'<rect x="{right - 26:g}" y="{middle - 14:g}" {box}/>'
        drawn += said(str(one.cards), right, middle - 3, SMALL, "end")
    return part("seat", drawn, seat=seat, state=one.state, stamps=one.stamps, vendetta=one.vendetta)


def _cards(view: View, names: Sequence[str], y: float) -> tuple[str, float]:
    """The cards that are played, sorted, looked at or held; and the y at which they end."""
    title, cards = in_sight(view, [paper.cut(name, 200, 14, True) for name in names], view.seat)
    if view.seat is None or not cards:
        return "", y - 8
    title = "" if title == "Your hand" else title  # which needs none
    drawn, top = (said(title, MARGIN, y + 12, 14, bold=True), y + 18) if title else ("", y)
    if len(cards) > _MANY:
        listed, low = _list(view, cards, top)
        return part("cards", drawn + listed), low
    width, lefts = paper.columns(len(cards), 170 if len(cards) <= _FEW else 84)
    called = {card: paper.fold(KIND[card].name, width - 8, SMALL, 2, True) for card in cards}
    high = max(
        8 + 15 * len(rows) + sum(_height(side, width) + 2 for side in KIND[card].sides.values())
        for card, rows in called.items()
    )
    for left, (card, rows) in zip(lefts, called.items(), strict=True):
        drawn += _card(view, card, rows, left, top, width, high)
    return part("cards", drawn), top + high


def _list(view: View, cards: Sequence[str], y: float) -> tuple[str, float]:
    """Many cards (Blitz) in three columns: each kind once, with the distances that its owner may choose."""
    kinds = Counter(KIND[card].id for card in cards)
    drawn, (width, lefts) = "", paper.columns(3)
    for place, (id, copies) in enumerate(kinds.items()):
        kind, x, top = KINDS[id], lefts[place % 3], y + place // 3 * 23
        moves = ", ".join(side.distance for side in kind.sides.values() if _is_free(view, side)) or "–"
        times = f" ×{copies}" if copies > 1 else ""
        room = width - 12 - paper.width_of(moves, 14, True) - paper.width_of(times, SMALL)
        line = paper.panel(x, top, width, 20, INK) + said(paper.cut(kind.name, room) + times, x + 4, top + 14.5)
        drawn += part("card", line + said(moves, x + width - 4, top + 15, 14, "end", faces.BLUE, True), card=id)
    return drawn, y + 23 * -(-len(kinds) // 3) - 3


def _is_free(view: View, side: Side) -> bool:
    """Whether the owner of the hand may choose this option now (GP-14)."""
    return side.who in ("anyone", view.seats[view.owner].state)


def _card(view: View, card: str, rows: list[str], x: float, y: float, width: float, high: float) -> str:
    """A card with its options; those that its owner cannot choose now are pale."""
    drawn = paper.panel(x, y, width, high, INK) + paper.block(rows, x + 4, y + 15, SMALL, bold=True)
    top = y + 6 + 15 * len(rows)
    for side in KIND[card].sides.values():
        option = _option(side, x + 3, top, width)
        drawn += option if _is_free(view, side) else f'<g opacity=".4">{option}</g>'
        top += _height(side, width) + 2
    return part("card", drawn, card=card)


def _act(side: Side, width: float) -> list[str]:
    """What the action of an option does, in lines; on a narrow card only its name."""
    if not side.action:
        return []
    rows = paper.fold(ACTIONS[side.action].short, width - 14, SMALL, 3)
    return rows if width > 100 and "…" not in rows[-1] else [paper.cut(ACTIONS[side.action].name, width - 14)]


def _height(side: Side, width: float) -> float:
    return _OPTION + _LINE * len(_act(side, width))


def _option(side: Side, x: float, y: float, width: float) -> str:
    """One option of a card of this width: the distance, who may choose it, its action."""
    tint, word = faces.STATES[side.who]
    drawn = f'<rect x="{x:g}" y="{y:g}" width="{width - 6:g}" height="{_height(side, width):g}" rx="3" fill="{tint}"/>'
    drawn += said(side.distance, x + 4, y + 18, 18, fill=faces.BLUE, bold=True)
    if side.who != "anyone":
        drawn += said(word.lower(), x + width - 10, y + 16, SMALL, "end")
    return drawn + paper.block(_act(side, width), x + 4, y + 33, SMALL)
