"""The state of a match: the players, the piles and the progress of the round.

The last card of a pile is its top. Seats count from 0 and index `players`.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from games.titles.dinosaurs.cards import DINOSAURS, DISASTERS, VALUE, main_deck

HAND = 5
ESCAPE = 50


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a table (HD-02, HD-05, HD-47, HD-83, HD-112). `dinos`: pick, random, or one entry per seat."""

    two_player_rules: bool = True
    dinos: Literal["pick", "random"] | list[str | None] = "pick"
    extra_dinos: bool = False
    wild_extras: bool = False
    waves: Literal["quiet", "single"] = "quiet"
    disaster_bonus: bool = False

    @classmethod
    def defaults(cls, seats: int, pace: str) -> "Options":
        """Live: players pick, waves until all pass. Correspondence: random Dinosaurs and one wave, for fewer emails."""
        extra = seats > 4
        return cls(extra_dinos=extra) if pace == "live" else cls(dinos="random", extra_dinos=extra, waves="single")


class Orders(Struct, frozen=True):
    """A player's standing orders (HD-121 to HD-124)."""

    instants: Literal["ask", "pass"] = "ask"
    effect: Literal["ask", "decline"] = "ask"
    disaster: Literal["ask", "take", "insure"] = "ask"
    drop: str | None = None
    sudden: list[str] = []
    sticky: bool = False


NO_ORDERS = Orders()


class Out(Struct, frozen=True):
    """How a player left: reason ("disaster", "resigned" or "time"), round, and place in the order of leaving."""

    reason: str
    round: int
    place: int


class Player(Struct):
    """A player. `card`: the Point card played this round; `pick`: the one played in Sudden Death. Both stay face down
    until all have chosen. `bonus`: the value added by Pet Rock or Smoothie (HD-73). `won`, `collected`: rounds won, and
    the points from them; all other points come from Disaster cards."""

    dino: str | None = None
    points: int = 0
    won: int = 0
    collected: int = 0
    hand: list[str] = []
    area: list[str] = []
    card: str | None = None
    bonus: int = 0
    pick: str | None = None
    out: Out | None = None
    orders: Orders = NO_ORDERS


class Play(Struct, frozen=True):
    """An Instant card played in the scoring window: by whom, and on whom (None for an inversion)."""

    seat: int
    card: str
    target: int | None


class Score(Struct, frozen=True):
    """How one score adds up: card + bonus + trait + area, then each Booster and Sapper, then the inversions.

    `card` is the card in front of the player at scoring, after any swaps.
    """

    seat: int
    card: str
    value: int
    bonus: int
    trait: int
    area: int
    plays: list[tuple[str, int]]
    total: int
    final: int


class Report(Struct):
    """The result of the last scoring. Tables show it because the next round starts at once.

    `collected`, `moved`: points by seat, from the score and at the end of the round. `fate` of the Disaster card:
    "added", "under" its deck, or "" while undecided. `to`: the seat that added it; `is_deadly`: and was eliminated.
    """

    round: int
    disaster: str
    scores: list[Score]
    collected: dict[int, int] = {}
    sudden: list[dict[int, str]] = []
    fate: str = ""
    to: int | None = None
    is_deadly: bool = False
    moved: dict[int, int] = {}


class State(Struct):
    """The complete state of a match.

    `phase`: the step that waits for answers, "over" at the end. `disaster`: the face-up Disaster card. `is_revealed`:
    the Point cards are face up. `order`: seats with normal effects in their fixed order (HD-56); `turn_at`: the index
    of the current one. `looked`: cards shown by Treenoculars; `robbed`: the seat whose hand Dino Grabber shows.
    `plays`: Instant cards played in the window; `played`: all Instant cards of the round. `finals`: seats that gave a
    final answer (HD-81). `sudden`: seats still in Sudden Death; `sudden_cards`: cards revealed in it. `receiver`: the
    seat about to add the Disaster card. `ranks`: set when the match is over.
    """

    options: Options
    players: list[Player]
    deck: list[str] = []
    discard: list[str] = []
    disasters: list[str] = []
    phase: str = "dino"
    round: int = 0
    disaster: str | None = None
    is_revealed: bool = False
    order: list[int] = []
    turn_at: int = 0
    looked: list[str] = []
    robbed: int | None = None
    wave: int = 0
    plays: list[Play] = []
    played: list[str] = []
    finals: list[int] = []
    sudden: list[int] = []
    sudden_cards: list[str] = []
    receiver: int | None = None
    report: Report | None = None
    ranks: list[int] | None = None

    @property
    def is_for_two(self) -> bool:
        """Whether the two-player rules apply. Only the seats at the start count, not who is left (HD-112, HD-118)."""
        return len(self.players) == 2 and self.options.two_player_rules

    @property
    def active(self) -> int:
        """The seat whose effect is being resolved."""
        return self.order[self.turn_at]

    @property
    def shown(self) -> list[str]:
        """The cards that an effect shows to its player: another hand, or cards from the deck (HD-61, HD-70)."""
        return self.looked if self.robbed is None else self.players[self.robbed].hand


def dinos_of(options: Options, seats: int) -> list[str]:
    """The Dinosaurs available with these options, in catalogue order (HD-02)."""
    has_extra = options.extra_dinos or seats > 4
    return [dino.id for dino in DINOSAURS.values() if dino.set == "base" or has_extra]


def free_dinos(state: State) -> list[str]:
    """The Dinosaurs that nobody has taken; players who left keep theirs (HD-127)."""
    taken = {player.dino for player in state.players}
    return [dino for dino in dinos_of(state.options, len(state.players)) if dino not in taken]


def living(state: State) -> list[int]:
    """The seats still in the game, ascending."""
    return [seat for seat, player in enumerate(state.players) if player.out is None]


def others(state: State, seat: int) -> list[int]:
    """The other living seats, ascending."""
    return [other for other in living(state) if other != seat]


def neighbours(state: State, seat: int) -> list[int]:
    """The next living seats to the left and right; a single seat if only two are living (HD-69)."""
    ring = living(state)
    at = ring.index(seat)
    return sorted({ring[at - 1], ring[(at + 1) % len(ring)]} - {seat})


def point_cards(hand: Sequence[str]) -> list[str]:
    """The Point cards of a hand."""
    return [card for card in hand if card in VALUE]


def audit(state: State) -> None:
    """Assert the invariants: each card exists once, hands are within bounds, only living players hold orders."""
    players = state.players
    cards = [*state.deck, *state.discard, *state.looked, *state.played, *state.sudden_cards]
    for player in players:
        cards += [*player.hand, *(card for card in (player.card, player.pick) if card is not None)]
    if state.phase == "dino" or (state.round == 0 and state.ranks is not None):
        assert not cards, "nothing is dealt before the last Dinosaur is picked"
    else:
        assert Counter(cards) == Counter(main_deck(state.is_for_two)), "a card is missing or duplicated"
        lying = [*([state.disaster] if state.disaster else []), *(card for player in players for card in player.area)]
        assert sorted(state.disasters + lying) == sorted(DISASTERS), "a Disaster card is missing or duplicated"
    dinos = [player.dino for player in players if player.dino]
    assert len(set(dinos)) == len(dinos), "two players have the same Dinosaur"  # HD-03
    for player in players:
        assert len(player.hand) <= HAND and player.points >= 0
        holds = player.hand or player.pick or player.orders != NO_ORDERS
        assert player.out is None or not holds, "a player who is out holds something"
    assert state.ranks is not None or len(living(state)) > 1, "the last one standing has won"  # HD-108
    _audit_phase(state)


def _audit_phase(state: State) -> None:
    """Assert that only living players are asked, and that cards are shown only while their effect is open."""
    active = state.order[state.turn_at :][:1]
    asked: dict[str, Sequence[int | None]] = {"effect": active, "sudden": state.sudden, "disaster": [state.receiver]}
    for seat in asked.get(state.phase, ()):
        assert seat is not None and state.players[seat].out is None, "a player who is out is asked"
    assert bool(state.looked) == (state.phase == "keep") and (state.robbed is not None) == (state.phase == "grab")
    if state.phase == "choose":  # HD-28
        for player in state.players:
            holds = len(player.hand) + bool(player.card)
            assert player.out is not None or holds == HAND, "a choice begins with five cards"
