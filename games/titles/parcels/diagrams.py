"""Our pictures for the manual and the table, drawn from `drawing.py`.

`manage.py drawpictures parcels` writes them to `pictures/`; a test compares the files with what is drawn.
The words of each title say everything that the picture says.
"""

from collections.abc import Callable
from pathlib import Path

from games.kernel import data
from games.titles.parcels.drawing import ACCENT, FAINT, SHEET, Sheet, parcel

FOLDER = Path(__file__).parent
WIDTH = 440  # a picture is this wide at most; on a small telephone its words are still about 11 px high


def deck() -> Sheet:
    """The eight parcels with number, symbol and copies."""
    cards = data.read(FOLDER, "components.toml")["card"]
    counted = ", ".join(f"{card['copies']} times {number} ({card['name']})" for number, card in enumerate(cards, 1))
    sheet = Sheet("parcels-deck", f"The eight parcels of the deck: {counted}. 80 cards in all.", WIDTH, 318)
    for place, card in enumerate(cards):
        x, y = 55 + 110 * (place % 4), 6 + 160 * (place // 4)
        sheet.card(place + 1, x - 35.2, y, 1.6)
        sheet.text(x, y + 119, f"× {card['copies']}", size=18, bold=True, serif=True)
        sheet.text(x, y + 138, card["name"], size=14, fill=FAINT)
    return sheet


def setup() -> Sheet:
    """A table for four at the start of a round."""
    title = (
        "A table for four: each player holds 9 cards, three hands are seen from the back and yours is open. In the"
        " middle the storage of four cards, 1, 4, 4 and 6, in which the two 4s form one stack, and the face-down"
        " deck of 40 cards."
    )
    sheet = Sheet("parcels-setup", title, WIDTH, 352)
    for place in range(9):
        sheet.back(150 + place * 14, 4, scale=0.6)
        sheet.back(6, 78 + place * 13, 90, 0.6)
        sheet.back(406, 78 + place * 13, 90, 0.6)
    sheet.text(220, 58, "9 cards", fill=FAINT)
    sheet.text(24, 236, "9 cards", fill=FAINT, anchor="middle", size=14)
    sheet.text(414, 236, "9 cards", fill=FAINT, anchor="middle", size=14)
    sheet.box(68, 92, 218, 122, dashed=True)
    sheet.text(177, 234, "Storage: four cards", bold=True)
    sheet.card(1, 92, 142)
    sheet.stack(4, 2, 155, 142)
    sheet.card(6, 218, 142)
    sheet.pile(312, 126)
    sheet.text(336, 212, "Deck: 40", bold=True)
    sheet.row([1, 2, 2, 3, 4, 5, 5, 7, 8], 44, 256, 38.5)
    sheet.text(220, 340, "Your hand: 9 cards", bold=True)
    return sheet


def limits() -> Sheet:
    """Example W1: what storage permits."""
    title = (
        "Storage 2, 2, 3, 5, 5, 5 in three stacks. The largest stack, the three 5s, permits sets of up to 3 cards."
        " The longest chain, 2 and 3, permits runs of up to 2 cards."
    )
    sheet = Sheet("parcels-limits", title, WIDTH, 236)
    sheet.stack(2, 2, 70, 116)
    sheet.card(3, 134, 116)
    sheet.stack(5, 3, 300, 116)
    sheet.text(238, 150, "no 4", fill=FAINT, size=14)
    sheet.bracket(294, 62, 56, down=True)
    sheet.text(322, 24, "largest stack: 3 cards", size=14, fill=FAINT)
    sheet.text(322, 46, "sets up to 3", size=17, bold=True, serif=True)
    sheet.bracket(64, 186, 120, down=False)
    sheet.text(124, 206, "longest chain: 2-3", size=14, fill=FAINT)
    sheet.text(124, 228, "runs up to 2", size=17, bold=True, serif=True)
    sheet.text(322, 212, "singles: always", size=17, bold=True, serif=True)
    return sheet


def ladder() -> Sheet:
    """From the weakest to the strongest meld, with one tie."""
    title = (
        "Melds from weak to strong: the single 8; the pair 1-1; the pair 4-4 with total 8; the run 4-5 with total"
        " 9; the three 1-1-1; and on top the run 3-4-5 and the set 4-4-4, which tie with a total of 12 each."
    )
    rows: list[tuple[list[list[int]], str, str]] = [
        ([[3, 4, 5], [4, 4, 4]], "3 cards, total 12", "a tie: neither beats the other"),
        ([[1, 1, 1]], "3 cards, total 3", "three cards beat two"),
        ([[4, 5]], "2 cards, total 9", "a run may beat a set"),
        ([[4, 4]], "2 cards, total 8", "same count: the higher total"),
        ([[1, 1]], "2 cards, total 2", "two cards beat one"),
        ([[8]], "1 card, total 8", "the best single"),
    ]
    sheet = Sheet("parcels-ladder", title, WIDTH, 414)
    sheet.arrow("M14 392V14", 14, 6, -90)
    sheet.text(4, 408, "weak", size=14, anchor="start", fill=FAINT)
    sheet.text(28, 14, "strong", size=14, anchor="start", fill=FAINT)
    for place, (melds, count, why) in enumerate(rows):
        y = 24 + place * 62
        sheet.row(melds[0], 32, y, 32, 0.86)
        if len(melds) > 1:
            sheet.text(144, y + 32, "=", size=22, bold=True)
            sheet.row(melds[1], 156, y, 32, 0.86)
        x = 268 if len(melds) > 1 else 150
        sheet.text(x, y + 22, count, anchor="start", bold=True)
        if len(melds) > 1:
            first, rest = why.split(": ")
            sheet.text(x, y + 40, f"{first}:", anchor="start", size=14, fill=FAINT)
            sheet.text(x, y + 55, rest, anchor="start", size=14, fill=FAINT)
        else:
            sheet.text(x, y + 41, why, anchor="start", size=14, fill=FAINT)
    return sheet


def _frame(sheet: Sheet, number: int, x: float, y: float, words: str, width: int = 214, height: int = 136) -> None:
    sheet.box(x, y, width, height)
    sheet.add(f'<circle cx="{x + 18:g}" cy="{y + 20:g}" r="11" fill="{ACCENT}"/>')
    sheet.text(x + 18, y + 25, str(number), bold=True, fill="var(--on-accent,#fffcf4)")
    sheet.text(x + 36, y + 25, words, anchor="start", bold=True)


def passing() -> Sheet:
    """Example W4: a pass in four frames."""
    title = (
        "A pass in four frames. 1: storage holds 1, 1, 4 and 6, so note four cards. 2: take both 1s into your hand;"
        " 4 and 6 stay. 3: add a 4 from your hand; storage is 4, 4, 6. 4: one card is missing, so a 3 is turned up"
        " from the deck: storage is 3, 4, 4, 6."
    )
    sheet = Sheet("parcels-pass", title, WIDTH, 292)
    _frame(sheet, 1, 2, 2, "Note: four cards")
    sheet.row([1, 1, 4, 6], 16, 60, 47)
    _frame(sheet, 2, 224, 2, "Take both 1s")
    sheet.row([4, 6], 332, 60, 47)
    sheet.row([1, 1], 236, 60, 22)
    sheet.arrow("M269 122V128", 269, 137, 90)
    sheet.text(318, 132, "to hand", size=14, fill=FAINT)
    _frame(sheet, 3, 2, 152, "Add a 4 (or nothing)")
    sheet.row([4, 4, 6], 66, 206, 47)
    sheet.arrow("M34 276V240H52", 60, 240, 0)
    sheet.text(46, 283, "from hand", size=14, anchor="start", fill=FAINT)
    _frame(sheet, 4, 224, 152, "Refill to four")
    sheet.row([3, 4, 4, 6], 238, 206, 47)
    sheet.text(236, 283, "a 3 from the deck", size=14, anchor="start", fill=FAINT)
    return sheet


def trick() -> Sheet:
    """Example W9: the end of a trick."""
    title = (
        "The end of a trick in three frames. 1: the table shows 5-6 by seat 1, and with the last pass everyone else"
        " has passed; storage holds 1, 2, 3 and 7. 2: 5-6 goes to the discard. 3: a 4 is turned up from the deck and"
        " joins storage, which now holds five cards, 1, 2, 3, 4 and 7. Seat 1 leads."
    )
    sheet = Sheet("parcels-trick", title, WIDTH, 408)
    for number, words in enumerate(
        ("Everyone else has passed", "The table goes to the discard", "One card joins storage"), 1
    ):
        _frame(sheet, number, 2, 2 + (number - 1) * 136, words, 436, 128)
    sheet.row([5, 6], 16, 44)
    sheet.text(62, 122, "seat 1", size=14, fill=FAINT)
    sheet.row([1, 2, 3, 7], 232, 44, 50)
    sheet.text(329, 122, "storage: 4 cards", size=14, fill=FAINT)
    for place, seat in enumerate((2, 3, 0)):
        sheet.text(120, 68 + 18 * place, f"seat {seat}: passed", size=14, anchor="start", fill=FAINT)
    sheet.row([5, 6], 16, 180)
    sheet.arrow("M118 210H176", 182, 210, 0)
    sheet.card(3, 196, 182)
    sheet.card(1, 204, 180)
    sheet.row([5, 6], 212, 178, 12)
    sheet.text(286, 214, "discard", size=14, anchor="start", fill=FAINT)
    sheet.pile(16, 314)
    sheet.text(40, 398, "deck", size=14, fill=FAINT)
    sheet.arrow("M72 340H108", 114, 340, 0)
    sheet.row([1, 2, 3, 4, 7], 124, 312, 50)
    sheet.text(247, 390, "storage: 5 cards", size=14, fill=FAINT)
    sheet.text(428, 336, "seat 1", size=14, anchor="end", bold=True)
    sheet.text(428, 353, "leads", size=14, anchor="end", bold=True)
    return sheet


def handout() -> Sheet:
    """Example W13: three score cards out of storage."""
    title = (
        "Score cards for four players, from storage 1, 3, 3, 5, 7, 8: fourth place takes the 8, the highest; third"
        " place takes the 7, the next number down; second place takes the 1, the lowest. The winner takes none."
    )
    sheet = Sheet("parcels-handout", title, WIDTH, 226)
    sheet.text(8, 18, "Storage", anchor="start", bold=True)
    sheet.row([1], 12, 30)
    sheet.stack(3, 2, 92, 52)
    sheet.row([5], 172, 30)
    sheet.row([7, 8], 280, 30, 80)
    for x, place, points, words in (
        (34, "2nd", 1, "lowest"), (302, "3rd", 7, "next down"), (382, "4th", 8, "highest")
    ):  # fmt: skip
        sheet.arrow(f"M{x} 98V144", x, 152, 90)
        sheet.text(x, 176, place, size=18, bold=True, serif=True)
        sheet.text(x, 195, words, size=14, fill=FAINT)
        sheet.text(x, 213, f"{points} point{'s' if points > 1 else ''}", size=14)
    sheet.text(168, 176, "Winner", size=18, bold=True, serif=True)
    sheet.text(168, 195, "takes no card", size=14, fill=FAINT)
    return sheet


PICTURES: dict[str, Callable[[], Sheet]] = {
    "parcels-deck": deck,
    "parcels-setup": setup,
    "parcels-limits": limits,
    "parcels-ladder": ladder,
    "parcels-pass": passing,
    "parcels-trick": trick,
    "parcels-handout": handout,
}


# Small marks beside the words on what storage permits: cards of one height are a set, of rising height a run.
LIMITS = {
    "single": ((15, 3, 10),),
    "set": ((1, 3, 10), (8, 3, 10), (15, 3, 10)),
    "run": ((1, 7, 6), (8, 5, 8), (15, 3, 10)),
}


def _limit(places: tuple[tuple[int, int, int], ...]) -> str:
    line = f'fill="{SHEET}" stroke="currentColor" stroke-width="1.5"'
    return "".join(f'<rect x="{x + 0.75}" y="{y}" width="6" height="{high}" rx="1" {line}/>' for x, y, high in places)


def _small_card(number: int) -> str:
    """A card for the log, day paper by night as well: a number that is large, and the parcel below it."""
    return (
        '<rect x="1" y="1" width="42" height="58" rx="5" fill="#fffcf4" stroke="#837a66" stroke-width="2"/>'
        f'<text x="22" y="27" font-size="27" font-weight="700" text-anchor="middle" fill="#22252e">{number}</text>'
        f'<g transform="translate(6 31) scale(.66)" color="#22252e">{parcel(number)}</g>'
    )


def sprite() -> str:
    """All eight parcels in one file, for cards on the table: <use href="….svg#p4">, small cards for the log (#c4), and
    the marks of the limits.
    """
    drawn = [f'<symbol id="p{n}" viewBox="0 0 48 40">{parcel(n)}</symbol>' for n in range(1, 9)]
    drawn += [f'<symbol id="c{n}" viewBox="0 0 44 60">{_small_card(n)}</symbol>' for n in range(1, 9)]
    drawn += [f'<symbol id="{name}" viewBox="0 0 24 16">{_limit(places)}</symbol>' for name, places in LIMITS.items()]
    symbols = "\n".join(drawn)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def cover() -> str:
    """The stamp of the game in lists: parcels on a shelf. Stands as an image of its own, so in plain colours."""
    places = ((8, 14, 79, 2.5), (4, 104, 111, 1.9), (6, 180, 69, 2.6), (5, 110, 61, 1.6), (1, 28, 45, 2))
    shelf = "".join(f'<g transform="translate({x} {y}) scale({scale})">{parcel(n)}</g>' for n, x, y, scale in places)
    stripes = "".join(
        f'<path d="M{x} 0h16l-10 10h-16z" fill="{colour}"/>'
        for x, colour in zip(range(8, 320, 26), ("#a5271e", "#1d4a87") * 6, strict=True)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200" color="#22252e">'
        f'<rect width="300" height="200" fill="#f4eddf"/>{stripes}{shelf}'
        '<path d="M8 170h284v8H8zM30 178v22M270 178v22" stroke="#22252e" stroke-width="2.5" fill="#dcb987"/></svg>\n'
    )


def pictures() -> dict[str, str]:
    """Every file of `pictures/` by name without ".svg"."""
    return {name: make().svg() for name, make in PICTURES.items()} | {"cards": sprite(), "cover": cover()}
