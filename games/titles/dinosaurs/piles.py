"""The two decks and the discard pile (HD-26, HD-27, HD-29, HD-30)."""

from collections.abc import Sequence

from games.kernel.step import Context
from games.titles.dinosaurs.state import State


def draw(state: State, seat: int, count: int, context: Context) -> int:
    """Draw up to `count` cards into a hand. Return how many were drawn."""
    drawn = take(state, count, context)
    state.players[seat].hand += drawn
    return len(drawn)


def take(state: State, count: int, context: Context) -> list[str]:
    """Take up to `count` cards off the Main deck, which is renewed as soon as it is empty (HD-26, HD-29)."""
    taken: list[str] = []
    while state.deck and len(taken) < count:
        taken.append(state.deck.pop())
        _renew(state, context)
    return taken


def discard(state: State, cards: Sequence[str], context: Context) -> None:
    """Put cards face up on the discard pile."""
    state.discard += cards
    _renew(state, context)


def discard_from_hand(state: State, seat: int, cards: Sequence[str], context: Context) -> None:
    """Discard these cards of a hand."""
    for card in cards:
        state.players[seat].hand.remove(card)
    discard(state, cards, context)


def _renew(state: State, context: Context) -> None:
    """Shuffle the discard pile into a new Main deck if that is empty; hands and table stay (HD-26, HD-27)."""
    if not state.deck and state.discard:
        state.deck, state.discard = state.discard, []
        context.rng.shuffle(state.deck)
        context.log("reshuffle", "HD-26")


def flip_disaster(state: State, context: Context) -> None:
    """Turn up the top Disaster card; renew an empty deck from the areas of players who are out (HD-11, HD-30)."""
    if not state.disasters:
        for player in state.players:
            if player.out is not None:
                state.disasters += player.area
                player.area = []
        context.rng.shuffle(state.disasters)
        context.log("reshuffle_disasters", "HD-30")
    state.disaster = state.disasters.pop()


def hide_shown(state: State, context: Context) -> None:
    """End an effect that shows cards, and discard those that came from the deck."""
    looked, state.looked, state.robbed = state.looked, [], None
    discard(state, looked, context)


def clean_up(state: State, context: Context) -> None:
    """Discard face-up Point cards, Sudden Death cards and played Instant cards (HD-25, HD-89)."""
    cards = [player.card for player in state.players if player.card is not None]
    cards += state.sudden_cards + state.played
    for player in state.players:
        player.card, player.bonus = None, 0
    state.sudden_cards, state.played, state.plays, state.sudden = [], [], [], []
    state.finals, state.wave, state.is_revealed = [], 0, False
    discard(state, cards, context)
