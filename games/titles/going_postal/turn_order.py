"""How a turn begins and ends: who plays next and who leads a round; in Blitz the next deal (GP-26 to GP-31, GP-98)."""

from collections.abc import Iterator

from games.kernel.step import Context
from games.titles.going_postal.hands import end_deal
from games.titles.going_postal.state import State, after
from games.titles.going_postal.takeovers import ask_eliminated


def begin(state: State, seat: int, context: Context) -> str:
    """This personality's turn: nothing of the turn before is carried over (GP-113, GP-154)."""
    state.is_leading, state.was_stamped = state.brought, state.brought and _leader(state) == seat
    state.active, state.turn = seat, state.turn + 1
    state.brought, state.named = False, None
    state.is_laid, state.aim, state.claimer, state.is_taken = False, None, None, False
    state.has_traded, state.offers = False, []
    context.forget()  # answers to the turn before must not come back
    ask_eliminated(state)
    if state.is_leading:
        context.log("leads" if state.was_stamped else "begins", "GP-30", seat=seat)
    return "take_turn"


def end(state: State, context: Context) -> str:
    """End of the turn: control goes back to P, then the one that plays next begins (GP-26, GP-30, GP-75, GP-86)."""
    if state.is_over:
        return "take_turn"
    state.claimer, state.aim = None, None
    if state.brought:
        state.round += 1
    following = follows(state)
    if following is None:  # Blitz: nobody in the game has a card left (GP-99)
        end_deal(state, context)
        if state.is_over:
            return "take_turn"
        state.brought = False  # nobody leads: the deal begins, wherever Sam stands
        following = next(_playing(state, None))  # GP-104
    return begin(state, following, context)


def follows(state: State) -> int | None:
    """Who plays next; None: nobody has a card (Blitz, GP-99)."""
    return next(_playing(state, _leader(state) if state.brought else state.named), None)


def leads(state: State) -> int | None:
    """Who would lead if the card to be played brought Sam to the Post Office; in Blitz it can be P's last (GP-150).

    None: nobody would have a card, and the deal would end.
    """
    is_last = state.options.blitz and len(state.hands[state.active]) == 1
    playing = _playing(state, _leader(state))
    return next((seat for seat in playing if not (is_last and seat == state.active)), None)


def _playing(state: State, named: int | None) -> Iterator[int]:
    """Who is to play next, in order: the one that is named, if any, and on in the direction of play; P at last.

    Whoever is out of the game or has no card is skipped (GP-26, GP-31, GP-98, GP-150).
    """
    first = after(state, state.active) if named is None else (named, *after(state, named))
    return (seat for seat in (*first, state.active) if state.out[seat] is None and state.hands[seat])


def _leader(state: State) -> int | None:
    """Who has to lead the new round: the stamped one, with the option `next` nobody in particular (GP-30, GP-151)."""
    return state.active if state.options.lead_after_stamp == "stamped" else None
