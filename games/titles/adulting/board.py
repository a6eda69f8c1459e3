"""A position drawn small, for the examples of the manual: the job above, and everybody's money, mantle and hand."""

from collections.abc import Sequence
from textwrap import wrap

from games.drawing.svg import FAINT, SHEET, WORD, page, text
from games.kernel.display import Board
from games.kernel.position import Position
from games.titles.adulting.cards import CARDS, COLUMNS, JOBS, label
from games.titles.adulting.drawing.pieces import PLUM, SERIF_WORDS, SUITS, bill, lines, suit
from games.titles.adulting.state import Options, Player, State, points

WIDTH, ROW = 360, 58
TOP, LINE = 30, 18  # of the job's box: without words, and for each line of them


def board(position: Position[State, Options], names: Sequence[str], name: str) -> Board:
    """The drawing of a position and all of it in words. No fine print; the drawing uses no ids, so no `name`."""
    state = position.state
    _, prompt = _job(state)
    said = wrap(prompt, 30)
    top = TOP + LINE * max(2, len(said))
    rows = "".join(
        _row(player, names[seat], seat == state.dealer, top + ROW * seat) for seat, player in enumerate(state.players)
    )
    drawn = page(WIDTH, top + ROW * len(state.players), "", "", _job_box(state, names, said, top - 10) + rows)
    return Board(drawn.strip(), _words(state, names))


def _job(state: State) -> tuple[str, str]:
    """The kind of the job and its prompt; empty between two rounds."""
    card = CARDS.get(state.round.card)
    return (JOBS[card.job], card.prompt) if card else ("", "")


def _job_box(state: State, names: Sequence[str], prompt: Sequence[str], height: float) -> str:
    """The job above: its kind and its prompt in lines."""
    kind, _ = _job(state)
    paper = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{height}" rx="6" fill="{SHEET}" stroke="{WORD}"/>'
    if not kind:
        return paper + text(f"{names[state.dealer]} deals. No card is on the table.", 12, 32, 14, "start")
    said = lines(prompt, 112, 24, 14, "start", more=SERIF_WORDS)
    tag = f'<path d="M10 12h92v22H10z" fill="{PLUM}"/>{text(kind, 56, 28, 13, fill="#fff", bold=True)}'
    return paper + tag + said


def _row(player: Player, who: str, deals: bool, y: float) -> str:
    """Name, money, the three columns with their lengths, the suits in the hand."""
    parts = [text(who, 4, y + 17, 14, "start", bold=True)]
    parts += [text("dealer", 4, y + 35, 12, "start", FAINT)] if deals else []
    parts += [bill(64, y + 2, str(player.money), 0.9)]
    for place, letter in enumerate(COLUMNS):
        parts.append(
            suit(letter, 116 + 40 * place, y + 4, 17)
            + text(str(len(player.mantle[place])), 143 + 40 * place, y + 18, 14)
        )
    parts.append(text(f"{points(player.mantle)} points", 116, y + 38, 12, "start", FAINT))
    for place, card in enumerate(player.hand[:6]):
        parts.append(_held(card, 244 + 19 * place, y))
    return "".join(parts)


def _held(card: str, x: float, y: float) -> str:
    letters = CARDS[card].suits
    sheet = f'<rect x="{x:g}" y="{y:g}" width="17" height="30" rx="2" fill="{SHEET}" stroke="{WORD}"/>'
    return sheet + "".join(suit(letter, x + 3, y + 3 + 12 * number, 11) for number, letter in enumerate(letters))


def _words(state: State, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    kind, prompt = _job(state)
    rows = [("Job", f"{kind}: {prompt}" if kind else "none now"), ("Dealer", names[state.dealer])]
    return (*rows, *((names[seat], _told(player)) for seat, player in enumerate(state.players)))


def _told(player: Player) -> str:
    columns = ", ".join(f"{SUITS[letter][0].lower()} {len(player.mantle[n])}" for n, letter in enumerate(COLUMNS))
    hand = "; ".join(label(card) for card in player.hand) or "no card"
    return f"{player.money} money; mantle: {columns} ({points(player.mantle)} points); holds {hand}"
