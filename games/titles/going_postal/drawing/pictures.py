"""Every picture by the name of its file."""

from games.drawing.svg import larger
from games.titles.going_postal.cards import KINDS
from games.titles.going_postal.drawing import board, faces, plates

MOVING = [kind.id for kind in KINDS.values() if not kind.a.action]
ACTING = [kind.id for kind in KINDS.values() if kind.a.action]


def pictures() -> dict[str, str]:
    """All pictures by file name without ".svg": the manual's, the cover, and the two files for the table."""
    sheets = {
        "cards-moving": larger(faces.sheet("The six moving cards", MOVING), 1.25),
        "cards-action": larger(faces.sheet("The thirteen action cards", ACTING), 1.25),
    }
    return plates.plates() | sheets | {"cards": faces.for_the_table(), "pieces": board.for_the_table()}
