"""A small picture of a position for the manual's examples: the job, and everybody's money, mantle and hand."""

from collections.abc import Sequence
from textwrap import wrap

from games.drawing.svg import FAINT, SHEET, WORD, page, text
from games.kernel.display import Drawing
from games.kernel.position import Position
from games.titles.adulting.cards import CARDS, COLUMNS, JOBS, SUITS, label
from games.titles.adulting.drawing import PLUM, SERIF_WORDS, bill, lines, suit
from games.titles.adulting.state import Options, Player, State, points

WIDTH, ROW = 360, 58
TOP, LINE = 30, 18  # height of the job's box: without words, and for each line of them


def example_picture(position: Position[State, Options], names: Sequence[str], name: str) -> Drawing:
    """The picture of a position, without fine print, and the same in words. It has no ids, so `name` is not used."""
    state = position.state
    card = CARDS.get(state.round.card)
    said = wrap(card.prompt, 30) if card else []
    top = TOP + LINE * max(2, len(said))
    drawn = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{top - 10}" rx="6" fill="{SHEET}" stroke="{WORD}"/>'
    if card:
        drawn += f'<path d="M10 12h92v22H10z" fill="{PLUM}"/>{text(JOBS[card.job], 56, 28, 13, fill="#fff", bold=True)}'
        drawn += lines(said, 112, 24, 14, "start", more=SERIF_WORDS)
    else:
        drawn += text(f"{names[state.dealer]} deals. No card is on the table.", 12, 32, 14, "start")
    rows = [("Job", f"{JOBS[card.job]}: {card.prompt}" if card else "none now"), ("Dealer", names[state.dealer])]
    for seat, player in enumerate(state.players):
        drawn += _row(player, names[seat], seat == state.dealer, top + ROW * seat)
        columns = ", ".join(f"{SUITS[letter]} {len(player.mantle[n])}" for n, letter in enumerate(COLUMNS))
        hand = "; ".join(label(card) for card in player.hand) or "no card"
        mantle = f"mantle: {columns} ({points(player.mantle)} points)"
        rows.append((names[seat], f"{player.money} money; {mantle}; holds {hand}"))
    return Drawing(page(WIDTH, top + ROW * len(state.players), "", "", drawn).strip(), tuple(rows))


def _row(player: Player, who: str, deals: bool, y: float) -> str:
    """Draw a player: name, money, the length of each column, the suits in hand."""
    drawn = text(who, 4, y + 17, 14, "start", bold=True)
    drawn += text("dealer", 4, y + 35, 12, "start", FAINT) if deals else ""
    drawn += bill(64, y + 2, str(player.money), 0.9)
    for place, letter in enumerate(COLUMNS):
        drawn += suit(letter, 116 + 40 * place, y + 4, 17)
        drawn += text(str(len(player.mantle[place])), 143 + 40 * place, y + 18, 14)
    drawn += text(f"{points(player.mantle)} points", 116, y + 38, 12, "start", FAINT)
    for place, card in enumerate(player.hand[:6]):
        x = 244 + 19 * place
        drawn += f'<rect x="{x}" y="{y:g}" width="17" height="30" rx="2" fill="{SHEET}" stroke="{WORD}"/>'
        for number, letter in enumerate(CARDS[card].suits):
            drawn += suit(letter, x + 3, y + 3 + 12 * number, 11)
    return drawn
