"""Hand-written positions for the tests, with moves in the notation of the rulebook."""

from typing import Any

from games.kernel import codec, engine
from games.kernel.errors import IllegalMove
from games.kernel.types import Event
from games.kernel.words import read_by
from games.titles.dinosaurs import game
from games.titles.dinosaurs.cards import CARDS, DISASTERS, REMOVED_FOR_TWO
from games.titles.dinosaurs.state import Options, Out, Player

SEED = "0123456789abcdef0123456789abcdef"
DINOS = ("nervous-rex", "stego", "cry-ceratops", "bad-luck-bronto", "pterry-dactyl", "raging-raptor")


class Copies:
    """Hands out copies of cards: "pet-rock" is the first free copy of that kind, "pet-rock-3" this one copy."""

    def __init__(self, without: frozenset[str]) -> None:
        self.free = [card for card in CARDS if card not in without]

    def take(self, word: str) -> str:
        card = word if word in self.free else next(c for c in self.free if CARDS[c].kind == word)
        self.free.remove(card)
        return card

    def take_all(self, words: Any) -> list[str]:
        return [self.take(word) for word in (words.split() if isinstance(words, str) else words)]


def seat(laid: str = "", hand: Any = (), **facts: Any) -> dict[str, Any]:
    """A player. `laid`: the card they are going to play; `hand`: the other cards. `facts`: dino, points, area, out."""
    return {"laid": laid, "hand": hand, **facts}


class Table:
    """A match in which Point cards are being chosen. `deck`: the next cards to be drawn, in order."""

    def __init__(self, *seats: dict[str, Any], disaster: str = "spa-day", deck: Any = (), **facts: Any) -> None:
        options = Options(**{"dinos": "random", "extra_dinos": True, **facts.pop("options", {})})
        self.position, _ = engine.start(game, len(seats), options, SEED)
        state = self.state
        copies = Copies(REMOVED_FOR_TWO if state.is_for_two else frozenset())
        self.laid = [copies.take(facts["laid"]) if facts["laid"] else "" for facts in seats]
        state.players = [
            _player(number, facts, card, copies)
            for number, (facts, card) in enumerate(zip(seats, self.laid, strict=True))
        ]
        top, state.discard = copies.take_all(deck), copies.take_all(facts.pop("discard", ()))
        state.deck = [] if facts.pop("deck_is_short", False) else list(copies.free)
        state.deck += top[::-1]
        taken = {disaster, *(card for player in state.players for card in player.area)}
        state.disasters = [card for card in DISASTERS if card not in taken]
        state.disaster, state.round = disaster, facts.pop("round", 3)
        assert not facts, f"unknown facts {facts}"
        self.events: list[Event] = []

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def players(self) -> list[Player]:
        found: list[Player] = self.state.players
        return found

    @property
    def points(self) -> list[int]:
        return [player.points for player in self.players]

    @property
    def phase(self) -> str:
        return str(self.state.phase)

    @property
    def asked(self) -> list[int]:
        """The seats that still have to answer."""
        return [d.seat for d in engine.decisions(game, self.position) if not d.optional]

    @property
    def scores(self) -> list[int]:
        """The current final scores of the living players or, after scoring, the last ones."""
        from games.titles.dinosaurs import scoring

        if self.state.is_revealed and self.state.phase in ("effect", "grab", "keep", "instants"):
            return list(scoring.finals(self.state).values())
        return [score.final for score in self.state.report.scores]

    def do(self, seat: int, act: str, **args: Any) -> list[Event]:
        """Play a move as the rulebook writes it."""
        outcome = engine.play(game, self.position, seat, codec.move_from({"act": act, **args}))
        self.events += outcome.events
        return outcome.events

    def play_cards(self, **orders: Any) -> "Table":
        """Everybody who has not chosen plays their `laid` card. `orders`: s0={...} gives seat 0's orders with it."""
        for number, card in enumerate(self.laid):
            player = self.players[number]
            if card and player.out is None and player.card is None and card in player.hand:
                given = orders.get(f"s{number}")
                self.do(number, "choose", card=card, **({"orders": given} if given else {}))
        return self

    def pass_all(self, final: bool = False) -> "Table":
        """Everybody who is asked in the scoring window passes, wave after wave."""
        while self.phase == "instants":
            self.do(self.asked[0], "instants", plays=[], final=final)
        return self

    def wave(self, plays: dict[int, list[dict[str, Any]]] | None = None) -> "Table":
        """Play one wave of the scoring window: these plays, and everybody else passes."""
        for number in list(self.asked):
            self.do(number, "instants", plays=(plays or {}).get(number, []))
        return self

    def leave(self, seat: int, reason: str = "resigned") -> list[Event]:
        events = engine.drop(game, self.position, seat, reason).events
        self.events += events
        return events

    def refused(self, seat: int, act: str, **args: Any) -> str:
        """The sentence and clause that refuse this move; checks that the position did not change."""
        before = codec.dump(self.position)
        try:
            engine.play(game, self.position, seat, codec.move_from({"act": act, **args}))
        except IllegalMove as found:
            assert codec.dump(self.position) == before
            return str(found)
        raise AssertionError("the move was accepted")

    def view(self, seat: int | None = None) -> Any:
        return engine.view_for(game, self.position, seat)

    def decision(self, seat: int, pace: str = "") -> Any:
        return next(
            d
            for d in engine.decisions(game, self.position)
            if d.seat == seat and (d.clock.pace == pace if pace else not d.optional)
        )

    def default(self, seat: int) -> dict[str, Any]:
        """The default of this seat's decision, as a flat move."""
        move = self.decision(seat).default
        return {"act": move.verb, **move.args}

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def told(self, seat: int | None = None) -> list[str]:
        """The log lines that this seat sees."""
        names = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo"][: len(self.players)]
        shown = engine.events_for(self.events, seat, self.position.round, self.state.ranks is not None)
        return [read_by(game.table.story(event, names), None) for event in shown]

    def audit(self) -> None:
        game.rules.audit(self.state)


def spent_disaster_deck() -> Table:
    """The next Disaster card is missing: all others lie in the area of a player who is out."""
    table = Table(
        seat("iced-ptea", "bonehead"),
        seat("cool-stick", "bonehead", dino="cry-ceratops"),
        seat(out=1, area="stomped ghosted trapped"),
        disaster="meteor-1",
    )
    table.state.disasters = []
    return table


def _player(number: int, facts: dict[str, Any], card: str, copies: Copies) -> Player:
    hand = ([card] if card else []) + copies.take_all(facts["hand"])
    out = Out("disaster", 1, facts["out"]) if facts.get("out") else None
    area = facts.get("area", ())
    return Player(
        dino=facts.get("dino", DINOS[number]),
        points=facts.get("points", 0),
        hand=[] if out else hand,
        area=area.split() if isinstance(area, str) else list(area),
        out=out,
    )
