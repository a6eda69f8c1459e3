"""The lines of the log (rules, section "Presentation"), and the headline for subjects and status."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from games.kernel import data
from games.kernel.types import Decision, Event
from games.kernel.words import Templates, joined, several
from games.titles.adulting import rulings
from games.titles.adulting.cards import CARDS, COLUMN_NAMES, EFFECTS, JOBS, SUITS
from games.titles.adulting.view_types import View

PHRASES = data.read(Path(__file__).parent, "phrases.toml")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth")
Facts = dict[str, Any]
Names = Sequence[str]


def story(event: Event, names: Names) -> str:
    """The log line of an event, which is public in full."""
    line = STORIES[event.kind]
    words = _say(line, event.data, names) if isinstance(line, str) else line(event.data, names)
    return f"Round {event.round + 1}: {words}" if event.kind == "drew" else words


def _say(template: str, facts: Facts, names: Names) -> str:
    return Templates(
        name=names.__getitem__,
        statement=lambda text: f" “{text}”" if text else "",
        note=lambda note: f" (“{note}”)" if note else "",
        any_suit=lambda suits: " or ".join(SUITS[suit] for suit in suits),
        suits=lambda card: " or ".join(SUITS[suit] for suit in CARDS[card].suits),
        text=lambda effect: f", {EFFECTS[effect].name}" if effect else "",
        job=JOBS.__getitem__,
        card=lambda card: CARDS[card].suit_words,
        column=COLUMN_NAMES.__getitem__,
        amounts=lambda paid: _amounts(paid, names),
        number=lambda number: " gives no number" if number is None else f": {number}",
        performance=lambda text: f": “{text}”" if text else " gives no performance.",
        answer=lambda answer: f"“{answer}”" if answer else "no answer",
        answers=lambda answers: _answers(answers, names),
        stands=lambda stands: "stands" if stands else "falls",
        appeals=lambda is_pressed: "appeals" if is_pressed else "objects",
        aside=lambda money: f", {money} set aside" if money else "",
        reply=lambda sustains: "sustains the ruling" if sustains else "gives way",
        votes=lambda votes: _votes(votes, names),
        payments=lambda keyed: _payments(keyed, names),
        ordinal=ORDINALS.__getitem__,
        leaves=lambda reason: "resigns" if reason == "resigned" else "is removed",
    ).say(template, facts)


def headline(view: View, decision: Decision | None, names: Names) -> str:
    """What the viewer must do, or the state of the match."""
    if view.step == "over":
        return "The match is over."
    if decision is None:
        return f"Round {view.round}, {names[view.dealer]} deals: {PHRASES['step'][view.step]}"
    if decision.case:
        return f"Case {decision.case}: {decision.actions[0].label.lower()}"
    return f"{PHRASES['due'][view.step]} (round {view.round})"


def result_notes(view: View) -> list[str]:
    """Each player's points."""
    return [several(player.score, "point") for player in view.players]


def _names(seats: Sequence[Any], names: Names) -> str:
    return joined([names[int(seat)] for seat in seats])


def _amounts(wages: Mapping[str, int], names: Names) -> str:
    return ", ".join(f"{names[int(seat)]} {amount}" for seat, amount in wages.items())


def _payments(keyed: Mapping[str, Facts], names: Names) -> str:
    verbs = {"price": "pays", "wages": "takes", "tie": "takes"}
    return ", ".join(f"{names[int(seat)]} {verbs[one['kind']]} {one['amount']}" for seat, one in keyed.items())


def _answers(answers: Mapping[str, Facts], names: Names) -> str:
    told = []
    for seat, given in answers.items():
        note = f" (“{given['note']}”)" if given["note"] else ""
        excused = " with a Doctor's Note" if given["excused"] else ""
        told.append(f"{names[int(seat)]} {'adult' if given['adult'] else 'childish'}{excused}{note}")
    return ", ".join(told) or "none"


def _votes(votes: Mapping[str, bool], names: Names) -> str:
    """The jury's votes by name, which are public once the case is closed (AD-154)."""
    up, down = ([seat for seat, vote in votes.items() if vote is side] for side in (True, False))
    return f" For: {_names(up, names)}. Against: {_names(down, names)}." if votes else ""


def _effect(data: Facts, names: Names) -> str:
    effect = EFFECTS[CARDS[data["card"]].effect]
    return _say(f"{{seat:name}} plays {effect.name}{PHRASES['texts'].get(effect.id, '.')}", data, names)


def _ruling(data: Facts, names: Names) -> str:
    parts = [f"struck “{one['text']}” ({names[one['seat']]})" for one in data["struck"]]
    if data["disallowed"]:
        parts.append(f"disallowed {_names(data['disallowed'], names)}")
    if data["order"]:
        parts.append(f"order: {', '.join(names[seat] for seat in data['order'])}")
    if data["bonus"]:
        parts.append(f"extra money for {_names(data['bonus'], names)}")
    parts.append(f"fine print: “{data['fine']}”" if data["fine"] else "no fine print")
    if data["wages"] is not None:
        parts.append(f"wages {_amounts(data['wages'], names)}")
    return f"Ruling: {'; '.join(parts)}."


def _bids(data: Facts, names: Names) -> str:
    bids = []
    for seat, bid in data["bids"].items():
        helper = f" with {EFFECTS[CARDS[bid['card']].effect].name}" if bid["card"] else ""
        bids.append(f"{names[int(seat)]} {bid['amount']}{helper}")
    cost = f" for {data['price']}" if "price" in data else ""
    said = f"Bids: {', '.join(bids)}. {names[data['seat']]} takes the card{cost}."
    paid = data["ties"] if "price" in data else ()
    return " ".join([said, *(f"{names[seat]} receives {data['bids'][str(seat)]['amount']}." for seat in paid)])


def _appeal(data: Facts, names: Names) -> str:
    ruling = rulings.words(data["matter"], data["was"], data["example"])
    return _say(PHRASES["log"]["appeal"], data | {"ruling": ruling}, names)


def _verdict(data: Facts, names: Names) -> str:
    verdict = PHRASES["verdicts"]["perjury" if data.get("is_out") else data["outcome"]]
    return _say(f"Case {{case}}: {verdict}.{{votes:votes}}", data, names)


STORIES: dict[str, str | Callable[[Facts, Names], str]] = {
    **PHRASES["log"],
    "effect": _effect,
    "ruling": _ruling,
    "bids": _bids,
    "appeal": _appeal,
    "verdict": _verdict,
    "over": lambda data, names: _say(f"{PHRASES['reasons'][data['by']]} Scores: {{scores:amounts}}.", data, names),
}


def log_pictures(event: Event) -> list[str]:
    """Ids in pictures/cards.svg of the cards in an event, which is public in full."""
    if event.kind == "drew":
        return [event.data["suits"]]
    if event.kind not in ("placed", "effect"):
        return []
    facts = ("card", "broken", "give", "take")  # those that can hold one card
    return ["".join(CARDS[event.data[name]].suits) for name in facts if event.data.get(name) in CARDS]
