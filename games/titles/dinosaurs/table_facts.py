"""The facts that the templates of the table show. The rules are applied in the view, not here."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import compress

from msgspec import structs

from games.drawing.mail_sheet import own_first
from games.kernel.display import Counter, Panel
from games.kernel.types import Decision
from games.kernel.words import Sentences, continued, several
from games.titles.dinosaurs import scoring_window, words
from games.titles.dinosaurs.cards import CARDS, DISASTERS, KIND, KINDS, PHRASES, SCORING, VALUE, label, name
from games.titles.dinosaurs.effects import EFFECTS, Effect
from games.titles.dinosaurs.scoring import INVERSION, after_inversions
from games.titles.dinosaurs.state import ESCAPE, NO_ORDERS, Play, Score
from games.titles.dinosaurs.view import Board, View
from games.titles.dinosaurs.words import Facts

# Marks of a player, in the order of `_board`, each with its words on the board ("": not shown there).
MARKS = {
    "effect now": "Effect now",
    "may still answer": "",
    "in Sudden Death": "Sudden Death",
    "facing the Disaster card": "Takes the card?",
}
NEAR = 3  # spaces that a meeple covers on the narrowest track, about
LEFT = {"disaster": "out", "resigned": "resigned", "time": "out of time"}
# Cards for templates; `kind` is the name of the drawing.
CARD_FACTS = {card.id: structs.asdict(card) | {"is_point": card.id in VALUE} for card in CARDS.values()}
DISASTER_FACTS = {card.id: structs.asdict(card) | {"type": KINDS[card.type]} for card in DISASTERS.values()}


def in_order(hand: Iterable[str]) -> list[str]:
    """Sort cards: Point cards by value, then Instant cards for scoring, then those against Disaster cards."""
    return sorted(hand, key=_PLACE.__getitem__)


_PLACE = {card: (card not in VALUE, card not in SCORING, VALUE.get(card, 0), card) for card in CARDS}


class TableFacts:
    """The facts in table.html and decision.html for one viewer; `names` by seat."""

    cards, disasters = CARD_FACTS, DISASTERS
    arithmetic, number = staticmethod(words.arithmetic), staticmethod(words.number)
    dino_words, traits_words = staticmethod(words.dino_words), staticmethod(words.traits_words)

    def __init__(self, view: View, decision: Decision | None, names: Sequence[str]) -> None:
        self._view, self._names, self._sentences = view, names, Sentences(names)

    def called(self, seat: int, begins: bool = True) -> str:
        """A player's name, or "You" for the reader."""
        return self._sentences.name(seat, begins)

    # --- the viewer's cards and orders ---

    hand = cached_property(lambda self: self._laid_out(self._view.hand))
    shown = cached_property(lambda self: self._laid_out(self._view.shown))

    def _laid_out(self, cards: list[str]) -> list[Facts]:
        """Cards for the tray, sorted. `key`: the keyboard key that plays the card."""
        keys = enumerate(in_order(cards), 1)
        return [CARD_FACTS[card] | {"key": key} | self._rows.get(card, {}) for key, card in keys]

    @cached_property
    def _rows(self) -> dict[str, Facts]:
        """The form of the scoring window, by card: its row, the possible targets, and the preselected target (`first`):
        yourself for a Booster, the rival with the best score for a Sapper."""
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
        """The viewer's cards that can be played in the window."""
        return [card for card in self.hand if "row" in card]

    @cached_property
    def order_words(self) -> str:
        """The viewer's standing orders in one sentence; "" without any."""
        orders = self._view.orders
        if orders == NO_ORDERS:
            return ""
        given = (f"instants-{orders.instants}", f"effect-{orders.effect}", f"disaster-{orders.disaster}")
        told = [PHRASES["orders"][order] for order in given if order in PHRASES["orders"]]
        told += [f"discard {name(orders.drop)}"] if orders.drop else []
        told += [f"in Sudden Death play {' or else '.join(map(label, orders.sudden))}"] if orders.sudden else []
        kept = " Kept for the next rounds." if orders.sticky else ""
        return f"Your plan: {', '.join(told) or 'ask me'}.{kept}"

    @cached_property
    def order_values(self) -> Facts:
        """The viewer's standing orders, by field of their form."""
        return {f"orders.{key}": value for key, value in structs.asdict(self._view.orders).items()}

    # --- the players ---

    @cached_property
    def boards(self) -> list[Facts]:
        """All players round the table, the viewer's own board first."""
        return [self._board(seat) for seat in own_first(len(self._view.boards), self._view.seat)]

    def _board(self, seat: int) -> Facts:
        view, board, score = self._view, self._view.boards[seat], self._view.score_of(seat)
        is_so = (seat == view.active, seat in view.may_answer, seat in view.sudden, seat == view.receiver)
        marks = [] if board.out else list(compress(MARKS, is_so))
        order = view.order if view.active is not None and len(view.order) > 1 else []
        return structs.asdict(board) | {
            "seat": seat,
            "name": self.called(seat),
            "dino_name": words.dino_words(board.dino),
            "traits": words.traits_words(board.traits),
            "trait": self._trait(board),
            "area": [DISASTER_FACTS[card] for card in board.area],
            "area_words": words.area_words(board.area),
            "slots": max(0, (7 if view.is_for_two else 4) - len(board.area)),
            "deadly": [KINDS[type] for type in board.deadly],
            "danger": _danger(board),
            "danger_words": self._danger_words(seat),
            "mood": self._mood(board, self._place_in_window(score)),
            "hand": several(board.hand_count, "card"),
            "sum": _sum(board),
            "card": CARD_FACTS[board.card] if board.card else None,
            "is_face_down": board.has_chosen and board.card is None,
            "score": words.arithmetic(score) if score else "",
            "brief": words.arithmetic(score, is_brief=True) if score else "",
            "final": words.number(score.final) if score else "",
            "marks": marks,
            "mark": next(filter(None, map(MARKS.__getitem__, marks)), ""),
            "played": [play for play in self.plays if play["at"] == seat],
            "sudden": self._sudden(seat),
            "order": str(order.index(seat) + 1) if seat in order else "",  # HD-56
            "place_in_window": self._place_in_window(score),
            "left": LEFT[board.out.reason] if board.out else "",
            "open_hand": [label(card) for card in in_order(board.hand or ())],
            "rank": view.ranks[seat] if view.ranks else None,
        }

    def _sudden(self, seat: int) -> Facts | None:
        """The card that this seat turned over in the last Sudden Death of this round, until it plays another."""
        view, report = self._view, self._view.report
        if report is None or report.round != view.round or not report.sudden or view.boards[seat].has_pick:
            return None
        card = report.sudden[-1].get(seat)
        return CARD_FACTS[card] if card else None

    def _trait(self, board: Board) -> str:
        """A living player's trait against the face-up Disaster card, in words."""
        if board.out or self._view.disaster is None or board.dino is None:
            return ""
        return f"{words.signed(board.trait, '')} now" if board.trait else "no trait now"

    def _danger_words(self, seat: int) -> str:
        """What the warning on a board means; "" without one."""
        deadly = self._view.boards[seat].deadly
        types = "" if len(deadly) == len(KINDS) else f"{' or '.join(KINDS[type].name for type in deadly)} "
        told = f"One more {types}Disaster card, and {{seat:name}} {{is|are}} out."
        return self._sentences.say(told, seat=seat) if deadly else ""

    def _mood(self, board: Board, in_window: str) -> str:
        """How a Dinosaur feels: by its score in the scoring window, else by the track and its Disaster cards."""
        if board.out or in_window:
            return "" if board.out else in_window
        points = sorted(one.points for one in self._view.boards)
        if board.points == points[-1] > points[-2]:
            return "is-best"
        return "is-last" if board.deadly else ""

    def _place_in_window(self, score: Score | None) -> str:
        """The CSS class for a player who would collect, or would add the Disaster card, if nothing changes."""
        finals = [one.final for one in self._view.scores]
        if score is None or self._view.phase != "instants" or len(set(finals)) == 1:
            return ""
        return "is-best" if score.final == max(finals) else "is-last" if score.final == min(finals) else ""

    @cached_property
    def meeples(self) -> list[Facts]:
        """The meeples on the track: where each stands, and the spaces it has crossed since the last scoring."""
        view, report = self._view, self._view.report
        levels = _levels([board.points for board in view.boards])
        moved = [report.collected.get(n, 0) + report.moved.get(n, 0) if report else 0 for n in range(len(view.boards))]
        return [
            {
                "seat": seat,
                "dino": board.dino,
                "points": board.points,
                "level": levels[seat],
                "steps": list(range(max(0, board.points - moved[seat]), min(board.points, ESCAPE))),
                "is_out": board.out is not None,
            }
            for seat, board in enumerate(view.boards)
            if board.dino
        ]

    @cached_property
    def panels(self) -> list[Panel]:
        """The panels of the players, by seat."""
        view, panels = self._view, []
        for board in view.boards:
            counters = [Counter(str(board.points), several(board.points, "point"), "star")]
            if not board.out and view.round:
                counters.append(Counter(str(board.hand_count), several(board.hand_count, "card"), "cards"))
            is_eliminated = board.out and board.out.reason == "disaster"  # the name plate shows other reasons
            marks = [LEFT["disaster"]] if is_eliminated else []
            marks += ["has chosen"] if board.has_chosen and view.phase == "choose" else []
            marks += [_danger(board)] if board.deadly and not board.out and view.ranks is None else []
            panels.append(Panel(tuple(counters), tuple(marks)))
        return panels

    # --- the round ---

    @cached_property
    def disaster(self) -> Facts | None:
        return None if self._view.disaster is None else DISASTER_FACTS[self._view.disaster]

    @cached_property
    def phase(self) -> str:
        """What is happening in the round, in a sentence."""
        view = self._view
        facts = {name: getattr(view, name) for name in ("active", "robbed", "waves", "sudden", "receiver", "disaster")}
        return words.say(PHRASES["phase"][view.phase], facts, self._names)

    @cached_property
    def effect(self) -> Effect | None:
        """The effect being resolved."""
        active = self._view.active
        return None if active is None else EFFECTS[KIND[str(self._view.boards[active].card)]]

    @cached_property
    def window(self) -> Facts | None:
        """The scoring window: notes on doubling and inversions, the scores so far and their consequences."""
        view, count = self._view, self._view.inversions
        if view.phase != "instants":
            return None
        finals = {score.seat: score.final for score in view.scores}
        odd = "odd: highest and lowest change places" if count % 2 else "even: no change"
        return {
            "doubling": "" if view.doubling == 1 else f"Boosters and Sappers count {view.doubling} times.",
            "inversions": f"{several(count, 'inversion')}, {odd}." if count else "",
            "so_far": words.outcome(finals, self._names),
            "then": words.ends(finals, self._names),
        }

    @cached_property
    def plays(self) -> list[Facts]:
        """The Instant cards played in the window. `at`: the seat of the target, or of the player of an inversion."""
        return [self._play(play) for play in self._view.plays]

    def _play(self, play: Play) -> Facts:
        on, at = ("", play.seat) if play.target is None else (f" on {self.called(play.target, False)}", play.target)
        told = f"{self.called(play.seat)}: {name(play.card)}{on}"
        return CARD_FACTS[play.card] | {"seat": play.seat, "at": at, "words": told}

    def ways(self, card: Facts) -> list[tuple[str, str]]:
        """The outcome of each use of an Instant card if nobody else plays."""
        after, names = self._view.after, self._names
        ways = [(f"on {name}", after({card["id"]: seat})) for seat, name in card["targets"]]
        ways = ways or [("", after({card["id"]: None}))]
        return [(on, words.outcome(after_inversions(*scores), names)) for on, scores in ways]

    @cached_property
    def discard(self) -> str:
        """The discard pile, top card first."""
        return ", ".join([label(card) for card in reversed(self._view.discard)])

    # --- the last scoring, and the end ---

    @cached_property
    def fate(self) -> str:
        """What happened to the Disaster card of the last scoring."""
        report, now = self._view.report, "open" if self._view.ranks is None else "over"
        if report is None:
            return ""
        phrase = PHRASES["fate"][(report.fate or now) + ("-out" if report.is_deadly else "")]
        return words.say(phrase, {"to": report.to, "card": report.disaster}, self._names)

    @cached_property
    def report_words(self) -> str:
        """The last scoring in short: who collected how much, and what happened to the Disaster card."""
        report = self._view.report
        gains = [f"{self.called(seat, False)} +{gain}" for seat, gain in report.collected.items()] if report else []
        return "; ".join([*gains, *([continued("", self.fate.rstrip("."))] if report and report.fate else [])])

    @cached_property
    def is_report_new(self) -> bool:
        """Whether nobody has played a card since the last scoring."""
        return self._view.phase == "choose" and not any(board.has_chosen for board in self._view.boards)

    @cached_property
    def end_words(self) -> str:
        """How the match was decided."""
        view = self._view
        best = [board for board, rank in zip(view.boards, view.ranks or (), strict=False) if rank == 1]
        if not best:
            return ""
        dinos = " and ".join(words.dino_words(board.dino) for board in best)
        has_escaped = any(board.points >= ESCAPE for board in best)
        told = f"{dinos} reached the end of the Escape Route." if has_escaped else f"Nobody outlived {dinos}."
        outs = [(board.out.round, self._names[seat], seat) for seat, board in enumerate(view.boards) if board.out]
        say, out = self._sentences.say, "{seat:name} {was|were} out in round {round}."
        return " ".join([told, *(say(out, seat=seat, round=round) for round, _, seat in sorted(outs))])


def _levels(points: Sequence[int]) -> list[int]:
    """By seat: how high a meeple stands above the track, so that none covers another (`NEAR`)."""
    levels: dict[int, int] = {}
    for seat in sorted(range(len(points)), key=lambda seat: (points[seat], seat)):
        taken = {levels[other] for other in levels if points[seat] - points[other] < NEAR}
        levels[seat] = next(level for level in range(len(points)) if level not in taken)
    return [levels[seat] for seat in range(len(points))]


def _sum(board: Board) -> str:
    """Where a player's points come from."""
    moved = board.points - board.collected
    told = [f"{board.collected} from {several(board.won, 'round')}"] if board.won else []
    return " + ".join([*told, *([f"{moved} from disasters"] if moved else [])])


def _danger(board: Board) -> str:
    """The warning on a board, in words; "" if any one more card is safe."""
    if not board.deadly:
        return ""
    letters = [KINDS[type].letter for type in board.deadly]
    return f"one more ({'any type' if len(letters) == len(KINDS) else ' or '.join(letters)}) and out"
