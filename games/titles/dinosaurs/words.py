"""Text for players: log lines, the status line, scores and Disaster Areas. The templates are in phrases.toml."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.types import Decision, Event
from games.kernel.words import Sentences, either, several
from games.titles.dinosaurs.cards import (
    CARDS,
    DINOSAURS,
    DISASTERS,
    KINDS,
    OF_BOTH_DECKS,
    PHRASES,
    TYPE,
    Kind,
    label,
    name,
)
from games.titles.dinosaurs.state import Score
from games.titles.dinosaurs.view import View

Facts = dict[str, Any]
Names = Sequence[str]
CARD_OF = {"insurance": "insurance", "redirect": "redirect", "chainsaw": "flaming-chainsaw"}  # events without a card
CARD_NAMES = {card.kind: card.name for card in CARDS.values()}


def say(template: str, facts: Mapping[str, Any], names: Names) -> str:
    """Fill in a template of phrases.toml."""
    return _sentences(names).say(template, facts)


def _sentences(names: Names) -> Sentences:
    called = Sentences(names).name
    return Sentences(
        names,
        row=lambda seats: ", ".join(map(called, seats)),
        card=name,
        cards=lambda cards: ", ".join(map(name, cards)),
        label=label,
        labels=lambda cards: ", ".join(map(label, [cards] if isinstance(cards, str) else cards)),
        kind=CARD_NAMES.__getitem__,
        disaster=disaster_words,
        dino=dino_words,
        points=lambda points: several(points, "point"),
        closing=PHRASES["closing"].__getitem__,
    )


def story(event: Event, names: Names) -> str:
    """One log line. If the viewer may see the private part of the event, its line replaces the public one."""
    facts, kind, called = event.data, event.kind, Sentences(names).name
    if kind == "scores":
        scores = ", ".join(f"{called(seat)} {score}" for seat, score in facts["scores"])
        return f"Final scores: {scores}." if facts["is_final"] else f"Scores before Instant cards: {scores}."
    if kind == "end":
        rows = zip(facts["ranks"], range(len(names)), facts["points"], facts["out"], strict=True)
        places = [
            f"{rank}. {called(seat)} {points if out is None else f'(out in round {out})'}"
            for rank, seat, points, out in sorted(rows, key=lambda row: row[0])
        ]
        return f"Game over: {', '.join(places)}."
    if kind == "effect":
        return say(PHRASES["effect"][facts["effect"]], facts, names)
    if kind == "keep" and facts["cards"]:
        kind = "keep-discard"
    elif kind == "instant":
        facts = facts | {"on": "" if facts["target"] is None else f" on {_target(facts, names)}"}
    if event.private and kind in PHRASES["private"]:
        known = next(iter(event.private.values()))["card"]
        return say(PHRASES["private"][kind], {**facts, "known": known}, names)
    return say(PHRASES["log"][kind], facts, names)


def _target(facts: Facts, names: Names) -> str:
    """The player whose score an Instant card changes."""
    seat = facts["target"]
    return either(seat, "yourself", names[seat]) if seat == facts["seat"] else Sentences(names).name(seat)


def headline(view: View, decision: Decision | None, names: Names) -> str:
    """The subject of an email and the status line: what to do, the face-up Disaster card, the points."""
    sentences = Sentences(names)
    points = ", ".join(
        f"{sentences.name(seat)} {'out' if board.out else board.points}" for seat, board in enumerate(view.boards)
    )
    if view.ranks is not None:
        best = [seat for seat, rank in enumerate(view.ranks) if rank == 1]
        return sentences.say("{best:names} {wins|win}; {points}", best=best, points=points)
    if view.phase == "dino":
        return "pick your Dinosaur" if decision is not None else "everybody picks a Dinosaur"
    active = view.receiver if view.phase == "disaster" else view.active
    phrase = PHRASES["own" if decision is not None else "others"][view.phase]
    card = f", {DISASTERS[view.disaster].name}" if view.disaster else ""
    return f"{sentences.say(phrase, active=active)}, round {view.round}{card}; {points}"


def result_notes(view: View) -> list[str]:
    """Each player's points, and whether they were out: "29 points, out"."""
    return [several(board.points, "point") + (", out" if board.out else "") for board in view.boards]


def number(value: int) -> str:
    """A score with a true minus sign."""
    return f"−{-value}" if value < 0 else str(value)


def signed(number: int, gap: str = " ") -> str:
    """A number with its sign: "+ 1" or "− 2"."""
    return f"{'+' if number >= 0 else '−'}{gap}{abs(number)}"


def arithmetic(score: Score, is_brief: bool = False) -> str:
    """How a score adds up: "6 + 1 trait − 2 Sapper = 5, inverted: 3", or in brief "6 + 1 − 2 = 5 → 3"."""
    steps = [(score.bonus, "effect"), (score.trait, "trait"), (score.area, "Disaster cards")]
    steps += [(step, kind.capitalize()) for kind, step in score.plays]
    words = str(score.value)
    for step, what in steps:
        if step:
            words += f" {signed(step)}" + ("" if is_brief else f" {what}")
    words += f" = {number(score.total)}" if any(step for step, _ in steps) else ""
    if score.final == score.total:
        return words
    return f"{words}{' →' if is_brief else ', inverted:'} {number(score.final)}"


def outcome(scores: dict[int, int], names: Names) -> str:
    """The scores in words, then who collects and adds the Disaster card."""
    name = Sentences(names).name
    listed = ", ".join(f"{name(seat)} {number(score)}" for seat, score in scores.items())
    return f"{listed}: {ends(scores, names)}"


def ends(scores: dict[int, int], names: Names) -> str:
    """Who collects with these scores, and who adds the Disaster card."""
    high, low = max(scores.values()), min(scores.values())
    if high == low:
        return "everyone is tied"
    best = [seat for seat, score in scores.items() if score == high]
    last = [seat for seat, score in scores.items() if score == low]
    sentences = Sentences(names)
    then = "{last:names} {adds|add} the card" if len(last) == 1 else "Sudden Death is between {last:names}"
    return sentences.part(f"{{best:names}} {{collects|collect}}, and {then}", best=best, last=last)


def area_words(area: Sequence[str]) -> str:
    """A Disaster Area as letters: "N N P", or "empty"."""
    return " ".join(KINDS[TYPE[card]].letter for card in area) or "empty"


def disaster_words(card: str) -> str:
    """A Disaster card with its type: "Stomped (predatory)"; "Meteor"."""
    name, type = DISASTERS[card].name, DISASTERS[card].type
    return name if name.lower() == type else f"{name} ({type})"


def dino_words(dino: str | None) -> str:
    """The name of a player's Dinosaur."""
    return DINOSAURS[dino].name if dino else "no Dinosaur yet"


def traits_words(traits: dict[str, int]) -> list[tuple[Kind, str]]:
    """Each trait of a Dinosaur with its sign: "+1"."""
    return [(KINDS[type], signed(step, "")) for type, step in traits.items()]


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg of cards that are revealed, played, discarded or, if the viewer may know, taken."""
    facts = event.data
    if event.kind == "pick":
        return [f"meeple-{facts['dino']}"]
    if event.kind in CARD_OF:
        return [CARD_OF[event.kind]]
    known = [facts, *(private for _, private in sorted(event.private.items()))]
    cards = [card for one in known for card in (one.get("card"), *one.get("cards", ())) if card]
    return ([facts["effect"]] if "effect" in facts else []) + [OF_BOTH_DECKS[card].kind for card in cards]
