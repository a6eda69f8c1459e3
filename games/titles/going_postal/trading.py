"""Trading: offers, whispers, showings, accusations and the penalty (GP-107 to GP-123, GP-147 to GP-149)."""

from collections.abc import Callable, Sequence

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.going_postal.state import Offer, State, Whisper, after, in_game, is_in

OF_AN_OFFER = ("offer", "withdraw", "decline", "accept")
Line = tuple[State, int, Move]  # of a record: the state before the move, and whose it is


def partners(state: State, seat: int) -> tuple[int, ...]:
    """With whom this personality may trade and whisper (GP-108, GP-115)."""
    if state.is_taken:
        return ()
    if seat == state.active:
        return tuple(other for other in after(state, seat) if is_in(state, other))
    return (state.active,)


def pair_of(seat: int, move: Move) -> tuple[int, int]:
    """Who gives and who is offered the card, in a move of this seat that is about an offer."""
    return (move.args["from"], seat) if move.verb in ("decline", "accept") else (seat, move.args["to"])


def find_offer(state: State, pair: tuple[int, int]) -> Offer | None:
    """The open offer of this pair in this direction; there is at most one (GP-113)."""
    return next((offer for offer in state.offers if (offer.giver, offer.to) == pair), None)


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
    _close_offer(state, seat, move)  # GP-113: replaced
    offer = Offer(seat, args["to"], args["card"], args["says"] or "", args["wants"] or "")
    state.offers.append(offer)
    own = {seat: {"card": offer.card}}
    context.log("offered", "GP-113", own, seat=seat, other=offer.to, says=offer.says, wants=offer.wants)


def _close_offer(state: State, seat: int, move: Move) -> None:
    state.offers = [offer for offer in state.offers if (offer.giver, offer.to) != pair_of(seat, move)]


def _end_offer(state: State, seat: int, move: Move, context: Context) -> None:
    _close_offer(state, seat, move)
    kind, argument = ("withdrawn", "to") if move.verb == "withdraw" else ("declined", "from")
    context.log(kind, "GP-113", seat=seat, other=move.args[argument])


def _accept(state: State, seat: int, move: Move, context: Context) -> None:
    """Both cards change hands at the same moment (GP-111); all offers lapse, a sealed card is void (GP-77, GP-113)."""
    giver, given = move.args["from"], move.args["card"]
    offer = find_offer(state, (giver, seat))
    assert offer is not None
    _pass_on(state, offer.card, giver, seat)
    _pass_on(state, given, seat, giver)
    state.has_traded, state.offers = True, []
    context.forget(lambda other, move: other == state.active and move.verb == "play")
    facts = {"gave": offer.card, "got": given}
    context.log("traded", "GP-111", {giver: facts, seat: facts}, "match", seat=giver, other=seat)


def _pass_on(state: State, card: str, giver: int, to: int) -> None:
    state.hands[giver].remove(card)
    state.hands[to].append(card)


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
    is_caught = any(one.hand for one in in_window(state, accused))
    context.log("accused", "GP-120" if is_caught else "GP-119", seat=seat, other=accused, caught=is_caught)
    if not is_caught:
        state.wrong.append(seat)
        return
    for one in state.whispers:
        one.is_settled = one.is_settled or one.teller == accused
    if not state.hands[accused] or not exchangers(state, accused):
        return  # GP-123: there is nothing to exchange
    state.accused, state.displayed, state.offers = accused, list(state.hands[accused]), []
    context.forget(lambda other, move: other == state.active and move.verb == "play")
    context.log("displayed", "GP-120", seat=accused, cards=list(state.displayed))


def exchangers(state: State, accused: int | None) -> list[int]:
    """Who answers this personality's penalty, in the order of the exchange (GP-121)."""
    if accused is None:
        return []
    return [seat for seat in after(state, accused) if is_in(state, seat) and state.hands[seat]]


def exchange(state: State, accused: int, answers: dict[int, Move], context: Context) -> None:
    """The choices are carried out in the direction of play, each with the first card still there (GP-121, GP-122)."""
    there = list(state.displayed)
    for seat in exchangers(state, accused):
        move = answers[seat]
        taken = next((card for card in move.args.get("takes", ()) if card in there), None)
        if taken is None:
            context.log("kept", "GP-122", seat=seat)
            continue
        there.remove(taken)
        _pass_on(state, taken, accused, seat)
        _pass_on(state, move.args["give"], seat, accused)
        context.log("exchanged", "GP-121", seat=seat, other=accused, took=taken, gave=move.args["give"])


def publish(lines: Sequence[Line]) -> list[Move]:
    """The moves of a finished match as everybody may have them: whispers and sealed offers stay private (GP-145)."""
    return [_published(line, lines[place:]) for place, line in enumerate(lines, 1)]


def _published(line: Line, later: Sequence[Line]) -> Move:
    """A whisper without its words, an offer that was not accepted with any card."""
    state, seat, move = line
    if move.verb == "whisper":
        return Move("whisper", {**move.args, "text": "…"})
    if move.verb != "offer":
        return move
    about = ((then.verb, pair_of(other, then)) for _, other, then in later if then.verb in OF_AN_OFFER)
    answer = next((verb for verb, pair in about if pair == pair_of(seat, move)), "")
    return move if answer == "accept" else Move("offer", {**move.args, "card": state.hands[seat][0]})


TALK: dict[str, Callable[[State, int, Move, Context], None]] = {
    "offer": _offer,
    "withdraw": _end_offer,
    "decline": _end_offer,
    "accept": _accept,
    "whisper": _tell,
    "show": _tell,
    "accuse": _accuse,
}
