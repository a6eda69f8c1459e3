"""Text for players: log lines with their small pictures, the status line, how the match ended."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from games.kernel import data
from games.kernel.game import Names
from games.kernel.types import Decision, Event
from games.kernel.words import Templates, joined, several
from games.titles.going_postal.cards import KINDS, SPACES, name
from games.titles.going_postal.view import View

PHRASES = data.read(Path(__file__).parent, "phrases.toml")
CARDS = ("card", "took", "gave", "got", "cards", "hand")  # facts that hold cards, or in some lines only count them

Facts = dict[str, Any]


def listed(cards: Sequence[str]) -> str:
    """Card names, separated by commas."""
    return ", ".join(name(card) for card in cards) or "no card"


def story(event: Event, names: Names) -> str:
    """One log line: the public sentence, then the private parts that the viewer may see."""
    line, say = LINES[event.kind], _sentences(tuple(names)).say
    said = [say(line, event.data) if isinstance(line, str) else line(event.data, names)]
    for seat, known in sorted(event.private.items()):
        kind = "shown" if event.kind == "whispered" and "hand" in known else event.kind
        words = say(PHRASES["private"][kind], {**event.data, **known, "knows": seat})
        if words not in said[1:]:  # two seats may know the same
            said.append(words)
    return " ".join(said)


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg of the cards in an event that this viewer may know, each once."""
    parts = (event.data, *(private for _, private in sorted(event.private.items())))
    facts = [part[name] for part in parts for name in CARDS if isinstance(part.get(name), str | list)]
    known = [card for fact in facts for card in ([fact] if isinstance(fact, str) else fact)]
    return [card.rpartition("-")[0] for card in dict.fromkeys(known)]


@lru_cache(maxsize=1000)
def _sentences(names: tuple[str, ...]) -> Templates:
    """The formats of facts in log lines, with these names."""
    return Templates(
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


def _laid(f: Facts, n: Names) -> str:
    who = n[f["seat"]]
    start = f"{who} plays" if f["by"] is None else f"{n[f['by']]} plays {who}'s"
    walked = f"{f['start']} →" if f["steps"] else "stays on"
    is_aimed = f["action"] and f["target"] is not None
    aimed = ", " + PHRASES["aims"][f["action"]].format(n[f["target"]]) if is_aimed else ""
    return f"{start} {name(f['card'])}: Sam {walked} {f['sam']} {SPACES[f['sam']].name}{aimed}."


def _end(f: Facts, n: Names) -> str:
    order = sorted((rank, seat) for seat, rank in enumerate(f["ranks"]))
    ranking = ", ".join(f"{rank}. {n[seat]}" for rank, seat in order)
    hands = "; ".join(f"{n[seat]}: {listed(hand)}" for seat, hand in enumerate(f["hands"]) if hand)
    won = PHRASES["won"][f["how"]].format(f["year"])
    return f"{n[f['seat']]} wins: {won}. Ranking: {ranking}." + (f" Hands: {hands}." if hands else "")


LINES: dict[str, str | Callable[[Facts, Names], str]] = {
    **PHRASES["log"],
    "laid": _laid,
    "sorted": lambda f, n: f"{n[f['seat'] if f['by'] is None else f['by']]} looks at {several(f['count'], 'card')}.",
    "end": _end,
}


def period(view: View) -> str:
    """What this match counts: years, or deals in Blitz."""
    return "deal" if view.options.blitz else "year"


def ending(view: View, names: Names) -> str:
    """The story at the end: what decided the match, then who was escorted off the premises and why."""
    assert view.winner is not None and view.ranks is not None
    stamps = view.seats[view.winner].stamps
    state = f"postal with {several(stamps, 'stamp')}" if stamps else "still sane"
    facts = {"who": names[view.winner], "stamps": stamps, "state": state, "period": period(view), "year": view.year}
    told: str = PHRASES["endings"][view.how].format(**facts)
    order = sorted(((rank, seat) for seat, rank in enumerate(view.ranks)), reverse=True)  # in order of elimination
    out = [f"{names[seat]} ({reason})" for _, seat in order if (reason := view.seats[seat].went_out)]
    return f"{told} Escorted off the premises: {joined(out)}." if out else told


def headline(view: View, decision: Decision | None, names: Names) -> str:
    """The subject of an email and the status line: who does what, how far Sam is from the Post Office, the year."""
    if view.winner is not None:
        return f"{names[view.winner]} wins: {PHRASES['won'][view.how].format(view.year)}"
    doing = _waiting(view, names) if decision is None else _asked(view, decision, names)
    overtime = ", overtime" if view.is_overtime else ""
    return f"{doing}, Sam {several(view.gap, 'step')} from the Post Office, {period(view)} {view.year}{overtime}"


def _asked(view: View, decision: Decision, names: Names) -> str:
    verbs = {action.verb for action in decision.actions}
    if "claim" in verbs:
        return f"take over {names[view.active]}'s turn?"
    if "play" in verbs and view.claimer is not None:
        return f"play {names[view.active]}'s hand"
    if "play" in verbs and view.is_leading:
        return "lead the new round"
    return next((words for verb, words in PHRASES["own"].items() if verb in verbs), "you can trade and whisper")


def _waiting(view: View, names: Names) -> str:
    if view.step == "penalty" and view.accused is not None:
        return f"{names[view.accused]} displays their hand"
    if view.step == "direction":
        return f"{names[view.active]} chooses the direction of play"
    is_leading = view.is_leading and view.claimer is None
    return f"{names[view.active]} leads the new round" if is_leading else turn(view, names)


def turn(view: View, names: Names) -> str:
    """Whose turn it is, and who plays it."""
    if view.claimer is None:
        return f"{names[view.active]}'s turn"
    return f"{names[view.claimer]} plays {names[view.active]}'s hand"


def result_notes(view: View) -> list[str]:
    """The final state of each personality: "sane", "postal, 3 stamps", "eliminated, 1 stamp"."""
    counts = [one.stamps or one.final_stamps for one in view.seats]
    return [one.state + f", {several(n, 'stamp')}" * bool(n) for one, n in zip(view.seats, counts, strict=True)]
