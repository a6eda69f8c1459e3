"""Words: the lines of the log, and one line for subjects and status."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from games.kernel import data
from games.kernel.types import Decision, Event
from games.kernel.words import Sentences, joined, several
from games.titles.going_postal.cards import KINDS, SPACES, name
from games.titles.going_postal.view import View

PHRASES = data.read(Path(__file__).parent, "phrases.toml")

Facts = dict[str, Any]
Names = Sequence[str]


def listed(cards: Sequence[str]) -> str:
    """Card names with commas."""
    return ", ".join(name(card) for card in cards) or "no card"


def story(event: Event, names: Names) -> str:
    """One log line. Private parts that the viewer may see follow the public sentence."""
    line = LINES[event.kind]
    said = [_say(line, event.data, names) if isinstance(line, str) else line(event.data, names)]
    for seat, known in sorted(event.private.items()):
        kind = "shown" if event.kind == "whispered" and "hand" in known else event.kind
        words = _say(PRIVATE[kind], {**event.data, **known, "knows": seat}, names)
        if words not in said[1:]:  # what two seats know of the same thing is said once
            said.append(words)
    return " ".join(said)


def _say(template: str, facts: Facts, names: Names) -> str:
    sentences = Sentences(
        name=names.__getitem__,
        names=lambda seats: joined([names[seat] for seat in seats]),
        card=name,
        cards=listed,
        count=lambda count: several(count, "card"),
        aside=lambda count: f", {count} set aside" if count else "",
        why=lambda reason: "leaves" if reason == "resigned" else "runs out of time",
        caught=lambda is_caught: "caught" if is_caught else "wrong",
        gives=lambda kind: KINDS[kind].name if kind else "a card they don't name",
        wants=lambda kind: KINDS[kind].name if kind else "any card",
    )
    return sentences.say(template, facts)


def _laid(f: Facts, n: Names) -> str:
    who = n[f["seat"]]
    start = f"{who} plays" if f["by"] is None else f"{n[f['by']]} plays {who}'s"
    walked = (
        f"{f['start']} → {f['sam']} {SPACES[f['sam']].name}"
        if f["steps"]
        else f"stays on {f['sam']} {SPACES[f['sam']].name}"
    )
    aimed = _aimed(f, n)
    return f"{start} {name(f['card'])}: Sam {walked}{', ' + aimed if aimed else ''}."


def _aimed(f: Facts, n: Names) -> str:
    """What the action is aimed at, in words; nothing where it has no target."""
    if f["target"] is None or not f["action"]:
        return ""
    return AIMS[f["action"]].format(n[f["target"]])


AIMS: dict[str, str] = PHRASES["aims"]


def _end(f: Facts, n: Names) -> str:
    order = sorted(range(len(f["ranks"])), key=lambda seat: f["ranks"][seat])
    ranking = ", ".join(f"{f['ranks'][seat]}. {n[seat]}" for seat in order)
    hands = "; ".join(f"{n[seat]}: {listed(hand)}" for seat, hand in enumerate(f["hands"]) if hand)
    return f"{n[f['seat']]} wins: {WON[f['how']].format(f['year'])}. Ranking: {ranking}." + (
        f" Hands: {hands}." if hands else ""
    )


WON: dict[str, str] = PHRASES["won"]


LINES: dict[str, str | Callable[[Facts, Names], str]] = {
    **PHRASES["log"],
    "laid": _laid,
    "sorted": lambda f, n: f"{n[f['seat'] if f['by'] is None else f['by']]} looks at {several(f['count'], 'card')}.",
    "end": _end,
}
PRIVATE: dict[str, str] = PHRASES["private"]


def headline(view: View, decision: Decision | None, names: Names) -> str:
    """Subject of an email and status line: who does what, Sam's way home, year."""
    if view.winner is not None:
        return f"{names[view.winner]} wins: {WON[view.how].format(view.year)}"
    doing = _own(view, decision, names) if decision is not None else _waiting(view, names)
    period = "deal" if view.options.blitz else "year"
    overtime = ", overtime" if view.is_overtime else ""
    return f"{doing}, Sam {several(view.gap, 'step')} from the Post Office, {period} {view.year}{overtime}"


def result_notes(view: View) -> list[str]:
    """How each personality has ended: "sane", "postal, 3 stamps", "eliminated, 1 stamp"."""
    return [
        ", ".join([seat.state, *([several(stamps, "stamp")] if stamps else [])])
        for seat in view.seats
        for stamps in [seat.final_stamps if seat.went_out else seat.stamps]
    ]


def _own(view: View, decision: Decision, names: Names) -> str:
    verbs = {action.verb for action in decision.actions}
    if "claim" in verbs:
        return f"take over {names[view.active]}'s turn?"
    if "play" in verbs and view.claimer is not None:
        return f"play {names[view.active]}'s hand"
    if "play" in verbs and view.is_leading:
        return "lead the new round"
    return next((words for verb, words in OWN.items() if verb in verbs), "you can trade and whisper")


OWN: dict[str, str] = PHRASES["own"]


def _waiting(view: View, names: Names) -> str:
    if view.step == "penalty" and view.accused is not None:
        return f"{names[view.accused]} displays their hand"
    if view.step == "direction":
        return f"{names[view.active]} chooses the direction of play"
    if view.claimer is not None:
        return f"{names[view.claimer]} plays {names[view.active]}'s hand"
    return f"{names[view.active]} leads the new round" if view.is_leading else f"{names[view.active]}'s turn"
