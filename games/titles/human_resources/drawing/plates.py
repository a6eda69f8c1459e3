"""The pictures that explain the rules, from plates.toml: setup, placing, newly formed, each manager, the end."""

from pathlib import Path

from games.drawing.svg import FAINT, WORD, lines, text
from games.kernel import data
from games.titles.human_resources.cards import CARDS
from games.titles.human_resources.drawing import cells, faces
from games.titles.human_resources.drawing.cells import ACCENT
from games.titles.human_resources.drawing.panel import Panel, side_by_side


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
        frame = faces.paper(f'stroke="{FAINT}" stroke-dasharray="6 5" stroke-width="2"')
        return frame + text("0", faces.WIDTH / 2, faces.HEIGHT / 2 + 16, 46)
    return faces.face(name, CARDS[id], is_worded=False) if id in CARDS else faces.back(name, id)


def pictures() -> dict[str, str]:
    """What is drawn from the cards and plates.toml, by file name without ".svg"; other pictures are plain files."""
    plates = data.read(Path(__file__).parent.parent, "plates.toml")
    made = {"cards": faces.small_cards()}
    for name, plate in plates["panels"].items():
        made[name] = side_by_side(name, plate["title"], [Panel(name, **part) for part in plate["parts"]])
    return made | faces.sheets() | {name: _row_of_cards(name, **plate) for name, plate in plates["cards"].items()}
