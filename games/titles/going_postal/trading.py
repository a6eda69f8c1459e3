"""Trading: offers, whispers, showings, accusations and the penalty (GP-107 to GP-123, GP-147 to GP-149)."""

from collections.abc import Callable

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.going_postal.state import Offer, State, Whisper, after, in_game, is_in


def partners(state: State, seat: int) -> tuple[int, ...]:
    """With whom this personality may trade and whisper (GP-108, GP-115)."""
    if state.is_taken:
        return ()
    if seat == state.active:
        return tuple(other for other in after(state, seat) if is_in(state, other))
    return (state.active,)


def find_offer(state: State, giver: int, to: int) -> Offer | None:
    """The open offer of this pair in this direction; there is at most one (GP-113)."""
    return next((offer for offer in state.offers if (offer.giver, offer.to) == (giver, to)), None)


def in_window(state: State, seat: int) -> list[Whisper]:
    """The unsettled whispers and showings of this personality that an accusation can be about (GP-118, GP-120)."""
    return [one for one in state.whispers if one.teller == seat and not one.is_settled and state.turn < one.ends]


def may_accuse(state: State, seat: int) -> list[int]:
    """Whom this personality can accuse now (GP-118, GP-119)."""
    if not state.options.trading or seat in state.wrong or not is_in(state, seat):
        return []
    return [other for other in in_game(state) if other != seat and in_window(state, other)]


def _offer(state: State, seat: int, move: Move, context: Context) -> None:
    args = move.args
    _withdraw_offer(state, seat, args["to"])  # GP-113: replaced
    offer = Offer(seat, args["to"], args["card"], args["says"] or "", args["wants"] or "")
    state.offers.append(offer)
    own = {seat: {"card": offer.card}}
    context.log("offered", "GP-113", own, seat=seat, other=offer.to, says=offer.says, wants=offer.wants)


def _withdraw_offer(state: State, giver: int, to: int) -> None:
    state.offers = [offer for offer in state.offers if (offer.giver, offer.to) != (giver, to)]


def _withdraw(state: State, seat: int, move: Move, context: Context) -> None:
    _withdraw_offer(state, seat, move.args["to"])
    context.log("withdrawn", "GP-113", seat=seat, other=move.args["to"])


def _decline(state: State, seat: int, move: Move, context: Context) -> None:
    _withdraw_offer(state, move.args["from"], seat)
    context.log("declined", "GP-113", seat=seat, other=move.args["from"])


def _accept(state: State, seat: int, move: Move, context: Context) -> None:
    """Both cards change hands at the same moment (GP-111); all offers lapse, a sealed card is void (GP-77, GP-113)."""
    giver, given = move.args["from"], move.args["card"]
    offer = find_offer(state, giver, seat)
    assert offer is not None
    _pass_on(state, offer.card, giver, seat)
    _pass_on(state, given, seat, giver)
    state.has_traded, state.offers = True, []
    _void_sealed_card(state, context)
    facts = {"gave": offer.card, "got": given}
    context.log("traded", "GP-111", {giver: facts, seat: facts}, "match", seat=giver, other=seat)


def _pass_on(state: State, card: str, giver: int, to: int) -> None:
    state.hands[giver].remove(card)
    state.hands[to].append(card)


def _void_sealed_card(state: State, context: Context) -> None:
    active = state.active
    context.forget(lambda seat, move: seat == active and move.verb == "play")


def _tell(state: State, seat: int, move: Move, context: Context) -> None:
    """A whisper and a showing leave the same line and nothing else (GP-117)."""
    to, text = move.args["to"], move.args.get("text", "")
    hand = list(state.hands[seat]) if move.verb == "show" else []
    ends = state.turn + len(in_game(state))
    state.whispers.append(Whisper(seat, to, state.turn, ends, text, hand))
    told = {"hand": hand} if hand else {"text": text}
    context.log("whispered", "GP-117", {seat: told, to: told}, seat=seat, other=to)


def _accuse(state: State, seat: int, move: Move, context: Context) -> None:
    """The server knows whether a hand was shown (GP-118 to GP-120)."""
    accused = move.args["seat"]
    found = in_window(state, accused)
    is_caught = any(one.hand for one in found)
    context.log("accused", "GP-120" if is_caught else "GP-119", seat=seat, other=accused, caught=is_caught)
    if not is_caught:
        state.wrong.append(seat)
        return
    for one in state.whispers:
        one.is_settled = one.is_settled or one.teller == accused
    if not state.hands[accused] or not _exchangers(state, accused):
        return  # GP-123: there is nothing to exchange
    state.accused, state.displayed, state.offers = accused, list(state.hands[accused]), []
    _void_sealed_card(state, context)
    context.log("displayed", "GP-120", seat=accused, cards=list(state.displayed))


def _exchangers(state: State, accused: int) -> list[int]:
    return [seat for seat in after(state, accused) if is_in(state, seat) and state.hands[seat]]


def exchangers(state: State) -> list[int]:
    """Who answers an open penalty, in the order of the exchange (GP-121)."""
    return [] if state.accused is None else _exchangers(state, state.accused)


def exchange(state: State, answers: dict[int, Move], context: Context) -> None:
    """The choices are carried out in the direction of play, each with the first card still there (GP-121, GP-122)."""
    accused = state.accused
    assert accused is not None
    there = list(state.displayed)
    for seat in _exchangers(state, accused):
        move = answers[seat]
        taken = next((card for card in move.args["takes"] if card in there), None) if move.verb == "exchange" else None
        if taken is None:
            context.log("kept", "GP-122", seat=seat)
            continue
        there.remove(taken)
        _pass_on(state, taken, accused, seat)
        _pass_on(state, move.args["give"], seat, accused)
        context.log("exchanged", "GP-121", seat=seat, other=accused, took=taken, gave=move.args["give"])
    close_penalty(state)


def close_penalty(state: State) -> None:
    """The hand is no longer displayed."""
    state.accused, state.displayed = None, []


TALK: dict[str, Callable[[State, int, Move, Context], None]] = {
    "offer": _offer,
    "withdraw": _withdraw,
    "decline": _decline,
    "accept": _accept,
    "whisper": _tell,
    "show": _tell,
    "accuse": _accuse,
}
