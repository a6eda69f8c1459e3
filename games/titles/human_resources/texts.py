"""What the table and the emails say about a position: the office in letters, the reason panels, the end (HR-130)."""

from collections.abc import Sequence

from games.titles.human_resources.cards import CARDS, COLOURS
from games.titles.human_resources.view import Panel, ReportView, ResultView, ScoredView, Standing, View
from games.titles.human_resources.words import PHRASES, at

NONE = "Nearest: none; no cubicle of the office can be part of it."


def office(view: View) -> list[str]:
    """The office in letters with the numbers of rows and columns, one empty place around it."""
    west, north, east, south = view.frame
    letters = {(cell.x, cell.y): cell.colour for cell in view.office}
    columns = range(west, east + 1)
    wide = max(3, max(len(str(x)) for x in (west, east)) + 1)
    head = "        x" + "".join(f"{x:>{wide}}" for x in columns).rjust(wide * len(columns) + 4 - wide)
    rows = [
        f"y{y:>3}     " + " " * (4 - min(wide, 4)) + "".join(f"{letters.get((x, y), '.'):>{wide}}" for x in columns)
        for y in range(north, south + 1)
    ]
    return [head, *rows]


def rows(view: View) -> str:
    """The office in one line: "row 0: D at 0, L at 1; row 1: ..."."""
    found: dict[int, list[str]] = {}
    for cell in view.office:
        found.setdefault(cell.y, []).append(f"{cell.colour} at {cell.x}")
    return "; ".join(f"row {y}: {', '.join(cells)}" for y, cells in found.items())


def placed(view: View, names: Sequence[str]) -> list[tuple[str, str]]:
    """Who put which cubicles there, and the faces that the viewer knows: (who, places), own names included."""
    found = []
    for seat in (*range(len(names)), None):
        cells = [cell for cell in view.office if cell.by == seat]
        if not cells:
            continue
        words = (f"({cell.x},{cell.y})" + (f" {CARDS[cell.card].full_name}" if cell.card else "") for cell in cells)
        who = "Setup" if seat is None else ("You" if seat == view.seat else names[seat])
        found.append((who, ", ".join(words)))
    return found


def panel(panel: Panel, names: Sequence[str]) -> list[str]:
    """Why this project is not scored: a sentence for each occurrence that stands, then what is nearest."""
    if panel.status == "waits":
        return [f"Waits for {names[1 - panel.seat]} to form one of {names[panel.seat]}'s projects."]
    groups: dict[tuple[str, int], list[Standing]] = {}
    for one in panel.standing:
        groups.setdefault((one.reason, one.formed if one.reason == "rival" else 0), []).append(one)
    return [*(_standing(alike, panel, names) for alike in groups.values()), nearest(panel)]


def _standing(alike: Sequence[Standing], panel: Panel, names: Sequence[str]) -> str:
    """Occurrences with the same reason, each with its places."""
    one = alike[0]
    head = f"The pattern stands at {'; at '.join(at(other.places) for other in alike)}."
    if one.reason == "rival":
        return f"{head} {names[1 - panel.seat]} formed it in action {one.formed}, so it did not score."
    return (
        f"{head} It was formed before this project came into play (action {panel.since}). "
        "An action of your own must change at least one of its places."
    )


def nearest(panel: Panel) -> str:
    """What is missing for the nearest completion."""
    if not panel.nearest:
        return NONE
    count = len(panel.nearest)
    missing = ", ".join(f"{COLOURS[square.colour]} at ({square.x},{square.y})" for square in panel.nearest)
    return f"Nearest: {count} cubicle{'s' if count > 1 else ''} missing: {missing}."


def short(panel: Panel, names: Sequence[str]) -> str:
    """The panel in a few words."""
    if panel.status == "waits":
        return f"waits for {names[1 - panel.seat]}"
    if any(one.reason == "rival" for one in panel.standing):
        return f"stands, but {names[1 - panel.seat]} formed it"
    if panel.standing:
        return "stands, but from before it was put in play"
    return f"{len(panel.nearest)} missing" if panel.nearest else "no start in the office"


def scored(one: ScoredView, names: Sequence[str]) -> str:
    """What the last action scored, and through which places."""
    head = f"{names[one.seat]} scored {CARDS[one.card].full_name} for {one.points}."
    if not one.places:
        return head
    return f"{head} Completed: {at(one.places)}. Changed by this action: {at(one.changed)}."


def action(report: ReportView, names: Sequence[str]) -> str:
    """The last action in a sentence."""
    card = CARDS[report.card] if report.card else None
    name = (card.name if card.kind == "manager" else card.full_name) if card else "a card"
    words = PHRASES["verb"][report.verb]["done"].format(card=name)
    where = f" at {at(report.touched)}" if report.touched else ""
    return f"Action {report.action}: {names[report.seat]} {words}{where}."


def result(end: ResultView, names: Sequence[str]) -> str:
    """Who won and what decided."""
    called = {} if end.winner is None else {"winner": names[end.winner], "other": names[1 - end.winner]}
    words: str = PHRASES["result"][end.by]
    return words.format(**called)
