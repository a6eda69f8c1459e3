"""Text for players: log lines with their small pictures, the status line, how the match ended."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from games.kernel import data
from games.kernel.game import Names
from games.kernel.types import Decision, Event
from games.kernel.words import Sentences, joined, several
from games.titles.going_postal.cards import KINDS, RING, SPACES, name
from games.titles.going_postal.state import State
from games.titles.going_postal.view import View

PHRASES = data.read(Path(__file__).parent, "phrases.toml")
CARDS = ("card", "took", "gave", "got", "cards", "hand")  # facts that hold cards, or in some lines only count them

Facts = dict[str, Any]


def listed(cards: Sequence[str]) -> str:
    """Card names, separated by commas."""
    return ", ".join(name(card) for card in cards) or "no card"


# The formats of facts in log lines and previews.
FORMATS: dict[str, Callable[[Any], str]] = {
    "card": name,
    "cards": listed,
    "count": lambda count: several(count, "card"),
    "aside": lambda count: f", {count} set aside" if count else "",
    "caught": lambda is_caught: "caught" if is_caught else "wrong",
    "gives": lambda kind: KINDS[kind].name if kind else "a card without a name",
    "wants": lambda kind: KINDS[kind].name if kind else "any card",
}


def story(event: Event, names: Names) -> str:
    """One log line: the public sentence, then the private parts that the viewer may see."""
    sentences = Sentences(names, **FORMATS)
    more = MORE[event.kind](event.data, sentences) if event.kind in MORE else {}
    say = sentences.say
    is_told = event.kind == "drew" and event.private  # who knows the cards needs no count of them
    said = [] if is_told else [say(PHRASES["log"][_line_of(event)], event.data, **more)]
    for seat, known in sorted(event.private.items()):
        kind = "shown" if event.kind == "whispered" and "hand" in known else event.kind
        words = say(PHRASES["private"][kind], {**event.data, **known, "knows": seat})
        if words not in said:  # two seats may know the same
            said.append(words)
    return " ".join(said)


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg of the cards in an event that this viewer may know, each once."""
    parts = (event.data, *(private for _, private in sorted(event.private.items())))
    facts = [part[name] for part in parts for name in CARDS if isinstance(part.get(name), str | list)]
    known = [card for fact in facts for card in ([fact] if isinstance(fact, str) else fact)]
    return [card.rpartition("-")[0] for card in dict.fromkeys(known)]


def _laid(f: Facts, sentences: Sentences) -> Facts:
    actor = f["seat"] if f["by"] is None else f["by"]
    is_aimed = f["action"] and f["target"] is not None
    aimed = sentences.part(PHRASES["aims"][f["action"]], actor=actor, target=f["target"]) if is_aimed else ""
    walked = f"walks {(f['sam'] - f['start']) % RING} to" if f["steps"] else "stays on"  # he stops at the Post Office
    space = SPACES[f["sam"]].name if f["sam"] else "the Post Office"
    return {"walked": walked, "space": space, "aimed": f" and {aimed}" if aimed else ""}


def _end(f: Facts, sentences: Sentences) -> Facts:
    called = sentences.name
    order = sorted((rank, seat) for seat, rank in enumerate(f["ranks"]))
    hands = "; ".join(f"{called(seat)}: {listed(hand)}" for seat, hand in enumerate(f["hands"]) if hand)
    return {
        "won": PHRASES["won"][f["how"]].format(f["year"]),
        "ranking": ", ".join(f"{rank}. {called(seat)}" for rank, seat in order),
        "hands": f" Hands: {hands}." if hands else "",
    }


# Further facts of an event, by its kind.
MORE: dict[str, Callable[[Facts, Sentences], Facts]] = {
    "laid": _laid,
    "sorted": lambda f, _: {"actor": f["seat"] if f["by"] is None else f["by"]},
    "end": _end,
}


def _line_of(event: Event) -> str:
    """The key in phrases.toml for an event."""
    if event.kind == "laid" and event.data["by"] is not None:
        return "laid_for"
    return "removed" if event.kind == "left" and event.data["reason"] != "resigned" else event.kind


def period(view: View | State) -> str:
    """What this match counts: years, or deals in Blitz."""
    return "deal" if view.options.blitz else "year"


def ending(view: View, names: Names) -> str:
    """The story at the end: what decided the match, then who was escorted off the premises and why."""
    assert view.winner is not None and view.ranks is not None
    stamps = view.seats[view.winner].stamps
    state = f"postal with {several(stamps, 'stamp')}" if stamps else "still sane"
    sentences = Sentences(names)
    facts = {"who": view.winner, "stamps": stamps, "state": state, "period": period(view), "year": view.year}
    told = sentences.say(PHRASES["endings"][view.how], facts)
    order = sorted(((rank, seat) for seat, rank in enumerate(view.ranks)), reverse=True)  # in order of elimination
    out = [f"{sentences.name(seat)} ({reason})" for _, seat in order if (reason := view.seats[seat].went_out)]
    return f"{told} Escorted off the premises: {joined(out)}." if out else told


def headline(view: View, decision: Decision | None, names: Names) -> str:
    """The subject of an email and the status line: who does what, how far Sam is from the Post Office, the year."""
    if view.winner is not None:
        won = PHRASES["won"][view.how].format(view.year)
        return Sentences(names).say("{winner:name} {wins|win}: {won}", winner=view.winner, won=won)
    doing = _waiting(view, names) if decision is None else _asked(view, decision, names)
    overtime = ", overtime" if view.is_overtime else ""
    return f"{doing}, Sam {several(view.gap, 'step')} from the Post Office, {period(view)} {view.year}{overtime}"


def _asked(view: View, decision: Decision, names: Names) -> str:
    verbs = {action.verb for action in decision.actions}
    if "claim" in verbs:
        return f"take over {Sentences(names).whose(view.active)} turn?"
    if "play" in verbs and view.claimer is not None:
        return f"play {Sentences(names).whose(view.active)} hand"
    if "play" in verbs and view.is_leading:
        return "lead the new round"
    return next((words for verb, words in PHRASES["own"].items() if verb in verbs), "you can trade and whisper")


def _waiting(view: View, names: Names) -> str:
    say = Sentences(names).say
    if view.step == "penalty" and view.accused is not None:
        return say("{accused:name} {displays|display} {their|your} hand", accused=view.accused)
    if view.step == "direction":
        return say("{active:name} {chooses|choose} the direction of play", active=view.active)
    return leading(view, names) if view.is_leading and view.claimer is None else turn(view, names)


def leading(view: View, names: Names) -> str:
    """Who leads the new round."""
    return Sentences(names).say("{active:name} {leads|lead} the new round", active=view.active)


def turn(view: View, names: Names) -> str:
    """Whose turn it is, and who plays it."""
    whose = "{active:name's} turn" if view.claimer is None else "{claimer:name} {plays|play} {active:name's} hand"
    return Sentences(names).say(whose, active=view.active, claimer=view.claimer)


def result_notes(view: View) -> list[str]:
    """The final state of each personality: "sane", "postal, 3 stamps", "eliminated, 1 stamp"."""
    counts = [one.stamps or one.final_stamps for one in view.seats]
    return [one.state + f", {several(n, 'stamp')}" * bool(n) for one, n in zip(view.seats, counts, strict=True)]
