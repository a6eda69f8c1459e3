"""Hand-written positions for the examples of the manual: who holds what, what lies face up, who has chosen."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.position import Position
from games.kernel.rng import Rng
from games.titles.dinosaurs.cards import CARDS, DISASTERS, REMOVED_FOR_TWO
from games.titles.dinosaurs.state import Options, Orders, Player, State, audit


def place(
    *,
    players: Sequence[Mapping[str, Any]],
    disaster: str,
    deck: Sequence[str] = (),
    round: int = 3,
    options: Mapping[str, Any] | None = None,
) -> Position[State, Options]:
    """The choice of a round. Cards are named by kind ("pet-rock"); what is not named lies in the decks.

    `players`, in the order of the seats: `dino`, `points`, `area`, `hand`, and `laid`, the card of those who have
    chosen already, and `orders`, their standing orders. `deck`: the cards that are drawn next.
    """
    chosen = Options(**{"dinos": "random", **(options or {})})
    state = State(chosen, [], phase="choose", round=round, disaster=disaster)
    state.players = [Player(dino=facts["dino"], points=facts.get("points", 0)) for facts in players]
    spare = [card for card in CARDS if not (state.is_for_two and card in REMOVED_FOR_TWO)]
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
    """The first copy of this kind that nobody has."""
    card = next(card for card in spare if CARDS[card].kind == kind)
    spare.remove(card)
    return card
