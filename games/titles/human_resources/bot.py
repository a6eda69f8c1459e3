"""The house bot: a one-move lookahead that values each project in play by its points times its chance.

It uses only what its view shows. Completed patterns, the prospects of both players' projects and the value of a card in
hand share one scale of points; a little noise breaks ties.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache

from games.kernel.bots import odds
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.human_resources.cards import ABILITY, CARDS, CROWDFUNDING, OTHER, OVERTIME, POINTS
from games.titles.human_resources.geometry import border, place, read, value
from games.titles.human_resources.patterns import newly_formed, placements
from games.titles.human_resources.preview import recoloured
from games.titles.human_resources.state import State, colours
from games.titles.human_resources.view import View

IN_HAND = {  # value of keeping a manager in hand
    **dict.fromkeys(("take", "remove", "draw", "operations"), 0.3),
    **dict.fromkeys(("play_two", "pickup"), 0.5),
    **dict.fromkeys(("shift", "exchange", "swap"), 0.7),
    **dict.fromkeys(("move", "acquire"), 0.8),
}
QUOTA_IN_HAND, OVERTIME_IN_HAND, PROJECT_IN_HAND = 0.6, 1.2, 0.45
RIVALRY = 0.8  # weight of the rival's points against our own
PLAYING = 0.25  # bonus for putting a project in play, where it can be completed
QUOTA_NOW = 20.0  # play a quota whenever possible
SMALL = 0.1
NOISE = 0.02
TURNS = 2  # turns that a strong bot plays out
# Weights of a position for a strong bot, in points, fitted to the winners of many matches between house bots: a project
# in play, its prospects, those of a project in hand, other cards in hand, and how far scores still drift apart.
STARTED, GOING, HELD, KEPT, DRIFT = 0.8, 0.75, 0.9, {"quota": 1.7, "manager": 1.0, "overtime": 0.0}, 3.4
FAR = 5  # ignore placements that miss more cubicles than this
NONE = [0] * (FAR + 1)
OWN = (0.0, 0.50, 0.28, 0.16, 0.09, 0.05)
RIVAL = (0.0, 0.75, 0.30, 0.16, 0.09, 0.05)  # the rival moves next
MORE_WAYS = 0.03
CROWD = 0.2  # Crowdfunding rarely scores: the other player sees it coming
MOVERS = ("move", "swap", "shift", "exchange")


def choose(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> Move:
    """The move with the best score, revealing Overtime whenever possible."""
    thinking = Thinking(view, decision.seat)
    if view.step == "pickup":
        return min(moves(), key=lambda move: thinking.worth(move.args["card"]))
    if view.step == "order":
        best_last = sorted(view.known, key=thinking.keeping)  # best card on top for us, worst one next for the rival
        return Move("order", {"order": [best_last[-1], *best_last[:-1]]})
    listed = moves()
    best = max(thinking.scored(listed), key=lambda scored: scored[0] + NOISE * rng.below(1000) / 1000)[1]
    wanted = _plain(best)
    return next((move for move in listed if move.args.get("overtime") and _plain(move) == wanted), best)


def candidate_moves(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> list[Move]:
    """All moves, best first by one-move lookahead, for a strong bot to compare."""
    if view.step in ("pickup", "order"):
        return []
    return [move for _, move in sorted(Thinking(view, decision.seat).scored(moves()), key=lambda scored: -scored[0])]


def win_chances(before: State, state: State) -> list[float] | None:
    """Each seat's chance to win, from points, projects in play and hands; None until both have had a turn."""
    if state.turns < before.turns + TURNS or state.owes or state.carrying:
        return None
    office, turns = tuple(colours(state).items()), len(state.deck) / 2

    def worth(card: str) -> float:
        return prospect(card, office, OWN, turns).worth

    scores = []
    for scored, in_play, hand in zip(state.scored, state.in_play, state.hands, strict=True):
        projects = sum(STARTED + GOING * worth(project.card) for project in in_play)
        kinds = [(card, CARDS[card].kind) for card in hand]
        kept = sum(HELD * worth(card) if kind == "project" else KEPT[kind] for card, kind in kinds)
        scores.append(sum(POINTS[card] for card in scored) + projects + kept)
    return odds(scores, DRIFT)


def _plain(move: Move) -> tuple[str, dict[str, object]]:
    """The move without Overtime and without empty fields, for comparing."""
    return move.verb, {name: given for name, given in move.args.items() if given and name != "overtime"}


class Thinking:
    """An evaluation of one view: the prospects of all projects and the score of each move."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.turns = view.deck_count / 2
        self.colours = {place(cubicle.x, cubicle.y): cubicle.colour for cubicle in view.office}
        self.own_cards = [panel.card for panel in view.seats[seat].in_play]
        self.rival_cards = [panel.card for panel in view.seats[1 - seat].in_play]
        self.look()
        self.in_hand = {card: self.keeping(card) for card in view.hand}

    def look(self) -> None:
        """Compute the prospects of all projects in play in the current office."""
        self.office = tuple(self.colours.items())
        self.own = [prospect(card, self.office, OWN, self.turns) for card in self.own_cards]
        self.rivals = [prospect(card, self.office, RIVAL, self.turns) for card in self.rival_cards]

    def keeping(self, card: str) -> float:
        """The value of keeping this card in hand."""
        kind = CARDS[card].kind
        if kind == "project":
            return PROJECT_IN_HAND * self.worth(card)
        if kind == "quota":
            return QUOTA_IN_HAND
        return OVERTIME_IN_HAND if kind == "overtime" else IN_HAND[ABILITY[card]]

    def worth(self, card: str) -> float:
        """The value of a project if it is our own and in play."""
        return prospect(card, self.office, OWN, self.turns).worth

    def scored(self, moves: list[Move]) -> Iterable[tuple[float, Move]]:
        """(score, move) for each move worth considering, without Overtime; see `placings` for placements."""
        placings = self.placings(self.view.hand)
        best = max(placings, key=lambda placing: placing[0])
        args = {} if OVERTIME.isdisjoint(self.view.hand) else {"overtime": None}
        yield from ((score, Move("place", {"card": card, "at": value(at), **args})) for score, card, at in placings)
        for move in [move for move in moves if not move.args.get("overtime")]:
            card = move.args["card"]
            if move.verb == "project":
                yield (1 - PROJECT_IN_HAND) * self.worth(card) + PLAYING, move
            elif move.verb == "quota":
                yield QUOTA_NOW + POINTS[card], move
            elif move.verb == "hire":
                score = self._hiring(move, best)
                if score is not None:
                    yield score, move

    def placings(self, hand: Sequence[str]) -> list[tuple[float, str, int]]:
        """(score, card, place) for every place, using the least valuable card of each colour."""
        cheapest = {card[-1]: card for card in sorted(hand, key=lambda card: -self.in_hand[card])}
        places = border(tuple(self.colours))
        return [
            (self.placing(at, colour) - self.in_hand[card], card, at)
            for colour, card in sorted(cheapest.items())
            for at in places
        ]

    def placing(self, at: int, colour: str) -> float:
        """Points scored at once, plus the change in our prospects, minus the change in the rival's."""
        score = 0.0
        for mine in self.own:
            score += POINTS[mine.card] if mine.is_completed_by(at, colour) else mine.gain(at, colour)
        for theirs in self.rivals:
            score -= RIVALRY * theirs.gain(at, colour)
        return score

    def _hiring(self, move: Move, best: tuple[float, str, int]) -> float | None:
        card = move.args["card"]
        ability, cost = ABILITY[card], self.in_hand[card]
        if ability in MOVERS and not self.own_cards:
            return None  # nothing to complete
        if ability == "move" and not self._may_complete(move.args):
            return None
        if ability in MOVERS:
            after, changed = recoloured(self.colours, move)
            points = sum(POINTS[own] for own in self.own_cards if newly_formed(own, after, changed))
            return points - cost if points else None
        if ability == "pickup":
            return 0.9 * min(theirs.worth for theirs in self.rivals) - cost
        if ability == "acquire":
            theirs = next(theirs for theirs in self.rivals if theirs.card == move.args["project"])
            both = self.worth(theirs.card) + theirs.worth
            return both - POINTS[card] if both > POINTS[card] else None
        if ability == "play_two":
            return best[0] + self.second(best, card) - cost
        if ability == "take":
            return SMALL + 0.01 * IN_HAND.get(ABILITY[move.args["take"]], 0.5)
        return SMALL if ability != "remove" else SMALL / 2

    def _may_complete(self, args: Mapping[str, str]) -> bool:
        """Does a project of ours miss only the cubicle that is moved, where it goes? Quicker than the exact test."""
        source, target = read(args["from"]), read(args["to"])
        return any(mine.is_completed_by(target, self.colours[source]) for mine in self.own)

    def second(self, first: tuple[float, str, int], manager: str) -> float:
        """The score of the best second placement with Play Two."""
        _, card, at = first
        hand = [other for other in self.view.hand if other not in (card, manager)]
        if not hand:
            return 0.0
        later = copy(self)
        later.colours = {**self.colours, at: card[-1]}
        later.own_cards = [mine.card for mine in self.own if not mine.is_completed_by(at, card[-1])]
        later.look()
        return max(later.placings(hand))[0]


Office = tuple[tuple[int, str], ...]  # places and their colours
Counts = list[int]  # by number of missing cubicles


@lru_cache(maxsize=512)
def _nearness(card: str, office: Office) -> tuple[Counts, dict[tuple[int, str], Counts]]:
    """The `counts` and `missing` of a `Prospect`, which are the same for both seats."""
    counts, missing = NONE.copy(), dict[tuple[int, str], Counts]()
    for squares in placements(card, dict(office)):
        count = len(squares)
        if count <= FAR:
            counts[count] += 1
            for square in squares:
                missing.setdefault(square, NONE.copy())[count] += 1
    return counts, missing


class Prospect:
    """How close a project is to completion in one office, and how one more cubicle would change that.

    `counts[m]`: the number of placements that miss m cubicles and have none of the wrong colour; `missing`: the same
    counts, of placements missing this colour here. `chances[m]`: the chance to complete a project that misses m.
    """

    def __init__(self, card: str, office: Office, chances: tuple[float, ...], turns: float) -> None:
        self.card, self.chances, self.turns = card, chances, turns
        self.counts, self.missing = _nearness(card, office)
        self.worth = self._worth(self.counts)
        self.gains: dict[tuple[int, str], float] = {}

    def _worth(self, counts: list[int]) -> float:
        """Points times the chance to complete it in the turns left."""
        if self.card in CROWDFUNDING:
            return CROWD
        missing = next((number for number in range(1, FAR + 1) if counts[number]), 0)
        if not missing or missing > self.turns:
            return 0.0
        return POINTS[self.card] * self.chances[missing] * (1 + MORE_WAYS * min(counts[missing] - 1, 4))

    def is_completed_by(self, at: int, colour: str) -> bool:
        """Would a cubicle of this colour at this place complete the project?"""
        return self.missing.get((at, colour), NONE)[1] > 0

    def gain(self, at: int, colour: str) -> float:
        """The change in value from a cubicle of this colour here, which helps some placements and spoils others."""
        found = self.gains.get((at, colour))
        if found is None:
            found = self.gains[at, colour] = self._gain(at, colour)
        return found

    def _gain(self, at: int, colour: str) -> float:
        helped, spoilt = (self.missing.get((at, drawn), NONE) for drawn in (colour, OTHER[colour]))
        if helped is spoilt:
            return 0.0  # both NONE
        moved = zip(self.counts, helped, spoilt, helped[1:] + NONE[:1], strict=True)
        counts = [count - gone - lost + nearer for count, gone, lost, nearer in moved]
        return self._worth(counts) - self.worth


prospect = lru_cache(maxsize=512)(Prospect)  # turns that a strong bot simulates lead to the same few offices
