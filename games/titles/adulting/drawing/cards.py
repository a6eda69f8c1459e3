"""Cards as pictures: the rules side, and suit sides of each kind, with call-outs."""

from textwrap import wrap

from games.drawing.svg import FAINT, SHEET, WORD, page, text
from games.titles.adulting.drawing.pieces import PLUM, SERIF_WORDS, SUITS, lines, suit

WIDTH, HEIGHT = 104, 146


def suit_side(suits: str, name: str = "", words: str = "", size: float = 9.6) -> str:
    """The suit side of a card: one or two suits, with the name and words of a game text where it has one."""
    paper = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="8" fill="{SHEET}" stroke="{WORD}"/>'
    corners = "".join(_corner(letter, number) for number, letter in enumerate(suits))
    if len(suits) == 2:
        cut = f'<path d="M{WIDTH - 12} 16 12 {HEIGHT - 16}" stroke="{FAINT}" stroke-dasharray="4 4"/>'
        return paper + corners + cut + suit(suits[0], 16, 36, 34) + suit(suits[1], 54, 78, 34)
    if not name:
        return paper + corners + suit(suits, WIDTH / 2 - 27, HEIGHT / 2 - 27, 54)
    title = text(name, WIDTH / 2, 68, round(min(13.5, 130 / len(name)), 1), bold=True)
    rows = wrap(words, 17)
    if len(rows) > 5:  # more would leave the card
        rows, size = wrap(words, 24), 7.2
    told = lines(rows, WIDTH / 2, 84, size)
    return paper + corners + suit(suits, WIDTH / 2 - 16, 18, 32) + title + told


def bare_side(letter: str) -> str:
    """A card that is drawn too small for letters: its paper and its sign."""
    paper = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="8" fill="{SHEET}" stroke="{WORD}"/>'
    return paper + suit(letter, WIDTH / 2 - 34, HEIGHT / 2 - 34, 68)


def _corner(letter: str, number: int) -> str:
    """Sign and letter in the upper left corner, those of a second suit in the lower right one."""
    x, y = (8, 8) if number == 0 else (WIDTH - 24, HEIGHT - 24)
    words = text(letter, x + 8, y + 29 if number == 0 else y - 5, 12, fill=SUITS[letter][1], bold=True)
    return suit(letter, x, y, 16) + words


def rules_side() -> str:
    """The rules side of a made-up card, 340 wide and 190 high. The fine print is only a wavy line."""
    waves = "".join(f'<path d="M16 {y}q4-5 8 0t8 0 8 0 8 0 8 0 8 0 8 0 8 0 8 0 8 0"/>' for y in (142, 154, 166))
    return (
        f'<rect x="1" y="1" width="338" height="188" rx="10" fill="{SHEET}" stroke="{WORD}"/>'
        f'<path d="M170 14v162" stroke="{FAINT}" stroke-dasharray="5 5"/>'
        f'<path d="M10 12h86v24H10z" fill="{PLUM}"/>{text("CATEGORY", 53, 29, 13, fill="#fff", bold=True)}'
        + lines(["Things that", "roll under", "the sofa."], 16, 66, 20, "start", bold=True, more=SERIF_WORDS)
        + f'<g stroke="{FAINT}" stroke-width="1.2">{waves}</g>'
        + lines(["Is your desk", "tidy today?"], 184, 48, 17, "start", more=SERIF_WORDS)
        + f'<rect x="184" y="92" width="138" height="32" rx="4" stroke="{WORD}"/>{text("Yes", 253, 113, 15)}'
        + f'<rect x="184" y="134" width="138" height="32" rx="4" stroke="{WORD}"/>'
        + text("It has a system", 253, 155, 15)
    )


def card_sides() -> str:
    """P1: the rules side and three suit sides, with call-outs."""
    call = f'stroke="{PLUM}" stroke-width="1.5"'
    body = f'<g transform="translate(20 44)">{rules_side()}</g>'
    body += text("job type", 74, 20, 14) + f'<path d="M74 26v28" {call}/>'
    body += text("the bold prompt", 178, 20, 14) + f'<path d="M160 26 120 88" {call}/>'
    body += text("the question", 310, 20, 14) + f'<path d="M300 26 276 72" {call}/>'
    body += text("fine print, for the dealer only", 20, 258, 14, "start") + f'<path d="M60 244v-30" {call}/>'
    body += text("two answers", 360, 258, 14, "end") + f'<path d="M320 244v-32" {call}/>'
    sides = [("H", "", "", "one suit"), ("CD", "", "", "two suits"), ("S", "Jury Duty", WORDS, "a game text")]
    for number, (suits, name, words, told) in enumerate(sides):
        x = 20 + number * 118
        body += f'<g transform="translate({x} 286)">{suit_side(suits, name, words, 12)}</g>'
        body += text(told, x + WIDTH / 2, 454, 14)
    return page(380, 464, "The rules side of a card and three suit sides", "", body)


WORDS = "Until the end of this round each of your votes counts twice."
