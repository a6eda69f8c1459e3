"""The pictures that explain the rules: the round, the mantle, each way to be paid, the courts, the end."""

from math import cos, pi, sin

from games.drawing.svg import FAINT, SHEET, WORD, page, text
from games.titles.adulting.drawing.cards import bare_side, suit_side
from games.titles.adulting.drawing.pieces import (
    GAVEL,
    GREEN,
    PLUM,
    RED,
    SERIF_WORDS,
    SUITS,
    WOOD,
    arrow,
    bill,
    box,
    box_height,
    lines,
    person,
    stamp,
    suit,
)

STEPS = (
    ("1", "Scoring", "the dealer may|play a card", "scoring-phase"),
    ("2", "Draw", "one card|is at stake", ""),
    ("3", "Work", "earn some|money", "work-phase"),
    ("4", "Sorting", "are you|an adult?", "sorting-phase"),
    ("5", "Bidding", "fists|open", "bidding-phase"),
    ("6", "Pass on", "the next one|deals", ""),
)
"""Number, name and words of each step, and the heading of the manual that tells more."""


def round_of_six() -> str:
    """P2: the round as a circle of six steps; a click on a phase leads to its chapter."""
    body = ""
    for number, (digit, name, words, anchor) in enumerate(STEPS):
        turn = number * pi / 3 - pi / 2
        x, y = round(190 + 128 * cos(turn), 1), round(194 + 166 * sin(turn), 1)
        step = f'<circle cx="{x}" cy="{y}" r="16" fill="{PLUM}"/>' + text(digit, x, y + 6, 17, fill="#fff", bold=True)
        under = ' text-decoration="underline"' if anchor else ""
        step += text(name, x, y + 35, 16, bold=True, more=under) + lines(words.split("|"), x, y + 53, 13)
        body += f'<a href="#{anchor}">{step}</a>' if anchor else step
    for x, y, way in ((252, 50, 30), (302, 210, 90), (248, 342, 150), (132, 342, 210), (78, 210, 270), (128, 50, 330)):
        path = "M-12 0H6M-2-7 8 0-2 7"
        body += f'<path transform="translate({x} {y}) rotate({way})" d="{path}" stroke="{FAINT}" stroke-width="2.5"/>'
    body += f'<g transform="translate(158 142) scale(.62)">{bare_side("H")}</g>'
    return page(380, 440, "The six steps of a round", "", body)


def mantle() -> str:
    """P3: 3–2–1 with the sum."""
    columns = {"H": "HHS", "C": "CC", "D": "D"}
    body = f'<path d="M6 232h368v12H6z" fill="{WOOD}"/>'
    for number, (letter, cards) in enumerate(columns.items()):
        x = 28 + number * 118
        for place, card in enumerate(cards):
            y = 182 - place * 54
            body += f'<rect x="{x}" y="{y}" width="88" height="48" rx="6" fill="{SHEET}" stroke="{WORD}"/>'
            body += suit(card, x + 12, y + 10, 28) + text(card, x + 62, y + 31, 19, bold=True)
        points = len(cards) ** 2
        body += text(f"{len(cards)} × {len(cards)} = {points}", x + 44, 264, 16, bold=True)
        body += text(SUITS[letter][0], x + 44, 286, 15)
    body += (
        f'<rect x="18" y="176" width="346" height="60" rx="8" stroke="{PLUM}" stroke-width="3" stroke-dasharray="9 6"/>'
    )
    body += lines(["a complete row:", "7 more"], 310, 132, 15) + arrow("M310 154v14", (310, 174), "down", PLUM)
    body += text("9 + 4 + 1 + 7 = 21", 190, 320, 22, bold=True, more=SERIF_WORDS)
    return page(380, 334, "A mantle worth 21 points", "", body)


def ladder() -> str:
    """P4: who lasts longer earns more."""
    body = f'<path d="M52 300 92 20M132 300l-20-280" stroke="{WOOD}" stroke-width="6"/>'
    told = ["out first", "out second", "out third", "still in"]
    for place, (letter, words) in enumerate(zip("CEBD", told, strict=True)):
        y = 268 - place * 70
        inset = place * 8
        body += f'<path d="M{50 + inset} {y + 10}h{84 - inset * 1.6:g}" stroke="{WOOD}" stroke-width="6"/>'
        x = 92 if place == 3 else 182
        body += person(letter, x, y - 10)
        if place < 3:
            body += arrow(f"M{134 - inset} {y - 10}H152", (160, y - 10), "right")
        body += text(words, 212, y - 4, 15, "start") + bill(308, y - 26, str(place + 1), 1.4)
    return page(380, 312, "The longer you last, the more you earn", "", body)


def podium() -> str:
    """P5: N = 5, two equal numbers."""
    body = person("A", 44, 60, "deals", "dealer")
    places = (
        (110, 150, "first", "5", (("B", 132, "7"), ("C", 182, "7"))),
        (216, 196, "third", "3", (("D", 242, "3"),)),
    )
    for x, y, name, pay, people in places:
        width = 96 if len(people) == 2 else 52
        step = f'<rect x="{x}" y="{y}" width="{width}" height="{250 - y}" fill="{SHEET}"'
        body += f'{step} stroke="{WORD}" stroke-width="1.5"/>'
        body += text(name, x + width / 2, y + 24, 15, bold=True)
        for letter, at, number in people:
            body += person(letter, at, y - 20) + text(number, at, y - 44, 18, bold=True) + bill(at - 20, 262, pay)
    body += person("E", 332, 230) + text(
        "25", 332, 206, 18, fill=RED, bold=True, more=' text-decoration="line-through"'
    )
    body += text("does not count", 380, 160, 14, "end") + arrow("M332 166v14", (332, 188), "down", RED)
    body += text("0", 332, 280, 18, bold=True) + f'<path d="M90 250h280" stroke="{WORD}" stroke-width="2"/>'
    return page(390, 296, "Equal numbers share the better place", "", body)


FIST = "M-15-3a5 5 0 0 1 8-4 5 5 0 0 1 9-2 5 5 0 0 1 8 1 4.5 4.5 0 0 1 6 4v8c0 9-6 14-15 14S-15 13-15 4z"


def fists() -> str:
    """P6: a tie, and who takes the card."""
    seats = [("A", 190, 52, "4", ""), ("B", 334, 128, "2", "keeps 2"), ("C", 288, 266, "4", "")]
    seats += [("D", 92, 266, "1", "keeps 1"), ("E", 46, 128, "4", "")]
    body = f'<ellipse cx="190" cy="172" rx="104" ry="86" fill="#e7dfcd" stroke="{FAINT}"/>'
    body += f'<g transform="translate(164 134) scale(.5)">{bare_side("D")}</g>'
    for letter, x, y, amount, words in seats:
        body += person(letter, x, y, words, "dealer" if letter == "A" else "")
        fx, fy = 190 + (x - 190) * 0.62, 172 + (y - 172) * 0.62
        skin = 'fill="#f3d3b5" stroke="#22252e" stroke-width="1.5"'
        body += f'<path transform="translate({fx:.1f} {fy:.1f})" d="{FIST}" {skin}/>'
        body += text(amount, round(fx + 1, 1), round(fy + 11, 1), 17, fill="#22252e", bold=True)
    body += f'<path d="M226 40Q300 50 322 94" stroke="{PLUM}" stroke-width="3" stroke-dasharray="7 5"/>'
    body += f'<path d="M328 104l-12-8 12-7z" fill="{PLUM}"/>' + lines(["the dealer's left", "comes first"], 318, 32, 14)
    body += lines(["takes the card,", "pays 4"], 288, 304, 14, bold=True)
    body += lines(["keeps 4,", "gets 4 more"], 2, 166, 14, "start", bold=True)
    body += lines(["Ann too: keeps 4,", "gets 4 more"], 94, 24, 14, bold=True)
    return page(390, 334, "A tie in the auction", "", body)


def third_spade() -> str:
    """P9: the third spade closes the game."""
    body = ""
    for number, letter in enumerate("BCA"):
        x = 20 + number * 122
        body += person(letter, x + 48, 22, look="dealer" if letter == "A" else "")
        body += f'<path d="M{x} 200h98v8h-98z" fill="{WOOD}"/>'
        look = f' stroke="{RED}" stroke-width="3"' if letter == "A" else f' stroke="{WORD}"'
        body += f'<rect x="{x + 20}" y="128" width="58" height="70" rx="6" fill="{SHEET}"{look}/>' + suit(
            "S", x + 30, 140, 38
        )
        body += text(f"{number + 1} of 3", x + 49, 230, 16, bold=True)
    body += arrow("M313 52v60", (313, 122), "down", RED)
    body += stamp("THE GAME IS OVER", 190, 96, RED, -7, 17)
    return page(380, 242, "The third spade ends the game", "", body)


def till() -> str:
    """P8: took 3 instead of 1."""
    body = (
        person("B", 40, 44) + text("was due 1", 70, 36, 15, "start") + text("takes 3", 70, 58, 15, "start", bold=True)
    )
    for place in range(3):
        body += bill(150 + place * 46, 32)
        if place:
            dashes = f'stroke="{RED}" stroke-width="2.5" stroke-dasharray="5 4"'
            body += f'<path d="M{148 + place * 46} 29h44v30h-44z" {dashes}/>'
    body += lines(["2 too", "many"], 326, 42, 15, fill=RED)
    body += person("C", 40, 116) + text("“Thief!”", 70, 122, 19, "start", bold=True, more=SERIF_WORDS)
    body += lines(["and takes 1", "from the bank"], 160, 114, 15, "start") + bill(270, 104)
    body += person("B", 40, 184) + lines(["pays twice", "the gain"], 70, 182, 15, "start")
    body += "".join(bill(160 + place * 46, 172) for place in range(4))
    return page(390, 214, "A theft that is called out", "", body)


def _chart(title: str, height: float, parts: list[str]) -> str:
    return page(390, height, title, "", "".join(parts))


def _fork(y: float, ways: list[tuple[float, str]]) -> str:
    """A line from (195, y) that splits towards the middles of the boxes below, with a word on each branch."""
    made = f'<path d="M195 {y}v12" stroke="{WORD}" stroke-width="2"/>'
    for x, words in ways:
        made += arrow(f"M195 {y + 12}H{x}V{y + 50}", (x, y + 58), "down") + text(
            words, x + 8, y + 34, 14, "start", bold=True
        )
    return made


def appeal() -> str:
    """P7: appeal."""
    first = ["A player objects, states the case, and", "sets aside 1 money for each other player"]
    y = 4 + box_height(first)
    parts = [box(30, 4, 330, first), _fork(y, [(95, "gives way"), (290, "sustains")])]
    parts += [
        box(10, y + 58, 170, ["The opposite holds.", "Free of charge."], "good"),
        box(205, y + 58, 175, ["The jury votes."]),
    ]
    down = y + 58 + box_height([""])
    parts += [_verdicts(290, down, 95, 290)]
    low = down + 90
    parts += [
        box(4, low, 184, ["Overturned: you keep", "the money, and all but", "the dealer take 1"], "good"),
        box(204, low, 182, ["Upheld, or a tie:", "you pay 1 to each", "other player"], "bad"),
        bill(76, low + 76, "+1"),
        bill(276, low + 76, "−1"),
    ]
    return _chart("The way of an appeal", low + 108, parts)


def _verdicts(from_x: float, y: float, good: float, bad: float) -> str:
    turn = f"M{from_x} {y}v40H{good}v38"
    return arrow(turn, (good, y + 88), "down", GREEN) + arrow(f"M{from_x} {y}v78", (bad, y + 88), "down", RED)


def lawsuit() -> str:
    """P7: lawsuit."""
    first = ["You sue, state the case, and set", "your proposed price aside"]
    y = 4 + box_height(first)
    parts = [box(50, 4, 290, first), arrow(f"M195 {y}v14", (195, y + 22), "down")]
    second = ["The dealer dismisses it or sets a price.", "Meanwhile the defendant says up to", "which price to fight."]
    parts.append(box(40, y + 22, 310, second))
    y += 22 + box_height(second)
    parts += [_fork(y, [(66, "dismissed"), (195, "too dear"), (324, "fight")])]
    parts += [
        box(4, y + 58, 118, ["Nothing", "happens."]),
        box(134, y + 58, 122, ["The defendant", "pays you 1."], "good"),
        box(268, y + 58, 118, ["The jury", "votes."]),
    ]
    down = y + 58 + box_height(["", ""])
    parts += [_verdicts(324, down, 95, 324)]
    low = down + 90
    parts += [
        box(4, low, 188, ["Guilty: you get the price.", "For perjury, the other", "is out of the round"], "good"),
        box(206, low, 180, ["Not guilty, or a tie:", "you pay the price", "to the defendant"], "bad"),
    ]
    return _chart("The way of a lawsuit", low + 72, parts)


def impeachment() -> str:
    """P7: impeachment."""
    first = ["You move to impeach the dealer", "and state the case"]
    y = 4 + box_height(first)
    parts = [box(60, 4, 270, first), arrow(f"M195 {y}v14", (195, y + 22), "down")]
    parts.append(box(60, y + 22, 270, ["The dealer retorts, the rest vote."]))
    down = y + 22 + box_height([""])
    parts += [
        arrow(f"M150 {down}v24", (150, down + 32), "down", GREEN),
        arrow(f"M240 {down}v24", (240, down + 32), "down", RED),
        box(4, down + 34, 186, ["Carried: the round", "ends, you take the card,", "unpaid wages are lost"], "good"),
        box(200, down + 34, 186, ["Failed, or a tie:", "you lose wages, answer,", "votes and bid"], "bad"),
    ]
    return _chart("The way of an impeachment", down + 34 + 72, parts)


def cover() -> str:
    """The game's stamp: a mantelpiece with cards, a houseplant and a gavel. By day, as all stamps are."""
    wall = "".join(f"M{x} 0v200" for x in range(15, 300, 30))
    body = f'<rect width="300" height="200" fill="#ead9e4"/><path d="{wall}" stroke="#dcc4d4" stroke-width="8"/>'
    body += f'<path d="M0 142h300v14H0zM30 156h18v44H30zM252 156h18v44h-18z" fill="{WOOD}"/>'
    body += '<path d="M48 156h204v44H48z" fill="#3a2b35"/>'
    body += '<path d="M120 200q-12-24 8-38 2 14 12 16 2-16 18-22-4 18 10 26 6 8 2 18z" fill="#e2863a"/>'
    for number, (suits, turn) in enumerate((("H", -9), ("S", 2), ("D", 10))):
        place = f"translate({92 + number * 44} {40 - number % 2 * 8}) rotate({turn} 40 50) scale(.7)"
        body += f'<g transform="{place}">{suit_side(suits)}</g>'
    body += '<path d="M24 112h40l-6 30H30z" fill="#b5563c"/>'
    body += '<path d="M44 112q-4-40-26-46 22-2 26 30 2-44 26-50-22 20-22 66z" fill="#4b7a4d"/>'
    body += f'<g transform="translate(232 96) scale(2)"><path d="{GAVEL}" fill="#5d3a1a"/></g>'
    return page(300, 200, "Three cards, a houseplant and a gavel on a mantelpiece", "", body)
