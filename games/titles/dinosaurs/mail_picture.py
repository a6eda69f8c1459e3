"""The position as one player sees it, for emails and examples: disaster, Escape Route, players, hand."""

from collections.abc import Sequence

from games.drawing import mail_sheet as paper
from games.drawing.mail_sheet import INNER, MARGIN, SMALL, WIDTH, own_first, part, said
from games.drawing.svg import INK, STOP, at, inked
from games.kernel.types import Decision
from games.kernel.words import called
from games.titles.dinosaurs.cards import CARDS, DINOSAURS, DISASTERS, KINDS, TYPE, name
from games.titles.dinosaurs.drawing import ART, faces, pieces
from games.titles.dinosaurs.state import ESCAPE
from games.titles.dinosaurs.table_facts import in_order
from games.titles.dinosaurs.view import View
from games.titles.dinosaurs.words import number, signed

_TOP, _TRACK, _ROW = 48, 58, 26
_CARD, _HIGH = 64, 86  # a card of the hand, at its widest


def mail_picture(view: View, asked: Decision | None, names: Sequence[str], reader: int | None) -> str:
    """The drawing of a view for this reader."""
    y, drawn = float(MARGIN + _TOP), _disaster(view, MARGIN)
    if seats := [seat for seat in own_first(len(names), view.seat) if view.boards[seat].dino]:
        drawn += _track(view, y)
        y += _TRACK
    for seat in seats:
        drawn += _seat(view, seat, called(seat, reader, names), y)
        y += _ROW + 1
    low, end = _free(view, y + 4) if view.free else _hand(view, y + 4)
    return paper.sheet(end + MARGIN, drawn + low)


def _disaster(view: View, y: float) -> str:
    """The face-up Disaster card with its type, and the round."""
    if view.disaster is None:
        told = f"Round {view.round}: no Disaster card" if view.round else "Everybody picks a Dinosaur"
        return said(told, MARGIN, y + 28, 17, bold=True)
    card = DISASTERS[view.disaster]
    drawn = f'<rect x="{MARGIN}" y="{y:g}" width="64" height="44" rx="4" fill="{paper.SHEET}" stroke="{INK}"/>'
    drawn += at(MARGIN + 3, y + 4, inked(ART[card.kind]), 0.6)
    drawn += said(paper.cut(card.name, 262, 17, True), 82, y + 18, 17, bold=True)
    drawn += _type(card.type, 82, y + 26)
    drawn += said("any type" if card.type == "meteor" else card.type, 106, y + 40, 14)
    return part("disaster", drawn, card=view.disaster)


def _type(type: str, x: float, y: float) -> str:
    """A tile with the letter of a type: the symbol on the cards would be too small to read."""
    tile = f'<rect x="{x:g}" y="{y:g}" width="18" height="18" fill="{KINDS[type].colour}"/>'
    return tile + said(KINDS[type].letter, x + 9, y + 14, 14, "middle", "#fff", True)


def _track(view: View, y: float) -> str:
    """The Escape Route as one line from 0 to 50 with all meeples."""
    step, left, middle = 6.5, MARGIN + 12, y + 44
    drawn = f'<rect x="{MARGIN}" y="{middle - 7}" width="{INNER}" height="14" rx="7" fill="#e6d6ae"/>'
    for points in range(0, ESCAPE + 1, 10):
        x = left + step * points
        drawn += f'<rect x="{x - 10:g}" y="{middle - 8}" width="20" height="16" rx="3" fill="#f2cb69"/>'
        drawn += said(str(points), x, middle + 4.5, SMALL, "middle", bold=True)
    taken: list[int] = []
    for board in sorted(view.boards, key=lambda board: board.points):
        if board.dino is not None:
            near = sum(abs(points - board.points) < 4 for points in taken)
            taken.append(board.points)
            x = left + step * min(board.points, ESCAPE) - 18 + 9 * near
            drawn += at(min(x, WIDTH - MARGIN - 34), y + 1 - 2 * near, pieces.meeple(board.dino), 0.9)
    return part("track", drawn, points=" ".join(str(board.points) for board in view.boards))


def _seat(view: View, seat: int, name: str, y: float) -> str:
    """One player: Dinosaur, name, points, Disaster Area, and the card of this round."""
    board, x = view.boards[seat], MARGIN + 6
    dino, is_on_turn = str(board.dino), seat in (view.active, view.receiver)
    drawn = paper.panel(MARGIN, y, INNER, _ROW, marked=STOP if is_on_turn else "")
    # Only colour and letter: the meeple itself is on the track.
    drawn += f'<rect x="{x:g}" y="{y + 3:g}" width="20" height="20" rx="4" fill="{pieces.SKIN[dino]}" stroke="{INK}"/>'
    drawn += said(pieces.MARKS[dino], x + 10, y + 18, 14, "middle", bold=True)
    drawn += said(paper.cut(name, 82, 15, True), MARGIN + 32, y + 18, 15, bold=True)
    drawn += said("out" if board.out else str(board.points), MARGIN + 144, y + 18, 15, "end", bold=True)
    step = min(20, 78 // max(1, len(board.area) - 1))
    drawn += "".join(_type(TYPE[id], MARGIN + 154 + step * n, y + 4) for n, id in enumerate(board.area))
    return part("seat", drawn + _laid(view, seat, y), seat=seat, points=board.points)


def _laid(view: View, seat: int, y: float) -> str:
    """The card of this round: face down, or its value and what it scores now."""
    card, score = _card_of(view, seat)
    x, board = WIDTH - MARGIN - 58, view.boards[seat]
    if not card and not (board.has_chosen or board.has_pick):
        return ""
    value, fill = (str(CARDS[card].value), paper.SHEET) if card else ("", paper.SHADE)
    drawn = f'<rect x="{x}" y="{y + 3:g}" width="20" height="20" rx="2" fill="{fill}" stroke="{INK}"/>'
    drawn += said(value, x + 10, y + 18, 14, "middle") if value else ""
    drawn += said(score, WIDTH - MARGIN - 6, y + 19, 17, "end", STOP, True) if score else ""
    return part("laid", drawn, value=value or "down", score=score)


def _card_of(view: View, seat: int) -> tuple[str | None, str]:
    """The card in front of a player, if the viewer knows it, and its current score."""
    own = (view.pick or view.laid) if seat == view.seat else None
    score = view.score_of(seat)
    return view.boards[seat].card or own, number(score.final) if score else ""


def _hand(view: View, y: float) -> tuple[str, float]:
    """The viewer's hand, or the cards that an effect shows; and the y at which it ends."""
    shown = view.shown or view.hand
    if view.seat is None or not shown:
        return "", y - 8
    width, places = paper.columns(len(shown), _CARD)
    drawn = said("Shown to you alone", MARGIN, y + 12, 14, bold=True) if view.shown else ""
    top = y + 18 if view.shown else y + 2
    drawn += "".join(_card(card, x, top, width) for card, x in zip(in_order(shown), places, strict=True))
    return part("shown" if view.shown else "hand", drawn), top + _HIGH


def _card(id: str, x: float, y: float, width: float) -> str:
    """A card of the hand: value or bolt, drawing, name."""
    card = CARDS[id]
    drawn, tint = paper.panel(x, y, width, _HIGH, INK), faces.TINTS[faces.look(faces.CARDS[card.kind])]
    drawn += f'<rect x="{x + 1:g}" y="{y + 22:g}" width="{width - 2:g}" height="34" fill="{tint}"/>'
    drawn += at(x + (width - 52) / 2, y + 23, inked(ART[card.kind]), 0.54)
    if card.value is None:
        drawn += at(x + 4, y + 3, inked(faces.BOLT), 0.7)
    else:
        drawn += said(str(card.value), x + 6, y + 18, 18, bold=True)
    rows = paper.fold(name(id), width - 6, SMALL, 2)
    drawn += paper.block(rows, x + width / 2, y + 67, SMALL, "middle")
    return part("card", drawn, card=id)


def _free(view: View, y: float) -> tuple[str, float]:
    """The free Dinosaurs with their traits; and the y at which they end."""
    drawn = said("To choose from", MARGIN, y + 12, 14, bold=True)
    for place, (id, traits) in enumerate(view.free.items()):
        x, top = MARGIN + place % 3 * 116, y + 18 + place // 3 * 66
        tile = paper.panel(x, top, 112, 62) + at(x + 2, top + 4, pieces.portrait(id), 0.45)
        tile += paper.block(paper.fold(DINOSAURS[id].name, 54, SMALL, 2), x + 57, top + 14)
        for n, (kind, step) in enumerate(traits.items()):
            tile += _type(kind, x + 54 + 28 * n, top + 41)
            tile += said(signed(step)[0], x + 73 + 28 * n, top + 54, SMALL, bold=True)
        drawn += part("free", tile, dino=id)
    return drawn, y + 18 + 66 * -(-len(view.free) // 3)
