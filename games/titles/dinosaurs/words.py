"""Words: the lines of the log (section "Log lines" of the rules), and one line for subjects and status."""

from collections.abc import Callable, Sequence
from typing import Any

from games.kernel.types import Decision, Event
from games.kernel.words import several
from games.titles.dinosaurs.cards import CARDS, DINOSAURS, DISASTERS, label, name
from games.titles.dinosaurs.view import View

Facts = dict[str, Any]
Names = Sequence[str]
CARD_NAMES = {card.kind: card.name for card in CARDS.values()}
REASONS = {"disaster": "disaster", "resigned": "resigned", "time": "time"}


def listed(cards: Sequence[str]) -> str:
    """Card names with commas."""
    return ", ".join(name(card) for card in cards)


def story(event: Event, names: Names) -> str:
    """One log line. A private part that the viewer may see takes the place of the public line."""
    if event.private and event.kind in PRIVATE:
        return PRIVATE[event.kind](event, names)
    return LINES[event.kind](event.data, names)


def _grabbed(event: Event, names: Names) -> str:
    facts, (private,) = event.data, list(event.private.values())[:1]
    return f"{names[facts['seat']]} took {name(private['card'])} from {names[facts['target']]}."


def _kept(event: Event, names: Names) -> str:
    (private,) = list(event.private.values())[:1]
    return f"{_keep(event.data, names)} You kept {name(private['card'])}."


def _round(facts: Facts, names: Names) -> str:
    card = DISASTERS[facts["card"]]
    return f"Round {facts['round']}: {card.name} ({card.type})."


def _pick(facts: Facts, names: Names) -> str:
    return f"{names[facts['seat']]} is {DINOSAURS[facts['dino']].name}."


def _new_hand(facts: Facts, names: Names) -> str:
    return f"{names[facts['seat']]} has no Point card, discards {listed(facts['cards'])} and draws {facts['drawn']}."


def _reveal(facts: Facts, names: Names) -> str:
    return f"{names[facts['seat']]} reveals {label(facts['card'])}."


def _chainsaw(facts: Facts, names: Names) -> str:
    return "Flaming Chainsaw: all other Point card effects are ignored this round."


def _effect(facts: Facts, names: Names) -> str:
    kind = facts["effect"]
    return f"{names[facts['seat']]} uses {CARD_NAMES[kind]}{USES[kind](facts, names)}."


def _throws(facts: Facts, names: Names) -> str:
    bonus = f", +{facts['bonus']}" if "bonus" in facts else ""
    return f": discards {listed(facts['cards'])}{bonus}"


def _snake(facts: Facts, names: Names) -> str:
    return f": swaps with {names[facts['target']]}'s {name(facts['card'])}"


def _plant(facts: Facts, names: Names) -> str:
    parts = [f"{names[seat]}'s {name(card)}" for seat, card in zip(facts["targets"], facts["cards"], strict=True)]
    return f": swaps {' and '.join(parts)}"


USES: dict[str, Callable[[Facts, Names], str]] = {
    "pet-rock": _throws,
    "smoothie": _throws,
    "fire-spray": _throws,
    "grappling-snake": _snake,
    "hungry-plant": _plant,
    "treenoculars": lambda facts, names: "",
    "dino-grabber": lambda facts, names: f" on {names[facts['target']]}",
}


def _declined(facts: Facts, names: Names) -> str:
    return f"{names[facts['seat']]} doesn't use {CARD_NAMES[facts['effect']]}."


def _impossible(facts: Facts, names: Names) -> str:
    return f"{names[facts['seat']]}'s {CARD_NAMES[facts['effect']]} can't be used."


def _grab(facts: Facts, names: Names) -> str:
    return f"{names[facts['seat']]} took a card from {names[facts['target']]}."


def _keep(facts: Facts, names: Names) -> str:
    thrown = f" and discards {listed(facts['cards'])}" if facts["cards"] else ""
    return f"{names[facts['seat']]} keeps one card{thrown}."


def _scores(facts: Facts, names: Names) -> str:
    scores = ", ".join(f"{names[seat]} {score}" for seat, score in facts["scores"])
    return f"Final scores: {scores}." if facts["is_final"] else f"Scores before Instant cards: {scores}."


def _instant(facts: Facts, names: Names) -> str:
    target = "" if facts["target"] is None else f" on {names[facts['target']]}"
    return f"{names[facts['seat']]} plays {name(facts['card'])}{target}."


def _collect(facts: Facts, names: Names) -> str:
    points = f"{facts['points']} point{'' if facts['points'] == 1 else 's'}"
    return f"{names[facts['seat']]} collects {points} ({facts['total']})."


def _sudden(facts: Facts, names: Names) -> str:
    return f"Sudden Death between {', '.join(names[seat] for seat in facts['seats'])}."


def _sudden_reveal(facts: Facts, names: Names) -> str:
    return f"Sudden Death: {names[facts['seat']]} reveals {label(facts['card'])}."


def _out(facts: Facts, names: Names) -> str:
    return f"{names[facts['seat']]} is out ({facts['reason']})."


def _end(facts: Facts, names: Names) -> str:
    order = sorted(range(len(names)), key=lambda seat: facts["ranks"][seat])
    return f"Game over: {', '.join(_place(facts, names, seat) for seat in order)}."


def _place(facts: Facts, names: Names, seat: int) -> str:
    rank, out = facts["ranks"][seat], facts["out"][seat]
    return f"{rank}. {names[seat]} " + (str(facts["points"][seat]) if out is None else f"(out in round {out})")


def _who(words: str) -> Callable[[Facts, Names], str]:
    """A line that needs a player and perhaps a card or another player."""

    def say(facts: Facts, names: Names) -> str:
        card = name(facts["card"]) if "card" in facts else ""
        other = names[facts["target"]] if "target" in facts else ""
        who = names[facts["seat"]] if "seat" in facts else ""
        return words.format(who=who, card=card, other=other, **{k: facts[k] for k in ("count", "total") if k in facts})

    return say


LINES: dict[str, Callable[[Facts, Names], str]] = {
    "round": _round,
    "pick": _pick,
    "new_hand": _new_hand,
    "reveal": _reveal,
    "chainsaw": _chainsaw,
    "effect": _effect,
    "declined": _declined,
    "impossible": _impossible,
    "grab": _grab,
    "keep": _keep,
    "scores": _scores,
    "instant": _instant,
    "collect": _collect,
    "tie": _who("Everyone is tied, so nobody collects points."),
    "sudden": _sudden,
    "sudden_reveal": _sudden_reveal,
    "no_card": _who("{who} has no Point card left for Sudden Death."),
    "no_cards": _who("Several players have no Point card left for Sudden Death."),
    "added": _who("{who} adds {card} to the Disaster Area."),
    "under": _who("{card} goes to the bottom of the Disaster deck."),
    "insurance": _who("{who} plays Disaster Insurance."),
    "redirect": _who("{who} plays Disaster Redirect on {other}."),
    "discard": _who("{who} discards {card}."),
    "out": _out,
    "moved": _who("{who} moves {count} for Disaster cards ({total})."),
    "reshuffle": _who("The discard pile was shuffled into a new Main deck."),
    "reshuffle_disasters": _who("The Disaster cards of players who are out form a new Disaster deck."),
    "end": _end,
}
PRIVATE: dict[str, Callable[[Event, Names], str]] = {"grab": _grabbed, "keep": _kept}


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


OWN = {
    "choose": "choose a Point card",
    "effect": "use your Point card's effect or not",
    "grab": "take a card",
    "keep": "keep one of two cards",
    "instants": "the scoring window is open",
    "sudden": "Sudden Death: play a card",
    "disaster": "the Disaster card comes to you",
}
OTHERS = {
    "choose": "everyone is choosing",
    "effect": "{}'s effect",
    "grab": "{} takes a card",
    "keep": "{} keeps a card",
    "instants": "scoring",
    "sudden": "Sudden Death",
    "disaster": "the Disaster card comes to {}",
}
