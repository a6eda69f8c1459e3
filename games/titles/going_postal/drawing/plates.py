"""The pictures of the manual that show more than card faces, and the cover."""

from games.drawing.svg import (
    EDGE,
    FAINT,
    INK,
    PAPER,
    SHEET,
    STOP,
    arrow,
    at,
    badge,
    inked,
    larger,
    lead,
    lines,
    page,
    text,
)
from games.titles.going_postal.drawing import board, faces
from games.titles.going_postal.drawing.art import BUILDINGS, NAMES, SCENES, hand


def card(id: str, x: float, y: float, scale: float = 0.5) -> str:
    """A small card, face up; the id "back" for a card face down."""
    return at(x, y, faces.miniature(id), scale)


def pile(x: float, y: float, scale: float = 0.5) -> str:
    """A face-down pile."""
    return "".join(card("back", x + 4 * n, y - 4 * n, scale) for n in range(3))


def pawn(number: int, x: float, y: float, size: float = 30) -> str:
    """Sam on a space of the small ring whose upper left corner is at (x, y)."""
    left, top = board.middle(number)
    disc = f'<circle cx="0" cy="0" r="{size * 0.6:g}" fill="{PAPER}" stroke="{STOP}" stroke-width="2.5"/>'
    return at(x + left / 2, y + top / 2, disc + at(-size / 2, -size / 2 - 1, board.sam(size)))


def layout() -> str:
    """Setup: the table from above."""
    cloth = f'<ellipse cx="240" cy="205" rx="236" ry="178" fill="#e9e4d4" stroke="{EDGE}" stroke-width="2"/>'
    table = (
        at(112, 116, board.small_ring())
        + pawn(0, 112, 116)
        + pile(312, 136)
        + text("draw pile", 349, 256, 15, fill=INK)
    )
    table += f'<rect x="312" y="266" width="66" height="56" rx="5" stroke="{EDGE}" stroke-dasharray="5 4"/>'
    table += lines(["discard", "pile"], 345, 290, 15, fill=INK)
    places = ((90, 8), (226, -6), (362, 8), (90, 340), (226, 352))
    seats = "".join(
        at(x, y + 6, board.person(id, 62)) + text(NAMES[id], x + 31, y + 85, 15)
        for id, (x, y) in zip(NAMES, places, strict=True)
    )
    said = "The ring with Sam on the Post Office, both piles at its side, five personalities around"
    return page(480, 444, "The table", said, cloth + table + seats)


def _held(id: str, x: float, y: float) -> str:
    """A card in a hand, its upper left corner at (x, y)."""
    return at(x - 2, y + 20, hand("fingers") + hand("behind")) + card(id, x, y) + at(x - 2, y + 24, hand("thumb"))


def _way(path: str, head: str) -> str:
    """A dashed arrow: the way of a card."""
    line = f'<path d="{path}" stroke="{STOP}" stroke-width="4" stroke-dasharray="8 6"/>'
    return line + f'<path d="{head}" fill="{STOP}"/>'


def play() -> str:
    """Your Turn 1: a hand plays a card on the discard pile."""
    below = card("bulk", 20, 62) + card("truck", 26, 54)
    way = _way("M176 40q-42-26-72 4", "M98 52l2-18 15 11z")
    words = text("discard pile", 56, 178, 14) + pile(276, 70) + text("draw pile", 313, 188, 14)
    said = "A hand plays First Class on the discard pile, beside the draw pile"
    return page(370, 196, "A hand playing a card", said, below + words + _held("first", 120, 44) + way)


def walk() -> str:
    """Your Turn 2: Sam walks clockwise."""
    ring = at(8, 8, board.small_ring()) + board.clockwise(96, 96, 36)
    steps = ""
    for count, number in enumerate((5, 6, 7), 1):
        x, y = board.middle(number)
        steps += at(
            8 + x / 2 + 13,
            8 + y / 2 + 13,
            f'<circle r="9" fill="{STOP}" stroke="{PAPER}"/>' + text(str(count), 0, 5, 13, fill="#fff", bold=True),
        )
    words = text("move 3", 96, 102, 15, bold=True)
    said = "Sam walks three spaces clockwise around the ring, from the Gatehouse past the corner to the Duplex"
    return larger(page(192, 192, "Sam moving clockwise", said, ring + words + pawn(4, 8, 8, 26) + steps), 1.6)


def draw() -> str:
    """Your Turn 3: a hand draws a card."""
    words = text("draw pile", 56, 178, 14)
    way = _way("M78 42q34-30 66-8", "M150 42l-17-5 11-13z")
    own = card("coffee", 286, 64) + text("your hand", 319, 178, 14)
    said = "A hand takes a card from the draw pile"
    return page(370, 190, "A hand drawing a card", said, pile(20, 64) + words + _held("back", 128, 44) + way + own)


def action() -> str:
    """Your Turn 4: the action stamp."""
    return page(152, 116, "The action stamp", "A round postmark with the letter A", at(8, 4, faces.action_stamp(106)))


def passing() -> str:
    """Your Turn 5: play passes on."""
    people = (
        at(4, 16, board.person("nina", 78))
        + text("Nina", 43, 114, 14)
        + at(268, 16, board.person("omar", 78))
        + text("Omar", 307, 114, 14, bold=True)
    )
    more = at(376, 26, board.person("pia", 58)) + text("Pia", 405, 114, 14) + arrow(348, 56, 24)
    pointing = at(92, 0, hand("pointing")) + arrow(226, 56, 36)
    words = text("direction of play", 222, 140, 14, fill=FAINT)
    said = "A hand points from Nina to Omar, whose turn it is now; then comes Pia"
    return page(440, 150, "Passing of play", said, people + pointing + more + words)


def office() -> str:
    """The special case: Sam is back."""
    house = f'<rect x="1" y="1" width="118" height="118" rx="9" fill="#fbe6a2" stroke="{INK}"/>' + at(
        10, 16, inked(BUILDINGS["0"]), 1.65
    )
    steps = at(128, 26, board.sam(78)) + arrow(150, 112, -30)
    given = (
        arrow(228, 62, 36)
        + at(276, 22, board.stamp("postal", 84))
        + text("+1 stamp,", 318, 124, 14)
        + text("and you lead", 318, 142, 14)
    )
    said = "Sam walks into the Post Office; whoever brought him gets a postal stamp and leads the new round"
    return page(376, 150, "Back at the Post Office", said, house + steps + given + text("Post Office", 60, 142, 14))


def the_board() -> str:
    """The Board: the ring with names and numbers."""
    drawn = (
        board.ring() + board.clockwise(176, 176, 50) + text("Sam walks", 176, 174, 13) + text("clockwise", 176, 190, 13)
    )
    return larger(
        page(board.SIZE, board.SIZE, "The board", "Twelve spaces in a square, with names and house numbers", drawn), 1.4
    )


def anatomy() -> str:
    """How to Read a Card: call-outs."""
    x, scale = 60, 1.7
    drawn = at(x, 6, faces.face("going"), scale)
    marks = (
        (1, 30, 51, x + 34, 51), (2, 30, 208, x + 12, 208), (3, 322, 262, x + 134, 262),
        (4, 30, 168, x + 76, 182), (5, 30, 294, x + 30, 294), (6, 322, 130, x + 190, 172),
    )  # fmt: skip
    called = "".join(lead(mx, my, tx, ty) + badge(n, mx, my) for n, mx, my, tx, ty in marks)
    said = "Going Postal with six numbers: name, option, OR, state, distance, action stamp"
    return page(350, 346, "How to read a card", said, drawn + called)


def _labelled(drawn: str, name: str, words: list[str], x: float) -> str:
    """A drawing 72 wide with a name and words under it, in a column 150 wide."""
    return at(x, 0, at(36, 4, drawn) + text(name, 72, 100, 16, bold=True) + lines(words, 72, 121, 15))


def stamps() -> str:
    """Stamps: the three kinds."""
    words = {
        "postal": ["from the", "Post Office"],
        "marker": ["from a postal", "personality's card"],
        "vendetta": ["for a removed", "marker stamp"],
    }
    body = "".join(
        _labelled(board.stamp(kind, 72), f"{kind} stamp".capitalize(), said, 150 * n)
        for n, (kind, said) in enumerate(words.items())
    )
    return page(
        446,
        146,
        "The three stamps",
        "A postal stamp with an envelope, a marker stamp with a target, a vendetta stamp with a fist",
        body,
    )


def personalities() -> str:
    """Personalities: the four badges."""
    words = {
        "sane": ["2 cards"],
        "postal": ["1 card for", "each stamp"],
        "marked": ["can be", "eliminated"],
        "eliminated": ["no cards,", "but revenge"],
    }
    body = "".join(
        _labelled(board.badge(kind, 72), kind.capitalize(), said, 118 * n - 12)
        for n, (kind, said) in enumerate(words.items())
    )
    return page(
        476,
        146,
        "Sane, postal, marked, eliminated",
        "Four faces: smiling; dizzy; worried, with a target; crossed out",
        body,
    )


def take_over() -> str:
    """Eliminating: a ghostly hand over the discard pile."""
    below = card("bulk", 30, 72) + card("first", 36, 64) + text("discard pile", 68, 188, 14)
    house = f'<rect x="1" y="1" width="98" height="98" rx="8" fill="{SHEET}" stroke="{EDGE}"/>' + at(
        14, 10, inked(BUILDINGS["7"]), 1.2
    )
    house += f'<circle cx="82" cy="18" r="13" fill="{STOP}" stroke="{PAPER}" stroke-width="2"/>' + text(
        "2", 82, 24, 17, fill="#fff", bold=True
    )
    paid = (
        at(236, 118, board.stamp("vendetta", 44))
        + at(286, 118, board.stamp("vendetta", 44))
        + text("the price", 284, 186, 14)
    )
    ghost = at(44, 14, hand("fingers", is_ghost=True) + hand("behind", is_ghost=True) + hand("thumb", is_ghost=True))
    mist = f'<path d="M40 20q-8-8 0-14M60 14q-8-8 0-14M82 20q-8-8 0-14" stroke="{EDGE}" stroke-width="2.5"/>'
    said = (
        "A pale hand over the discard pile; Sam stands on a house with the number 2, the price is two vendetta stamps"
    )
    return page(
        350, 200, "A take-over", said, below + ghost + mist + at(234, 6, house) + at(296, 60, board.sam(48)) + paid
    )


def cover() -> str:
    """The game's stamp. By day, as all stamps are."""
    body = (
        inked(SCENES["desk"])
        + at(84, 30, board.sam(140))
        + at(30, 104, board.badge("sane", 60))
        + at(222, 104, board.badge("postal", 60))
    )
    body += (
        at(14, 92, board.stamp("postal", 34))
        + at(252, 84, board.stamp("marker", 34))
        + at(230, 14, faces.action_stamp(44))
    )
    return page(300, 200, "Sam, the postman", "Sam between a sane face and a postal one, with stamps and letters", body)


def sam() -> str:
    """Home: Sam says hello."""
    edge = "M92 10h122q8 0 8 8v44q0 8-8 8h-100l-22 16 4-16q-8 0-8-8V18q0-8 8-8z"
    bubble = f'<path d="{edge}" fill="#fff" stroke="{INK}" stroke-width="2"/>'
    words = text("Good morning!", 153, 36, 14, fill=INK, bold=True) + text("Any letters?", 153, 56, 14, fill=INK)
    body = at(-8, 58, board.sam(124)) + bubble + words + at(136, 112, board.stamp("postal", 56))
    return page(228, 184, "Sam, the postman", "Sam with his bag says good morning", body, ' class="is-aside"')


PLATES = {
    "sam": sam,
    "layout": layout,
    "play": play,
    "walk": walk,
    "draw": draw,
    "action": action,
    "passing": passing,
    "office": office,
    "board": the_board,
    "anatomy": anatomy,
    "stamps": stamps,
    "personalities": personalities,
    "take-over": take_over,
}


def plates() -> dict[str, str]:
    """The cover and every picture of the manual that is more than a sheet of cards."""
    return {"cover": cover()} | {name: drawn() for name, drawn in PLATES.items()}
