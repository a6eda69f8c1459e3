"""Hand-written positions for tests and the manual's examples: a card on the table, money, hands, mantles."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.kernel.position import Position
from games.kernel.rng import Rng
from games.kernel.step import Context
from games.titles.adulting import flow, rules
from games.titles.adulting.cards import CARDS, COLUMNS
from games.titles.adulting.state import Options, Player, Round, State, audit

Columns = Mapping[str, Sequence[str]]


def table(
    card: str = "",
    seats: int = 4,
    *,
    dealer: int = 0,
    number: int = 7,
    money: Sequence[int] = (),
    hands: Mapping[str | int, Sequence[str]] | None = None,
    mantles: Mapping[str | int, Columns] | None = None,
    discard: Sequence[str] = (),
    spades: int = 0,
    pace: str = "correspondence",
    flipped: Sequence[str] = (),
    **options: Any,
) -> Position[State, Options]:
    """A position at the start of the work phase with `card`, or of the scoring phase without one.

    Cards not mentioned are in the deck. `flipped`: cards whose answers are shown in reverse order.
    """
    facts = msgspec.to_builtins(Options.defaults(seats, pace)) | options
    chosen = msgspec.convert(facts, Options)
    players = [Player(amount, mantle=[[], [], []]) for amount in (*money, *[0] * seats)[:seats]]
    for seat, hand in (hands or {}).items():
        players[int(seat)].hand = list(hand)
    for seat, columns in (mantles or {}).items():
        players[int(seat)].mantle = [list(columns.get(letter, [])) for letter in COLUMNS]
    used = {card, *discard}.union(*(one.hand for one in players), *(c for one in players for c in one.mantle))
    deck = [other for other in CARDS if other not in used] + ([card] if card else [])
    state = State(chosen, players, deck, list(flipped), Round(number, dealer), list(discard), spades)
    state.paid_out = sum(one.money for one in players)
    step = flow.draw(state, Context(Rng("0" * 32))) if card else "scoring"
    audit(state)
    position = Position("adulting", 1, seats, chosen, Rng("0" * 32), step, state, round=number - 1)
    asked = next(one for one in rules.STEPS if one.name == step).ask(state)
    position.opened = {decision.key: 0 for decision in asked}
    return position
