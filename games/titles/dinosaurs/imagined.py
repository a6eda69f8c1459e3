"""Imagined rounds: how each move of a strong bot turns out if house bots play the round to its end.

A short copy of the rules on bare numbers, so that there is time for several times as many worlds as with the engine.
It leaves out Hungry Plant and what effects do to hands; repeated ties are drawn by lot.
"""

from collections.abc import Callable, Container, Mapping, Sequence

from games.kernel.rng import QuickRng, Rng
from games.kernel.types import Decision, Move
from games.titles.dinosaurs import scoring_window
from games.titles.dinosaurs.bot import KEPT, Evaluator, Plays, chances, standing
from games.titles.dinosaurs.cards import KIND, VALUE, WITH_EFFECT, main_deck
from games.titles.dinosaurs.scoring import CHAINSAW, MOUTH_TRAP, STAR_FRUIT, after_inversions, with_plays
from games.titles.dinosaurs.state import ESCAPE, HAND, point_cards
from games.titles.dinosaurs.view import View
from games.titles.dinosaurs.winning import is_deadly, types_of

Hands = dict[int, list[str]]


def imagined(view: View, decision: Decision) -> Callable[[Sequence[Move], Rng], list[float]] | None:
    """A function that draws a world and says how good each of these moves is in it; None: let the engine play."""
    if decision.actions[0].verb not in ("choose", "instants", "take"):
        return None
    seats = [seat for seat, board in enumerate(view.boards) if board.out is None]
    seen = {*view.hand, view.laid, *view.discard, *(play.card for play in view.plays)}
    seen |= {board.card for board in view.boards}
    unseen = [card for card in main_deck(view.is_for_two) if card not in seen]

    def values(moves: Sequence[Move], rng: Rng) -> list[float]:
        hands, cards = _deal(view, decision.seat, seats, unseen, QuickRng("", rng.below(1 << 62)))
        seed = rng.below(1 << 62)
        return [Round(view, decision.seat, hands, cards, QuickRng("", seed)).value(move) for move in moves]

    return values


def _deal(view: View, me: int, seats: list[int], unseen: list[str], rng: Rng) -> tuple[Hands, dict[int, str]]:
    """Hands for the rivals, and the Point cards that they choose or that lie on the table."""
    pool, hands = list(unseen), {me: list(view.hand)}
    cards = {seat: card for seat in seats if (card := view.boards[seat].card) is not None}
    for seat in seats:
        if seat == me:
            continue
        count = HAND if view.phase == "choose" else view.boards[seat].hand_count
        hand = hands[seat] = [pool.pop(rng.below(len(pool))) for _ in range(min(count, len(pool)))]
        if view.phase == "choose":
            if not (points := point_cards(hand)):  # HD-15
                points = hand[:1] = [next(card for card in [*pool, *unseen] if card in VALUE)]
            bot = Evaluator(view, seat, rng, hand)
            cards[seat] = bot.best(points, bot.play_worth)
            hand.remove(cards[seat])
    return hands, cards


class Round:
    """The rest of a round in one world."""

    def __init__(self, view: View, me: int, hands: Hands, cards: Mapping[int, str], rng: Rng) -> None:
        self.view, self.me, self.rng = view, me, rng
        self.hands = {seat: list(hand) for seat, hand in hands.items()}
        self.cards = dict(cards)
        self.points = {seat: view.boards[seat].points for seat in hands}
        self.areas = {seat: list(view.boards[seat].area) for seat in hands}
        self.totals = {score.seat: score.total for score in view.scores}
        self.doubling, self.inversions = view.doubling, view.inversions

    def value(self, move: Move) -> float:
        """The chance of winning after this move."""
        if move.verb == "take":
            return self._added(self.me, move.args["discard"])
        if move.verb == "insure":
            self.hands[self.me].remove(move.args["card"])
            return self._ended()
        if move.verb == "redirect":
            self.hands[self.me].remove(move.args["card"])
            return self._received(move.args["target"])
        if move.verb == "choose":
            self.cards[self.me] = move.args["card"]
            self.hands[self.me].remove(move.args["card"])
            self._reveal()
            return self._window({})
        return self._window({self.me: {play.card: play.target for play in scoring_window.played(self.me, move)}})

    def _bot(self, seat: int) -> Evaluator:
        bot = Evaluator(self.view, seat, self.rng, self.hands[seat])
        bot.totals, bot.inversions, bot.doubling = self.totals, self.inversions, self.doubling
        return bot

    # --- from the reveal to the scores ---

    def _reveal(self) -> None:
        """Add up the scores, with the effects that change them, lowest card first."""
        self.totals = {seat: VALUE[card] + self.view.boards[seat].trait for seat, card in self.cards.items()}
        kinds = [KIND[card] for card in self.cards.values()]
        if CHAINSAW in kinds:
            return
        self.doubling, self.inversions = 2 ** kinds.count(STAR_FRUIT), kinds.count(MOUTH_TRAP)
        for seat in sorted(self.cards, key=lambda seat: VALUE[self.cards[seat]]):
            kind = KIND[self.cards[seat]]
            if kind in ("pet-rock", "smoothie"):
                self._add_discarded(seat, VALUE if kind == "pet-rock" else WITH_EFFECT)
            elif kind == "grappling-snake":
                self._swap(seat)

    def _add_discarded(self, seat: int, fitting: Container[str]) -> None:
        """Pet Rock or Smoothie: discard a card if that gains, the one that gains most."""
        bot, cards = self._bot(seat), [card for card in self.hands[seat] if card in fitting]
        used = {card: self.totals | {seat: self.totals[seat] + VALUE[card]} for card in cards}
        gains = {card: bot.worth(used[card], self.inversions) - KEPT * VALUE[card] for card in cards}
        best = max(cards, key=gains.__getitem__, default=None)
        if best is not None and gains[best] > bot.worth(self.totals, self.inversions):
            self.totals = used[best]
            self.hands[seat].remove(best)

    def _swap(self, seat: int) -> None:
        """Grappling Snake: exchange it for the plain card of a neighbour if that gains, the one that gains most."""
        bot, ring = self._bot(seat), list(self.cards)
        at, best, most = ring.index(seat), self.totals, bot.worth(self.totals, self.inversions)
        for other in (ring[at - 1], ring[(at + 1) % len(ring)]):
            if self.cards[other] not in WITH_EFFECT:
                step = VALUE[self.cards[other]] - VALUE[self.cards[seat]]
                totals = self.totals | {seat: self.totals[seat] + step, other: self.totals[other] - step}
                if (worth := bot.worth(totals, self.inversions)) > most:
                    best, most = totals, worth
        self.totals = best

    def _window(self, given: dict[int, Plays]) -> float:
        """Instant cards, wave after wave; `given`: the first answer of this seat."""
        while True:
            answers = {
                seat: given[seat] if seat in given else self._bot(seat).best_plays()
                for seat, hand in self.hands.items()
                if scoring_window.playable(hand)
            }
            for seat, plays in answers.items():
                self.totals, self.inversions = with_plays(self.totals, self.inversions, self.doubling, plays)
                self.hands[seat] = [card for card in self.hands[seat] if card not in plays]
            if not any(answers.values()) or self.view.waves == "single":
                return self._scored()
            given = {}

    # --- from the scores to the end of the round ---

    def _scored(self) -> float:
        """The highest collect, unless they also are the lowest; the lowest is about to add the Disaster card."""
        scores = after_inversions(self.totals, self.inversions)
        high, low = max(scores.values()), min(scores.values())
        if high == low:
            return self._ended()
        for seat, score in scores.items():
            self.points[seat] += max(0, score) if score == high else 0
        if max(self.points.values()) >= ESCAPE:
            return self._escaped()
        return self._received(self._lowest([seat for seat, score in scores.items() if score == low]))

    def _lowest(self, seats: list[int]) -> int:
        """Who loses Sudden Death, played once."""
        shown = {}
        for seat in seats if len(seats) > 1 else ():
            points, sign = point_cards(self.hands[seat]), 1 if self._bot(seat).harm(seat) > 0 else -1
            card = max(points, key=lambda card: sign * VALUE[card], default=None)
            shown[seat] = -1 if card is None else VALUE[card]
            self.hands[seat] = [other for other in self.hands[seat] if other != card]
        least = min(shown.values(), default=0)
        return self.rng.choose([seat for seat in seats if shown.get(seat, 0) == least])

    def _received(self, seat: int) -> float:
        """A player is about to add the Disaster card, and answers."""
        move = self._bot(seat).disaster()
        if move.verb == "take":
            return self._added(seat, move.args["discard"])
        self.hands[seat].remove(move.args["card"])
        return self._ended() if move.verb == "insure" else self._received(move.args["target"])

    def _added(self, seat: int, discard: str | None) -> float:
        if discard is not None:
            self.hands[seat].remove(discard)
        self.areas[seat].append(str(self.view.disaster))
        if is_deadly(types_of(self.areas[seat]), self.view.is_for_two):
            del self.points[seat]
        return float(self.me in self.points) if len(self.points) == 1 else self._ended()

    def _ended(self) -> float:
        """Move a space for each Disaster card, and judge the position."""
        if self.me not in self.points:
            return 0.0
        for seat in self.points:
            self.points[seat] += len(self.areas[seat])
        lead = max(self.points.values())
        if lead >= ESCAPE:
            return self._escaped()
        standings: list[float | None] = [None] * len(self.view.boards)
        for seat, points in self.points.items():
            hand, area = self.hands[seat], self.areas[seat]
            standings[seat] = standing(points, hand, area, len(standings), self.view.is_for_two)
        return chances(standings, lead)[self.me]

    def _escaped(self) -> float:
        most = max(self.points.values())
        first = [seat for seat, points in self.points.items() if points == most]
        fewest = min(len(self.areas[seat]) for seat in first)
        first = [seat for seat in first if len(self.areas[seat]) == fewest]
        return (self.me in first) / len(first)
