"""The arithmetic of a score (HD-18, HD-42 to HD-47, HD-63 to HD-65, HD-73 to HD-79, HD-102).

value + bonus + trait (+ Disaster Area, HD-47), then Boosters and Sappers, then the inversions: odd or even.
"""

from collections.abc import Mapping, Sequence

from games.titles.dinosaurs.cards import DINOSAURS, KIND, TYPE, VALUE
from games.titles.dinosaurs.state import Play, Score, State, living

CHAINSAW, STAR_FRUIT, MOUTH_TRAP = "flaming-chainsaw", "star-fruit", "mouth-trap"
STEP = {"booster": 2, "sapper": -2}  # HD-76, HD-77
INVERSION = "inversion"


def trait(state: State, seat: int) -> int:
    """The trait of this seat's Dinosaur against the face-up Disaster card (HD-42 to HD-45)."""
    dino, disaster = state.players[seat].dino, state.disaster
    return 0 if dino is None or disaster is None else traits(state, dino).get(TYPE[disaster], 0)


def traits(state: State, dino: str) -> dict[str, int]:
    """All traits of a Dinosaur in this match, by type."""
    return DINOSAURS[dino].wild if state.options.wild_extras else DINOSAURS[dino].traits


def area_bonus(state: State, seat: int) -> int:
    """The bonus for the seat's own Disaster cards, if the option is on (HD-47)."""
    return len(state.players[seat].area) if state.options.disaster_bonus else 0


def shown(state: State) -> list[str]:
    """The kinds of all face-up Point cards, including those of players who have left (HD-126)."""
    return [KIND[player.card] for player in state.players if player.card] if state.is_revealed else []


def is_silenced(state: State) -> bool:
    """Whether Flaming Chainsaw turns off all other Point card effects (HD-58)."""
    return CHAINSAW in shown(state)


def doubling(state: State) -> int:
    """The factor for Boosters and Sappers: each Special Star Fruit doubles it (HD-63, HD-64)."""
    kinds = shown(state)
    return 1 if CHAINSAW in kinds else int(2 ** kinds.count(STAR_FRUIT))


def inversions(state: State, plays: Sequence[Play] = ()) -> int:
    """The number of inversions: Mouth Traps and Score Inversions together (HD-65, HD-79)."""
    kinds = shown(state)
    traps = 0 if CHAINSAW in kinds else kinds.count(MOUTH_TRAP)
    return traps + sum(KIND[play.card] == INVERSION for play in (*state.plays, *plays))


def after_inversions(scores: dict[int, int], count: int) -> dict[int, int]:
    """The scores after this many inversions: an odd number swaps the highest and the lowest score (HD-78, HD-102)."""
    if count % 2 == 0:
        return scores
    high, low = max(scores.values()), min(scores.values())
    return {seat: low if score == high else high if score == low else score for seat, score in scores.items()}


def with_plays(
    totals: dict[int, int], inversions: int, doubling: int, plays: Mapping[str, int | None]
) -> tuple[dict[int, int], int]:
    """These totals and this number of inversions once Instant cards are played: {card: target, None for an inversion}.

    A Booster or Sapper on a player who has left has no effect (HD-127).
    """
    totals = dict(totals)
    for card, target in plays.items():
        if target is None:
            inversions += 1
        elif target in totals:
            totals[target] += STEP[KIND[card]] * doubling
    return totals, inversions


def arithmetic(state: State, plays: Sequence[Play] = ()) -> list[Score]:
    """How each living player's score adds up, in seat order. `plays`: Instant cards to add, for looking ahead.

    A Booster or Sapper on a player who has left has no effect (HD-127).
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
    """The current final scores of the living seats (HD-79). `plays`: Instant cards to add, for looking ahead."""
    return {score.seat: score.final for score in arithmetic(state, plays)}
