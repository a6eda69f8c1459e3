"""The state of a match: players, piles, and where the round stands.

Piles are lists with their top last. Seats count from 0; `players[seat]` is the player of that seat.
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
        """Live: pick, quiet waves. By correspondence: Dinosaurs at random and one blind wave, for fewer emails."""
        extra = seats > 4
        return cls(extra_dinos=extra) if pace == "live" else cls(dinos="random", extra_dinos=extra, waves="single")


class Orders(Struct, frozen=True):
    """Standing orders of a player (HD-121 to HD-124)."""

    instants: Literal["ask", "pass"] = "ask"
    effect: Literal["ask", "decline"] = "ask"
    disaster: Literal["ask", "take", "insure"] = "ask"
    drop: str | None = None
    sudden: list[str] = []
    sticky: bool = False


NO_ORDERS = Orders()


class Out(Struct, frozen=True):
    """How a player left the game: "disaster", "resigned" or "time", in which round, as which of those who left."""

    reason: str
    round: int
    place: int


class Player(Struct):
    """A player. `card`: the Point card played this round, `pick` the one played for Sudden Death (both face down until
    all have chosen). `bonus`: value added by Pet Rock or Smoothie (HD-73)."""

    dino: str | None = None
    points: int = 0
    hand: list[str] = []
    area: list[str] = []
    card: str | None = None
    bonus: int = 0
    pick: str | None = None
    out: Out | None = None
    orders: Orders = NO_ORDERS


class Play(Struct, frozen=True):
    """An Instant card that lies face up: whose, which, aimed at whom."""

    seat: int
    card: str
    target: int | None


class Score(Struct, frozen=True):
    """The arithmetic of one score: card + bonus + trait + area, then each Booster and Sapper, then the inversions.

    `card` is the one that lay in front of the player at scoring.
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
    """What the last scoring came to: for the table, which goes on at once with the next round.

    `collected`: points by seat; `moved` likewise at the end of the round. `fate`: what became of the Disaster card:
    "added", "under" or "" while open; `to` who added it. `is_deadly`: whether that eliminated.
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
    """Everything that is so.

    `phase`: name of the step that waits, "over" at the end. `disaster`: the face-up Disaster card. `is_revealed`: the
    chosen Point cards lie face up. `order`: seats with normal effects in their fixed order (HD-56), `turn_at` the one
    whose turn it is. `looked`: cards that Treenoculars shows; `robbed`: whose hand Dino Grabber shows. `plays`: Instant
    cards played in the window; `played`: all Instant cards of the round. `finals`: who has answered for good (HD-81).
    `sudden`: who is still in Sudden Death, `sudden_cards` what was revealed there. `receiver`: who is about to add the
    Disaster card. `ranks` is set when the match is over.
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
        """Whether the two-player rules apply: by the seats at the start, not by who is left (HD-112, HD-118)."""
        return len(self.players) == 2 and self.options.two_player_rules

    @property
    def active(self) -> int:
        """The seat whose effect is open."""
        return self.order[self.turn_at]

    @property
    def shown(self) -> list[str]:
        """The cards that an effect shows to its player: the hand of another, or cards of the deck (HD-61, HD-70)."""
        return self.looked if self.robbed is None else self.players[self.robbed].hand


def dinos_of(options: Options, seats: int) -> list[str]:
    """The Dinosaurs of such a match in the order of the catalogue (HD-02)."""
    has_extra = options.extra_dinos or seats > 4
    return [dino.id for dino in DINOSAURS.values() if dino.set == "base" or has_extra]


def free_dinos(state: State) -> list[str]:
    """Those that nobody has, who left included (HD-127)."""
    taken = {player.dino for player in state.players}
    return [dino for dino in dinos_of(state.options, len(state.players)) if dino not in taken]


def living(state: State) -> list[int]:
    """Seats that are neither eliminated nor resigned, ascending."""
    return [seat for seat, player in enumerate(state.players) if player.out is None]


def others(state: State, seat: int) -> list[int]:
    """Living seats but this one, ascending."""
    return [other for other in living(state) if other != seat]


def neighbours(state: State, seat: int) -> list[int]:
    """The next living players in both seat directions; with two living players the same one (HD-69)."""
    ring = living(state)
    at = ring.index(seat)
    return sorted({ring[at - 1], ring[(at + 1) % len(ring)]} - {seat})


def point_cards(hand: Sequence[str]) -> list[str]:
    """The Point cards of a hand."""
    return [card for card in hand if card in VALUE]


def audit(state: State) -> None:
    """What always holds: every card once, hands within bounds, orders only of the living. AssertionError otherwise."""
    players = state.players
    cards = [*state.deck, *state.discard, *state.looked, *state.played, *state.sudden_cards]
    for player in players:
        cards += [*player.hand, *(card for card in (player.card, player.pick) if card is not None)]
    if state.phase == "dino" or (state.round == 0 and state.ranks is not None):
        assert not cards, "nothing is dealt before the last Dinosaur is picked"
    else:
        assert Counter(cards) == Counter(main_deck(state.is_for_two)), "a card is missing or there twice"
        lying = [*([state.disaster] if state.disaster else []), *(card for player in players for card in player.area)]
        assert sorted(state.disasters + lying) == sorted(DISASTERS), "a Disaster card is missing or there twice"
    dinos = [player.dino for player in players if player.dino]
    assert len(set(dinos)) == len(dinos), "two players have the same Dinosaur"  # HD-03
    for player in players:
        assert len(player.hand) <= HAND and player.points >= 0
        holds = player.hand or player.pick or player.orders != NO_ORDERS
        assert player.out is None or not holds, "who is out holds something"
    assert state.ranks is not None or len(living(state)) > 1, "the last one standing has won"  # HD-108
    _audit_phase(state)


def _audit_phase(state: State) -> None:
    """Nobody who is out is asked; cards that an effect shows lie apart only while it is open."""
    active = state.order[state.turn_at :][:1]
    asked: dict[str, Sequence[int | None]] = {"effect": active, "sudden": state.sudden, "disaster": [state.receiver]}
    for seat in asked.get(state.phase, ()):
        assert seat is not None and state.players[seat].out is None, "somebody who is out is asked"
    assert bool(state.looked) == (state.phase == "keep") and (state.robbed is not None) == (state.phase == "grab")
    if state.phase == "choose":  # HD-28
        for player in state.players:
            holds = len(player.hand) + bool(player.card)
            assert player.out is not None or holds == HAND, "a choice begins with five cards"
