"""The order of turns: who plays next, who leads a round, and in Blitz the next deal (GP-26 to GP-31, GP-98)."""

from games.kernel.step import Context
from games.titles.going_postal.hands import end_deal
from games.titles.going_postal.state import State, after
from games.titles.going_postal.takeovers import ask_eliminated


def begin(state: State, seat: int, context: Context) -> str:
    """Begin this personality's turn; nothing is carried over from the turn before (GP-113, GP-154)."""
    state.is_leading, state.was_stamped = state.brought, state.brought and _leader(state) == seat
    state.active, state.turn = seat, state.turn + 1
    state.is_laid, state.brought, state.named, state.aim = False, False, None, None
    state.claimer, state.is_taken, state.has_traded, state.offers = None, False, False, []
    context.forget()  # drop sealed answers to the turn before
    ask_eliminated(state)
    if state.is_leading:
        context.log("leads" if state.was_stamped else "begins", "GP-30", seat=seat)
    return "take_turn"


def end(state: State, context: Context) -> str:
    """End the turn: P regains control, and the next personality begins (GP-26, GP-30, GP-75, GP-86)."""
    if state.is_over:
        return "take_turn"
    state.claimer, state.aim = None, None
    if state.brought:
        state.round += 1
    following = follows(state)
    if following is None:  # Blitz: nobody has a card left (GP-99)
        end_deal(state, context)
        if state.is_over:
            return "take_turn"
        state.brought = False  # a new deal is not a new round: nobody leads
        following = _playing(state, None)  # GP-104
        assert following is not None
    return begin(state, following, context)


def follows(state: State) -> int | None:
    """Who plays next; None if nobody has a card (Blitz, GP-99)."""
    return _playing(state, _leader(state) if state.brought else state.named)


def leads(state: State) -> int | None:
    """Who would lead if P's card brought Sam to the Post Office; None if it is the last of the deal (GP-150)."""
    is_last = state.options.blitz and len(state.hands[state.active]) == 1
    return _playing(state, _leader(state), state.active if is_last else None)


def _playing(state: State, named: int | None, emptied: int | None = None) -> int | None:
    """Who plays next: the `named` seat, if any, else the next in the direction of play, and P last.

    Seats that are out or have no card are skipped, and so is `emptied` (GP-26, GP-31, GP-98, GP-150).
    """
    first = after(state, state.active) if named is None else (named, *after(state, named))
    for seat in (*first, state.active):
        if state.hands[seat] and seat != emptied:  # the eliminated hold no cards
            return seat
    return None


def _leader(state: State) -> int | None:
    """Who leads the new round: the stamped personality; None with the option `next` (GP-30, GP-151)."""
    return state.active if state.options.lead_after_stamp == "stamped" else None
