"""What a move will do, in sentences, from what its player may know. Players are named by their Dinosaurs."""

from games.kernel.types import Move
from games.kernel.words import several
from games.titles.dinosaurs import danger, decisions, scoring
from games.titles.dinosaurs.cards import DINOSAURS, VALUE
from games.titles.dinosaurs.state import Play, State


def preview(state: State, seat: int, move: Move) -> list[str]:
    """Sentences for a legal move; none where nothing can be said."""
    if move.verb == "choose":
        return [_choose(state, seat, move.args["card"])]
    if move.verb == "instants":
        return _instants(state, seat, move)
    if move.verb == "take":
        return [_take(state, seat)]
    return []


def _choose(state: State, seat: int, card: str) -> str:
    step = scoring.trait(state, seat)
    area = len(state.players[seat].area) if state.options.disaster_bonus else 0
    parts = (f" {'+' if step > 0 else '−'} {abs(step)} trait" if step else "") + (
        f" + {area} Disaster cards" if area else ""
    )
    return f"Your score starts at {VALUE[card] + step + area}" + (f" ({VALUE[card]}{parts})." if parts else ".")


def _instants(state: State, seat: int, move: Move) -> list[str]:
    plays = [Play(seat, card, target) for card, target in decisions.played(move).items()]
    scores = scoring.finals(state, plays)
    listed = ", ".join(f"{_dino(state, other)} {score}" for other, score in scores.items())
    return [f"If nobody {'else ' if plays else ''}plays: {listed}."]


def _dino(state: State, seat: int) -> str:
    return DINOSAURS[str(state.players[seat].dino)].name


def _take(state: State, seat: int) -> str:
    if danger.would_eliminate(state, seat):
        return "This puts you out of the game."
    count = len(state.players[seat].area) + 1
    return f"You will have {several(count, 'Disaster card')} and move {count} at the end of the round."
