"""What a seat is asked: the decisions of the steps with their actions, fields and defaults (GP-138, GP-139).

The fields hold what could be legal; refusals.py has the last word. Options are made once and shared.
"""

from functools import lru_cache
from itertools import combinations

from games.kernel.types import Action, Amount, Clock, Decision, Field, Move, Option, Pick, Picks, Text
from games.kernel.words import several
from games.titles.going_postal import trading
from games.titles.going_postal.cards import DECK, DISTANCES, KIND, KINDS
from games.titles.going_postal.plays import default_play
from games.titles.going_postal.refusals import WHISPER_MOST
from games.titles.going_postal.state import State, after, can_pay, in_game, is_in, order_of
from games.titles.going_postal.years import surplus

CARD = {card: Option(card, KIND[card].name, f"card/{card}") for card in DECK}
SIDES = (Option("a", "a"), Option("b", "b"))
STEPS = tuple(Option(steps, str(steps)) for steps in DISTANCES)
WORDS = tuple(Option(kind.id, kind.name) for kind in KINDS.values())
DIGITS = tuple("0123456789")
SEAT_ARGS = ("to", "from", "seat")
MODES = (Option("ask", "ask me"), Option("always", "always take over"), Option("never", "never"))
HOLD = 4  # seconds (GP-76)
SIDE_CLOCK = 30  # seconds, live: direction and follow-ups
PENALTY_CLOCK = {"live": 45, "async": 24 * 3600}
CLAIM_CLOCK = 12 * 3600
TRADING_SHARE = 1.5  # live: 90 seconds instead of 60

PASS, CLAIM, KEEP = Move("pass"), Move("claim"), Move("keep")
CLAIM_ACTION = Action("claim", "Take over this turn")
CLAIM_ONLY = (CLAIM_ACTION,)
CLAIM_OR_PASS = (CLAIM_ACTION, Action("pass", "Let it go"))
DIRECTION = Pick("dir", (Option("left", "left"), Option("right", "right")), label="direction of play")
TURN_CLAUSES = ("GP-12", "GP-13", "GP-14", "GP-24")
TALK_CLAUSES = ("GP-108", "GP-113", "GP-117", "GP-118")


@lru_cache(maxsize=512)
def _seats(seats: tuple[int, ...]) -> tuple[Option, ...]:
    """Personalities as choices; pages and emails put their names there."""
    return tuple(Option(seat, f"seat {seat + 1}", f"seat/{seat}") for seat in seats)


@lru_cache(maxsize=4096)
def _cards(cards: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(CARD[card] for card in cards)


@lru_cache(maxsize=4096)
def _play(hand: tuple[str, ...], seats: tuple[int, ...]) -> tuple[Action, ...]:
    fields = (
        Pick("card", _cards(hand)),
        Pick("option", SIDES, label="option"),
        Pick("distance", STEPS, least=0, label="move"),
        Pick("target", _seats(seats), least=0, label="aimed at"),
    )
    return (Action("play", "Play", fields),)


def direction(state: State) -> Decision:
    """The first personality chooses the direction of play (GP-09); by default left (GP-139)."""
    return Decision(
        state.active,
        "Choose the direction of play: left or right.",
        (Action("direction", "Choose", (DIRECTION,)),),
        Move("direction", {"dir": "left"}),
        ("GP-09",),
        clock=Clock(limit=SIDE_CLOCK if state.options.pace == "live" else 0),
    )


def turn(state: State) -> list[Decision]:
    """Whoever decides the turn plays a card; the eliminated may take it over; in Trading everybody may talk."""
    payers = can_pay(state)
    asked = [_lay(state, bool(payers)), *(_claim(state, seat) for seat in payers)]
    if state.options.trading:
        asked += talk(state)
    return asked


def _lay(state: State, is_open: bool) -> Decision:
    """The card of the turn. In an open take-over window it is sealed (GP-77), live it has to wait (GP-76)."""
    seat, options = state.decider, state.options
    is_live = options.pace == "live"
    continues = state.has_traded or (state.turn == 1 and not is_live)
    prompt = "You lead the new round: play a card." if state.is_leading else "Play a card."
    return Decision(
        seat,
        prompt if state.claimer is None else "Play one card from the hand you have taken over.",
        _play(tuple(state.hands[state.active]), tuple(in_game(state))),
        default_play(state),
        TURN_CLAUSES if state.claimer is None else ("GP-73", "GP-74", *TURN_CLAUSES),
        secret=is_open and not is_live,
        acts_for=None if state.claimer is None else state.active,
        clock=Clock(
            continues=continues,
            share=TRADING_SHARE if is_live and options.trading else 1.0,
            hold=HOLD if is_open and is_live else 0,
        ),
    )


def _claim(state: State, seat: int) -> Decision:
    """Take the turn over, or let it go. Live a race without a question (GP-72, GP-76, GP-78)."""
    stamps = several(state.price, "vendetta stamp")
    prompt = f"You can take over this turn for {stamps}."
    if state.options.pace == "live":
        return Decision(seat, prompt, CLAIM_ONLY, CLAIM, ("GP-69", "GP-70"), optional=True, clock=Clock(pace="window"))
    # Whoever is not asked has passed by its order and may still claim: the default is never played.
    is_asked = seat in state.asked
    return Decision(
        seat,
        f"Take over this turn for {stamps}, or let it go?" if is_asked else prompt,
        CLAIM_OR_PASS if is_asked else CLAIM_ONLY,
        PASS if is_asked else CLAIM,
        ("GP-69", "GP-70", "GP-78"),
        secret=True,
        clock=Clock(pace="aside", limit=CLAIM_CLOCK),
    )


def orders(state: State) -> list[Decision]:
    """Asynchronous: each eliminated player's standing order (GP-78)."""
    if state.options.pace == "live":
        return []
    return [_order(state, seat) for seat, out in enumerate(state.out) if out is not None and seat not in state.gone]


def _order(state: State, seat: int) -> Decision:
    order, everybody = order_of(state, seat), tuple(range(state.seats))
    fields = (
        Pick("mode", MODES, label="mode"),
        Picks("targets", _seats(everybody), 0, len(everybody), label="turns of"),
        Amount("max_price", 1, 3, label="highest price"),
    )
    targets = list(everybody if order.targets is None else order.targets)
    default = Move("orders", {"mode": order.mode, "targets": targets, "max_price": order.max_price})
    help = "It answers for you when a turn can be taken over; a new one replaces it."
    action = Action("orders", "Save standing order", fields, help)
    return Decision(
        seat,
        "Your standing order for take-overs.",
        (action,),
        default,
        ("GP-78", "GP-79"),
        secret=True,
        optional=True,
        clock=Clock(pace="standing"),
        matter="orders",
    )


def talk(state: State) -> list[Decision]:
    """Trading, whispering, showing, accusing before the card is played; nobody has to (GP-108, GP-114, GP-147)."""
    asked = [_talk_decision(*_talk_facts(state, seat)) for seat in in_game(state)]
    return [decision for decision in asked if decision is not None]


def with_seats(state: State, seat: int, move: Move) -> Move:
    """A form sends a verb that it does not offer without types: there a seat as a word is the seat it names."""
    if move.verb not in trading.TALK:
        return move
    decision = _talk_decision(*_talk_facts(state, seat))
    if decision is not None and move.verb in [action.verb for action in decision.actions]:
        return move
    named = {name: int(value) for name, value in move.args.items() if name in SEAT_ARGS and value in DIGITS}
    return Move(move.verb, {**move.args, **named})


Seats = tuple[int, ...]


def _talk_facts(state: State, seat: int) -> tuple[int, tuple[str, ...], Seats, Seats, Seats, Seats, Seats, bool]:
    """All that the words between two depend on: hand, partners, who of them has a card, offers, who can be accused."""
    others, offers = partners(state, seat), state.offers
    holding = tuple(other for other in others if state.hands[other])
    given = tuple(offer.to for offer in offers if offer.giver == seat) if offers else ()
    got = tuple(offer.giver for offer in offers if offer.to == seat) if offers else ()
    accusable = tuple(trading.may_accuse(state, seat)) if state.whispers else ()
    return seat, tuple(state.hands[seat]), others, holding, given, got, accusable, state.has_traded


def partners(state: State, seat: int) -> Seats:
    """With whom this personality may trade and whisper (GP-108, GP-115)."""
    if state.is_taken:
        return ()
    if seat == state.active:
        return tuple(other for other in after(state, seat) if is_in(state, other))
    return (state.active,)


@lru_cache(maxsize=4096)
def _talk_decision(
    seat: int,
    hand: tuple[str, ...],
    others: Seats,
    holding: Seats,
    given: Seats,
    got: Seats,
    accusable: Seats,
    has_traded: bool,
) -> Decision | None:
    may_trade = bool(hand) and not has_traded
    actions = [_offer_action(hand, holding)] if may_trade and holding else []
    actions += _answer_actions(hand if may_trade else (), given, got)
    if accusable:
        actions.append(Action("accuse", "Accuse of showing a hand", (Pick("seat", _seats(accusable), label="who"),)))
    if others and hand:
        actions.append(Action("show", "Show my hand (forbidden)", (Pick("to", _seats(others), label="to"),)))
    if others:
        actions.append(_whisper_action(others))
    if not actions:
        return None
    # The default is never played, as no clock runs; but every decision has a legal answer.
    default = Move("whisper", {"to": others[0], "text": "Hello."}) if others else Move("accuse", {"seat": accusable[0]})
    return Decision(
        seat,
        "Until the card is played, you can trade, whisper or accuse.",
        tuple(actions),
        default,
        TALK_CLAUSES,
        secret=True,
        optional=True,
        clock=Clock(pace="window"),
        matter="talk",
    )


def _answer_actions(hand: tuple[str, ...], given: Seats, got: Seats) -> list[Action]:
    """To own offers and to those of others; `hand` is empty where no trade is possible any more."""
    actions = []
    if given:
        actions.append(Action("withdraw", "Withdraw the offer", (Pick("to", _seats(given), label="to"),)))
    if got:
        actions.append(Action("decline", "Decline the offer", (Pick("from", _seats(got), label="from"),)))
    if got and hand:
        fields = (Pick("from", _seats(got), label="from"), Pick("card", _cards(hand), label="your card"))
        actions.append(Action("accept", "Accept the offer", fields))
    return actions


@lru_cache(maxsize=1024)
def _offer_action(hand: tuple[str, ...], others: tuple[int, ...]) -> Action:
    fields: tuple[Field, ...] = (
        Pick("to", _seats(others), label="to"),
        Pick("card", _cards(hand), label="your card, face down"),
        Pick("says", WORDS, least=0, label="I give"),
        Pick("wants", WORDS, least=0, label="I want"),
    )
    return Action("offer", "Offer a trade", fields)


@lru_cache(maxsize=256)
def _whisper_action(others: tuple[int, ...]) -> Action:
    text = Text("text", WHISPER_MOST, ("Leave Sam short of the office, please.", "Who is marked next?"), label="text")
    return Action("whisper", "Whisper", (Pick("to", _seats(others), label="to"), text))


def follow_up(state: State) -> Decision:
    """Postal Inspector or Sorting Room (GP-87, GP-90); by default no card, and the order as it was (GP-139)."""
    aim = state.aim
    assert aim is not None
    if aim.kind == "inspect":
        assert aim.target is not None
        field = Pick("card", _cards(tuple(state.hands[aim.target])), least=0, label="card to discard")
        action, default = Action("inspect", "Discard it", (field,)), Move("inspect", {"card": None})
        return _later(state, "Discard one card from the hand you see, or none.", action, default, ("GP-87",))
    cards = tuple(state.pile[:-4:-1])
    order = Picks("cards", _cards(cards), len(cards), len(cards), ordered=True, label="new order, top first")
    default = Move("order", {"cards": list(cards)})
    action = Action("order", "Put them back", (order,))
    return _later(state, "Put the cards back on the draw pile, the new top card first.", action, default, ("GP-90",))


def discard(state: State) -> Decision:
    """P's surplus; by default the cards that came last into the hand (GP-51, GP-139)."""
    count, hand = surplus(state), state.hands[state.active]
    action = Action("discard", "Discard", (Picks("cards", _cards(tuple(hand)), count, count, label="cards"),))
    default = Move("discard", {"cards": hand[-count:]})
    whose = "your hand" if state.claimer is None else "the hand you have taken over"
    return _later(state, f"Discard {several(count, 'card')} from {whose}.", action, default, ("GP-51",))


def discards(state: State) -> list[Move]:
    """Every legal discard."""
    hand = state.hands[state.active]
    return [Move("discard", {"cards": list(cards)}) for cards in combinations(hand, surplus(state))]


def _later(state: State, prompt: str, action: Action, default: Move, clauses: tuple[str, ...]) -> Decision:
    """A follow-up of the card: the same clock by correspondence, live a short one of its own."""
    is_live = state.options.pace == "live"
    return Decision(
        state.decider,
        prompt,
        (action,),
        default,
        clauses,
        secret=True,
        acts_for=None if state.claimer is None else state.active,
        clock=Clock(continues=not is_live, limit=SIDE_CLOCK if is_live else 0),
    )


def penalty(state: State) -> list[Decision]:
    """All others that have a card answer at the same time and in secret (GP-121, GP-122); by default keep."""
    shown, most = _cards(tuple(state.displayed)), max(2, len(state.displayed))
    takes = Picks("takes", shown, 1, most, ordered=True, label="cards wanted, first choice first")
    clock = Clock(pace="window", limit=PENALTY_CLOCK[state.options.pace], halts=True)
    prompt = "Keep your hand, or exchange one card for one of the displayed cards."
    asked = []
    for seat in trading.exchangers(state):
        give = Pick("give", _cards(tuple(state.hands[seat])), label="card to give")
        actions = (Action("keep", "Keep my hand"), Action("exchange", "Exchange", (give, takes)))
        asked.append(Decision(seat, prompt, actions, KEEP, ("GP-121", "GP-122"), secret=True, clock=clock))
    return asked
