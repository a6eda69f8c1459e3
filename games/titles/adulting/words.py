"""The lines of the log (rules, section "Presentation"), and the headline for subjects and status."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from games.kernel import data
from games.kernel.types import Decision, Event
from games.kernel.words import Sentences, several
from games.titles.adulting.cards import CARDS, COLUMN_NAMES, EFFECTS, JOBS, SUITS
from games.titles.adulting.law import rulings
from games.titles.adulting.shown.view_types import View

PHRASES = data.read(Path(__file__).parent, "phrases.toml")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth")
Facts = dict[str, Any]
Names = Sequence[str]


def story(event: Event, names: Names) -> str:
    """The log line of an event, which is public in full."""
    line, sentences = STORIES.get(event.kind), _sentences(names)
    if line is not None:
        return line(event.data, sentences)
    template = PHRASES["log"][_line_of(event.kind, event.data)]
    if event.kind == "drew":
        template = f"Round {event.round + 1}: {template}"
    return sentences.say(template, event.data)


def _line_of(kind: str, facts: Facts) -> str:
    """The key in phrases.toml for an event."""
    if kind == "left":
        return "left" if facts["reason"] == "resigned" else "removed"
    fact, otherwise = OTHERWISE.get(kind, ("", ""))
    return otherwise if fact and facts[fact] in (None, "", False) else kind


# The line for an event without this fact.
OTHERWISE = {
    "number": ("number", "no_number"),
    "performed": ("text", "no_performance"),
    "vote": ("stands", "falls"),
    "replied": ("sustains", "gave_way"),
}


def _sentences(names: Names) -> Sentences:
    plain = Sentences(names)
    return Sentences(
        names,
        statement=lambda text: f" “{text}”" if text else "",
        note=lambda note: f" (“{note}”)" if note else "",
        any_suit=lambda suits: " or ".join(SUITS[suit] for suit in suits),
        suits=lambda card: " or ".join(SUITS[suit] for suit in CARDS[card].suits),
        text=lambda effect: f", {EFFECTS[effect].name}" if effect else "",
        job=JOBS.__getitem__,
        card=lambda card: CARDS[card].suit_words,
        column=COLUMN_NAMES.__getitem__,
        amounts=lambda paid: _amounts(paid, plain),
        answer=lambda answer: f"“{answer}”" if answer else "no answer",
        answers=lambda answers: _answers(answers, plain),
        aside=lambda money: f", {money} set aside" if money else "",
        votes=lambda votes: _votes(votes, plain),
        payments=lambda keyed: _payments(keyed, plain),
        ordinal=ORDINALS.__getitem__,
    )


def headline(view: View, decision: Decision | None, names: Names) -> str:
    """What the viewer must do, or the state of the match."""
    if view.step == "over":
        return "The match is over."
    if decision is None:
        deals = f"Round {view.round}, {{dealer:name}} {{deals|deal}}: {PHRASES['step'][view.step]}"
        return Sentences(names).say(deals, dealer=view.dealer)
    if decision.case:
        return f"Case {decision.case}: {decision.actions[0].label.lower()}"
    return f"{PHRASES['due'][view.step]} (round {view.round})"


def result_notes(view: View) -> list[str]:
    """Each player's points."""
    return [several(player.score, "point") for player in view.players]


def _amounts(wages: Mapping[str, int], sentences: Sentences) -> str:
    return ", ".join(f"{sentences.name(int(seat))} {amount}" for seat, amount in wages.items())


def _payments(keyed: Mapping[str, Facts], sentences: Sentences) -> str:
    told = "{seat:name} {takes|take} {amount}", "{seat:name} {pays|pay} {amount}"
    return ", ".join(sentences.part(told[one["kind"] == "price"], one, seat=int(seat)) for seat, one in keyed.items())


def _answers(answers: Mapping[str, Facts], sentences: Sentences) -> str:
    told = []
    for seat, given in answers.items():
        note = f" (“{given['note']}”)" if given["note"] else ""
        excused = " with a Doctor’s Note" if given["excused"] else ""
        told.append(f"{sentences.name(int(seat))} {'adult' if given['adult'] else 'childish'}{excused}{note}")
    return ", ".join(told) or "none"


def _votes(votes: Mapping[str, bool], sentences: Sentences) -> str:
    """The jury's votes by name, which are public once the case is closed (AD-154)."""
    up, down = ([int(seat) for seat, vote in votes.items() if vote is side] for side in (True, False))
    return f" For: {sentences.listed(up)}. Against: {sentences.listed(down)}." if votes else ""


def _effect(data: Facts, sentences: Sentences) -> str:
    effect = EFFECTS[CARDS[data["card"]].effect]
    return sentences.say(f"{{seat:name}} {{plays|play}} {effect.name}{PHRASES['texts'].get(effect.id, '.')}", data)


def _quoted(examples: Iterable[Facts]) -> str:
    return ", ".join(f"“{one['text']}”" for one in examples)


def _ruling(data: Facts, sentences: Sentences) -> str:
    parts = []
    if data["struck"]:
        own = groupby(data["struck"], itemgetter("seat"))
        struck = [f"{_quoted(some)} ({sentences.name(seat)})" for seat, some in own]
        parts.append(f"struck {', '.join(struck)}")
    if data["disallowed"]:
        parts.append(f"disallowed {sentences.listed(data['disallowed'])}")
    if data["order"]:
        parts.append(f"order: {', '.join(map(sentences.name, data['order']))}")
    if data["bonus"]:
        parts.append(f"extra money for {sentences.listed(data['bonus'])}")
    parts.append(f"fine print: “{data['fine']}”" if data["fine"] else "no fine print")
    if data["wages"] is not None:
        parts.append(f"wages: {_amounts(data['wages'], sentences)}")
    return f"Ruling: {'; '.join(parts)}."


def _bids(data: Facts, sentences: Sentences) -> str:
    bids = []
    for seat, bid in data["bids"].items():
        helper = f" with {EFFECTS[CARDS[bid['card']].effect].name}" if bid["card"] else ""
        bids.append(f"{sentences.name(int(seat))} {bid['amount']}{helper}")
    cost = f" for {data['price'] or 'nothing'}" if "price" in data else ""
    said = sentences.say(
        "Bids: {bids}. {seat:name} {takes|take} the card{cost}.", data | {"bids": ", ".join(bids)}, cost=cost
    )
    amounts = {seat: data["bids"][str(seat)]["amount"] for seat in data["ties"]} if data.get("price") else {}
    paid = "{seat:name} {receives|receive} {amount}."
    return " ".join([said, *(sentences.say(paid, seat=seat, amount=amount) for seat, amount in amounts.items())])


def _appeal(data: Facts, sentences: Sentences) -> str:
    ruling = rulings.words(data["matter"], data["was"], data["example"])
    return sentences.say(PHRASES["log"]["appeal" if data["press"] else "objection"], data, ruling=ruling)


def _verdict(data: Facts, sentences: Sentences) -> str:
    verdict = PHRASES["verdicts"]["perjury" if data.get("is_out") else data["outcome"]]
    return sentences.say(f"Case {{case}}: {verdict}.{{votes:votes}}", data)


# Events whose lines take more than a template.
STORIES: dict[str, Callable[[Facts, Sentences], str]] = {
    "effect": _effect,
    "ruling": _ruling,
    "bids": _bids,
    "appeal": _appeal,
    "verdict": _verdict,
    "over": lambda data, sentences: sentences.say(
        f"{PHRASES['reasons'][data['by']]} Scores: {{scores:amounts}}.", data
    ),
}


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg of the cards in an event, which is public in full."""
    if event.kind == "drew":
        return [event.data["suits"]]
    if event.kind not in ("placed", "effect"):
        return []
    facts = ("card", "broken", "give", "take")  # those that can hold one card
    return ["".join(CARDS[event.data[name]].suits) for name in facts if event.data.get(name) in CARDS]
