"""The position in words, for emails and for those who cannot see the table."""

from collections.abc import Iterator, Sequence

from games.kernel.display import Fact
from games.kernel.words import called, several, whose
from games.titles.human_resources import words
from games.titles.human_resources.cards import CARDS, COLOURS, Card
from games.titles.human_resources.view import SeatView, View


def position_words(view: View, names: Sequence[str], reader: int | None) -> list[Fact]:
    """What a view shows: hand, players and office first; cards, projects and piles as details."""
    told = [Fact(f"{whose(view.seat, reader, names)} hand", _labels(view.hand))] if view.seat is not None else []
    told += [Fact(called(seat, reader, names), _player(view, seat, names)) for seat in view.own_first]
    told += [Fact("Office, dark and light", words.rows(view), plan=words.plan(view)), Fact("Deck", _deck(view))]
    return told + [Fact(label, text, is_detail=True) for label, text in _details(view, names, reader) if text]


def _labels(cards: Sequence[str]) -> str:
    return ", ".join(CARDS[card].label for card in cards) or "no card"


def _player(view: View, number: int, names: Sequence[str]) -> str:
    seat = view.seats[number]
    told = [several(seat.points, "point")]
    told += [] if number == view.seat else [f"{seat.dark} dark and {seat.light} light in hand"]
    told += [f"{CARDS[panel.card].label} in play, {words.short(panel, names)}" for panel in seat.in_play]
    return "; ".join(told)


def _deck(view: View) -> str:
    top = f", top is {COLOURS[view.deck_top]}" if view.deck_top else ""
    return several(view.deck_count, "card") + top


def _details(view: View, names: Sequence[str], reader: int | None) -> Iterator[tuple[str, str]]:
    """Further facts as (label, text); "" where there is nothing to say."""
    report = view.report
    if report:
        yield (
            "Last action",
            " ".join([words.action(report, names), *(words.scored(one, names) for one in report.scored)]),
        )
    yield "Result", words.result(view.result, names) if view.result else ""
    plays = f", {several(view.plays_left, 'card')} to play" if view.plays_left else ""
    yield "Being carried out", f"{CARDS[view.carrying].full_name}{plays}" if view.carrying else ""
    for card in map(CARDS.__getitem__, view.hand):
        yield card.label, _card(card)
    for number in view.own_first:
        yield from _projects(view.seats[number], called(number, reader, names), names)
    for by, places in words.placed(view, names):
        yield f"Placed by {by}", places
    yield "Next cards", words.listed(view.known)
    yield "Discard pile, top first", words.listed(view.discard[::-1]) or "empty"


def _card(card: Card) -> str:
    """A card of the hand: its kind, pattern and text."""
    drawn = f", {' / '.join(card.grid)}" if card.grid else ""
    return f"{card.kind}{drawn}" + (f": {card.text}" if card.text else "")


def _projects(seat: SeatView, who: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """A player's projects in play, scored cards and, at the end, hand."""
    for panel in seat.in_play:
        card = CARDS[panel.card]
        grid = [f"{' / '.join(card.grid)}."] if card.grid else []
        yield f"{card.label}, {who}", " ".join([*grid, *words.panel(panel, names)])
    yield f"Scored, {who}", ", ".join(CARDS[card].label for card in seat.scored)
    yield f"Hand at the end, {who}", "" if seat.hand is None else _labels(seat.hand)
