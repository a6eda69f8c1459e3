"""The pictures of the manual, the cover, and the two files of pieces for the table."""

from games.titles.dinosaurs.drawing import dinos, disasters, faces, ink, pieces
from games.titles.dinosaurs.drawing.ink import (
    EDGE,
    FAINT,
    GOOD,
    INK,
    PAPER,
    SHEET,
    STOP,
    arrow,
    at,
    badge,
    lead,
    page,
    text,
)

ENLARGED = 1.25  # card faces in the manual are shown a little larger than drawn


def _larger(drawn: str, factor: float = ENLARGED) -> str:
    """The picture with a greater natural width; it still shrinks with the page."""
    before, rest = drawn.split(' width="', 1)
    width, after = rest.split('"', 1)
    return f'{before} width="{float(width) * factor:g}"{after}'


def dinosaurs() -> str:
    """V01: the six characters and their traits."""
    body = ""
    for n, (id, facts) in enumerate(pieces.DINOSAURS.items()):
        x, y = n % 3 * 160, n // 3 * 236
        body += at(x, y, f'<rect x="2" y="2" width="148" height="226" rx="10" fill="{SHEET}" stroke="{EDGE}"/>')
        body += at(x + 16, y + 8, dinos.portrait(id)) + text(facts["name"], x + 76, y + 146, 15, bold=True)
        body += pieces.traits(id, x + 43, y + 154)
        if facts["set"] == "extra":
            body += at(x + 96, y + 8, f'<rect width="50" height="20" rx="10" fill="{STOP}"/>') + text(
                "5–6", x + 121, y + 23, 13, fill="#fff", bold=True
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
    body += lead(66, 14, 66, 30) + badge(1, 66, 12) + lead(96, 204, 78, 180) + badge(2, 100, 208)
    body += (
        lead(136 + x + 40, 14, 136 + x + 4, 66 + y - 26)
        + badge(3, 136 + x + 40, 12)
        + lead(448, 204, 440, 150)
        + badge(4, 448, 208)
    )
    return _larger(
        page(
            500,
            222,
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
            n % 2 * 262,
            n // 2 * 92,
            at(4, 4, faces.sign(kind, 76))
            + text(kind.capitalize(), 92, 38, 18, "start", bold=True)
            + text(said, 92, 60, 14, "start"),
        )
    return page(
        490,
        176,
        "The types of Disaster cards",
        "Natural, predatory and emotional disasters, and Meteors, each with symbol and letter",
        body,
    )


def _verdict(kinds: list[str], words: list[str], is_out: bool, x: float, y: float = 0) -> str:
    """A Disaster Area with the verdict on it."""
    mark = ink.cross(100, 14) if is_out else ink.tick(100, 14)
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


def choosing() -> str:
    """V07, second picture: where traits stand when a Dinosaur is chosen."""
    body = ""
    for n, id in enumerate(("nervous-rex", "stego", "cry-ceratops")):
        x = 4 + n * 152
        body += at(
            x,
            2,
            f'<rect width="144" height="164" rx="8" fill="{SHEET}" stroke="{GOOD if n == 1 else EDGE}" stroke-width="{3 if n == 1 else 1}"/>',
        )
        body += at(
            x + 8,
            8,
            f'<circle cx="10" cy="10" r="8" fill="{SHEET}" stroke="{INK}" stroke-width="1.5"/>'
            + (f'<circle cx="10" cy="10" r="4" fill="{GOOD}"/>' if n == 1 else ""),
        )
        body += (
            at(x + 38, 6, dinos.portrait(id), 0.56)
            + text(pieces.DINOSAURS[id]["name"], x + 72, 88, 14, bold=True)
            + pieces.traits(id, x + 39, 94)
        )
    body += at(0, 0, f'<path d="M226 196l-10-18h20z" fill="{STOP}"/>') + text("the traits", 226, 214, 15, bold=True)
    return page(
        456, 222, "Traits while you choose", "Three Dinosaurs to choose from; the traits stand under the name", body
    )


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
    hill = '<path d="M0 236q70-60 140-44t120-20v68H0z" fill="{green}"/><path d="M20 236q60-60 110-50" stroke="{sand}" stroke-width="16"/>'
    flag = '<path d="M196 184V66" stroke-width="4"/><path d="M198 68l46 14-46 16z" fill="{red}"/>'
    party = (
        '<path d="M30 40l8 6M60 18v9M214 30l-6 8M22 90l9-2M150 20l5 8M94 30l-7 6" stroke="{red}" stroke-width="4"/><path d="M44 66l8 2M80 12l6 7M178 22l-2 9M120 14l3 9" '
        'stroke="{teal}" stroke-width="4"/><path d="M12 56l8 5M108 42l3 8M190 48l7 4" stroke="{orange}" stroke-width="4"/>'
    )
    body = (
        ink.inked(hill + flag + party)
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
    """V14: the switch of the two-player rules."""
    frame = f'<rect x="1" y="1" width="398" height="104" rx="6" fill="{SHEET}" stroke="{EDGE}" stroke-width="2"/>'
    slider = f'<rect width="52" height="28" rx="14" fill="{GOOD}"/><circle cx="38" cy="14" r="11" fill="#fff"/><path d="M11 14l5 5 8-10" stroke="#fff" stroke-width="3"/>'
    body = frame + at(18, 20, slider) + text("Two-player rules: on", 84, 40, 17, "start", bold=True)
    body += text("Without these changes a duel often ends", 18, 74, 14, "start", FAINT) + text(
        "by sudden elimination.", 18, 93, 14, "start", FAINT
    )
    return page(400, 106, "The switch in the waiting room", "Two-player rules, switched on", body)


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
        + text("+1, draw to five", 68, 90, 14),
    ]
    words = [
        ["1 A Disaster card", "is turned up"],
        ["2 Everybody chooses", "a card in secret"],
        ["3 All cards are", "revealed"],
        ["4 Effects, the lowest", "value first"],
        ["5 Traits, Instants:", "the final scores"],
        ["6 Highest collects,", "lowest takes it"],
        ["7 Everybody moves", "and draws"],
    ]
    return page(
        596,
        320,
        "One round",
        "Seven steps from the turned-up Disaster card to the draw",
        pieces.strip(drawn, 150, words, 4, 162),
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
        ("nervous-rex", "mouth-trap", "bonehead", "5, again: 4"),
        ("bad-luck-bronto", "run-home-bat", "cool-stick", "5, again: 1"),
        ("stego", "iced-ptea", "", "8: safe at once"),
    )
    for n, (id, first, second, said) in enumerate(rows):
        y = 26 + n * 86
        body += at(4, y + 18, dinos.meeple(id), 1.1) + pieces.chip(first, 66, y)
        body += pieces.chip(second, 172, y) if second else ""
        mark = ink.cross(268, y + 34) if second == "cool-stick" else ink.tick(268, y + 34)
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
    sky = '<rect width="300" height="200" fill="#dfeaf2"/>' + ink.inked(
        '<path d="M-4 204v-44q80-34 160-14t150-16v74z" fill="{green}"/><path d="M196 150l26-56h18l30 50z" fill="{brown}"/>'
        '<path d="M222 94q9 6 18 0l4 7q-3 7-7 1-4 9-9 0-5 5-8-1z" fill="{red}"/>'
    )
    falling = at(206, 8, ink.inked(disasters.METEOR["meteor"]), 0.9) + at(
        150, 4, ink.inked(disasters.METEOR["meteor"]), 0.45
    )
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


def _symbol(id: str, width: float, height: float, drawn: str) -> str:
    return f'<symbol id="{id}" viewBox="0 0 {width:g} {height:g}">{drawn}</symbol>'


def cards() -> str:
    """Every face and both backs for the table: `cards.svg#pet-rock`, `#back-main`, `#back-disaster`."""
    body = "".join(_symbol(id, faces.WIDTH, faces.HEIGHT, faces.face(id)) for id in faces.CARDS)
    body += "".join(
        _symbol(f"back-{deck}", faces.WIDTH, faces.HEIGHT, faces.back(deck)) for deck in ("main", "disaster")
    )
    return page(0, 0, "Cards", "The faces and backs of the cards, for use on the table", body)


def table_pieces() -> str:
    """The rest for the table: `art-ID` of a card, `dino-ID`, `out-ID`, `meeple-ID`, `type-KIND`, and the `route`."""
    body = "".join(_symbol(f"art-{id}", 96, 60, ink.inked(drawn)) for id, drawn in faces.ART.items())
    for id in pieces.DINOSAURS:
        body += _symbol(f"dino-{id}", 120, 120, dinos.portrait(id)) + _symbol(f"out-{id}", 120, 120, dinos.winged(id))
        body += _symbol(f"meeple-{id}", 40, 40, dinos.meeple(id))
    body += "".join(_symbol(f"type-{kind}", 34, 34, faces.sign(kind)) for kind in disasters.TYPES)
    return page(
        0,
        0,
        "Pieces",
        "Drawings, Dinosaurs, meeples and types, for use on the table",
        body + _symbol("route", 234, 120, pieces.route(0, 0, {})),
    )


def _of_type(kind: str) -> list[str]:
    return [id for id, card in faces.CARDS.items() if card.get("type") == kind]


def sheets() -> dict[str, str]:
    """Pictures of card faces."""
    points = [id for id, card in faces.CARDS.items() if card["table"] == "point"]
    plain = [id for id in points if faces.CARDS[id]["timing"] == "plain"]
    made = {
        "effects": faces.sheet("Three effects before scoring", ["pet-rock", "fire-spray", "treenoculars"]),
        "exceptions": faces.sheet("The three exceptions", ["mouth-trap", "star-fruit", "flaming-chainsaw"]),
        "instants": faces.sheet("Instant cards for the scoring", ["booster", "sapper", "inversion"]),
        "disaster-instants": faces.sheet("Instant cards against a Disaster card", ["insurance", "redirect"], 2),
        "cards-plain": faces.sheet("The plain Point cards", plain),
        "cards-effects": faces.sheet("The Point cards with an effect", [id for id in points if id not in plain]),
    }
    made |= {
        f"cards-{kind}": faces.sheet(f"The {kind} disasters", _of_type(kind), 4)
        for kind in ("natural", "predatory", "emotional")
    }
    return {name: _larger(drawn) for name, drawn in made.items()}


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
FOR_THE_TABLE = {"cover": cover, "cards": cards, "pieces": table_pieces}


def pictures() -> dict[str, str]:
    """Every picture by file name without ".svg"."""
    return {name: draw() for name, draw in (FOR_THE_TABLE | PLATES).items()} | sheets()
