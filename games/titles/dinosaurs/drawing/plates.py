"""The pictures of the manual that show more than card faces, and the cover."""

from games.drawing import svg
from games.drawing.svg import (
    EDGE,
    FAINT,
    GOOD,
    INK,
    SHEET,
    STOP,
    WORD,
    arrow,
    at,
    badge,
    larger,
    lead,
    page,
    text,
)
from games.titles.dinosaurs.drawing import dinos, faces, pieces
from games.titles.dinosaurs.drawing.art import ART, SCENES


def dinosaurs() -> str:
    """V01: the six characters and their traits."""
    body = ""
    for n, (id, facts) in enumerate(pieces.DINOSAURS.items()):
        x, y = n % 3 * 160, n // 3 * 236
        body += at(x, y, f'<rect x="2" y="2" width="148" height="226" rx="10" fill="{SHEET}" stroke="{EDGE}"/>')
        body += at(x + 16, y + 8, dinos.portrait(id)) + text(facts["name"], x + 76, y + 146, 15.5, bold=True)
        body += pieces.traits(id, x + 43, y + 154)
        if facts["set"] == "extra":
            body += at(x + 96, y + 8, f'<rect width="50" height="22" rx="11" fill="{STOP}"/>') + text(
                "5–6", x + 121, y + 24.5, 15.5, fill="#fff", bold=True
            )
    return page(
        474,
        468,
        "The six Dinosaurs",
        "Four base Dinosaurs and two for five and six players, each with its traits",
        body,
    )


def decks() -> str:
    """V02: the table at the start."""
    body = (
        pieces.pile(20, 8)
        + text("Main deck", 52, 112, 14)
        + pieces.chip("iced-ptea", 130, 14)
        + text("Discard pile", 160, 112, 14)
    )
    body += (
        pieces.pile(250, 8, is_dark=True)
        + text("Disaster deck", 282, 112, 14)
        + pieces.chip("downpour", 354, 14)
        + text("face up", 384, 112, 14)
    )
    hand = ("pet-rock", "bonehead", "mouth-trap", "meteor-cannon", "booster")
    body += "".join(pieces.chip(id, 38 + 68 * n, 140) for n, id in enumerate(hand)) + text(
        "Your hand of five", 210, 240, 14
    )
    return page(
        420,
        250,
        "The table at the start",
        "The light-backed Main deck, the discard pile, the dark-backed Disaster deck, a hand of five cards",
        body,
    )


def board() -> str:
    """V03: a board with call-outs."""
    body = at(0, 16, pieces.board("nervous-rex", 17, ["natural", "natural", "emotional"]))
    x, y = pieces.space(17)
    body += lead(66, 14, 66, 30) + badge(1, 66, 12) + lead(106, 156, 80, 156) + badge(2, 108, 156)
    body += (
        lead(341, 45 + y, 134 + x + 10, 45 + y) + badge(3, 341, 45 + y) + lead(340, 236, 312, 236) + badge(4, 346, 236)
    )
    return larger(
        page(
            pieces.BOARD_WIDTH,
            pieces.BOARD_HEIGHT + 16,
            "The Dinosaur board",
            "A board with four numbered parts: portrait, traits, Escape Route with meeple, Disaster Area",
            body,
        ),
        1.2,
    )


def types() -> str:
    """V04: the types of Disaster cards."""
    words = {
        "natural": "a cloud with lightning",
        "predatory": "a fang",
        "emotional": "a broken heart",
        "meteor": "a falling star",
    }
    body = ""
    for n, (kind, said) in enumerate(words.items()):
        body += at(
            n % 2 * 250,
            n // 2 * 92,
            at(4, 4, faces.sign(kind, 76))
            + text(kind.capitalize(), 92, 38, 17, "start", bold=True)
            + text(said, 92, 60, 14, "start"),
        )
    return page(
        450,
        176,
        "The types of Disaster cards",
        "Natural, predatory and emotional disasters, and Meteors, each with symbol and letter",
        body,
    )


def _verdict(kinds: list[str], words: list[str], is_out: bool, x: float, y: float = 0) -> str:
    """A Disaster Area with the verdict on it."""
    mark = svg.cross(100, 14) if is_out else svg.tick(100, 14)
    said = text("Out", 56, 118, 16, fill=STOP, bold=True) if is_out else text("Safe", 56, 118, 16, fill=GOOD, bold=True)
    return at(
        x,
        y,
        pieces.area(kinds, 14, 14)
        + mark
        + said
        + "".join(text(line, 56, 137 + 17 * n, 13.5) for n, line in enumerate(words)),
    )


def out() -> str:
    """V05: three of a kind, three different, two and two."""
    body = _verdict(["natural"] * 3, ["three of", "one type"], True, 0) + _verdict(
        ["natural", "predatory", "emotional"], ["three different", "types"], True, 150
    )
    body += _verdict(["natural", "natural", "predatory", "predatory"], ["two and two"], False, 300)
    return page(
        420,
        162,
        "Who is out",
        "Three natural: out. Natural, predatory, emotional: out. Two natural and two predatory: safe",
        body,
    )


def meteors() -> str:
    """V06: the Meteor completes whatever is worst."""
    body = _verdict(["meteor", "natural", "emotional"], ["counts as", "predatory"], True, 0) + _verdict(
        ["meteor", "natural", "natural"], ["counts as", "natural"], True, 150
    )
    body += _verdict(["meteor", "meteor"], ["nothing to", "complete yet"], False, 300)
    return page(
        420, 162, "Meteors", "Meteor, natural, emotional: out. Meteor, natural, natural: out. Two Meteors: safe", body
    )


def traits() -> str:
    """V07: the corner of the board, enlarged."""
    frame = f'<rect x="1" y="1" width="398" height="148" rx="12" fill="#e9eedb" stroke="{INK}" stroke-width="2"/>'
    body = frame + at(12, 12, pieces.traits("nervous-rex", 0, 0), 1.8)
    body += text("+1 when a predatory", 150, 34, 16, "start", INK, True) + text(
        "card lies face up", 150, 54, 16, "start", INK
    )
    body += text("−1 when an emotional", 150, 94, 16, "start", INK, True) + text(
        "card lies face up", 150, 114, 16, "start", INK
    )
    return page(
        400,
        150,
        "The traits of Nervous Rex",
        "The bottom left corner of the board: predatory plus one, emotional minus one",
        body,
    )


def _choice(id: str, is_chosen: bool) -> str:
    """A Dinosaur in the choice at the start, 144 by 164."""
    edge = f'stroke="{GOOD}" stroke-width="3"' if is_chosen else f'stroke="{EDGE}"'
    dot = f'<circle cx="18" cy="18" r="4" fill="{GOOD}"/>' if is_chosen else ""
    frame = f'<rect width="144" height="164" rx="8" fill="{SHEET}" {edge}/>'
    button = f'<circle cx="18" cy="18" r="8" fill="{SHEET}" stroke="{WORD}" stroke-width="1.5"/>{dot}'
    name = text(pieces.DINOSAURS[id]["name"], 72, 88, 15, bold=True)
    return frame + button + at(38, 6, dinos.portrait(id), 0.56) + name + pieces.traits(id, 39, 94)


def choosing() -> str:
    """V07, second picture: where traits stand when a Dinosaur is chosen."""
    ids = ("stego", "nervous-rex", "cry-ceratops")
    body = "".join(at(4 + 152 * n, 2, _choice(id, id == "nervous-rex")) for n, id in enumerate(ids))
    body += f'<path d="M228 172l-11 16h22z" fill="{STOP}"/>' + text("the traits", 228, 208, 15, bold=True)
    said = "Three Dinosaurs to choose from; the traits stand under the name"
    return page(456, 216, "Traits while you choose", said, body)


def point_card() -> str:
    """V08: a Point card with call-outs."""
    card = at(70, 6, faces.face("fire-spray"), 1.5)
    marks = (
        lead(84, 34, 46, 34)
        + badge(1, 44, 34)
        + lead(84, 160, 46, 160)
        + badge(2, 44, 160)
        + lead(240, 188, 290, 188)
        + badge(3, 292, 188)
    )
    marks += lead(254, 232, 290, 232) + badge(4, 292, 232)
    return page(
        340,
        300,
        "A Point card",
        "Fire Spray with its value 4 in both corners, the stripe, the name and the effect",
        card + marks,
    )


def winner() -> str:
    """V13: somebody got away."""
    body = (
        svg.inked(SCENES["meadow"])
        + text("50", 217, 88, 15, fill="#fff", bold=True)
        + at(26, 44, dinos.portrait("stego"), 1.28)
    )
    return page(
        260,
        240,
        "A happy little dinosaur",
        "Stego stands at the end of the Escape Route, under a flag with the number 50",
        body,
        ' class="is-aside"',
    )


def switch() -> str:
    """V14: the switch of the two-player rules, as the form of a new table shows it."""
    frame = f'<rect x="1" y="1" width="398" height="226" rx="6" fill="{SHEET}" stroke="{EDGE}" stroke-width="2"/>'
    head = text("Two player rules", 18, 32, 17, "start", bold=True)
    head += text("Default: two-player rules.", 18, 54, 14, "start", FAINT)
    field = f'<rect x="18" y="66" width="364" height="108" rx="4" fill="{SHEET}" stroke="{WORD}"/>'
    field += f'<path d="M19 66h362v36H19z" fill="{GOOD}"/><path d="M356 80l7 8 7-8" stroke="#fff" stroke-width="2.5"/>'
    field += text("default", 32, 90, 15, "start", "#fff", bold=True)
    field += text("two-player rules", 32, 124, 15, "start") + text("the rules for three or more", 32, 158, 15, "start")
    why = ["Without these changes, a duel often ends", "in sudden elimination."]
    said = "A field with three choices: the default, which means on; two-player rules; the rules for three or more"
    body = frame + head + field + svg.lines(why, 18, 196, 14, "start", FAINT)
    return page(400, 228, "The switch of the two-player rules", said, body)


def the_round() -> str:
    """V15: one round in seven small pictures."""
    played = pieces.chip("bow-and-dino", 4, 14) + pieces.chip("cool-stick", 72, 14)
    drawn = [
        pieces.pile(2, 8, is_dark=True) + pieces.chip("stomped", 74, 14),
        pieces.down(4, 14) + pieces.down(72, 14),
        played,
        pieces.chip("pet-rock", 4, 14) + arrow(68, 52, 22) + text("+4", 114, 60, 26, bold=True),
        pieces.chip("booster", 4, 14) + text("6 + 2", 102, 50, 22, bold=True) + text("= 8", 102, 76, 22, bold=True),
        at(4, 22, dinos.meeple("stego"), 1.3) + text("+8", 30, 92, 18, bold=True) + pieces.chip("stomped", 72, 14),
        at(2, 16, pieces.area(["predatory"], 0, 0, 1, 1))
        + arrow(46, 36, 22)
        + at(76, 10, dinos.meeple("nervous-rex"), 1.2)
        + text("+1, draw to five", 68, 82, 14),
    ]
    words = [
        ["1 A Disaster card", "is turned up"],
        ["2 Choose a card", "in secret"],
        ["3 All cards are", "revealed"],
        ["4 Effects, lowest", "value first"],
        ["5 Traits, Instants:", "the final scores"],
        ["6 Highest collects,", "lowest takes it"],
        ["7 Everyone moves", "and draws"],
    ]
    return page(
        446,
        444,
        "One round",
        "Seven steps from the turned-up Disaster card to the draw",
        svg.strip(drawn, words, 150, 150, 3, 14),
    )


def inversion() -> str:
    """V16: 3, 3, 9 becomes 9, 9, 3."""
    body = ""
    for n, (id, before, after) in enumerate((("nervous-rex", 3, 9), ("stego", 3, 9), ("bad-luck-bronto", 9, 3))):
        y = 4 + n * 52
        body += at(4, y, dinos.meeple(id), 1.1) + text(pieces.DINOSAURS[id]["name"], 56, y + 28, 14, "start")
        body += (
            text(str(before), 206, y + 32, 26, bold=True)
            + arrow(226, y + 23, 52)
            + text(str(after), 302, y + 32, 26, fill=GOOD if after == 9 else STOP, bold=True)
        )
    return page(326, 164, "An inversion with a tie", "Scores 3, 3, 9 become 9, 9, 3", body)


def sudden_death() -> str:
    """V16: three in Sudden Death."""
    body = ""
    rows = (
        ("nervous-rex", "mouth-trap", "bonehead", "safe"),
        ("bad-luck-bronto", "run-home-bat", "cool-stick", "takes the card"),
        ("stego", "iced-ptea", "", "safe at once"),
    )
    for n, (id, first, second, said) in enumerate(rows):
        y = 26 + n * 86
        body += at(4, y + 18, dinos.meeple(id), 1.1) + pieces.chip(first, 66, y)
        body += pieces.chip(second, 172, y) if second else ""
        mark = svg.cross(268, y + 34) if second == "cool-stick" else svg.tick(268, y + 34)
        body += mark + text(said, 290, y + 39, 14, "start")
    return page(
        410,
        284,
        "Sudden Death",
        "Three players, two picks: the lowest new card takes the Disaster card",
        text("first pick", 96, 16, 14) + text("second pick", 202, 16, 14) + body,
    )


def cover() -> str:
    """The game's stamp. By day, as all stamps are."""
    sky = svg.inked(SCENES["volcano"])
    falling = at(206, 8, svg.inked(ART["meteor"]), 0.9) + at(150, 4, svg.inked(ART["meteor"]), 0.45)
    three = (
        at(10, 62, dinos.portrait("nervous-rex"))
        + at(196, 104, dinos.portrait("cry-ceratops"), 0.78)
        + at(108, 88, dinos.portrait("stego"), 0.92)
    )
    return page(
        300,
        200,
        "Three small dinosaurs and a falling star",
        "Nervous Rex, Stego and Cry Ceratops on a meadow; a meteor falls",
        sky + falling + three,
    )


PLATES = {
    "dinosaurs": dinosaurs,
    "decks": decks,
    "board": board,
    "types": types,
    "out": out,
    "meteors": meteors,
    "traits": traits,
    "choosing": choosing,
    "point-card": point_card,
    "winner": winner,
    "switch": switch,
    "round": the_round,
    "inversion": inversion,
    "sudden-death": sudden_death,
}


def plates() -> dict[str, str]:
    """The cover and every picture of the manual that is more than a sheet of cards."""
    return {"cover": cover()} | {name: draw() for name, draw in PLATES.items()}
