"""Stamps, eliminations and the wins they lead to (GP-28, GP-43, GP-45, GP-54 to GP-67, GP-126 to GP-128)."""

from games.kernel.step import Context
from games.titles.going_postal.state import LAST_STAMP, RACE_STAMP, Out, State, in_game, sane


def win(state: State, seat: int, how: str, clause: str, context: Context) -> None:
    """End the match. `how`: "sole sane", "most stamps", "overtime", "survivor" or "sixth stamp"."""
    state.winner, state.how = seat, how
    state.orders, state.asked, state.offers, state.displayed = {}, [], [], []
    state.claimer, state.accused, state.aim = None, None, None
    hands = [list(hand) for hand in state.hands]
    for told in state.whispers:
        told.text = ""  # GP-145: whispers stay private and leave no record; showings become public
        if told.hand:
            context.log("showing", "GP-145", seat=told.teller, other=told.to, turn=told.turn, cards=list(told.hand))
    context.log("end", clause, seat=seat, how=how, year=state.year, ranks=ranks(state), hands=hands)


def ranks(state: State) -> list[int] | None:
    """Ranks by seat: the winner, others in the game by stamps, then last out first (GP-142 to GP-144). None before."""
    if not state.is_over:
        return None
    keys = [
        (0, out.moment, out.stamps) if out is not None else (2 if seat == state.winner else 1, 0, state.stamps[seat])
        for seat, out in enumerate(state.out)
    ]
    return [1 + sum(other > key for other in keys) for key in keys]


def give_stamp(state: State, context: Context) -> None:
    """Give P a postal stamp, then check eliminations and wins in the order of GP-46 (GP-28, GP-29)."""
    seat = state.active
    state.stamps[seat] += 1
    count = state.stamps[seat]
    context.log("office", "GP-28", seat=seat, stamps=count)
    if state.options.postal:
        if count >= RACE_STAMP:
            return win(state, seat, "sixth stamp", "GP-127", context)
    elif count >= LAST_STAMP:
        return eliminate(state, [seat], "5 stamps", "GP-65", context)
    check_overtime(state, context)


def lose_stamp(state: State, seat: int, clause: str, context: Context) -> None:
    """Remove one postal stamp (GP-55, GP-56); in Cutthroat the marker goes with the last one (GP-126)."""
    state.stamps[seat] -= 1
    context.log("lost", clause, seat=seat, left=state.stamps[seat])
    if state.options.cutthroat and not state.stamps[seat] and state.marked[seat]:
        clear_marker(state, seat, "GP-126", context)
    check_overtime(state, context)


def clear_marker(state: State, seat: int, clause: str, context: Context) -> None:
    """Remove the marker; P, who played the card, gets a vendetta stamp (GP-60, GP-61)."""
    state.marked[seat] = False
    state.vendetta[state.active] += 1
    context.log("cleared", clause, seat=seat, by=state.active)


def eliminate(state: State, seats: list[int], reason: str, clause: str, context: Context) -> None:
    """Eliminate these personalities at the same moment (GP-65 to GP-67, GP-103), then check the wins (GP-46)."""
    moment = 1 + max((out.moment for out in state.out if out is not None), default=0)
    for seat in seats:
        state.out[seat] = Out(moment, state.stamps[seat], reason)
        state.discard += state.hands[seat]
        state.hands[seat], state.stamps[seat] = [], 0
        revenge = state.vendetta[seat] + state.marked[seat]  # GP-66
        state.vendetta[seat] = 0 if seat in state.gone else revenge  # GP-140
        state.marked[seat] = False
        context.log("out", clause, seat=seat, reason=reason, vendetta=state.vendetta[seat])
    if not state.is_over and len(left := in_game(state)) == 1:
        win(state, left[0], "survivor", "GP-45", context)
    check_overtime(state, context)


def check_overtime(state: State, context: Context) -> None:
    """In overtime, the only personality with the most stamps wins at once (GP-43)."""
    if state.is_overtime and not state.is_over and len(best := most_stamped(state)) == 1:
        win(state, best[0], "overtime", "GP-43", context)


def most_stamped(state: State) -> list[int]:
    """The personalities in the game with the most postal stamps (GP-41, GP-47)."""
    most = max(state.stamps)  # the eliminated have none
    return [seat for seat in in_game(state) if state.stamps[seat] == most]


def leader(state: State) -> int | None:
    """Who would win now: the only sane one, else whoever alone has the most stamps (GP-40, GP-41, GP-100, GP-101)."""
    best = sane(state) or most_stamped(state)
    return best[0] if len(best) == 1 else None


def win_at_end(state: State, sole_sane: str, most_stamps: str, context: Context) -> None:
    """At the end of a year or deal, let the `leader` win by one of these two clauses, if there is one."""
    if (seat := leader(state)) is None:
        return
    how, clause = ("most stamps", most_stamps) if state.stamps[seat] else ("sole sane", sole_sane)
    win(state, seat, how, clause, context)
