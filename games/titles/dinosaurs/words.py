"""Words: the lines of the log (section "Log lines" of the rules), and one line for subjects and status."""

from collections.abc import Callable, Sequence
from typing import Any

from games.kernel.types import Decision, Event
from games.kernel.words import Sentences, several
from games.titles.dinosaurs.cards import CARDS, DINOSAURS, DISASTERS, PHRASES, label, name
from games.titles.dinosaurs.view import View

Facts = dict[str, Any]
Names = Sequence[str]
CARD_NAMES = {card.kind: card.name for card in CARDS.values()}


def listed(cards: Sequence[str]) -> str:
    """Card names with commas."""
    return ", ".join(name(card) for card in cards)


def story(event: Event, names: Names) -> str:
    """One log line. A private part that the viewer may see takes the place of the public line."""
    facts = event.data
    if event.private and event.kind in PRIVATE:
        (known,) = list(event.private.values())[:1]
        return say(PRIVATE[event.kind], {**facts, "known": known["card"]}, names)
    if event.kind == "effect":
        return say(PHRASES["effect"][facts["effect"]], facts, names)
    line = LINES[event.kind]
    return say(line, facts, names) if isinstance(line, str) else line(facts, names)


def say(template: str, facts: Facts, names: Names) -> str:
    """A template of phrases.toml with these facts."""
    sentences = Sentences(
        name=names.__getitem__,
        names=lambda seats: ", ".join(names[seat] for seat in seats),
        both=lambda seats: " and ".join(names[seat] for seat in seats),
        card=name,
        cards=listed,
        label=label,
        kind=CARD_NAMES.__getitem__,
        disaster=lambda card: f"{DISASTERS[card].name} ({DISASTERS[card].type})",
        dino=lambda dino: DINOSAURS[dino].name,
        points=lambda points: several(points, "point"),
        thrown=lambda cards: f" and discards {listed(cards)}" if cards else "",
        closing=PHRASES["closing"].__getitem__,
        on=lambda target: "" if target is None else f" on {names[target]}",
    )
    return sentences.say(template, facts)


def _scores(facts: Facts, names: Names) -> str:
    scores = ", ".join(f"{names[seat]} {score}" for seat, score in facts["scores"])
    return f"Final scores: {scores}." if facts["is_final"] else f"Scores before Instant cards: {scores}."


def _end(facts: Facts, names: Names) -> str:
    order = sorted(range(len(names)), key=lambda seat: facts["ranks"][seat])
    return f"Game over: {', '.join(_place(facts, names, seat) for seat in order)}."


def _place(facts: Facts, names: Names, seat: int) -> str:
    rank, out = facts["ranks"][seat], facts["out"][seat]
    return f"{rank}. {names[seat]} " + (str(facts["points"][seat]) if out is None else f"(out in round {out})")


LINES: dict[str, str | Callable[[Facts, Names], str]] = {
    **PHRASES["log"],
    "scores": _scores,
    "end": _end,
}
PRIVATE: dict[str, str] = PHRASES["private"]


def headline(view: View, decision: Decision | None, names: Names) -> str:
    """Subject of an email and status line: what is to be done, the face-up Disaster card, the points."""
    points = ", ".join(
        f"{player} {'out' if board.out else board.points}" for player, board in zip(names, view.boards, strict=True)
    )
    if view.ranks is not None:
        best = [names[seat] for seat, rank in enumerate(view.ranks) if rank == 1]
        return f"{' and '.join(best)} {'wins' if len(best) == 1 else 'win'}; {points}"
    if view.phase == "dino":
        return "pick your Dinosaur" if decision is not None else "everybody picks a Dinosaur"
    doing = OWN[view.phase] if decision is not None else _waiting(view, names)
    card = f"{DISASTERS[view.disaster].name}, " if view.disaster else ""
    return f"{doing}, round {view.round}, {card}{points}"


def result_notes(view: View) -> list[str]:
    """The points of each player, and who was out: "29 points, out"."""
    return [several(board.points, "point") + (", out" if board.out else "") for board in view.boards]


def _waiting(view: View, names: Names) -> str:
    who = view.receiver if view.phase == "disaster" else view.active
    return OTHERS[view.phase].format(names[who] if who is not None else "")


OWN: dict[str, str] = PHRASES["own"]
OTHERS: dict[str, str] = PHRASES["others"]
