"""Builds hand-written positions for the examples of the manual."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.position import Position
from games.kernel.rng import Rng
from games.titles.dinosaurs.cards import CARDS, DISASTERS, main_deck
from games.titles.dinosaurs.state import Options, Orders, Player, State, audit


def place(
    *,
    players: Sequence[Mapping[str, Any]],
    disaster: str,
    deck: Sequence[str] = (),
    round: int = 3,
    options: Mapping[str, Any] | None = None,
) -> Position[State, Options]:
    """A position in which Point cards are chosen. Cards are given by kind ("pet-rock"); all others are in the decks.

    `players`, in seat order: `dino`, `points`, `area`, `hand`, `laid` (the card of a player who has already chosen)
    and `orders` (standing orders). `deck`: the next cards to be drawn.
    """
    chosen = Options(**{"dinos": "random", **(options or {})})
    state = State(chosen, [], phase="choose", round=round, disaster=disaster)
    state.players = [Player(dino=facts["dino"], points=facts.get("points", 0)) for facts in players]
    spare = main_deck(state.is_for_two)
    for player, facts in zip(state.players, players, strict=True):
        player.hand = [_take(spare, kind) for kind in facts["hand"]]
        player.card = _take(spare, facts["laid"]) if "laid" in facts else None
        player.area = list(facts.get("area", ()))
        player.orders = Orders(**facts.get("orders", {}))
    next_cards = [_take(spare, kind) for kind in deck]
    state.deck = spare + next_cards[::-1]  # the top of a pile is its last card
    taken = {disaster, *(card for player in state.players for card in player.area)}
    state.disasters = [card for card in DISASTERS if card not in taken][::-1]
    audit(state)
    return Position("dinosaurs", 1, len(players), chosen, Rng("0" * 32), "choose", state)


def _take(spare: list[str], kind: str) -> str:
    """Take the first copy of this kind that is left."""
    card = next(card for card in spare if CARDS[card].kind == kind)
    spare.remove(card)
    return card
