"""Help before a move is confirmed: what still fits, what it will do, a plan in words. Own knowledge only."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.kernel.types import Move
from games.kernel.words import several
from games.titles.parcels.state import Planned, State, cards_of, exchange
from games.titles.parcels.words import cards_word, cards_words, in_words


def narrow(legal: Sequence[Move], verb: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
    """For each field that is still open: the values that go with those already chosen."""
    chosen = _values(args)
    fitting = [values for move in legal if move.verb == verb and chosen <= (values := _values(move.args))]
    left = {pair for values in fitting for pair in values - chosen}
    fields = ["cards"] if verb == "play" else [name for name in ("take", "add") if args.get(name) is None]
    return {name: sorted(value for field, value in left if field == name) for name in fields}


def _values(args: Mapping[str, Any]) -> Counter[tuple[str, int]]:
    """The numbers that are given, each with its field; a list may hold the same several times."""
    listed = {name: given if isinstance(given, list) else [given] for name, given in args.items()}
    return Counter((name, value) for name, given in listed.items() for value in given if isinstance(value, int))


def preview(state: State, seat: int, move: Move) -> list[str]:
    """Sentences on what a legal move will do."""
    if move.verb == "play":
        return _preview_play(state, seat, move.args["cards"])
    if move.verb == "pass":
        return _preview_pass(state, seat, move.args["take"], move.args["add"])
    rows = [_row_words(row) for row in move.args["moves"]]
    return [f"{'Else' if place else 'First'} {words}." for place, words in enumerate(rows)] or ["You have no plan."]


def _preview_play(state: State, seat: int, cards: list[int]) -> list[str]:
    mine, table = in_words(sorted(cards)), in_words(state.table)
    left = sum(state.hands[seat]) - len(cards)
    rest = f"You keep {cards_word(left)}." if left else "Your hand is empty: you win the round."
    return [f"You play {mine} and beat {table}." if table else f"You lead with {mine}.", rest]


def _preview_pass(state: State, seat: int, take: int | None, add: int | None) -> list[str]:
    if take is None:
        return ["You pass; storage is empty.", *_end_of_trick(state, 0)]
    hand, storage = list(state.hands[seat]), list(state.storage)
    exchange(hand, storage, take, add)
    wanted = sum(state.storage) - sum(storage)
    turned = min(wanted, len(state.deck))
    sure = cards_words(cards_of(storage)) or "nothing"
    gained = f" and gets {several(turned, 'unknown card')}" if turned else ""
    sentences = [
        f"You take {state.storage[take]} × {take} and add {'nothing' if add is None else add}: {sum(hand)} in hand.",
        f"Storage keeps {sure}{gained}.",
    ]
    if turned < wanted:
        sentences.append("The deck is too short to fill storage.")
    return [*sentences, *_end_of_trick(state, turned)]


def _end_of_trick(state: State, turned: int) -> list[str]:
    """What the last pass of a trick brings about (PC-54 to PC-57)."""
    if len(state.passed) + 1 < state.seats - len(state.left) - 1:
        return []
    grows = len(state.deck) > turned
    after = " and one more unknown card joins storage." if grows else ", and the deck is empty."
    return [f"You are the last to pass: the trick ends{after}"]


def _row_words(row: Mapping[str, Any]) -> str:
    """A planned move as a preview says it: "play 8-8"."""
    if row["kind"] == "play":
        return f"play {in_words(row['cards'])}"
    if row["take"] is None:
        return "pass without a card, as storage is empty"
    return f"pass: take {row['take']}, add {'nothing' if row['add'] is None else row['add']}"


def move_of(planned: Planned) -> Move:
    """A planned move as the answer that it gives, in the form of any other answer."""
    if planned.kind == "play":
        return Move("play", {"cards": list(planned.cards)})
    return Move("pass", {"take": planned.take, "add": planned.add})
