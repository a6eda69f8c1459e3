"""The pictures that explain the rules: setup, placing, newly formed, each manager, the end."""

from games.drawing.svg import FAINT, SHEET, WORD, lines, text
from games.titles.human_resources.cards import CARDS
from games.titles.human_resources.drawing import cells, faces
from games.titles.human_resources.drawing.cells import ACCENT, STOP
from games.titles.human_resources.drawing.panel import Panel, side_by_side

GREY = "#6a6a70"


def setup(name: str) -> str:
    """The opening square with its coordinates."""
    panel = Panel(name, ["....", ".DL.", ".LD.", "...."], (-1, -1))
    return side_by_side(name, "The opening square: dark at (0,0) and (1,1), light at (1,0) and (0,1)", [panel])


def places(name: str) -> str:
    """Where a cubicle may be placed."""
    panel = Panel(name, [".....", ".DL..", "..D..", "....."], (-1, -1))
    panel.tick((0, -1), (1, -1), (-1, 0), (2, 0), (0, 1), (2, 1), (1, 2)).cross((-1, -1), (2, -1), (2, 2), (3, 0))
    return side_by_side(name, "Places that share a wall with a cubicle, and places that do not", [panel])


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


def newly_placed(name: str) -> str:
    """E2: a placement completes Hallway."""
    before = Panel(name, ["DLL.", "L.D."], words=["Hallway is in play."]).ghost((3, 0), "D")
    after = Panel(name, ["DLLD", "L.D."], words=["Completed: 2 points."])
    after.around([(x, 0) for x in range(4)]).fresh((3, 0))
    return side_by_side(name, "A dark cubicle at (3,0) completes Hallway", [before, after])


def newly_standing(name: str) -> str:
    """E3: a pattern that stood before, then an overlap."""
    row = [(x, 0) for x in range(4)]
    before = Panel(name, [".LLLL", ".D..D"], (-1, 0), ["Stood before Corridor was", "played: scores nothing."])
    before.around(row, GREY, "3 7")
    after = Panel(name, ["LLLLL", ".D..D"], (-1, 0), ["Four of the five with", "the new one: 4 points."])
    after.around([(x, 0) for x in range(-1, 3)]).fresh((-1, 0))
    return side_by_side(name, "A standing row does not score, a lengthened row does", [before, after])


def newly_rival(name: str) -> str:
    """E4: formed by the other player."""
    before = Panel(name, ["DDD.", "LLL."], words=["B placed (1,0): A's Help", "Desk stands, nobody scores."])
    before.around([(0, 0), (1, 0), (2, 0), (1, 1)], STOP, "3 7").fresh((1, 0))
    after = Panel(name, ["DDDD", "LLL."], words=["A places (3,0): formed", "again, one place on."])
    after.around([(1, 0), (2, 0), (3, 0), (2, 1)]).fresh((3, 0))
    return side_by_side(name, "Formed on B's turn, then newly formed by A", [before, after])


def manager_move(name: str) -> str:
    """E5: the cubicle that holds the office together."""
    allowed = Panel(name, ["DD.", "L..", "DD."], words=["Joins both parts", "again: allowed."])
    allowed.ghost((1, 1), "L").arrow((0, 1), (1, 1))
    refused = Panel(name, ["DD.", "L..", "DD."], words=["Leaves two offices:", "not allowed."])
    refused.arrow((0, 1), (2, 0)).cross((2, 0))
    return side_by_side(name, "Move: a cubicle that joins two parts", [allowed, refused])


def manager_swap(name: str) -> str:
    """E8: one Swap, two projects."""
    before = Panel(name, ["DDLD", "..DD"], words=["Light and dark", "change places."])
    before.swap((2, 0), (2, 1))
    after = Panel(name, ["DDDD", "..LD"], words=["A Corridor and a light", "Corner Desk at once."])
    after.around([(x, 0) for x in range(4)]).fresh((2, 0), (2, 1))
    return side_by_side(name, "Swap: two neighbours of different colours", [before, after])


def manager_shift(name: str) -> str:
    """Straight, bent, blocked, across a gap."""
    straight = Panel(name, ["DLL.", "D...", "LDLD"], words=["Straight group,", "south by 1."])
    straight.around([(1, 0), (2, 0)]).arrow((1, 0), (1, 1)).arrow((2, 0), (2, 1))
    bent = Panel(name, [".DD.", "..L.", "LDD.", "D..."], words=["Bent group, west", "by 1."])
    bent.around([(1, 0), (2, 0), (2, 1)]).arrow((1, 0), (0, 0)).arrow((2, 1), (1, 1))
    blocked = Panel(name, ["DL..", "L.DD", "DDL."], words=["Blocked: another", "one is in the way."])
    blocked.around([(0, 1)], STOP).arrow((0, 1), (2, 1), STOP).cross((2, 1))
    gap = Panel(name, ["D..L", "D..D", "LDDL"], words=["Across a gap: east by 2;", "by 1 it hangs on nothing."])
    gap.around([(0, 0)]).cross((1, 0)).ghost((2, 0), "D").arrow((0, 0), (2, 0))
    return side_by_side(name, "Shift: straight, bent, blocked, across a gap", [straight, bent, blocked, gap])


def manager_remove(name: str) -> str:
    """Allowed and not."""
    panel = Panel(name, ["DL..", ".DLD"]).tick((0, 0), (3, 1)).cross((1, 0), (1, 1), (2, 1))
    return side_by_side(name, "Remove: only cubicles without which the rest is one office", [panel])


def manager_exchange(name: str) -> str:
    """E7: another colour completes, the same colour changes nothing."""
    other = Panel(name, ["LLLL", "..D."], words=["Light for dark: the row", "is new, 4 points."])
    other.around([(x, 0) for x in range(4)]).fresh((2, 0))
    same = Panel(name, ["LLDL", "..D."], words=["Dark for dark: nothing", "changed, no points."])
    same.around([(2, 0)], GREY, "3 7")
    return side_by_side(name, "Exchange: a different colour, the same colour", [other, same])


def _cards_with_arrows(name: str, title: str, drawn: list[str], words: list[str], signs: list[str]) -> str:
    step = faces.WIDTH + 44
    parts = []
    for n, (card, word) in enumerate(zip(drawn, words, strict=True)):
        parts.append(f'<g transform="translate({n * step} 0)">{card}</g>')
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


def manager_draw(name: str) -> str:
    """One card now, one at the end of the turn."""
    drawn = [faces.face(name, CARDS["M9D"], is_worded=False), faces.back(name, "L"), faces.back(name, "D")]
    words = ["hired", "drawn at once", "drawn at the|end of the turn"]
    return _cards_with_arrows(name, "Draw: one card at once, one at the end of the turn", drawn, words, [">", "+"])


def manager_play_two(name: str) -> str:
    """The manager, then two cards."""
    drawn = [faces.face(name, CARDS["M1L"], is_worded=False), faces.face(name, CARDS["P02D"]), faces.back(name, "D")]
    words = ["hired", "first: a project", "second: a|cubicle"]
    return _cards_with_arrows(name, "Play Two: the manager, then two more cards", drawn, words, [">", ">"])


def manager_take(name: str) -> str:
    """Any card of the pile."""
    drawn = [
        faces.face(name, CARDS["M2L"], is_worded=False),
        faces.face(name, CARDS["M8D"], is_worded=False),
        faces.face(name, CARDS["M3L"], is_worded=False),
    ]
    words = ["hired", "choose any card|of the pile", "not only the top"]
    return _cards_with_arrows(name, "Take: any one card of the discard pile", drawn, words, [">", "or"])


def manager_pickup(name: str) -> str:
    """A project goes back."""
    drawn = [faces.face(name, CARDS["P05L"]), faces.back(name, "L")]
    words = ["in play", "back in the hand|of its owner"]
    title = "Pick Up: an incomplete project goes back into its owner's hand"
    return _cards_with_arrows(name, title, drawn, words, [">"])


def end(name: str) -> str:
    """The last card of the deck."""
    drawn = [faces.back(name, "D"), faces.back(name, "D"), _no_card()]
    words = ["the final card|of the deck", "is drawn", "the game is over|at once"]
    return _cards_with_arrows(name, "The game ends when the final card is drawn", drawn, words, [">", ">"])


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


PLATES = {
    "setup": setup,
    "places": places,
    "orientation": orientation,
    "newly-placed": newly_placed,
    "newly-standing": newly_standing,
    "newly-rival": newly_rival,
    "manager-move": manager_move,
    "manager-swap": manager_swap,
    "manager-draw": manager_draw,
    "manager-play-two": manager_play_two,
    "manager-take": manager_take,
    "manager-shift": manager_shift,
    "manager-remove": manager_remove,
    "manager-exchange": manager_exchange,
    "manager-pick-up": manager_pickup,
    "end": end,
}


def pictures() -> dict[str, str]:
    """The cover and every picture of the manual by file name without ".svg"."""
    return (
        {"cover": cover("cover"), "cards": faces.small_cards()}
        | faces.sheets()
        | {name: draw(name) for name, draw in PLATES.items()}
    )
