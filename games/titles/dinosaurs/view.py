"""What a seat or a spectator may see (HD-13, HD-71, HD-84, HD-124, HD-128 to HD-130), built up field by field.

Cards are ids; `cards.CARDS` and `cards.DISASTERS` have their data.
"""

from collections.abc import Mapping

from msgspec import Struct

from games.titles.dinosaurs import scoring, winning
from games.titles.dinosaurs.cards import TYPE
from games.titles.dinosaurs.scoring_window import asked_for_instants
from games.titles.dinosaurs.state import Orders, Out, Play, Player, Report, Score, State, free_dinos


class Board(Struct):
    """What everybody knows about a player.

    `traits` by type; `trait`: the one against the face-up Disaster card. `card`: the face-up Point card;
    `has_chosen`: a Point card was played, face up or down. `has_pick`: a Sudden Death card lies face down. `deadly`:
    types of which one more card eliminates. `won`, `collected`: rounds won, and the points from them. `hand`: None
    until the end, when hands are open.
    """

    dino: str | None
    points: int
    won: int
    collected: int
    traits: dict[str, int]
    trait: int
    area: list[str]
    deadly: list[str]
    hand_count: int
    has_chosen: bool
    card: str | None
    bonus: int
    has_pick: bool
    out: Out | None
    hand: list[str] | None


class View(Struct):
    """The table as `seat` sees it (None: a spectator).

    The seat's own: `hand`, `laid` (Point card), `pick` (Sudden Death card), `orders`, `is_final` (its answer in the
    window was final), `shown` (the hand that Dino Grabber shows, or the two cards of Treenoculars). `order`, `turn_at`:
    the fixed order of effects. `scores`: how the scores add up so far, once cards are revealed. `may_answer`: seats
    asked in the window, answered or not. `free`: free Dinosaurs with their traits. `report`: the last scoring.
    """

    seat: int | None
    phase: str
    round: int
    is_for_two: bool
    waves: str
    disaster: str | None
    boards: list[Board]
    hand: list[str]
    laid: str | None
    pick: str | None
    orders: Orders
    is_final: bool
    shown: list[str]
    robbed: int | None
    free: dict[str, dict[str, int]]
    order: list[int]
    turn_at: int
    is_silenced: bool
    doubling: int
    inversions: int
    wave: int
    plays: list[Play]
    scores: list[Score]
    may_answer: list[int]
    sudden: list[int]
    receiver: int | None
    deck_count: int
    disaster_count: int
    discard: list[str]
    report: Report | None
    ranks: list[int] | None

    def score_of(self, seat: int) -> Score | None:
        """The current score of this seat."""
        return next((score for score in self.scores if score.seat == seat), None)

    @property
    def would_be_out(self) -> bool:
        """Whether adding the face-up Disaster card would eliminate the player who is about to add it."""
        if self.disaster is None or self.receiver is None:
            return False
        return TYPE[self.disaster] in self.boards[self.receiver].deadly

    def after(self, plays: Mapping[str, int | None]) -> tuple[dict[int, int], int]:
        """The scores before inversions, and the number of inversions, if these Instant cards are played as well."""
        totals = {score.seat: score.total for score in self.scores}
        return scoring.with_plays(totals, self.inversions, self.doubling, plays)

    @property
    def active(self) -> int | None:
        """The seat whose effect is being resolved."""
        is_open = self.phase in ("effect", "grab", "keep")
        return self.order[self.turn_at] if is_open else None


def view(state: State, step: str, seat: int | None) -> View:
    """The state as seen from this seat, or by a spectator (None)."""
    me = state.players[seat] if seat is not None else Player()
    is_over, in_window = state.ranks is not None, state.phase == "instants"
    return View(
        seat=seat,
        phase=state.phase,
        round=state.round,
        is_for_two=state.is_for_two,
        waves=state.options.waves,
        disaster=state.disaster,
        boards=[_board(state, other, player, is_over) for other, player in enumerate(state.players)],
        hand=list(me.hand),
        laid=me.card,
        pick=me.pick,
        orders=me.orders,
        is_final=seat in state.finals,
        shown=list(state.shown) if state.phase in ("grab", "keep") and state.active == seat else [],
        robbed=state.robbed,
        free={dino: scoring.traits(state, dino) for dino in free_dinos(state)} if state.phase == "dino" else {},
        order=list(state.order) if state.is_revealed else [],
        turn_at=state.turn_at if state.is_revealed else 0,
        is_silenced=scoring.is_silenced(state),
        doubling=scoring.doubling(state),
        inversions=scoring.inversions(state),
        wave=state.wave,
        plays=list(state.plays),
        scores=_scores(state),
        may_answer=asked_for_instants(state) if in_window else [],
        sudden=list(state.sudden),
        receiver=state.receiver,
        deck_count=len(state.deck),
        disaster_count=len(state.disasters),
        discard=list(state.discard),
        report=state.report,
        ranks=state.ranks,
    )


def _scores(state: State) -> list[Score]:
    """How the scores of this round add up; once it is over and its Disaster card gone, how they did."""
    if state.phase == "ended" and state.report is not None:
        return state.report.scores
    return scoring.arithmetic(state) if state.is_revealed and state.ranks is None else []


def _board(state: State, seat: int, player: Player, is_over: bool) -> Board:
    is_living = player.out is None
    return Board(
        dino=player.dino,
        points=player.points,
        won=player.won,
        collected=player.collected,
        traits=scoring.traits(state, player.dino) if player.dino else {},
        trait=scoring.trait(state, seat) if is_living else 0,
        area=list(player.area),
        deadly=winning.deadly_types(tuple(player.area), state.is_for_two) if is_living else [],
        hand_count=len(player.hand),
        has_chosen=player.card is not None,
        card=player.card if state.is_revealed else None,
        bonus=player.bonus,
        has_pick=player.pick is not None,
        out=player.out,
        hand=list(player.hand) if is_over else None,
    )
