"""How a turn begins and ends: who plays next and who leads a round; in Blitz the next deal (GP-26 to GP-31, GP-98)."""

from games.kernel.step import Context
from games.titles.going_postal.hands import end_deal
from games.titles.going_postal.state import State, after
from games.titles.going_postal.takeovers import ask_eliminated


def begin(state: State, seat: int, context: Context) -> str:
    """This personality's turn: nothing of the turn before is carried over (GP-113, GP-154)."""
    state.is_leading, state.was_stamped = state.brought, state.brought and _leader(state) == seat
    state.active, state.turn = seat, state.turn + 1
    state.is_laid, state.brought, state.named, state.aim = False, False, None, None
    state.claimer, state.is_taken, state.has_traded, state.offers = None, False, False, []
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
        following = _playing(state, None)  # GP-104
        assert following is not None
    return begin(state, following, context)


def follows(state: State) -> int | None:
    """Who plays next; None: nobody has a card (Blitz, GP-99)."""
    return _playing(state, _leader(state) if state.brought else state.named)


def leads(state: State) -> int | None:
    """Who would lead if P's card, in Blitz perhaps its last, brought Sam to the Post Office (GP-150); None: nobody."""
    is_last = state.options.blitz and len(state.hands[state.active]) == 1
    return _playing(state, _leader(state), state.active if is_last else None)


def _playing(state: State, named: int | None, emptied: int | None = None) -> int | None:
    """Who is to play next: the one that is named, if any, else on in the direction of play; P at last.

    Whoever is out of the game or has no card, like the one that is `emptied`, is skipped (GP-26, GP-31, GP-98, GP-150).
    """
    first = after(state, state.active) if named is None else (named, *after(state, named))
    for seat in (*first, state.active):
        if state.hands[seat] and seat != emptied:  # the eliminated hold no cards
            return seat
    return None


def _leader(state: State) -> int | None:
    """Who has to lead the new round: the stamped one, with the option `next` nobody in particular (GP-30, GP-151)."""
    return state.active if state.options.lead_after_stamp == "stamped" else None
