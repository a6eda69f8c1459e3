"""Text for the log, the status line, the table and emails, and the small pictures of the log (HR-130)."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import asdict

from games.kernel import data
from games.kernel.types import Decision, Event
from games.kernel.words import Sentences, several
from games.titles.human_resources.cards import CARDS, COLOURS
from games.titles.human_resources.state import Ending
from games.titles.human_resources.view import Panel, ReportView, ScoredView, View

PHRASES = data.read(Path(__file__).parent, "phrases.toml")
COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}


def listed(cards: Sequence[str]) -> str:
    """Card names, separated by commas."""
    return ", ".join(CARDS[card].full_name for card in cards)


def at(places: Sequence[Sequence[int]], between: str = " ") -> str:
    """Places in readable form: "(0,0) (1,0)"."""
    return between.join(f"({x},{y})" for x, y in places)


def story(event: Event, names: Sequence[str]) -> str:
    """One log line: the public sentence, then the private facts that the viewer may see."""
    facts, sentences = event.data, _sentences(names)
    by = {"hired": "ability", "end": "by"}.get(event.kind)
    said = [sentences.say(PHRASES[event.kind][facts[by]] if by else PHRASES["log"].get(event.kind, ""), facts)]
    for seat, known in sorted(event.private.items()):
        words = next(words for fact, words in PHRASES["private"].items() if fact in known)
        told = sentences.say(words, {"seat": seat, **known})
        said = [f"{said[0].rstrip('.')}{told}"] if told.startswith(":") else [*said, told]
    return " ".join(said)


def log_pictures(event: Event) -> list[str]:
    """The ids in pictures/cards.svg for a log line: the cards if the viewer may know them, else the carpet colours."""
    known = [event.data, *(facts for _, facts in sorted(event.private.items()))]
    cards = [facts[name] for facts in known for name in ("card", "given", "taken") if name in facts]
    cards += [card for facts in known for name in ("cards", "order", "hand") for card in facts.get(name, ())]
    carpets = [event.data[name] for name in ("colour", "given_colour") if name in event.data]
    return cards or [COLOURS[colour] for colour in carpets]


def _sentences(names: Sequence[str]) -> Sentences:
    called = Sentences(names).name

    def totals(points: Sequence[int]) -> str:
        return ", ".join(f"{called(seat, not seat)} {count}" for seat, count in enumerate(points))

    return Sentences(
        names,
        totals=totals,
        card=lambda card: CARDS[card].full_name,
        label=lambda card: CARDS[card].label,
        cards=lambda cards: listed(cards) or "no card",
        colour=COLOURS.__getitem__,
        place=lambda place: at([place]),
        places=at,
        path=lambda places: at(places, " to "),
        pair=lambda places: at(places, " and "),
        compass=COMPASS.__getitem__,
        plays={1: "one play", 2: "two plays"}.__getitem__,
        first={True: "equal hand totals, drawn by lot", False: "lower hand total"}.__getitem__,
        looked=lambda count: "top card" if count == 1 else f"top {count} cards",
        them=lambda count: "it" if count == 1 else "them",
    )


def headline(view: View, decision: Decision | None, names: Sequence[str]) -> str:
    """The status line and email subject: who is to act, points, cards left."""
    sentences = _sentences(names)
    one, two = (f"{sentences.name(number)} {seat.points}" for number, seat in enumerate(view.seats))
    if view.result is not None:
        winner = view.result.winner
        won = "{one}, {two}: " + ("a draw" if winner is None else "{winner:name} {wins|win}")
        return sentences.say(won, one=one, two=two, winner=winner)
    doing = sentences.say(PHRASES["waiting" if decision is None else "own"][view.step], active=view.active)
    return f"{doing}, {one}, {two}, {several(view.deck_count, 'card')} left"


def result_notes(view: View) -> list[str]:
    """The points of each director."""
    return [several(seat.points, "point") for seat in view.seats]


def rows(view: View) -> str:
    """The office in one line: "row 0: D at 0, L at 1; row 1: ..."."""
    found: dict[int, list[str]] = {}
    for cell in view.office:
        found.setdefault(cell.y, []).append(f"{cell.colour} at {cell.x}")
    return "; ".join(f"row {y}: {', '.join(cells)}" for y, cells in found.items())


def plan(view: View) -> str:
    """The office as lines of characters, numbered like the places in the choices; "." where a cubicle can go."""
    west, north, east, south = view.frame
    at = dict.fromkeys(view.open, ".") | {(cell.x, cell.y): cell.colour for cell in view.office}
    lines = [[""] + [str(x) for x in range(west, east + 1)]]
    lines += [[str(y)] + [at.get((x, y), "") for x in range(west, east + 1)] for y in range(north, south + 1)]
    return "\n".join("".join(f"{sign:>4}" for sign in line).rstrip() for line in lines)


def placed(view: View, names: Sequence[str]) -> list[tuple[str, str]]:
    """(player, places) for each player and the setup: who placed which cubicles, with the faces the viewer knows."""
    found, name = [], Sentences(names).name
    for seat in (*range(len(names)), None):
        who = "the setup" if seat is None else name(seat)
        cells = [cell for cell in view.office if cell.by == seat]
        places = [f"({cell.x},{cell.y})" + (f" {CARDS[cell.card].full_name}" if cell.card else "") for cell in cells]
        found += [(who, ", ".join(places))] if places else []
    return found


def panel(panel: Panel, names: Sequence[str]) -> list[str]:
    """Why this project has not scored: a sentence for each reason, then the nearest completion."""
    said, say, seats = PHRASES["panel"], Sentences(names).say, {"owner": panel.seat, "rival": 1 - panel.seat}
    if panel.status == "waits":
        return [say(said["waits"], seats)]
    standing: dict[tuple[str, int], list[str]] = {}
    for one in panel.standing:
        action = one.formed if one.reason == "rival" else panel.since
        standing.setdefault((one.reason, action), []).append(at(one.places))
    told = [
        say(said[reason], seats, places="; at ".join(places), action=action)
        for (reason, action), places in standing.items()
    ]
    squares = ", ".join(f"{COLOURS[square.colour]} at {at([(square.x, square.y)])}" for square in panel.nearest)
    count = several(len(panel.nearest), "cubicle")
    return [*told, say(said["nearest" if squares else "none"], count=count, squares=squares)]


def short(panel: Panel, names: Sequence[str]) -> str:
    """A short form of `panel`."""
    reasons = [one.reason for one in panel.standing]
    kind = "missing" if panel.nearest else "none"
    if panel.status == "waits":
        kind = "waits"
    elif reasons:
        kind = "rival" if "rival" in reasons else "old"
    return Sentences(names).say(PHRASES["short"][kind], rival=1 - panel.seat, count=len(panel.nearest))


def scored(one: ScoredView, names: Sequence[str]) -> str:
    """What the last action scored, with the places for a pattern."""
    return _sentences(names).say(PHRASES["scored"]["formed" if one.places else "alone"], asdict(one))


def action(report: ReportView, names: Sequence[str]) -> str:
    """The last action as a sentence."""
    card = CARDS[report.card] if report.card else None
    name = (card.name if card.kind == "manager" else card.full_name) if card else "a card"
    words = PHRASES["verb"][report.verb]["done"].format(card=name)
    where = f" at {at(report.touched)}" if report.touched else ""
    return f"Action {report.action}: {Sentences(names).name(report.seat)} {words}{where}."


def result(end: Ending, names: Sequence[str]) -> str:
    """Who won and what decided."""
    seats = {} if end.winner is None else {"winner": end.winner, "other": 1 - end.winner}
    return Sentences(names).say(PHRASES["result"][end.by], seats)
