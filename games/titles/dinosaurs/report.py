"""What a round came to, for the table: scores, who adds the card, traits and areas in words."""

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from games.titles.dinosaurs.cards import CARDS, DISASTERS, KINDS, PHRASES, TYPE, Card, Kind, label
from games.titles.dinosaurs.state import Report, Score
from games.titles.dinosaurs.words import say

Facts = dict[str, Any]
WHEN = {"round": "During this round: ", "scoring": "During scoring: "}


def _card_facts(card: Card) -> Facts:
    effect = WHEN.get(card.timing, "") + card.effect
    told = f"{card.label}{': ' if effect else ''}{effect}"
    return {"id": card.id, "kind": card.kind, "name": card.name, "label": card.label, "effect": effect, "told": told}


# Cards for templates, made once: `kind` is the name of the drawing.
CARD_FACTS = {card.id: _card_facts(card) for card in CARDS.values()}
DISASTER_FACTS = {card.id: structs.asdict(card) | {"type": KINDS[card.type]} for card in DISASTERS.values()}


def outcome(scores: dict[int, int], names: Sequence[str]) -> str:
    """Scores in words with whoever collects and who is about to add the card."""
    listed = ", ".join(f"{names[seat]} {number(score)}" for seat, score in scores.items())
    return f"{listed}: {ends(scores, names)}"


def ends(scores: dict[int, int], names: Sequence[str]) -> str:
    """Who collects with these scores, and who is about to add the card."""
    high, low = max(scores.values()), min(scores.values())
    if high == low:
        return "all tied"
    best = " and ".join(names[seat] for seat, score in scores.items() if score == high)
    last = [names[seat] for seat, score in scores.items() if score == low]
    then = f"{last[0]} adds the card" if len(last) == 1 else f"Sudden Death of {' and '.join(last)}"
    collects = "collects" if list(scores.values()).count(high) == 1 else "collect"
    return f"{best} {collects}. {then}"


def area_words(area: Sequence[str]) -> str:
    """Letters of an area: "N N P", "empty"."""
    return " ".join(KINDS[TYPE[card]].letter for card in area) or "empty"


def traits_words(traits: dict[str, int]) -> list[tuple[Kind, str]]:
    """Each trait of a Dinosaur with its sign: "+1"."""
    return [(KINDS[type], signed(step).replace(" ", "")) for type, step in traits.items()]


def report_facts(report: Report, names: Sequence[str], is_over: bool) -> Facts:
    """The last scoring: a row for each score, and what became of the Disaster card."""
    rows = []
    for score in report.scores:
        got = report.collected.get(score.seat)
        rows.append(
            {
                "name": names[score.seat],
                "card": CARD_FACTS[score.card],
                "words": arithmetic(score),
                "final": number(score.final),
                "collected": "" if got is None else f"+{got}",
                "moved": f"+{report.moved[score.seat]}" if score.seat in report.moved else "",
            }
        )
    picks = [", ".join(f"{names[seat]} {label(card)}" for seat, card in one.items()) for one in report.sudden]
    ended = "over" if is_over else "open"
    fate = say(
        PHRASES["fate"][f"{report.fate or ended}{'-out' if report.is_deadly else ''}"],
        {"to": report.to, "card": report.disaster},
        names,
    )
    short = [f"{names[seat]} +{points}" for seat, points in report.collected.items()]
    short += [fate.rstrip(".")] if report.fate else []
    told = {"fate": fate, "short": "; ".join(short)}
    return {"round": report.round, "card": DISASTER_FACTS[report.disaster], "rows": rows, "picks": picks} | told


def signed(number: int) -> str:
    """ "+ 1" or "− 2"."""
    return f"{'+' if number >= 0 else '−'} {abs(number)}"


def number(value: int) -> str:
    """A score with a true minus sign."""
    return f"−{-value}" if value < 0 else str(value)


def arithmetic(score: Score, is_brief: bool = False) -> str:
    """How a score comes about: "6 + 1 trait − 2 Sapper = 5, turned round: 3"; or only "6 + 1 − 2 = 5 → 3"."""
    steps = [(score.bonus, "effect"), (score.trait, "trait"), (score.area, "Disaster cards")]
    steps += [(step, kind.capitalize()) for kind, step in score.plays]
    told = [signed(step) + ("" if is_brief else f" {what}") for step, what in steps if step]
    words = " ".join([str(score.value), *told]) + (f" = {number(score.total)}" if told else "")
    if score.final == score.total:
        return words
    return f"{words}{' →' if is_brief else ', turned round:'} {number(score.final)}"
