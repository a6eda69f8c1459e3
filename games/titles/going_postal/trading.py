"""Trading: offers, whispers, showings, accusations and the penalty (GP-107 to GP-123, GP-147 to GP-149)."""

from collections.abc import Callable, Sequence

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.going_postal.state import Offer, State, Whisper, after, in_game

OF_AN_OFFER = ("offer", "withdraw", "decline", "accept")


def pair_of(seat: int, move: Move) -> tuple[int, int]:
    """The giver and the receiver of the offer that this seat's move is about."""
    return (move.args["from"], seat) if move.verb in ("decline", "accept") else (seat, move.args["to"])


def find_offer(state: State, pair: tuple[int, int]) -> Offer | None:
    """The open offer from the first to the second of this pair; there is at most one (GP-113)."""
    return next((offer for offer in state.offers if (offer.giver, offer.to) == pair), None)


def in_window(state: State, seat: int) -> list[Whisper]:
    """The unsettled whispers and showings of this personality for which it can be accused (GP-118, GP-120)."""
    return [told for told in state.whispers if told.teller == seat and not told.is_settled and state.turn < told.ends]


def _offer(state: State, seat: int, move: Move, context: Context) -> None:
    """Make an offer, replacing one of the same pair, or end it (GP-113)."""
    args, pair = move.args, pair_of(seat, move)
    state.offers = [offer for offer in state.offers if (offer.giver, offer.to) != pair]
    if move.verb == "withdraw":
        return context.log("withdrawn", "GP-113", seat=seat, other=args["to"])
    if move.verb == "decline":
        return context.log("declined", "GP-113", seat=seat, other=args["from"])
    offer = Offer(seat, args["to"], args["card"], args["says"] or "", args["wants"] or "")
    state.offers.append(offer)
    own = {seat: {"card": offer.card}}
    context.log("offered", "GP-113", own, seat=seat, other=offer.to, says=offer.says, wants=offer.wants)


def _accept(state: State, seat: int, move: Move, context: Context) -> None:
    """Swap both cards at the same moment (GP-111); all offers lapse, and a sealed card is void (GP-77, GP-113)."""
    giver, given = move.args["from"], move.args["card"]
    offer = find_offer(state, (giver, seat))
    assert offer is not None
    _move_card(state, offer.card, giver, seat)
    _move_card(state, given, seat, giver)
    state.has_traded, state.offers = True, []
    context.forget(lambda other, move: other == state.active and move.verb == "play")
    facts = {"gave": offer.card, "got": given}
    context.log("traded", "GP-111", {giver: facts, seat: facts}, "match", seat=giver, other=seat)


def _move_card(state: State, card: str, giver: int, to: int) -> None:
    state.hands[giver].remove(card)
    state.hands[to].append(card)


def _tell(state: State, seat: int, move: Move, context: Context) -> None:
    """Whisper or show a hand; the public log line is the same for both (GP-117)."""
    to, text = move.args["to"], move.args.get("text", "")
    hand = list(state.hands[seat]) if move.verb == "show" else []
    ends = state.turn + len(in_game(state))
    state.whispers.append(Whisper(seat, to, state.turn, ends, text, hand))
    told = {"hand": hand} if hand else {"text": text}
    context.log("whispered", "GP-117", {seat: told, to: told}, seat=seat, other=to)


def _accuse(state: State, seat: int, move: Move, context: Context) -> None:
    """Accuse a personality of showing its hand; the state knows whether it did (GP-118 to GP-120)."""
    accused = move.args["seat"]
    is_caught = any(whisper.hand for whisper in in_window(state, accused))
    context.log("accused", "GP-120" if is_caught else "GP-119", seat=seat, other=accused, caught=is_caught)
    if not is_caught:
        state.wrong.append(seat)
        return
    for whisper in state.whispers:
        whisper.is_settled = whisper.is_settled or whisper.teller == accused
    if not state.hands[accused] or not exchangers(state, accused):
        return  # GP-123: there is nothing to exchange
    state.accused, state.displayed, state.offers = accused, list(state.hands[accused]), []
    context.forget(lambda other, move: other == state.active and move.verb == "play")
    context.log("displayed", "GP-120", seat=accused, cards=list(state.displayed))


def exchangers(state: State, accused: int | None) -> list[int]:
    """The seats that answer this personality's penalty, in the order of the exchange (GP-121)."""
    return [] if accused is None else [seat for seat in after(state, accused) if state.hands[seat]]


def exchange(state: State, accused: int, answers: dict[int, Move], context: Context) -> None:
    """Carry out the choices in the direction of play, each with its first card that is left (GP-121, GP-122)."""
    left = list(state.displayed)
    for seat in exchangers(state, accused):
        move = answers[seat]
        taken = next((card for card in move.args.get("takes", ()) if card in left), None)
        if taken is None:
            context.log("kept", "GP-122", seat=seat)
            continue
        left.remove(taken)
        _move_card(state, taken, accused, seat)
        _move_card(state, move.args["give"], seat, accused)
        context.log("exchanged", "GP-121", seat=seat, other=accused, took=taken, gave=move.args["give"])


def publish(lines: Sequence[tuple[State, int, Move]]) -> list[Move]:
    """The public moves of a finished match: whispers and the cards of failed offers stay private (GP-145)."""
    moves: list[Move] = []
    answers: dict[tuple[int, int], str] = {}  # by pair: the answer to its offer, because moves are read from the end
    for state, seat, move in reversed(lines):
        if move.verb == "whisper":  # without its text
            move = Move("whisper", {**move.args, "text": "…"})
        elif move.verb in OF_AN_OFFER:
            answer, answers[pair_of(seat, move)] = answers.get(pair_of(seat, move)), move.verb
            if move.verb == "offer" and answer != "accept":  # with some card of the hand
                move = Move("offer", {**move.args, "card": state.hands[seat][0]})
        moves.append(move)
    return moves[::-1]


TALK: dict[str, Callable[[State, int, Move, Context], None]] = {
    **dict.fromkeys(("offer", "withdraw", "decline"), _offer),
    "accept": _accept,
    **dict.fromkeys(("whisper", "show"), _tell),
    "accuse": _accuse,
}
