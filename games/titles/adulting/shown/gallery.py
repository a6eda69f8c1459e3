"""The 60 cards for the rulebook's gallery: suit side, game text and prompt, never the fine print.

components.toml marks the rest of the rules side as private, so that nobody can look up a card during a match.
"""

from typing import Any

from games.drawing.svg import page
from games.kernel.display import Face
from games.titles.adulting.cards import JOBS, SUITS
from games.titles.adulting.shown.drawing import HEIGHT, WIDTH, suit_side

JOB = {"category": "AD-60", "rank": "AD-82", "payout": "AD-90", "challenge": "AD-95"}


def gallery(components: dict[str, Any]) -> list[Face]:
    """One face for each card, in deck order, with the clauses on its job, its suits and its game text."""
    effects = {effect["id"]: effect for effect in components["effect"]}
    none = {"name": "", "text": "", "clause": ""}
    return [_face(card, effects.get(card["effect"], none)) for card in components["card"]]


def _face(card: dict[str, Any], effect: dict[str, Any]) -> Face:
    name, words, suits = effect["name"], effect["text"], "".join(card["suits"])
    drawing = page(WIDTH, HEIGHT, card["prompt"], "", suit_side(suits, name, words))
    facts: dict[str, int | str] = {"Suits": " or ".join(SUITS[suit] for suit in suits), "Game text": name or "none"}
    wild = "AD-37" if len(suits) == 2 else "AD-36" if suits == "S" else "AD-35"
    clauses = tuple(clause for clause in (JOB[card["job"]], wild, effect["clause"]) if clause)
    told = f"{name}: {words}" if name else ""
    return Face(card["id"], card["prompt"], JOBS[card["job"]], drawing, 1, told, clauses, facts)
