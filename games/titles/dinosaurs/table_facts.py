"""What the table screen and the emails say, worked out once for their templates. No rules: the view has them all."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from games.kernel.display import Counter, Panel
from games.kernel.types import Decision
from games.kernel.words import several
from games.titles.dinosaurs import running, scoring_window, standing_orders
from games.titles.dinosaurs.cards import CARDS, DINOSAURS, KIND, KINDS, PHRASES, VALUE, held, label, name
from games.titles.dinosaurs.effects import EFFECTS, Effect
from games.titles.dinosaurs.report import (
    CARD_FACTS,
    DISASTER_FACTS,
    Facts,
    area_words,
    arithmetic,
    ends,
    number,
    outcome,
    report_facts,
    signed,
    traits_words,
)
from games.titles.dinosaurs.scoring import after_inversions
from games.titles.dinosaurs.state import ESCAPE, NO_ORDERS, Play, Score, point_cards
from games.titles.dinosaurs.view import Board, View
from games.titles.dinosaurs.words import say

MARKS = {
    "effect now": "Effect now",
    "in Sudden Death": "Sudden Death",
    "about to add the Disaster card": "Adds the card?",
}
LEFT = {"disaster": "out", "resigned": "resigned", "time": "out of time"}


def in_order(hand: Iterable[str]) -> list[str]:
    """Point cards by value, then Instant cards for the scoring, then those against Disaster cards."""
    return sorted(
        hand, key=lambda card: (card not in VALUE, CARDS[card].timing == "disaster", VALUE.get(card, 0), card)
    )


class Table:
    """The facts of table.html, decision.html and mail.txt for one viewer; `names` by seat."""

    def __init__(self, view: View, decision: Decision | None, names: Sequence[str]) -> None:
        self._view, self._names, self._decision = view, names, decision

    @cached_property
    def disaster(self) -> Facts | None:
        return None if self._view.disaster is None else DISASTER_FACTS[self._view.disaster]

    @cached_property
    def hand(self) -> list[Facts]:
        return [
            CARD_FACTS[card] | {"is_idle": self._is_idle(card), "is_point": card in VALUE, "key": place}
            for place, card in enumerate(in_order(self._view.hand), 1)
        ]

    @cached_property
    def points(self) -> list[str]:
        """One's own Point cards: what can be chosen for the round."""
        return point_cards(self._view.hand)

    @cached_property
    def rows(self) -> dict[str, Facts]:
        """By card: its row in the form of the scoring window."""
        return {card["id"]: card for card in self.playable}

    @cached_property
    def answers(self) -> list[str]:
        """The Instant cards that answer the Disaster card: one of each kind is played from the hand."""
        found = [held(self._view.hand, kind) for kind in ("insurance", "redirect")]
        return [cards[0] for cards in found if cards]

    @cached_property
    def effect(self) -> Effect | None:
        """The effect that is open."""
        active = self._view.active
        return None if active is None else EFFECTS[KIND[str(self._view.boards[active].card)]]

    def _is_idle(self, card: str) -> bool:
        """No use at this moment: for the eye only."""
        phase, timing = self._view.phase, CARDS[card].timing
        if phase in ("choose", "sudden"):
            return card not in VALUE
        return {"instants": timing != "instant", "disaster": timing != "disaster"}.get(phase, False)

    @cached_property
    def shown(self) -> list[Facts]:
        return [CARD_FACTS[card] | {"key": place} for place, card in enumerate(in_order(self._view.shown), 1)]

    @cached_property
    def laid(self) -> Facts | None:
        return CARD_FACTS[self._view.laid] if self._view.laid and self._view.phase == "choose" else None

    @cached_property
    def pick(self) -> Facts | None:
        return CARD_FACTS[self._view.pick] if self._view.pick else None

    @cached_property
    def boards(self) -> list[Facts]:
        """All players round the table, the viewer's own board first."""
        count, first = len(self._view.boards), self._view.seat or 0
        return [self._board((first + step) % count) for step in range(count)]

    @cached_property
    def _scores(self) -> dict[int, Score]:
        return {score.seat: score for score in self._view.scores}

    def _board(self, seat: int) -> Facts:
        board, score = self._view.boards[seat], self._scores.get(seat)
        return {
            "seat": seat,
            "name": self._names[seat],
            "is_me": seat == self._view.seat,
            "dino": board.dino,
            "dino_name": DINOSAURS[board.dino].name if board.dino else "no Dinosaur yet",
            "points": board.points,
            "traits": traits_words(board.traits),
            "trait": self._trait(board),
            "area": [DISASTER_FACTS[card] for card in board.area],
            "area_words": area_words(board.area),
            "slots": max(0, (7 if self._view.is_for_two else 4) - len(board.area)),
            "deadly": [KINDS[type] for type in board.deadly],
            "danger": self._danger(board),
            "hand": several(board.hand_count, "card"),
            "card": CARD_FACTS[board.card] if board.card else None,
            "is_face_down": board.has_chosen and board.card is None,
            "has_pick": board.has_pick,
            "bonus": board.bonus,
            "score": arithmetic(score) if score else "",
            "brief": arithmetic(score, is_brief=True) if score else "",
            "final": number(score.final) if score else "",
            "marks": (marks := self._marks(seat, board)),
            "mark": next((MARKS[mark] for mark in marks if mark in MARKS), ""),
            "is_active": any(mark in MARKS for mark in marks),
            "played": self._played(seat),
            "order": self._order(seat),
            "place_in_window": self._place_in_window(score),
            "out": board.out,
            "left": LEFT[board.out.reason] if board.out else "",
            "open_hand": [label(card) for card in in_order(board.hand)] if board.hand else [],
            "rank": self._view.ranks[seat] if self._view.ranks else None,
        }

    @cached_property
    def meeples(self) -> list[Facts]:
        """The figures on the track: where each stands, and over which spaces it has come there."""
        asides = running.asides([board.points for board in self._view.boards])
        return [
            {
                "seat": seat,
                "dino": board.dino,
                "points": board.points,
                "aside": asides[seat],
                "steps": running.steps(self._view.report, seat, board.points),
                "is_out": board.out is not None,
            }
            for seat, board in enumerate(self._view.boards)
            if board.dino
        ]

    corner = staticmethod(running.corner)

    @cached_property
    def panels(self) -> list[Panel]:
        """By seat, for the players' panels."""
        return [self._panel(seat, board) for seat, board in enumerate(self._view.boards)]

    def _panel(self, seat: int, board: Board) -> Panel:
        counters = [Counter(str(board.points), several(board.points, "point"), "star")]
        if not board.out and self._view.round:
            counters.append(Counter(str(board.hand_count), several(board.hand_count, "card"), "cards"))
        marks = [
            board.out and board.out.reason == "disaster" and LEFT["disaster"],  # the plate says who left otherwise
            board.has_chosen and self._view.phase == "choose" and "has chosen",
        ]
        return Panel(tuple(counters), tuple(mark for mark in marks if mark))

    def _played(self, seat: int) -> list[Facts]:
        """The Instant cards that lie at this place: those aimed at its player, and the inversions that they played."""
        found = [play for play in self._view.plays if (play.seat if play.target is None else play.target) == seat]
        return [self._play(play) for play in found]

    def _order(self, seat: int) -> str:
        """Which effect this one is, where several wait (HD-56)."""
        order = self._view.order if self._view.phase in ("effect", "grab", "keep") else []
        return str(order.index(seat) + 1) if seat in order and len(order) > 1 else ""

    def _place_in_window(self, score: Score | None) -> str:
        """Who would collect, and who would add the Disaster card, as things stand."""
        finals = [one.final for one in self._view.scores]
        if score is None or self._view.phase != "instants" or len(set(finals)) == 1:
            return ""
        return "is-best" if score.final == max(finals) else "is-last" if score.final == min(finals) else ""

    def _trait(self, board: Board) -> str:
        if board.out or self._view.disaster is None or board.dino is None:
            return ""
        return f"{signed(board.trait).replace(' ', '')} now" if board.trait else "no trait now"

    def _danger(self, board: Board) -> str:
        """The warning of a board, in words; "" while one more card is safe."""
        if not board.deadly:
            return ""
        letters = [KINDS[type].letter for type in board.deadly]
        named = "any type" if len(letters) == len(KINDS) else " or ".join(letters)
        return f"one more ({named}) and out"

    def _marks(self, seat: int, board: Board) -> list[str]:
        view, found = self._view, []
        if board.out:
            return []
        if view.phase == "choose":
            found.append("has chosen" if board.has_chosen else "choosing")
        if seat == view.active:
            found.append("effect now")
        if seat in view.may_answer:
            found.append("may still answer")
        if seat in view.sudden:
            found.append("in Sudden Death")
        if seat == view.receiver:
            found.append("about to add the Disaster card")
        return found

    @cached_property
    def phase(self) -> str:
        """Where the round stands, in a sentence."""
        view = self._view
        facts = {name: getattr(view, name) for name in ("active", "robbed", "waves", "sudden", "receiver", "disaster")}
        return say(PHRASES["phase"][view.phase], facts, self._names)

    @cached_property
    def effects(self) -> list[Facts]:
        """The fixed order of the effects (HD-56), with the one that is open."""
        view = self._view
        if view.phase not in ("effect", "grab", "keep"):
            return []
        return [
            {
                "name": self._names[seat],
                "card": CARD_FACTS[str(view.boards[seat].card)],
                "is_now": place == view.turn_at,
                "is_done": place < view.turn_at,
            }
            for place, seat in enumerate(view.order)
        ]

    @cached_property
    def window(self) -> Facts | None:
        """The scoring window: rows with each score, the marks for doubling and inversions, what would follow."""
        view = self._view
        if view.phase != "instants":
            return None
        return {
            "rows": [{"name": self._names[score.seat], "words": arithmetic(score)} for score in view.scores],
            "doubling": "" if view.doubling == 1 else f"Boosters and Sappers count {view.doubling} times.",
            "inversions": self._inversions(),
            "plays": [self._play(play) for play in view.plays],
            "so_far": outcome(finals := {score.seat: score.final for score in view.scores}, self._names),
            "then": ends(finals, self._names),
        }

    def _inversions(self) -> str:
        count = self._view.inversions
        if not count:
            return ""
        odd = "odd: highest and lowest change places" if count % 2 else "even: no change"
        return f"{several(count, 'inversion')}, {odd}."

    def _play(self, play: Play) -> Facts:
        on = "" if play.target is None else f" on {self._names[play.target]}"
        return CARD_FACTS[play.card] | {"seat": play.seat, "words": f"{self._names[play.seat]}: {name(play.card)}{on}"}

    @cached_property
    def playable(self) -> list[Facts]:
        """One's own Instant cards of the window, each with its row in the form and what it would come to."""
        view = self._view
        if view.phase != "instants":
            return []
        targets = [(score.seat, self._names[score.seat]) for score in view.scores]
        return [
            CARD_FACTS[card]
            | {
                "row": row,
                "targets": [] if KIND[card] == "inversion" else targets,
                "first": self._first_target(KIND[card]),
            }
            for row, card in enumerate(scoring_window.playable(in_order(view.hand)))
        ]

    def _first_target(self, kind: str) -> int | None:
        """Whom a card is aimed at until one says otherwise: a Booster at oneself, a Sapper at the best of the rest."""
        if kind == "booster":
            return self._view.seat
        rivals = [score for score in self._view.scores if score.seat != self._view.seat]
        return max(rivals, key=lambda score: score.final).seat if rivals and kind == "sapper" else None

    def ways(self, card: Facts) -> list[tuple[str, str]]:
        """What each use of an Instant card would come to if nobody else plays."""
        found = []
        for seat, who in card["targets"] or [(None, "")]:
            scores = after_inversions(*self._view.after({card["id"]: seat}))
            found.append((f"on {who}" if who else "", outcome(scores, self._names)))
        return found

    @cached_property
    def report(self) -> Facts | None:
        view = self._view
        return report_facts(view.report, self._names, view.ranks is not None) if view.report else None

    @cached_property
    def is_report_new(self) -> bool:
        """Whether nobody has played on since the last scoring."""
        return self._view.phase == "choose" and not any(board.has_chosen for board in self._view.boards)

    @cached_property
    def end_words(self) -> str:
        """What has decided the match."""
        view, names = self._view, self._names
        if view.ranks is None:
            return ""
        best = [seat for seat, rank in enumerate(view.ranks) if rank == 1]
        dinos = " and ".join(self._board(seat)["dino_name"] for seat in best)
        has_escaped = any(view.boards[seat].points >= ESCAPE for seat in best)
        words = f"{dinos} reached the end of the Escape Route." if has_escaped else f"Nobody outlived {dinos}."
        outs = [(board.out.round, names[seat]) for seat, board in enumerate(view.boards) if board.out]
        return " ".join([words, *(f"{name} was out in round {round}." for round, name in sorted(outs))])

    @cached_property
    def discard(self) -> str:
        """The discard pile, its top first."""
        return ", ".join([label(card) for card in reversed(self._view.discard)])

    @cached_property
    def order_words(self) -> str:
        """One's own standing orders in one sentence; "" without any."""
        orders = self._view.orders
        if orders == NO_ORDERS:
            return ""
        given = (f"instants-{orders.instants}", f"effect-{orders.effect}", f"disaster-{orders.disaster}")
        words = [PHRASES["orders"][order] for order in given if order in PHRASES["orders"]]
        words += [f"discard {name(orders.drop)}"] if orders.drop else []
        words += [f"in Sudden Death play {' or else '.join(map(label, orders.sudden))}"] if orders.sudden else []
        kept = " Kept for the next rounds." if orders.sticky else ""
        return f"Your standing orders: {', '.join(words) or 'ask me'}.{kept}"

    @cached_property
    def order_values(self) -> Facts:
        """One's own orders as the fields of their form."""
        return {f"orders.{key}": value for key, value in standing_orders.as_args(self._view.orders).items()}

    @cached_property
    def free(self) -> list[Facts]:
        """Dinosaurs that can be picked, with their traits."""
        return [
            {"id": id, "name": DINOSAURS[id].name, "traits": traits_words(found)}
            for id, found in self._view.free.items()
        ]
