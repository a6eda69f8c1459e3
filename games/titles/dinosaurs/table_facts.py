"""What the table screen and the emails say, worked out once for their templates. No rules: the view has them all."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from msgspec import structs

from games.kernel.display import Counter, Panel
from games.kernel.types import Decision
from games.kernel.words import several
from games.titles.dinosaurs import scoring_window, standing_orders, words
from games.titles.dinosaurs.cards import CARDS, DINOSAURS, DISASTERS, KIND, KINDS, PHRASES, VALUE, held, label, name
from games.titles.dinosaurs.drawing import pieces
from games.titles.dinosaurs.effects import EFFECTS, Effect
from games.titles.dinosaurs.scoring import INVERSION, after_inversions
from games.titles.dinosaurs.state import ESCAPE, NO_ORDERS, Play, Score
from games.titles.dinosaurs.view import Board, View
from games.titles.dinosaurs.words import Facts

# Marks of a player that stand on the board, too, and in which words.
MARKS = {
    "effect now": "Effect now",
    "in Sudden Death": "Sudden Death",
    "about to add the Disaster card": "Adds the card?",
}
LEFT = {"disaster": "out", "resigned": "resigned", "time": "out of time"}
# Cards for templates, made once: `kind` is the name of the drawing.
CARD_FACTS = {card.id: structs.asdict(card) for card in CARDS.values()}
DISASTER_FACTS = {card.id: structs.asdict(card) | {"type": KINDS[card.type]} for card in DISASTERS.values()}


def in_order(hand: Iterable[str]) -> list[str]:
    """Point cards by value, then Instant cards for the scoring, then those against Disaster cards."""
    return sorted(
        hand, key=lambda card: (card not in VALUE, CARDS[card].timing == "disaster", VALUE.get(card, 0), card)
    )


class Table:
    """The facts of table.html, decision.html and mail.txt for one viewer; `names` by seat."""

    cards = CARD_FACTS
    arithmetic = staticmethod(words.arithmetic)
    corner = staticmethod(pieces.corner)

    def __init__(self, view: View, decision: Decision | None, names: Sequence[str]) -> None:
        self._view, self._names = view, names

    # --- one's own cards and orders ---

    @cached_property
    def hand(self) -> list[Facts]:
        return [
            CARD_FACTS[card] | {"is_point": card in VALUE, "key": place} | self._rows.get(card, {})
            for place, card in enumerate(in_order(self._view.hand), 1)
        ]

    @cached_property
    def _rows(self) -> dict[str, Facts]:
        """The form of the scoring window by card: its row, whom it can be aimed at, and at whom it is until one says
        otherwise: a Booster at oneself, a Sapper at the best of the rest."""
        view = self._view
        if view.phase != "instants":
            return {}
        players = [(score.seat, self._names[score.seat]) for score in view.scores]
        rivals = [score for score in view.scores if score.seat != view.seat]
        best = max(rivals, key=lambda score: score.final).seat if rivals else None
        first, targets = {"booster": view.seat, "sapper": best}, {INVERSION: list[tuple[int, str]]()}
        return {
            card: {"row": row, "targets": targets.get(KIND[card], players), "first": first.get(KIND[card])}
            for row, card in enumerate(scoring_window.playable(in_order(view.hand)))
        }

    @cached_property
    def playable(self) -> list[Facts]:
        """One's own Instant cards of the window."""
        return [card for card in self.hand if "row" in card]

    @cached_property
    def answers(self) -> list[str]:
        """The Instant cards that answer the Disaster card: one of each kind is played from the hand."""
        return [card for kind in ("insurance", "redirect") for card in held(self._view.hand, kind)[:1]]

    @cached_property
    def shown(self) -> list[Facts]:
        return [CARD_FACTS[card] | {"key": place} for place, card in enumerate(in_order(self._view.shown), 1)]

    @cached_property
    def free(self) -> list[Facts]:
        """Dinosaurs that can be picked, with their traits."""
        free = self._view.free
        return [{"id": id, "name": DINOSAURS[id].name, "traits": words.traits_words(free[id])} for id in free]

    @cached_property
    def order_words(self) -> str:
        """One's own standing orders in one sentence; "" without any."""
        orders = self._view.orders
        if orders == NO_ORDERS:
            return ""
        given = (f"instants-{orders.instants}", f"effect-{orders.effect}", f"disaster-{orders.disaster}")
        told = [PHRASES["orders"][order] for order in given if order in PHRASES["orders"]]
        told += [f"discard {name(orders.drop)}"] if orders.drop else []
        told += [f"in Sudden Death play {' or else '.join(map(label, orders.sudden))}"] if orders.sudden else []
        kept = " Kept for the next rounds." if orders.sticky else ""
        return f"Your standing orders: {', '.join(told) or 'ask me'}.{kept}"

    @cached_property
    def order_values(self) -> Facts:
        """One's own orders as the fields of their form."""
        return {f"orders.{key}": value for key, value in standing_orders.as_args(self._view.orders).items()}

    # --- the players ---

    @cached_property
    def boards(self) -> list[Facts]:
        """All players round the table, the viewer's own board first."""
        return [self._board(seat) for seat in self._view.seats]

    def _board(self, seat: int) -> Facts:
        view, board, score = self._view, self._view.boards[seat], self._view.score_of(seat)
        marks = self._marks(seat, board)
        order = view.order if view.active is not None and len(view.order) > 1 else []
        on_board = [MARKS[mark] for mark in marks if mark in MARKS]
        return {
            "seat": seat,
            "name": self._names[seat],
            "is_me": seat == view.seat,
            "dino": board.dino,
            "dino_name": words.dino_words(board.dino),
            "points": board.points,
            "traits": words.traits_words(board.traits),
            "trait": self._trait(board),
            "area": [DISASTER_FACTS[card] for card in board.area],
            "area_words": words.area_words(board.area),
            "slots": max(0, (7 if view.is_for_two else 4) - len(board.area)),
            "deadly": [KINDS[type] for type in board.deadly],
            "danger": _danger(board),
            "hand": several(board.hand_count, "card"),
            "card": CARD_FACTS[board.card] if board.card else None,
            "is_face_down": board.has_chosen and board.card is None,
            "has_pick": board.has_pick,
            "score": words.arithmetic(score) if score else "",
            "brief": words.arithmetic(score, is_brief=True) if score else "",
            "final": words.number(score.final) if score else "",
            "marks": marks,
            "mark": on_board[0] if on_board else "",
            "is_active": bool(on_board),
            "played": self._played(seat),
            "order": str(order.index(seat) + 1) if seat in order else "",  # HD-56
            "place_in_window": self._place_in_window(score),
            "out": board.out,
            "left": LEFT[board.out.reason] if board.out else "",
            "open_hand": [label(card) for card in in_order(board.hand or ())],
            "rank": view.ranks[seat] if view.ranks else None,
        }

    def _played(self, seat: int) -> list[Facts]:
        """The Instant cards that lie here: those aimed at this player, and the inversions that they played."""
        lies_at = [play.seat if play.target is None else play.target for play in self._view.plays]
        return [self._play(play) for play, at in zip(self._view.plays, lies_at, strict=True) if at == seat]

    def _trait(self, board: Board) -> str:
        """What the trait of a living player adds against the face-up Disaster card."""
        if board.out or self._view.disaster is None or board.dino is None:
            return ""
        return f"{words.signed(board.trait, '')} now" if board.trait else "no trait now"

    def _place_in_window(self, score: Score | None) -> str:
        """Who would collect, and who would add the Disaster card, as things stand."""
        finals = [one.final for one in self._view.scores]
        if score is None or self._view.phase != "instants" or len(set(finals)) == 1:
            return ""
        return "is-best" if score.final == max(finals) else "is-last" if score.final == min(finals) else ""

    def _marks(self, seat: int, board: Board) -> list[str]:
        view = self._view
        marks = {
            "has chosen": view.phase == "choose" and board.has_chosen,
            "choosing": view.phase == "choose" and not board.has_chosen,
            "effect now": seat == view.active,
            "may still answer": seat in view.may_answer,
            "in Sudden Death": seat in view.sudden,
            "about to add the Disaster card": seat == view.receiver,
        }
        return [] if board.out else [mark for mark, is_so in marks.items() if is_so]

    @cached_property
    def meeples(self) -> list[Facts]:
        """The figures on the track: where each stands, and over which spaces it has come there since the scoring."""
        view = self._view
        asides = pieces.asides([board.points for board in view.boards])
        came = [view.report.gained(seat) if view.report else 0 for seat in range(len(view.boards))]
        return [
            {
                "seat": seat,
                "dino": board.dino,
                "points": board.points,
                "aside": asides[seat],
                "steps": list(range(max(0, board.points - came[seat]), min(board.points, ESCAPE))),
                "is_out": board.out is not None,
            }
            for seat, board in enumerate(view.boards)
            if board.dino
        ]

    @cached_property
    def panels(self) -> list[Panel]:
        """By seat, for the players' panels."""
        view, panels = self._view, []
        for board in view.boards:
            counters = [Counter(str(board.points), several(board.points, "point"), "star")]
            if not board.out and view.round:
                counters.append(Counter(str(board.hand_count), several(board.hand_count, "card"), "cards"))
            is_eliminated = board.out and board.out.reason == "disaster"  # the plate says who left otherwise
            marks = [LEFT["disaster"]] if is_eliminated else []
            marks += ["has chosen"] if board.has_chosen and view.phase == "choose" else []
            panels.append(Panel(tuple(counters), tuple(marks)))
        return panels

    # --- the round ---

    @cached_property
    def disaster(self) -> Facts | None:
        return None if self._view.disaster is None else DISASTER_FACTS[self._view.disaster]

    @cached_property
    def phase(self) -> str:
        """Where the round stands, in a sentence."""
        view = self._view
        facts = {name: getattr(view, name) for name in ("active", "robbed", "waves", "sudden", "receiver", "disaster")}
        return words.say(PHRASES["phase"][view.phase], facts, self._names)

    @cached_property
    def effect(self) -> Effect | None:
        """The effect that is open."""
        active = self._view.active
        return None if active is None else EFFECTS[KIND[str(self._view.boards[active].card)]]

    @cached_property
    def window(self) -> Facts | None:
        """The scoring window: rows with each score, the marks for doubling and inversions, what would follow."""
        view, count = self._view, self._view.inversions
        if view.phase != "instants":
            return None
        finals = {score.seat: score.final for score in view.scores}
        odd = "odd: highest and lowest change places" if count % 2 else "even: no change"
        return {
            "doubling": "" if view.doubling == 1 else f"Boosters and Sappers count {view.doubling} times.",
            "inversions": f"{several(count, 'inversion')}, {odd}." if count else "",
            "plays": [self._play(play) for play in view.plays],
            "so_far": words.outcome(finals, self._names),
            "then": words.ends(finals, self._names),
        }

    def _play(self, play: Play) -> Facts:
        on = "" if play.target is None else f" on {self._names[play.target]}"
        return CARD_FACTS[play.card] | {"seat": play.seat, "words": f"{self._names[play.seat]}: {name(play.card)}{on}"}

    def ways(self, card: Facts) -> list[tuple[str, str]]:
        """What each use of an Instant card would come to if nobody else plays."""
        found = []
        for seat, who in card["targets"] or [(None, "")]:
            scores = after_inversions(*self._view.after({card["id"]: seat}))
            found.append((f"on {who}" if who else "", words.outcome(scores, self._names)))
        return found

    @cached_property
    def discard(self) -> str:
        """The discard pile, its top first."""
        return ", ".join([label(card) for card in reversed(self._view.discard)])

    # --- the last scoring, and the end ---

    @cached_property
    def report(self) -> Facts | None:
        """The last scoring: a row for each score, and what became of the Disaster card."""
        report, names = self._view.report, self._names
        if report is None:
            return None
        gains = {name: {seat: f"+{n}" for seat, n in getattr(report, name).items()} for name in ("collected", "moved")}
        rows = [
            {
                "name": names[score.seat],
                "card": CARD_FACTS[score.card],
                "words": words.arithmetic(score),
                "final": words.number(score.final),
                **{name: by_seat.get(score.seat, "") for name, by_seat in gains.items()},
            }
            for score in report.scores
        ]
        now = "over" if self._view.ranks is not None else "open"
        fate = PHRASES["fate"][(report.fate or now) + ("-out" if report.is_deadly else "")]
        fate = words.say(fate, {"to": report.to, "card": report.disaster}, names)
        short = [f"{names[seat]} {gain}" for seat, gain in gains["collected"].items()]
        short += [fate.rstrip(".")] if report.fate else []
        return {
            "round": report.round,
            "card": DISASTER_FACTS[report.disaster],
            "rows": rows,
            "picks": [", ".join(f"{names[seat]} {label(card)}" for seat, card in one.items()) for one in report.sudden],
            "fate": fate,
            "short": "; ".join(short),
        }

    @cached_property
    def is_report_new(self) -> bool:
        """Whether nobody has played on since the last scoring."""
        return self._view.phase == "choose" and not any(board.has_chosen for board in self._view.boards)

    @cached_property
    def end_words(self) -> str:
        """What has decided the match."""
        view = self._view
        best = [board for board, rank in zip(view.boards, view.ranks or (), strict=False) if rank == 1]
        if not best:
            return ""
        dinos = " and ".join(words.dino_words(board.dino) for board in best)
        has_escaped = any(board.points >= ESCAPE for board in best)
        told = f"{dinos} reached the end of the Escape Route." if has_escaped else f"Nobody outlived {dinos}."
        outs = [(board.out.round, name) for board, name in zip(view.boards, self._names, strict=True) if board.out]
        return " ".join([told, *(f"{name} was out in round {round}." for round, name in sorted(outs))])


def _danger(board: Board) -> str:
    """The warning of a board, in words; "" while one more card is safe."""
    if not board.deadly:
        return ""
    letters = [KINDS[type].letter for type in board.deadly]
    return f"one more ({'any type' if len(letters) == len(KINDS) else ' or '.join(letters)}) and out"
