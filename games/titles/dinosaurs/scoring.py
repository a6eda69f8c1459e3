"""The arithmetic of a score (HD-18, HD-42 to HD-47, HD-63 to HD-65, HD-73 to HD-79, HD-102).

value + bonus + trait (+ Disaster Area, HD-47), then Boosters and Sappers, then the inversions: odd or even.
"""

from collections.abc import Iterable

from games.titles.dinosaurs.cards import DINOSAURS, KIND, TYPE, VALUE
from games.titles.dinosaurs.state import Play, Score, State, living

CHAINSAW, STAR_FRUIT, MOUTH_TRAP = "flaming-chainsaw", "star-fruit", "mouth-trap"
STEP = {"booster": 2, "sapper": -2}  # HD-76, HD-77
INVERSION = "inversion"


def trait(state: State, seat: int) -> int:
    """What the Dinosaur of this seat adds against the face-up Disaster card (HD-42 to HD-45)."""
    dino, disaster = state.players[seat].dino, state.disaster
    if dino is None or disaster is None:
        return 0
    facts = DINOSAURS[dino]
    return (facts.wild if state.options.wild_extras else facts.traits).get(TYPE[disaster], 0)


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


def inversions(state: State, plays: Iterable[Play] = ()) -> int:
    """How many inversions there are: Mouth Traps and Score Inversions together (HD-65, HD-79)."""
    kinds = shown(state)
    traps = 0 if CHAINSAW in kinds else kinds.count(MOUTH_TRAP)
    return traps + sum(KIND[play.card] == INVERSION for play in (*state.plays, *plays))


def before_instants(state: State) -> dict[int, int]:
    """The score of each living player from card, bonus, trait and area (HD-79)."""
    bonus_of_area = state.options.disaster_bonus
    found = {}
    for seat in living(state):
        player = state.players[seat]
        assert player.card is not None
        area = len(player.area) if bonus_of_area else 0
        found[seat] = VALUE[player.card] + player.bonus + trait(state, seat) + area
    return found


def totals(state: State, plays: Iterable[Play] = ()) -> dict[int, int]:
    """Scores with all Boosters and Sappers, before the inversions. `plays`: further ones, to look ahead."""
    found, factor = before_instants(state), doubling(state)
    for play in (*state.plays, *plays):
        if play.target in found:
            found[play.target] += STEP[KIND[play.card]] * factor
    return found


def invert(scores: dict[int, int]) -> dict[int, int]:
    """Everybody at the highest score gets the lowest, and the other way round (HD-78, HD-102)."""
    high, low = max(scores.values()), min(scores.values())
    return {seat: low if score == high else high if score == low else score for seat, score in scores.items()}


def finals(state: State, plays: Iterable[Play] = ()) -> dict[int, int]:
    """The final scores of the living, as they stand with the plays so far (HD-79)."""
    plays = tuple(plays)
    found = totals(state, plays)
    return invert(found) if inversions(state, plays) % 2 else found


def listed(scores: dict[int, int]) -> list[list[int]]:
    """Scores for the log: [seat, score] each."""
    return [[seat, score] for seat, score in scores.items()]


def arithmetic(state: State) -> list[Score]:
    """Each score with all that it is made of, in seat order."""
    before, added, final = before_instants(state), totals(state), finals(state)
    factor, found = doubling(state), []
    for seat in before:
        player = state.players[seat]
        assert player.card is not None
        plays = [
            (KIND[play.card], STEP[KIND[play.card]] * factor)
            for play in state.plays
            if play.target == seat and KIND[play.card] in STEP
        ]
        value, area = VALUE[player.card], len(player.area) if state.options.disaster_bonus else 0
        facts = (seat, player.card, value, player.bonus, trait(state, seat), area)
        found.append(Score(*facts, plays, added[seat], final[seat]))
    return found
