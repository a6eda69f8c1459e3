"""Redraw all that a seat cannot know: the deck, secret lists, hidden answers and bids ("Hidden information")."""

import msgspec

from games.kernel.rng import Rng
from games.titles.adulting import naming, refusals_law, sorting
from games.titles.adulting.cards import CARDS, HELPERS, NOTES
from games.titles.adulting.state import Answer, Bid, State
from games.titles.adulting.texts import normal

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(State).decode
EXAMPLES = sorted({text for card in CARDS.values() for text in card.accept})


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """A new state that this seat (None: a spectator) cannot tell from the real one."""
    new = _decode(_encode(state))
    _redraw_deck(new, rng)
    _redraw_order_of_answers(new, seat, rng)
    if new.round.job.lists and not new.round.has("ruled") and seat != new.dealer:
        _redraw_lists(new, seat, rng)
    if new.round.card and not refusals_law.are_answers_public(new):
        for other in new.round.answers:
            if other != seat:
                new.round.answers[other] = _any_answer(new, other, rng)
    if new.round.card:
        for other in new.round.bids:
            if other != seat:
                new.round.bids[other] = _any_bid(new, other, rng)
    return new


def _redraw_deck(state: State, rng: Rng) -> None:
    """Shuffle the deck; the suit side of its top card stays, everybody sees it (AD-11)."""
    if not state.deck:
        return
    top = CARDS[state.deck[-1]]
    state.deck.sort()  # so that the redraw tells nothing about the cards as they lie
    rng.shuffle(state.deck)
    alike = [
        at for at, card in enumerate(state.deck) if (CARDS[card].suits, CARDS[card].effect) == (top.suits, top.effect)
    ]
    at = rng.choose(alike)
    state.deck[at], state.deck[-1] = state.deck[-1], state.deck[at]


def _redraw_order_of_answers(state: State, seat: int | None, rng: Rng) -> None:
    """In which order the answers of a card stand is seen when its question is asked."""
    card = state.round.card
    is_seen = card and (state.round.has("ruled") or sorting.asks_with_work(state) or seat == state.dealer)
    hidden = [*state.deck, *([] if is_seen or not card else [card])]
    kept = [other for other in state.flipped if other not in hidden]
    state.flipped = kept + [other for other in hidden if rng.below(2)]


def _redraw_lists(state: State, seat: int | None, rng: Rng) -> None:
    for other in state.round.job.lists:
        if other != seat:
            forms: dict[str, str] = {}
            for _ in range(rng.below(state.options.laps + 1)):
                text = rng.choose(EXAMPLES)
                forms.setdefault(normal(text), text)
            state.round.job.lists[other] = list(forms.values())
    naming.play_lists(state)


def _any_answer(state: State, seat: int, rng: Rng) -> Answer:
    notes = [card for card in state.players[seat].hand if card in NOTES]
    card = rng.choose(notes) if notes and rng.below(2) else ""
    return Answer(rng.choose((0, 1, None)), rng.choose(("", "Honestly.")), card)


def _any_bid(state: State, seat: int, rng: Rng) -> Bid:
    helpers = [card for card in state.players[seat].hand if card in HELPERS]
    card = rng.choose(helpers) if helpers and rng.below(2) else ""
    return Bid(rng.below(state.players[seat].money + 1), card)
