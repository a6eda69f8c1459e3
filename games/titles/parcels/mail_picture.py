"""The position as a player sees it, drawn for an email: the others, the table meld, storage, and one's own hand."""

from collections.abc import Sequence

from games.drawing import mail_sheet as paper
from games.drawing.mail_sheet import EDGE, FAINT, MARGIN, SMALL, WIDTH, part, said
from games.kernel.display import Board
from games.kernel.types import Decision
from games.titles.parcels.drawing import CARD_HEIGHT, CARD_WIDTH, Sheet, defs
from games.titles.parcels.view import SeatView, Stack, View
from games.titles.parcels.words import cards_word, cards_words, in_words, limits, points_word, who

INNER = WIDTH - 2 * MARGIN
ACCENT = "#8a4b12"
_OTHERS, _TABLE, _STORAGE = 48, 80, 76  # heights
_LONG = 15  # cards of a hand that lie in one row
# A card face down, as it can be seen when it is this small: its frame and the stamp.
_BACK = (
    f'<rect x=".5" y=".5" width="43" height="59" rx="4" fill="{paper.SHADE}" stroke="{EDGE}"/>'
    f'<rect x="5" y="5" width="34" height="50" stroke="{EDGE}"/>'
    f'<rect x="14" y="20" width="16" height="20" fill="{ACCENT}"/>'
)


def mail_picture(view: View, asked: Decision | None, names: Sequence[str]) -> Board:
    """The drawing for the reader of the view, and the same facts in words."""
    drawing = Sheet("mail", WIDTH, 0)
    tops = [MARGIN, MARGIN + _OTHERS + 6, MARGIN + _OTHERS + _TABLE + 12]
    _others(drawing, view, names, tops[0])
    _table(drawing, view, names, tops[1])
    _storage(drawing, view, tops[2])
    end = _hand(drawing, view, tops[2] + _STORAGE + 6)
    back = f'<symbol id="mail-back" viewBox="0 0 {CARD_WIDTH} {CARD_HEIGHT}">{_BACK}</symbol>'
    symbols = f"<defs>{back}</defs>{defs('mail', drawing.used, False)}"
    symbols = symbols.replace("<symbol ", '<symbol overflow="visible" ')  # else a bitmap of its own cuts each of them
    body = symbols + "".join(drawing.parts)
    return Board(paper.sheet(end + MARGIN, body), _words(view, names))


def _others(drawing: Sheet, view: View, names: Sequence[str], y: float) -> None:
    """The other players side by side in turn order: cards in hand, and what counts of them now."""
    others = [(view.me or 0) + step for step in range(0 if view.me is None else 1, view.seats)]
    width = (INNER - 6 * (len(others) - 1)) // len(others)
    for place, seat in enumerate(other % view.seats for other in others):
        x = MARGIN + place * (width + 6)
        drawing.add(_player(view, view.players[seat], names[seat], x, y, width))


def _player(view: View, player: SeatView, name: str, x: float, y: float, width: float) -> str:
    edge = ACCENT if player.is_turn else paper.RULE
    drawn = paper.panel(x, y, width, _OTHERS, edge, thick=2 if player.is_turn else 1)
    drawn += said(paper.cut(name, width - 12, 14, True), x + 6, y + 18, 14, bold=True)
    if player.left:
        return part("player", drawn + said("left", x + 6, y + 38, SMALL, fill=FAINT), seat=player.seat)
    drawn += f'<use href="#mail-back" x="{x + 6:g}" y="{y + 24:g}" width="16" height="22"/>'
    drawn += said(str(player.hand_size), x + 27, y + 41, 16, bold=True)
    told = _marks(view, player, width > 100)
    room = width - 36 - paper.width_of(str(player.hand_size), 16, True)
    drawn += said(paper.cut(told, room), x + width - 6, y + 40, SMALL, "end", FAINT) if told else ""
    return part("player", drawn, seat=player.seat, cards=player.hand_size)


def _marks(view: View, player: SeatView, has_room: bool) -> str:
    marks = ["passed"] if player.passed else []
    if view.rounds > 1 and (has_room or not marks):
        marks.append(points_word(player.points) if has_room else f"{player.points} pt")
    return ", ".join(marks)


def _table(drawing: Sheet, view: View, names: Sequence[str], y: float) -> None:
    """The table meld with its owner, and the deck beside it."""
    drawing.add(paper.panel(MARGIN, y, INNER, _TABLE))
    if view.table is None or view.owner is None:
        drawing.add(part("table", said(_leads(view, names), MARGIN + 10, y + 46, 17, bold=True)))
    else:
        cards = view.table.cards
        step = min(46, (150 - CARD_WIDTH) // max(1, len(cards) - 1))
        start = len(drawing.parts)
        drawing.row(cards, MARGIN + 10, y + 10, step)
        x = MARGIN + 10 + step * (len(cards) - 1) + CARD_WIDTH + 10
        owner = who(view.owner, view.me, names)
        drawing.add(said(paper.cut(owner, WIDTH - 62 - x, 16, True), x, y + 32, 16, bold=True))
        told = f"{cards_word(view.table.count)}, total {view.table.total}"
        drawing.add(said(paper.cut(told, WIDTH - 62 - x, 14), x, y + 52, 14))
        _as_part(drawing, start, "table", cards=" ".join(map(str, cards)), owner=view.owner)
    drawing.add(said("Deck", WIDTH - MARGIN - 26, y + 18, SMALL, "middle", FAINT))
    if view.deck:
        drawing.add(f'<use href="#mail-back" x="{WIDTH - MARGIN - 38}" y="{y + 23}" width="24" height="33"/>')
    drawing.add(said(str(view.deck) if view.deck else "empty", WIDTH - MARGIN - 26, y + 72, 14, "middle"))


def _leads(view: View, names: Sequence[str]) -> str:
    if view.turn is None:
        return "The match is over"
    if view.turn == view.me:
        return "Nothing to beat: you lead"
    return f"{paper.cut(names[view.turn], 190, 17, True)} leads"


def _storage(drawing: Sheet, view: View, y: float) -> None:
    """The stacks of storage with their numbers of cards, and what they allow."""
    drawing.add(said(f"Storage {view.storage_size}", MARGIN, y + 14, 15, bold=True))
    drawing.add(said(", ".join(limits(view.set_limit, view.run_limit)), WIDTH - MARGIN, y + 14, 14, "end"))
    start = len(drawing.parts)
    if not view.storage:
        drawing.add(said("empty", MARGIN, y + 46, 14, fill=FAINT))
    step = min(46, INNER // max(1, len(view.storage)))
    for place, stack in enumerate(view.storage):
        _stack(drawing, stack, MARGIN + place * step, y + 22)
    held = " ".join(f"{stack.count}x{stack.number}" for stack in view.storage)
    _as_part(drawing, start, "storage", stacks=held)


def _stack(drawing: Sheet, stack: Stack, x: float, y: float) -> None:
    """One card, shadows of those below it, and how many there are."""
    for below in range(min(stack.count, 4) - 1, 0, -1):
        drawing.add(
            f'<rect x="{x + 2 * below:g}" y="{y + 1.5 * below:g}" width="34" height="46" rx="3" fill="{paper.SHEET}"'
            f' stroke="{EDGE}"/>'
        )
    drawing.card(stack.number, x, y, 0.78)
    if stack.count > 1:
        drawing.add(f'<rect x="{x + 15:g}" y="{y + 35:g}" width="25" height="18" rx="9" fill="{ACCENT}"/>')
        drawing.add(said(f"×{stack.count}", x + 27.5, y + 48.5, 13.5, "middle", "#fff", True))


def _hand(drawing: Sheet, view: View, y: float) -> float:
    """One's own hand, cards that fit no play pale; and where it ends."""
    if view.me is None:
        return y - 6
    me = view.players[view.me]
    told = [cards_word(len(view.hand))]
    told += [points_word(me.points)] if view.rounds > 1 else []
    told += ["passed"] if me.passed else []
    drawing.add(said("Your hand", MARGIN, y + 14, 15, bold=True))
    drawing.add(said(", ".join(told), WIDTH - MARGIN, y + 14, 14, "end"))
    is_long, middle = len(view.hand) > _LONG, (len(view.hand) + 1) // 2
    start, scale = len(drawing.parts), 1 if is_long else 1.125
    rows = [view.hand[:middle], view.hand[middle:]] if is_long else [view.hand]
    for place, row in enumerate(rows):
        width = CARD_WIDTH * scale
        step = min(width + 3.5, int(INNER - width) * 2 // max(1, len(row) - 1) / 2)
        for number, card in enumerate(row):
            drawing.card(card, MARGIN + number * step, y + 22 + place * 38, scale, card in view.dead)
            drawing.parts[-1] = f'<g data-card="{card}">{drawing.parts[-1]}</g>'  # where one touches it
    _as_part(drawing, start, "hand", cards=" ".join(map(str, view.hand)))
    return y + 22 + CARD_HEIGHT * scale + 38 * (len(rows) - 1)


def _as_part(drawing: Sheet, start: int, kind: str, **facts: object) -> None:
    """Make one part of what was drawn since."""
    drawing.parts[start:] = [part(kind, "".join(drawing.parts[start:]), **facts)]


def _words(view: View, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    table = _leads(view, names)
    if view.table is not None and view.owner is not None:
        table = f"{in_words(view.table.cards)} of {who(view.owner, view.me, names)}"
    stacks = ", ".join(f"{stack.count} × {stack.number}" for stack in view.storage) or "empty"
    allowed = ", ".join(["singles", *limits(view.set_limit, view.run_limit)])
    others = [(names[one.seat], _told(view, one)) for one in view.players if one.seat != view.me]
    own = [("Your hand", cards_words(view.hand) or "no card")] if view.me is not None else []
    return (("Table", table), *own, ("Storage", f"{stacks}; {allowed}"), *others, ("Deck", str(view.deck)))


def _told(view: View, player: SeatView) -> str:
    if player.left:
        return "left"
    told = _marks(view, player, True)
    return cards_word(player.hand_size) + (f", {told}" if told else "")
