"""How a match begins and who is ahead at its end (sections "Game Setup" and "Ending the Game")."""

import msgspec

from games.kernel.errors import need
from games.kernel.game import Beginning
from games.kernel.step import Context
from games.titles.adulting import flow
from games.titles.adulting.cards import CARDS
from games.titles.adulting.state import Options, Player, Round, State, points

PACES = ("live", "async")


def finalize_options(options: Options, known: Beginning) -> Options:
    """Who deals first, from what the lobby knows: a seat, or "random" (AD-15, AD-16)."""
    if options.first_dealer == "played_most":
        played = known.matches_played
        most = [seat for seat, count in enumerate(played) if count == max(played)]
        return msgspec.structs.replace(options, first_dealer=known.choose(most))
    if options.first_dealer == "oldest" and known.pointed is not None:
        return msgspec.structs.replace(options, first_dealer=known.pointed)
    return options


def setup(seats: int, options: Options, context: Context) -> tuple[State, str]:
    """Shuffle, find the first dealer, hand out what money there is; the first round has no scoring phase."""
    is_pace = options.pace in PACES
    need(is_pace, "AD-236", f"{options.pace} is not a value of option pace.")
    asks_both = options.sorting == "with_work" and options.answers == "in_turn"
    words = "The sorting question can only be asked with the job when answers are given together."
    need(not asks_both, "AD-114", words)
    first = options.first_dealer
    is_seat = type(first) is not int or first in range(seats)
    need(is_seat, "AD-16", "The first dealer must be one of the seats.")
    deck = list(CARDS)
    context.rng.shuffle(deck)
    flipped = [card for card in CARDS if context.rng.below(2)]
    dealer = first if isinstance(first, int) else context.rng.below(seats)
    players = [Player(options.start_money, mantle=[[], [], []]) for _ in range(seats)]
    players[dealer].money += options.first_dealer_money
    state = State(options, players, deck, flipped, Round(1, dealer), first=dealer)
    state.paid_out = sum(player.money for player in players)
    context.log("began", "AD-15", seat=dealer)
    return state, flow.draw(state, context)


def result(state: State) -> list[int] | None:
    """Ranks by score, then money; leavers behind, later ones before earlier ones (AD-146, AD-235)."""
    if not state.over:
        return None
    count = len(state.players)
    standing = [
        (0, points(one.mantle), one.money) if not one.left else (one.left - count - 1, 0, 0) for one in state.players
    ]
    return [1 + sum(other > own for other in standing) for own in standing]
