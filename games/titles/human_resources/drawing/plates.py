"""The pictures that explain the rules, from plates.toml: setup, placing, newly formed, each manager, the end."""

from pathlib import Path

from games.drawing.svg import FAINT, SHEET, WORD, lines, text
from games.kernel import data
from games.titles.human_resources.cards import CARDS
from games.titles.human_resources.drawing import cells, faces
from games.titles.human_resources.drawing.cells import ACCENT, STOP
from games.titles.human_resources.drawing.panel import Panel, side_by_side


def orientation(name: str) -> str:
    """One drawing, its turns and its mirror image."""
    looks = {
        "As drawn": ["L..", "DD.", ".DL"],
        "Turned": [".DL", "DD.", "L.."],
        "Turned again": ["LD.", ".DD", "..L"],
        "Mirrored": ["..L", ".DD", "LD."],
    }
    body = "".join(
        cells.drawing(name, grid, n % 2 * 170 + 10, n // 2 * 150 + 4, 34)
        + text(word, n % 2 * 170 + 61, n // 2 * 150 + 128, 15)
        for n, (word, grid) in enumerate(looks.items())
    )
    return cells.page(name, 310, 290, "The Staircase in four orientations", body)


def _row_of_cards(name: str, title: str, drawn: list[str], words: list[str], signs: list[str]) -> str:
    step = faces.WIDTH + 44
    parts = []
    for n, (card, word) in enumerate(zip(drawn, words, strict=True)):
        parts.append(f'<g transform="translate({n * step} 0)">{_card(name, card)}</g>')
        parts.append(lines(word.split("|"), n * step + faces.WIDTH / 2, faces.HEIGHT + 20, 14, step=1.3))
    for n, sign in enumerate(signs):
        x, y = n * step + faces.WIDTH + 8, faces.HEIGHT / 2
        if sign == "+":
            path = f'<path d="M{x + 4} {y}h20m-10-10v20" stroke="{WORD}" stroke-width="3"/>'
        elif sign == "or":
            path = text("or", x + 14, y + 5, 16)
        else:
            path = f'<path d="M{x} {y}h18" stroke="{ACCENT}" stroke-width="4"/>'
            path += f'<path d="M{x + 28} {y}l-12-8v16z" fill="{ACCENT}"/>'
        parts.append(path)
    width = len(drawn) * step - 44
    return cells.page(name, width, faces.HEIGHT + 46, title, "".join(parts))


def _card(name: str, id: str) -> str:
    if not id:
        return _no_card()
    return faces.face(name, CARDS[id], is_worded=False) if id in CARDS else faces.back(name, id)


def _no_card() -> str:
    frame = f'<rect x="1" y="1" width="{faces.WIDTH - 2}" height="{faces.HEIGHT - 2}" rx="9" fill="{SHEET}"'
    frame += f' stroke="{FAINT}" stroke-dasharray="6 5" stroke-width="2"/>'
    return frame + text("0", faces.WIDTH / 2, faces.HEIGHT / 2 + 16, 46)


def cover(name: str) -> str:
    """The game's stamp: an office that has grown, with a pattern in it. By day, as all stamps are."""
    grid = "".join(f"M{x} 0v200" for x in range(30, 300, 40)) + "".join(f"M0 {y}h300" for y in range(40, 200, 40))
    rows = ["..D...", ".LDDL.", "DDLDLL", ".LDL..", "...L.."]
    pattern = cells.outline([(2, 1), (3, 1), (3, 2), (2, 3), (1, 3), (2, 2)])
    body = f'<rect width="300" height="200" fill="#e4ece5"/><path d="{grid}" stroke="#9fb3ab" stroke-dasharray="2 4"/>'
    body += cells.drawing(name, rows, 30, 0, 40)
    body += f'<g transform="translate(30 0)"><path d="{pattern}" stroke="#fffcf4" stroke-width="9"/>'
    return cells.page(
        name, 300, 200, "An office of cubicles", f'{body}<path d="{pattern}" stroke="{STOP}" stroke-width="4.5"/></g>'
    )


def pictures() -> dict[str, str]:
    """The cover and every picture of the manual by file name without ".svg"."""
    plates = data.read(Path(__file__).parent.parent, "plates.toml")
    made = {"cover": cover("cover"), "cards": faces.small_cards(), "orientation": orientation("orientation")}
    for name, plate in plates["panels"].items():
        made[name] = side_by_side(name, plate["title"], [Panel(name, **part) for part in plate["parts"]])
    return made | faces.sheets() | {name: _row_of_cards(name, **plate) for name, plate in plates["cards"].items()}
