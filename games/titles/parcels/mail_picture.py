"""The picture of a position: the other players, the table meld, storage and the viewer's hand."""

from collections.abc import Sequence

from games.drawing import mail_sheet as paper
from games.drawing.mail_sheet import FAINT, INNER, MARGIN, SMALL, WIDTH, part, said
from games.drawing.svg import at
from games.kernel.types import Decision
from games.kernel.words import called, read_by, several, whose
from games.titles.parcels import words
from games.titles.parcels.drawing import CARD, CARD_HEIGHT, CARD_WIDTH, GROUND, card, row, with_parcels
from games.titles.parcels.view import SeatView, Stack, View

ACCENT = "#8a4b12"
_OTHERS, _TABLE, _STORAGE = 48, 80, 76  # heights
_LONG = 15  # cards in a row of the hand


def mail_picture(view: View, asked: Decision | None, names: Sequence[str], reader: int | None) -> str:
    """The drawing of a view for this reader."""
    low = MARGIN + _OTHERS + 6
    storage = low + _TABLE + 6
    hand, end = _hand(view, names, reader, storage + _STORAGE + 6)
    drawn = _others(view, names, MARGIN) + _table(view, names, reader, low) + _storage(view, storage) + hand
    return paper.sheet(end + MARGIN, with_parcels("mail", drawn))


def _others(view: View, names: Sequence[str], y: float) -> str:
    """The other players side by side in turn order, with hand sizes and status."""
    others = [view.players[seat] for seat in paper.own_first(view.seats, view.me) if seat != view.me]
    width, lefts = paper.columns(len(others), gap=6)
    shown = zip(others, lefts, strict=True)
    return "".join(_player(view, player, names[player.seat], x, y, width) for player, x in shown)


def _player(view: View, player: SeatView, name: str, x: float, y: float, width: float) -> str:
    drawn = paper.panel(x, y, width, _OTHERS, marked=ACCENT if player.is_turn else "")
    drawn += said(paper.cut(name, width - 12, 14, True), x + 6, y + 18, 14, bold=True)
    if player.left:
        return part("player", drawn + said("left", x + 6, y + 38, SMALL, fill=FAINT), seat=player.seat)
    drawn += at(x + 6, y + 24, CARD["small_back"], 0.364) + said(str(player.hand_size), x + 27, y + 41, 16, bold=True)
    told = ", ".join(_marks(view, player, width > 100))
    room = width - 36 - paper.width_of(str(player.hand_size), 16, True)
    drawn += said(paper.cut(told, room), x + width - 6, y + 40, SMALL, "end", FAINT) if told else ""
    return part("player", drawn, seat=player.seat, cards=player.hand_size)


def _marks(view: View, player: SeatView, has_room: bool = True) -> list[str]:
    """A player's status beside the hand size."""
    marks = ["passed"] if player.passed else []
    if view.rounds > 1 and (has_room or not marks):
        marks.append(several(player.points, "point") if has_room else f"{player.points} pt")
    return marks


def _told(view: View, player: SeatView) -> str:
    return "left" if player.left else ", ".join([several(player.hand_size, "card"), *_marks(view, player)])


def _table(view: View, names: Sequence[str], reader: int | None, y: float) -> str:
    """The table meld with its owner, and the deck."""
    middle = WIDTH - MARGIN - 26
    drawn = paper.panel(MARGIN, y, INNER, _TABLE) + _meld(view, names, reader, y)
    drawn += said("Deck", middle, y + 18, SMALL, "middle", FAINT)
    drawn += at(middle - 12, y + 23, CARD["small_back"], 0.546) if view.deck else ""
    return drawn + said(str(view.deck or "empty"), middle, y + 72, 14, "middle")


def _meld(view: View, names: Sequence[str], reader: int | None, y: float) -> str:
    if view.table is None or view.owner is None:
        return part("table", said(_leads(view, names, reader), MARGIN + 10, y + 46, 17, bold=True))
    cards = view.table.cards
    step = min(46, (150 - CARD_WIDTH) // max(1, len(cards) - 1))
    x = MARGIN + 10 + step * (len(cards) - 1) + CARD_WIDTH + 10
    room = WIDTH - 62 - x
    drawn = row(cards, MARGIN + 10, y + 10, step)
    drawn += said(paper.cut(called(view.owner, reader, names), room, 16, True), x, y + 32, 16, bold=True)
    drawn += said(paper.cut(words.size_words(cards), room, 14), x, y + 52, 14)
    return part("table", drawn, cards=words.cards_words(cards, " "), owner=view.owner)


def _leads(view: View, names: Sequence[str], reader: int | None) -> str:
    short = [paper.cut(name, 190, 17, True) for name in names]
    return read_by(words.leads(view, short), reader)


def _storage(view: View, y: float) -> str:
    """The stacks of storage with their sizes, and the limits they set."""
    drawn = said(f"Storage {view.storage_size}", MARGIN, y + 14, 15, bold=True)
    drawn += said(", ".join(words.limits(view)), WIDTH - MARGIN, y + 14, 14, "end")
    step = min(46, INNER // max(1, len(view.storage)))
    stacks = "".join(
        part("stack", _stack(stack, MARGIN + place * step, y + 22), stack=stack.number)
        for place, stack in enumerate(view.storage)
    )
    held = " ".join(f"{stack.count}x{stack.number}" for stack in view.storage)
    return drawn + part("storage", stacks or said("empty", MARGIN, y + 46, 14, fill=FAINT), stacks=held)


def _stack(stack: Stack, x: float, y: float) -> str:
    """The top card of a stack, the edges of those below it, and their number."""
    below = range(min(stack.count, 4) - 1, 0, -1)
    drawn = "".join(at(x + 2 * place, y + 1.5 * place, GROUND[str(stack.number)], 0.78) for place in below)
    drawn += card(stack.number, x, y, 0.78)
    if stack.count == 1:
        return drawn
    drawn += f'<rect x="{x + 15:g}" y="{y + 35:g}" width="25" height="18" rx="9" fill="{ACCENT}"/>'
    return drawn + said(f"×{stack.count}", x + 27.5, y + 48.5, 13.5, "middle", "#fff", True)


def _hand(view: View, names: Sequence[str], reader: int | None, y: float) -> tuple[str, float]:
    """(SVG, lower edge) of the viewer's hand; cards in no legal play are pale."""
    if view.me is None:
        return "", y - 6
    drawn = said(paper.cut(f"{whose(view.me, reader, names)} hand", 160, 15, True), MARGIN, y + 14, 15, bold=True)
    drawn += said(_told(view, view.players[view.me]), WIDTH - MARGIN, y + 14, 14, "end")
    is_long, middle = len(view.hand) > _LONG, (len(view.hand) + 1) // 2
    rows = [view.hand[:middle], view.hand[middle:]] if is_long else [view.hand]
    scale = 1 if is_long else 1.125
    width, cards = CARD_WIDTH * scale, ""
    for place, numbers in enumerate(rows):
        step = min(width + 3.5, int(INNER - width) * 2 // max(1, len(numbers) - 1) / 2)
        for count, number in enumerate(numbers):
            held = card(number, MARGIN + count * step, y + 22 + place * 38, scale, number in view.dead)
            cards += f'<g data-card="{number}">{held}</g>'  # the touch target
    end = y + 22 + CARD_HEIGHT * scale + 38 * (len(rows) - 1)
    return drawn + part("hand", cards, cards=words.cards_words(view.hand, " ", "")), end
