"""Redraw everything that a seat cannot know: the deck, secret lists, hidden answers and bids ("Hidden information")."""

import msgspec

from games.kernel.rng import Rng
from games.titles.adulting.cards import CARDS, HELPERS, NOTES
from games.titles.adulting.state import Answer, Bid, State
from games.titles.adulting.texts import normal
from games.titles.adulting.work import category, sorting

_decode = msgspec.msgpack.Decoder(State).decode
EXAMPLES = sorted({text for card in CARDS.values() for text in card.accept})


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """A new state that this seat (None: a spectator) cannot tell from the real one."""
    new = _decode(msgspec.msgpack.encode(state))
    round = new.round
    if new.deck:
        _redraw_deck(new, rng)
    # The order of a card's two answers is known once its question is.
    is_seen = not round.card or sorting.is_question_known(new, seat)
    hidden = new.deck if is_seen else [*new.deck, round.card]
    new.flipped = [card for card in new.flipped if card not in hidden] + [card for card in hidden if rng.below(2)]
    if round.job.lists and not round.has("ruled") and seat != new.dealer:
        for other in round.job.lists:
            if other != seat:
                round.job.lists[other] = _any_list(new, rng)
        category.play_lists(new)
    if round.card and not sorting.are_answers_public(new):
        for other in round.answers:
            if other != seat:
                card = _any_card(new, other, NOTES, rng)
                round.answers[other] = Answer(rng.choose((0, 1, None)), rng.choose(("", "Honestly.")), card)
    if round.card:
        for other in round.bids:
            if other != seat:
                card = _any_card(new, other, HELPERS, rng)
                round.bids[other] = Bid(rng.below(new.players[other].money + 1), card)
    return new


def _redraw_deck(state: State, rng: Rng) -> None:
    """Shuffle the deck, but keep the suit side of the top card, which everybody sees (AD-11)."""
    top = CARDS[state.deck[-1]]
    state.deck.sort()  # the redraw must not depend on the real order
    rng.shuffle(state.deck)
    sides = [(CARDS[card].suits, CARDS[card].effect) for card in state.deck]
    at = rng.choose([at for at, side in enumerate(sides) if side == (top.suits, top.effect)])
    state.deck[at], state.deck[-1] = state.deck[-1], state.deck[at]


def _any_list(state: State, rng: Rng) -> list[str]:
    forms: dict[str, str] = {}
    for _ in range(rng.below(state.options.laps + 1)):
        text = rng.choose(EXAMPLES)
        forms.setdefault(normal(text), text)
    return list(forms.values())


def _any_card(state: State, seat: int, fitting: frozenset[str], rng: Rng) -> str:
    """A card in the hand that could go with an answer or a bid, or "" for none."""
    held = [card for card in state.players[seat].hand if card in fitting]
    return rng.choose(held) if held and rng.below(2) else ""
