"""Who resigns or is removed (AD-230 to AD-235)."""

from games.kernel.step import Context
from games.titles.adulting import category, flow
from games.titles.adulting.cards import CARDS
from games.titles.adulting.state import State, from_left, pay

FEWEST = 3


def drop(state: State, seat: int, reason: str, context: Context) -> str | None:
    """The seat leaves; returns the next step, None to stay in the open one."""
    player, was_dealer = state.players[seat], state.dealer == seat
    player.left, player.reason = 1 + max(one.left for one in state.players), reason
    player.overtime = False
    context.log("left", "AD-230" if reason == "resigned" else "AD-231", seat=seat, reason=reason)
    parties = [case for case in state.open_cases if seat in (case.filer, case.against, case.magistrate)]
    flow.drop_cases(state, parties, context)  # AD-234: without a party or the magistrate there is no case
    pay(state, seat, None, player.money)
    state.discard += player.hand
    player.hand = []
    if len(state.present) < FEWEST:
        return flow.end(state, "players", context)
    if was_dealer and state.round.has("drawn"):
        return _void_round(state, context)
    if was_dealer:
        state.round.dealer = from_left(state)[0]  # AD-233: in the scoring phase the next player deals
    elif state.round.card and CARDS[state.round.card].job == "category" and seat in state.round.job.players:
        _leave_naming(state, seat)
    return None


def _void_round(state: State, context: Context) -> str | None:
    """The dealer has left: the round ends, keyed payments are made (AD-233)."""
    if state.round.dues:
        state.round.is_void = True
        return None
    flow.drop_cases(state, state.open_cases, context)
    flow.disclose(state, context)
    state.busy = False
    context.log("void", "AD-233")
    return flow.close_round(state, "void", context)


def _leave_naming(state: State, seat: int) -> None:
    if state.options.category == "turns" and not state.round.has("paid"):
        category.end_naming(state, seat, "left")
        category.settle_turn(state)
    elif state.options.category == "lists" and state.round.job.record:
        category.play_lists(state)
