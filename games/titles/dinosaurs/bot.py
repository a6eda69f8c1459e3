"""The house bot: weighs points to collect against the harm of the face-up Disaster card, from its view alone.

Everything is put on one scale of points: what it would collect, a part of what rivals collect, and how bad it is for
the loser to add the Disaster card. Ties are broken by small noise, so that no seat is picked on.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from games.kernel.odds import odds
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.dinosaurs import scoring_window, standing_orders
from games.titles.dinosaurs.cards import KIND, METEOR, TYPES, VALUE, WITH_EFFECT, held
from games.titles.dinosaurs.scoring import INVERSION, MOUTH_TRAP, STEP, after_inversions
from games.titles.dinosaurs.state import ESCAPE, Player, State, point_cards
from games.titles.dinosaurs.view import View
from games.titles.dinosaurs.winning import deadly_types, is_deadly, types_of

Scores = dict[int, int]
IN_HAND = {"insurance": 9.0, "redirect": 8.0, "booster": 5.5, "inversion": 5.0, "sapper": 5.0}
DEADLY, WELCOME, WIN = 40.0, -4.0, 30.0
RIVAL, VICTIM = 0.35, 0.25  # what rivals collect hurts, what they suffer pleases
PER_CARD = 1.5  # an Instant card must gain this much
KEPT = 0.22  # a point of value that stays in the hand
NOISE = 0.3
# For a strong bot, in points: each point of value and each Instant card in the hand, each type that would be deadly,
# each card in an area of two players, each meteor in one of many; and how far points still drift apart.
IN_VALUE, INSTANT, HELD, DANGER, STRONGER, METEORS, DRIFT = 0.25, 5.0, {"insurance": 1.0}, 1.5, 3.0, 7.0, 9.0


def choose(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> Move:
    """A sound answer to any decision."""
    mind, verb = Mind(view, decision.seat, rng), decision.actions[0].verb
    if verb == "dino":
        return rng.choose(moves())
    if verb == "choose":
        return Move("choose", {"card": mind.best(mind.points, mind.laying)})
    if verb in ("grab", "keep"):
        return Move(verb, {"card": mind.best(view.shown, worth_in_hand)})
    if verb == "effect":
        return mind.effect(moves())
    return {"instants": mind.instants, "sudden": mind.sudden, "take": mind.disaster}[verb]()


def candidate_moves(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> list[Move]:
    """What a strong bot compares: each Point card; no Instant card, and the plays that promise most; else all moves."""
    mind, verb = Mind(view, decision.seat, rng), decision.actions[0].verb
    if verb == "choose":
        return [Move("choose", {"card": card}) for card in sorted(mind.points, key=mind.laying, reverse=True)]
    if verb == "sudden":
        return [Move("sudden", {"card": card}) for card in mind.points]
    if verb == "instants":
        plays = sorted(mind.plays(), key=lambda plays: PER_CARD * len(plays) - mind.judge(*view.after(plays)))
        return [scoring_window.answer(mind.instants_held, found, final=False) for found in [{}, *plays]]
    return moves()


def win_chances(before: State, state: State) -> list[float] | None:
    """The chances after the end of this round: points, what the hand is worth, and what lies in the areas."""
    if state.round == before.round:
        return None
    return odds([None if player.out else _standing(state, player) for player in state.players], DRIFT)


def _standing(state: State, player: Player) -> float:
    """In points, as they went with wins in many matches of house bots."""
    hand = sum(IN_VALUE * VALUE[card] if card in VALUE else HELD.get(KIND[card], INSTANT) for card in player.hand)
    types = types_of(player.area)
    danger = DANGER * len(deadly_types(tuple(player.area), state.is_for_two))
    if state.is_for_two:
        return player.points + hand + STRONGER * (len(types) + bool(types)) - danger
    return player.points + hand - METEORS * types.count(METEOR) - danger


def bot_orders(view: View, decision: Decision, rng: Rng) -> Move | None:
    """What the bot orders ahead with its card choice: to pass, to add the Disaster card, cards for Sudden Death."""
    return Mind(view, decision.seat, rng).orders() if view.phase == "choose" else None


def worth_in_hand(card: str) -> float:
    """What a card is worth for later rounds."""
    return float(VALUE[card]) if card in VALUE else IN_HAND[KIND[card]]


def _chance(value: int) -> float:
    """The chance that a rival lays less, ties counting half; rivals rather play their high cards. By the full deck."""
    less = sum(other < value for other in VALUE.values()) / len(VALUE)
    most = sum(other <= value for other in VALUE.values()) / len(VALUE)
    return (less**2 + most**2) / 2


CHANCES = [_chance(value) for value in range(10)]


@lru_cache(maxsize=4096)
def _harm(area: tuple[str, ...], disaster: str, is_for_two: bool) -> float:
    """How bad it is to add this Disaster card to this area; the first one pays a space a round."""
    types = types_of([*area, disaster])
    if is_deadly(types, is_for_two):
        return DEADLY
    if is_for_two:
        return WELCOME + 2 * len(area)
    return WELCOME + 5 * sum(is_deadly((*types, type), False) for type in TYPES) + 3 * (METEOR in types)


class Mind:
    """One look at the table by one seat."""

    def __init__(self, view: View, seat: int, rng: Rng) -> None:
        self.view, self.seat, self.rng = view, seat, rng
        self.rivals = [n for n, board in enumerate(view.boards) if board.out is None and n != seat]
        self.totals = {score.seat: score.total for score in view.scores}
        self.points, self.instants_held = point_cards(view.hand), scoring_window.playable(view.hand)

    def best(self, cards: Sequence[str], score: Callable[[str], float]) -> str:
        """The card with the best score, equals by chance."""
        return max(cards, key=lambda card: score(card) + self.noise())

    def noise(self) -> float:
        return NOISE * self.rng.below(1000) / 1000

    def harm(self, seat: int) -> float:
        """How bad it is for this seat to add the face-up Disaster card."""
        return _harm(tuple(self.view.boards[seat].area), str(self.view.disaster), self.view.is_for_two)

    # --- the card choice ---

    def laying(self, card: str) -> float:
        """What playing this card promises."""
        score = VALUE[card] + self.view.boards[self.seat].trait + self._extra(card)
        below = CHANCES[max(0, min(9, round(score)))]
        high, low = below ** len(self.rivals), (1 - below) ** len(self.rivals)
        if KIND[card] == MOUTH_TRAP:
            high, low = low, high
        gain = score + (6 if self.view.boards[self.seat].points + score >= ESCAPE else 0)
        harm = self.harm(self.seat) * (0.25 if held(self.view.hand, "insurance") else 1)
        return high * gain - low * harm - KEPT * VALUE[card]

    def _extra(self, card: str) -> float:
        """What the effect of a card may add to its value."""
        fitting = {"pet-rock": VALUE.keys(), "smoothie": WITH_EFFECT}.get(KIND[card])  # what can be discarded for it
        if fitting is None:
            return 3 if KIND[card] == "grappling-snake" else 0
        return max((VALUE[other] for other in self.view.hand if other in fitting and other != card), default=1) - 1

    # --- scores ---

    def judge(self, totals: Scores, inversions: int) -> float:
        """What these scores are worth: collected, won, lost, and who adds the Disaster card."""
        scores = after_inversions(totals, inversions)
        high, low = max(scores.values()), min(scores.values())
        if high == low:
            return 0.0
        found, losers = 0.0, [seat for seat, score in scores.items() if score == low]
        for seat, score in scores.items():
            if score == high:
                gain = max(0, high) + (WIN if self.view.boards[seat].points + high >= ESCAPE else 0)
                found += gain if seat == self.seat else -RIVAL * gain
            elif score == low:
                part = self.harm(seat) / len(losers)
                found += -part if seat == self.seat else VICTIM * part
        return found

    # --- effects ---

    def effect(self, moves: list[Move]) -> Move:
        """The use with the best scores; Fire Spray throws what is worth little, to draw anew."""
        kind = KIND[str(self.view.boards[self.seat].card)]
        if kind == "fire-spray":
            poor = sorted((card for card in self.view.hand if worth_in_hand(card) < 3.5), key=worth_in_hand)[:3]
            return Move("effect", {"use": True, "discard": poor} if poor else {"use": False})
        if kind == "treenoculars":
            return Move("effect", {"use": True})
        if kind == "dino-grabber":
            targets = [move for move in moves if move.args["use"]]
            return max(targets, key=lambda move: self.view.boards[move.args["target"]].points + self.noise())
        return max(moves, key=lambda move: self._used(kind, move) + self.noise())

    def _used(self, kind: str, move: Move) -> float:
        """What the scores are worth then, without the value that is given away for them."""
        totals, given = dict(self.totals), 0
        if move.args["use"] and kind in ("pet-rock", "smoothie"):
            given = VALUE[move.args["discard"]]
            totals[self.seat] += given
        elif move.args["use"]:
            one, two = move.args["targets"] if kind == "hungry-plant" else (self.seat, move.args["target"])
            difference = VALUE[str(self.view.boards[two].card)] - VALUE[str(self.view.boards[one].card)]
            totals[one] += difference
            totals[two] -= difference
        return self.judge(totals, self.view.inversions) - KEPT * given

    # --- the scoring window ---

    def instants(self) -> Move:
        """One card, or two equal ones on one player, if that gains enough; what is not played is kept."""
        now = self.judge(self.totals, self.view.inversions)
        best, gain = dict[str, int | None](), 0.0
        for plays in self.plays():
            found = self.judge(*self.view.after(plays)) - now - PER_CARD * len(plays) + self.noise() / 10
            if found > max(gain, 0.0):
                best, gain = plays, found
        return scoring_window.answer(self.instants_held, best, final=False)

    def plays(self) -> Iterator[dict[str, int | None]]:
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
        """The highest card where the Disaster card hurts, the cheapest where it is welcome."""
        sign = 1 if self.harm(self.seat) > 0 else -1
        return Move("sudden", {"card": self.best(self.points, lambda card: sign * VALUE[card])})

    def disaster(self) -> Move:
        """Redirect what kills, insure against what hurts, else take it and throw the poorest card."""
        hand, harm = self.view.hand, self.harm(self.seat)
        insurances, redirects = held(hand, "insurance"), held(hand, "redirect")
        victim = max(self.rivals, key=lambda seat: self.harm(seat) + self.view.boards[seat].points / 10 + self.noise())
        if redirects and (harm >= DEADLY or self.harm(victim) >= DEADLY):
            return Move("redirect", {"card": redirects[0], "target": victim})
        if insurances and harm > 3:
            return Move("insure", {"card": insurances[0]})
        return Move("take", {"discard": self._poorest()})

    def _poorest(self) -> str | None:
        """The card of the hand that is worth least, if it is worth little."""
        poor = [card for card in self.view.hand if worth_in_hand(card) < 4.5]
        return min(poor, key=worth_in_hand, default=None)

    # --- standing orders ---

    def orders(self) -> Move:
        """Pass without Instant cards for the window; take or insure as it would; the Sudden Death cards in order."""
        hand, harm = self.view.hand, self.harm(self.seat)
        insured = bool(held(hand, "insurance")) and harm > 3
        would_redirect = bool(held(hand, "redirect")) and harm >= DEADLY
        given = standing_orders.NONE | {
            "instants": "ask" if self.instants_held else "pass",
            "disaster": "ask" if would_redirect else "insure" if insured else "take",
            "drop": self._poorest(),
            "sudden": sorted(self.points, key=lambda card: VALUE[card], reverse=harm > 0),
        }
        return Move("orders", {"orders": given})
