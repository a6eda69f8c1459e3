"""The position in words, for emails and for those who cannot see the table."""

from collections.abc import Iterator, Sequence

from games.kernel.display import Fact
from games.kernel.words import called, several, whose
from games.titles.going_postal.cards import SPACES
from games.titles.going_postal.table_facts import TableFacts, seat_words
from games.titles.going_postal.view import View
from games.titles.going_postal.words import listed, period

Pairs = Iterator[tuple[str, str]]


def position_words(view: View, names: Sequence[str], reader: int | None) -> list[Fact]:
    """What a view shows: Sam, turn, cards and personalities first; options, trading and piles as details."""
    facts = TableFacts(view, None, names)
    told = [Fact(label, text) for label, text in _main(view, names, reader)]
    return told + [Fact(label, text, is_detail=True) for label, text in _details(view, facts, names) if text]


def _main(view: View, names: Sequence[str], reader: int | None) -> Pairs:
    if view.was_stamped and view.seat == view.active == view.decider and view.step == "turn":
        stamp = f"You got stamp {view.seats[view.active].stamps} and lead the new round."
        yield "New round", f"Sam is back at the Post Office. {stamp}"
    price = view.price if view.step == "turn" and not view.is_taken else 0
    house = f", a house: a take-over costs {several(price, 'vendetta stamp')}" if price else ""
    yield "Sam", f"on {SPACES[view.sam].name}, {several(view.gap, 'step')} to the Post Office{house}"
    if not view.is_over:
        late = ", overtime" if view.is_overtime else ""
        yield "Turn", f"{_turn(view, names, reader)}, {period(view)} {view.year}, round {view.round} of Sam{late}"
    if view.seat is not None:
        label, cards = in_sight(view, names, reader)
        yield label, listed(cards)
    for seat, one in enumerate(view.seats):
        when = ""
        if view.is_over:
            when = f"; hand at the end: {listed(one.hand or ())}"
        elif seat in (view.active, view.next):
            when = ", on turn" if seat == view.active else ", next"
        yield called(seat, reader, names), seat_words(one) + when


def _turn(view: View, names: Sequence[str], reader: int | None) -> str:
    if view.claimer is None:
        return called(view.active, reader, names)
    return f"{called(view.claimer, reader, names)} with {names[view.active]}’s hand, taken over"


def in_sight(view: View, names: Sequence[str], reader: int | None) -> tuple[str, list[str]]:
    """The cards that the decision is about, else the hand that is played or held; with what they are, in words."""
    if view.shown and view.shown_of is not None:
        return f"Hand of {names[view.shown_of]}", view.shown
    if view.top:
        return "On top of the pile", view.top
    if view.seat != view.owner:
        return f"Hand of {names[view.active]}, which you play", view.hand
    return f"{whose(view.owner, reader, names)} hand", view.hand


def _details(view: View, facts: TableFacts, names: Sequence[str]) -> Pairs:
    """Further facts as (label, text); "" where there is nothing to say."""
    yield "Walk", facts.walk
    yield "Take-over", facts.takeover
    for card in {} if view.is_over else {card["name"]: card for card in facts.hand}.values():
        sides = []
        for side in card["sides"]:
            action = f", action: {side['action']}" if side["action"] else ""
            why_not = f" ({side['why_not']})" if side["why_not"] else ""
            sides.append(f"{side['who']}: move {side['distance']}{action}{why_not}")
        yield card["name"], " OR ".join(sides)
    if view.displayed and view.accused is not None:
        yield f"Displayed by {names[view.accused]}", listed(view.displayed)
    yield "Direction of play", view.direction or "not chosen yet"
    top = f", {facts.named[view.discard[-1]]} on top" if view.discard else ""
    pile = f"set aside: {view.aside}" if view.options.blitz else f"draw pile: {view.pile}"
    yield "Piles", f"{pile}, discard pile: {len(view.discard)}{top}"
    yield "Variants", ", ".join(facts.options)
    yield "So far", facts.leader
    yield "Offers", "; ".join(f"{one['words']}: gives {one['says']}, wants {one['wants']}" for one in facts.offers)
    yield "Whispers", "; ".join(facts.whispers)
    yield "Your plan", facts.order_words.removeprefix("Your plan: ")
    yield "Result", f"{facts.result} {facts.story}".strip()
