"""The arithmetic of a score (HD-18, HD-42 to HD-47, HD-63 to HD-65, HD-73 to HD-79, HD-102).

value + bonus + trait (+ Disaster Area, HD-47), then Boosters and Sappers, then the inversions: odd or even.
"""

from collections.abc import Sequence

from games.titles.dinosaurs.cards import DINOSAURS, KIND, TYPE, VALUE
from games.titles.dinosaurs.state import Play, Score, State, living

CHAINSAW, STAR_FRUIT, MOUTH_TRAP = "flaming-chainsaw", "star-fruit", "mouth-trap"
STEP = {"booster": 2, "sapper": -2}  # HD-76, HD-77
INVERSION = "inversion"


def trait(state: State, seat: int) -> int:
    """What the Dinosaur of this seat adds against the face-up Disaster card (HD-42 to HD-45)."""
    dino, disaster = state.players[seat].dino, state.disaster
    return 0 if dino is None or disaster is None else traits(state, dino).get(TYPE[disaster], 0)


def traits(state: State, dino: str) -> dict[str, int]:
    """All traits of a Dinosaur in this match, by type."""
    return DINOSAURS[dino].wild if state.options.wild_extras else DINOSAURS[dino].traits


def area_bonus(state: State, seat: int) -> int:
    """What their own Disaster cards add, if the option says so (HD-47)."""
    return len(state.players[seat].area) if state.options.disaster_bonus else 0


def shown(state: State) -> list[str]:
    """Kinds of the Point cards that lie face up in front of anybody, also of who has left (HD-126)."""
    return [KIND[player.card] for player in state.players if player.card] if state.is_revealed else []


def is_silenced(state: State) -> bool:
    """Whether Flaming Chainsaw ignores all other Point card effects (HD-58)."""
    return CHAINSAW in shown(state)


def doubling(state: State) -> int:
    """By how much each Booster and Sapper counts: twice for each Special Star Fruit (HD-63, HD-64)."""
    kinds = shown(state)
    return 1 if CHAINSAW in kinds else int(2 ** kinds.count(STAR_FRUIT))


def inversions(state: State, plays: Sequence[Play] = ()) -> int:
    """How many inversions there are: Mouth Traps and Score Inversions together (HD-65, HD-79)."""
    kinds = shown(state)
    traps = 0 if CHAINSAW in kinds else kinds.count(MOUTH_TRAP)
    return traps + sum(KIND[play.card] == INVERSION for play in (*state.plays, *plays))


def after_inversions(scores: dict[int, int], count: int) -> dict[int, int]:
    """If the number is odd, everybody at the highest score gets the lowest, and the other way round (HD-78, HD-102)."""
    if count % 2 == 0:
        return scores
    high, low = max(scores.values()), min(scores.values())
    return {seat: low if score == high else high if score == low else score for seat, score in scores.items()}


def arithmetic(state: State, plays: Sequence[Play] = ()) -> list[Score]:
    """The score of each living player with all that it is made of, in seat order. `plays`: further ones, to look ahead.

    A Booster or Sapper on somebody who has left counts for nobody (HD-127).
    """
    factor, played, totals, rows = doubling(state), [*state.plays, *plays], {}, []
    for seat in living(state):
        player = state.players[seat]
        assert player.card is not None
        value, step, area = VALUE[player.card], trait(state, seat), area_bonus(state, seat)
        added = [(kind := KIND[play.card], STEP[kind] * factor) for play in played if play.target == seat]
        totals[seat] = value + player.bonus + step + area + sum(step for _, step in added)
        rows.append((seat, player.card, value, player.bonus, step, area, added))
    final = after_inversions(totals, inversions(state, plays))
    return [Score(*row, totals[row[0]], final[row[0]]) for row in rows]


def finals(state: State, plays: Sequence[Play] = ()) -> dict[int, int]:
    """The final scores of the living, as they stand with the plays so far (HD-79)."""
    return {score.seat: score.final for score in arithmetic(state, plays)}
