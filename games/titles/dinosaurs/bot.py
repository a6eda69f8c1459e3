"""The house bot: weighs the points to collect against the harm of the face-up Disaster card. It knows only its view.

Everything is measured in points: what it would collect, a share of what rivals would collect, and how bad it is for
the loser to add the Disaster card. A little noise breaks ties, so that the bot favours no seat.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from games.kernel.bots import odds
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.dinosaurs import scoring_window, standing_orders
from games.titles.dinosaurs.cards import KIND, METEOR, TYPES, VALUE, WITH_EFFECT, held
from games.titles.dinosaurs.scoring import INVERSION, MOUTH_TRAP, STEP, with_plays
from games.titles.dinosaurs.state import ESCAPE, HAND, State, point_cards
from games.titles.dinosaurs.view import View
from games.titles.dinosaurs.winning import deadly_types, is_deadly, types_of

Scores = dict[int, int]
Plays = dict[str, int | None]  # Instant cards with their targets, None for an inversion
IN_HAND = {"insurance": 9.0, "redirect": 8.0, "booster": 5.5, "inversion": 5.0, "sapper": 5.0}
DEADLY, WELCOME, WIN = 40.0, -4.0, 30.0
RIVAL, VICTIM = 0.35, 0.25  # weights of what rivals collect and of the harm they suffer
PER_CARD = 1.5  # the least gain for which an Instant card is played
KEPT = 0.22  # what a point of value is worth in the hand
NOISE = 0.3
# For `win_chances`, in points, fitted to 3,850 matches of house bots: a card in hand (others: nothing), one that
# is still to be drawn, a deadly type, a card in an area with the two-player rules, a Meteor with the others.
KEEPING = {
    **{"flaming-chainsaw": 5.0, "meteor-cannon": 5.0, "hungry-plant": 3.0, "iced-ptea": 3.0, "mouth-trap": 3.4},
    **{"treenoculars": 1.3, "sting-stabber": 1.3, "pet-rock": 1.2},
    **{"inversion": 9.5, "booster": 5.5, "sapper": 5.0, "insurance": 1.5, "redirect": 2.0},
}
# With three seats matches often end by elimination, so Disaster cards and what stops them count for more.
KEEPING_OF_THREE = KEEPING | {"inversion": 14.0, "insurance": 4.0, "redirect": 9.0}
DRAWN, DANGER, AREA_CARD, METEORS, METEORS_OF_THREE = 1.9, 1.5, 1.8, 3.6, 9.5
DRIFT, DRIFT_PER_SPACE = 6.0, 0.2  # how far points may still drift apart: less when the leader is near the end


def choose(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> Move:
    """A sensible answer to any decision."""
    bot, verb = Evaluator(view, decision.seat, rng), decision.actions[0].verb
    if verb == "dino":
        return rng.choose(moves())
    if verb == "choose":
        return _chosen(bot.best(bot.points, bot.play_worth))
    if verb in ("grab", "keep"):
        return Move(verb, {"card": bot.best(view.shown, worth_in_hand)})
    if verb == "effect":
        return bot.effect(moves())
    return {"instants": bot.instants, "sudden": bot.sudden, "take": bot.disaster}[verb]()


def _chosen(card: str) -> Move:
    return Move("choose", {"card": card, "orders": standing_orders.NOT_GIVEN[0]})


def candidate_moves(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> list[Move]:
    """The moves that a strong bot compares, the most promising first: there may be too many for all to be compared."""
    bot, verb = Evaluator(view, decision.seat, rng), decision.actions[0].verb
    if verb == "choose":
        return [_chosen(card) for card in sorted(bot.points, key=bot.play_worth, reverse=True)]
    if verb == "sudden":
        return [Move("sudden", {"card": card}) for card in bot.points]
    if verb == "instants":
        plays = sorted(bot.plays(), key=lambda plays: PER_CARD * len(plays) - bot.worth(*bot.after(plays)))
        return [scoring_window.answer(bot.instants_held, played, final=False) for played in [{}, *plays]]
    if verb == "take":
        return sorted(moves(), key=bot.fate)
    return moves()


def win_chances(before: State, state: State) -> list[float] | None:
    """The win chances by seat at the end of a round, from points, hands and Disaster Areas; None before that."""
    if state.round == before.round:
        return None
    table = len(state.players), state.is_for_two
    standings = [None if one.out else standing(one.points, one.hand, one.area, *table) for one in state.players]
    return chances(standings, max(one.points for one in state.players if one.out is None))


def chances(standings: Sequence[float | None], lead: int) -> list[float]:
    """The win chances by seat from how well each stands (None: out) and the points of the leader."""
    return odds(standings, DRIFT + DRIFT_PER_SPACE * max(0, ESCAPE - lead))


def standing(points: int, hand: Sequence[str], area: Sequence[str], seats: int, is_for_two: bool) -> float:
    """How well a player stands, in points."""
    keeping, meteors = (KEEPING, METEORS) if seats != 3 else (KEEPING_OF_THREE, METEORS_OF_THREE)
    held = sum([keeping.get(KIND[card], 0.0) for card in hand]) + DRAWN * (HAND - len(hand))
    danger = DANGER * len(deadly_types(tuple(area), is_for_two))
    return points + held - danger + (AREA_CARD * len(area) if is_for_two else -meteors * types_of(area).count(METEOR))


def bot_orders(view: View, decision: Decision, rng: Rng) -> Move | None:
    """The standing orders that the bot gives with its card choice; None in other phases."""
    return Evaluator(view, decision.seat, rng).orders() if view.phase == "choose" else None


def worth_in_hand(card: str) -> float:
    """What a card is worth in later rounds."""
    return float(VALUE[card]) if card in VALUE else IN_HAND[KIND[card]]


def _chance(value: int) -> float:
    """The chance that a rival plays less, ties counting half. Squared, because rivals prefer their high cards."""
    less = sum(other < value for other in VALUE.values()) / len(VALUE)
    most = sum(other <= value for other in VALUE.values()) / len(VALUE)
    return (less**2 + most**2) / 2


CHANCES = [_chance(value) for value in range(10)]


@lru_cache(maxsize=4096)
def _harm(area: tuple[str, ...], disaster: str, is_for_two: bool) -> float:
    """How bad it is to add this Disaster card to this area. The first one is welcome: it gives a space per round."""
    types = types_of([*area, disaster])
    if is_deadly(types, is_for_two):
        return DEADLY
    if is_for_two:
        return WELCOME + 2 * len(area)
    return WELCOME + 5 * sum(is_deadly((*types, type), False) for type in TYPES) + 3 * (METEOR in types)


class Evaluator:
    """What the table is worth to one seat, and its answers."""

    def __init__(self, view: View, seat: int, rng: Rng, hand: Sequence[str] | None = None) -> None:
        self.view, self.seat, self.rng, self.hand = view, seat, rng, view.hand if hand is None else hand
        self.doubling, self.inversions = view.doubling, view.inversions
        self.rivals = [n for n, board in enumerate(view.boards) if board.out is None and n != seat]
        self.totals = {score.seat: score.total for score in view.scores}
        self.points, self.instants_held = point_cards(self.hand), scoring_window.playable(self.hand)

    def best(self, cards: Sequence[str], score: Callable[[str], float]) -> str:
        """The card with the best score; ties are broken at random."""
        return max(cards, key=lambda card: score(card) + self.noise())

    def noise(self) -> float:
        return NOISE * self.rng.below(1000) / 1000

    def harm(self, seat: int) -> float:
        """How bad it is for this seat to add the face-up Disaster card."""
        return _harm(tuple(self.view.boards[seat].area), str(self.view.disaster), self.view.is_for_two)

    # --- the card choice ---

    def play_worth(self, card: str) -> float:
        """What playing this card is worth."""
        score = VALUE[card] + self.view.boards[self.seat].trait + self._extra(card)
        below = CHANCES[max(0, min(9, round(score)))]
        high, low = below ** len(self.rivals), (1 - below) ** len(self.rivals)
        if KIND[card] == MOUTH_TRAP:
            high, low = low, high
        gain = score + (6 if self.view.boards[self.seat].points + score >= ESCAPE else 0)
        harm = self.harm(self.seat) * (0.25 if held(self.hand, "insurance") else 1)
        return high * gain - low * harm - KEPT * VALUE[card]

    def _extra(self, card: str) -> float:
        """What a card's effect may add to its value."""
        fitting = {"pet-rock": VALUE.keys(), "smoothie": WITH_EFFECT}.get(KIND[card])  # what can be discarded for it
        if fitting is None:
            return 3 if KIND[card] == "grappling-snake" else 0
        return max((VALUE[other] for other in self.hand if other in fitting and other != card), default=1) - 1

    # --- scores ---

    def worth(self, totals: Scores, inversions: int) -> float:
        """What these scores are worth: points collected, a win, and who adds the Disaster card."""
        high, low = max(totals.values()), min(totals.values())
        if high == low:
            return 0.0
        first, last = (low, high) if inversions % 2 else (high, low)  # before inversions
        value, losers = 0.0, []
        for seat, score in totals.items():
            if score == first:
                gain = max(0, high) + (WIN if self.view.boards[seat].points + high >= ESCAPE else 0)
                value += gain if seat == self.seat else -RIVAL * gain
            elif score == last:
                losers.append(seat)
        for seat in losers:
            part = self.harm(seat) / len(losers)
            value += -part if seat == self.seat else VICTIM * part
        return value

    # --- effects ---

    def effect(self, moves: list[Move]) -> Move:
        """The use with the best scores; Fire Spray discards cards of little worth, to draw new ones."""
        kind = KIND[str(self.view.boards[self.seat].card)]
        if kind == "fire-spray":
            poor = sorted((card for card in self.hand if worth_in_hand(card) < 3.5), key=worth_in_hand)[:3]
            discard = [card for card in self.hand if card in poor]
            return Move("effect", {"use": bool(poor), "discard": discard})
        if kind == "treenoculars":
            return Move("effect", {"use": True})
        if kind == "dino-grabber":
            targets = [move for move in moves if move.args["use"]]
            return max(targets, key=lambda move: self.view.boards[move.args["target"]].points + self.noise())
        return max(moves, key=lambda move: self._used(kind, move) + self.noise())

    def _used(self, kind: str, move: Move) -> float:
        """What the scores are worth after this move, less the worth of a card discarded for it."""
        totals, discarded = dict(self.totals), 0
        if move.args["use"] and kind in ("pet-rock", "smoothie"):
            discarded = VALUE[move.args["discard"]]
            totals[self.seat] += discarded
        elif move.args["use"]:
            one, two = move.args["targets"] if kind == "hungry-plant" else (self.seat, move.args["target"])
            difference = VALUE[str(self.view.boards[two].card)] - VALUE[str(self.view.boards[one].card)]
            totals[one] += difference
            totals[two] -= difference
        return self.worth(totals, self.inversions) - KEPT * discarded

    # --- the scoring window ---

    def instants(self) -> Move:
        """Play one card, or two equal ones on one player, if that gains enough; otherwise pass."""
        return scoring_window.answer(self.instants_held, self.best_plays(), final=False)

    def best_plays(self) -> Plays:
        """The use of Instant cards that gains most; none if none gains enough."""
        now = self.worth(self.totals, self.inversions)
        gain = 0.0
        best: Plays = {}
        for plays in self.plays():
            value = self.worth(*self.after(plays)) - now - PER_CARD * len(plays) + self.noise() / 10
            if value > gain:
                best, gain = plays, value
        return best

    def after(self, plays: Plays) -> tuple[Scores, int]:
        """The totals and the number of inversions after these plays."""
        return with_plays(self.totals, self.inversions, self.doubling, plays)

    def plays(self) -> Iterator[Plays]:
        """Each use of one Instant card, or of two equal ones on one player: {card: target, None for an inversion}."""
        for kind in STEP:
            cards = [card for card in self.instants_held if KIND[card] == kind]
            for count in range(1, min(len(cards), 2) + 1):
                for seat in (self.seat, *self.rivals):
                    yield dict.fromkeys(cards[:count], seat)
        inversions = [card for card in self.instants_held if KIND[card] == INVERSION]
        if inversions:
            yield {inversions[0]: None}

    # --- Sudden Death and the Disaster card ---

    def sudden(self) -> Move:
        """The highest card if the Disaster card would hurt, the lowest if it is welcome."""
        sign = 1 if self.harm(self.seat) > 0 else -1
        return Move("sudden", {"card": self.best(self.points, lambda card: sign * VALUE[card])})

    def disaster(self) -> Move:
        """Redirect a deadly card, insure against a harmful one, else take it and discard the least useful card."""
        hand, harm = self.hand, self.harm(self.seat)
        insurances, redirects = held(hand, "insurance"), held(hand, "redirect")
        victim = max(self.rivals, key=lambda seat: self.harm(seat) + self.view.boards[seat].points / 10 + self.noise())
        if redirects and (harm >= DEADLY or self.harm(victim) >= DEADLY):
            return Move("redirect", {"card": redirects[0], "target": victim})
        if insurances and harm > 3:
            return Move("insure", {"card": insurances[0]})
        return Move("take", {"discard": self._least_useful()})

    def fate(self, move: Move) -> float:
        """Orders answers to the Disaster card: Insurance, the worst for a rival, then the least useful discard."""
        if move.verb == "redirect":
            return -self.harm(move.args["target"]) - DEADLY
        discard = move.args.get("discard")
        return -3 * DEADLY if move.verb == "insure" else worth_in_hand(discard) if discard else 5.0

    def _least_useful(self) -> str | None:
        """The least useful card in hand, if it is not worth keeping."""
        poor = [card for card in self.hand if worth_in_hand(card) < 4.5]
        return min(poor, key=worth_in_hand, default=None)

    # --- standing orders ---

    def orders(self) -> Move:
        """Pass without cards for the window; take or insure as it would if asked; list the Sudden Death cards."""
        hand, harm = self.hand, self.harm(self.seat)
        insured = bool(held(hand, "insurance")) and harm > 3
        would_redirect = bool(held(hand, "redirect")) and harm >= DEADLY
        given = standing_orders.NONE | {
            "instants": "ask" if self.instants_held else "pass",
            "disaster": "ask" if would_redirect else "insure" if insured else "take",
            "drop": self._least_useful(),
            "sudden": sorted(self.points, key=lambda card: VALUE[card], reverse=harm > 0),
        }
        return Move("orders", {"orders": given})
