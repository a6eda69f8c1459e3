"""What a seat is asked: the decisions of the steps with their actions, fields, defaults and plays (GP-138, GP-139).

The fields offer what might be legal; refusals.py decides. Options are created once and shared.
"""

from collections.abc import Iterable
from operator import attrgetter

from games.kernel.types import Action, Amount, Clock, Decision, Field, Move, Option, Pick, Picks, Text, seat_options
from games.kernel.words import several
from games.titles.going_postal import trading
from games.titles.going_postal.cards import DECK, DISTANCES, KIND, KINDS, WAYS, Way, gap
from games.titles.going_postal.effects import targets
from games.titles.going_postal.hands import surplus
from games.titles.going_postal.state import LOOKS, Order, State, after, in_game, is_in
from games.titles.going_postal.takeovers import can_pay

CARD = {card: Option(card, KIND[card].name, f"card/{card}") for card in DECK}
WAYS_TO_TURN = Pick("dir", (Option("left", "left"), Option("right", "right")), label="direction of play")
OPTION = Pick("option", (Option("a", "a, the upper one"), Option("b", "b, the lower one")), label="option")
FAR = tuple(Option(steps, str(steps)) for steps in DISTANCES)
DISTANCE = Pick("distance", FAR, least=0, label="steps (Delivery Truck only)")
KIND_NAMES = tuple(Option(kind.id, kind.name) for kind in KINDS.values())
PROMISES = (Pick("says", KIND_NAMES, least=0, label="I give"), Pick("wants", KIND_NAMES, least=0, label="I want"))
WHISPER = (Text("text", 140, ("Leave Sam short of the office, please.", "Who is marked next?"), label="text"),)
MODES = (Option("ask", "ask me"), Option("always", "always take over"), Option("never", "never"))
MODE, PRICE = Pick("mode", MODES, label="mode"), Amount("max_price", 1, 3, label="highest price")
SEAT_ARGS, DIGITS = ("to", "from", "seat"), tuple("0123456789")
PLAY_CLAUSES: tuple[str, ...] = ("GP-12", "GP-13", "GP-14", "GP-24")
HOLD = 4  # seconds (GP-76)
SIDE_CLOCK = 30  # seconds, live: direction and follow-ups
PENALTY_CLOCK = {"live": 45, "async": 24 * 3600}
CLAIM_CLOCK = 12 * 3600
TRADING_SHARE = 1.5  # live: half as much time again, 90 seconds instead of 60
CLAIM_ONLY: tuple[Action, ...] = (Action("claim", "Take over this turn"),)
CLAIM_OR_PASS = (*CLAIM_ONLY, Action("pass", "Let it go"))


def _cards(cards: Iterable[str]) -> tuple[Option, ...]:
    return tuple(CARD[card] for card in cards)


def direction(state: State) -> list[Decision]:
    """The first personality chooses the direction of play (GP-09); the default is left (GP-139)."""
    action, default = Action("direction", "Choose", (WAYS_TO_TURN,)), Move("direction", {"dir": "left"})
    clock = Clock(limit=SIDE_CLOCK if state.options.pace == "live" else 0)
    prompt = "Choose the direction of play: left or right."
    return [Decision(state.active, prompt, (action,), default, ("GP-09",), clock=clock)]


def turn(state: State) -> list[Decision]:
    """The decider plays a card; the eliminated may take the turn over; in Trading everybody may talk."""
    payers = can_pay(state)
    asked = [_play(state, bool(payers))]
    if payers:
        asked += [_claim(state, seat) for seat in payers]
    if state.options.trading:
        asked += [talk for seat in in_game(state) if (talk := _talk(state, seat))]
    return asked


def _play(state: State, is_open: bool) -> Decision:
    """Play a card. While a take-over is possible the card is sealed (GP-77), or in live play held back (GP-76)."""
    is_live, owner, clauses = state.options.pace == "live", None, PLAY_CLAUSES
    prompt = "You lead the new round: play a card." if state.is_leading else "Play a card."
    if state.claimer is not None:
        prompt, owner = "Play one card from the hand you have taken over.", state.active
        clauses = ("GP-73", "GP-74", *PLAY_CLAUSES)
    share, hold = TRADING_SHARE if is_live and state.options.trading else 1.0, HOLD if is_open and is_live else 0
    clock = Clock(continues=state.has_traded or (state.turn == 1 and not is_live), share=share, hold=hold)
    target = Pick("target", seat_options(tuple(in_game(state))), least=0, label="aimed at")
    fields = (Pick("card", _cards(state.hands[state.active])), OPTION, DISTANCE, target)
    play, default, secret = Action("play", "Play", fields), _default_play(state), is_open and not is_live
    return Decision(state.decider, prompt, (play,), default, clauses, secret=secret, acts_for=owner, clock=clock)


def plays(state: State) -> list[Move]:
    """Every legal play as a move."""
    return [way.move(target) for way, target in open_plays(state)]


def open_plays(state: State) -> list[tuple[Way, int | None]]:
    """Every legal play of P's hand: card, option and distance, with the target of the action."""
    plays: list[tuple[Way, int | None]] = []
    near, ways = gap(state.sam), WAYS[state.stamps[state.active] > 0]
    for card in state.hands[state.active]:
        for way in ways[card]:
            if way.is_aimed and way.steps < near and (aims := targets(state, way.action)):
                plays += [(way, target) for target in aims]
            else:  # no target: the office stops the action, or nobody fits it (GP-24, GP-25)
                plays.append((way, None))
    return plays


def _default_play(state: State) -> Move:
    """The play when time runs out (GP-138): if possible not to the office, if possible without a target, then the
    shortest move; ties go to the earlier card, the earlier option, the lower seat.
    """
    near, ways = gap(state.sam), WAYS[state.stamps[state.active] > 0]
    for way in sorted([way for card in state.hands[state.active] for way in ways[card]], key=attrgetter("steps")):
        if way.steps < near and not (way.is_aimed and targets(state, way.action)):
            return way.move()
    way, target = min(open_plays(state), key=lambda play: play[0].steps)
    return way.move(target)


def _claim(state: State, seat: int) -> Decision:
    """Take the turn over, or let it go. In live play nobody is asked: the first claim wins (GP-72, GP-76, GP-78)."""
    stamps = several(state.price, "vendetta stamp")
    # A seat that is not asked has passed by its order. It may still claim, but this default is never played.
    prompt, actions, default = f"You can take over this turn for {stamps}.", CLAIM_ONLY, Move("claim")
    if state.options.pace == "live":
        return Decision(seat, prompt, actions, default, ("GP-69", "GP-70"), optional=True, clock=Clock(pace="window"))
    if seat in state.asked:
        prompt, actions, default = f"Take over this turn for {stamps}?", CLAIM_OR_PASS, Move("pass")
    clauses, clock = ("GP-69", "GP-70", "GP-78"), Clock(pace="aside", limit=CLAIM_CLOCK)
    return Decision(seat, prompt, actions, default, clauses, secret=True, clock=clock)


def orders(about: tuple[int, int, Order]) -> Decision:
    """The decision that changes a standing order. `about`: the seat, the number of seats, the current order."""
    seat, seats, order = about
    everybody = tuple(range(seats))
    targets = list(everybody if order.targets is None else order.targets)
    default = Move("orders", {"mode": order.mode, "targets": targets, "max_price": order.max_price})
    fields = (MODE, Picks("targets", seat_options(everybody), 0, seats, label="turns of"), PRICE)
    help = "It answers for you when a turn can be taken over; a new one replaces it."
    actions, clock = (Action("orders", "Save plan", fields, help),), Clock(pace="standing")
    prompt, clauses = "Plan ahead for take-overs.", ("GP-78", "GP-79")
    return Decision(seat, prompt, actions, default, clauses, secret=True, optional=True, clock=clock, matter="orders")


def _talk(state: State, seat: int) -> Decision | None:
    """Trade, whisper, show or accuse before the card is played; all optional (GP-108, GP-114, GP-147)."""
    partners = after(state, seat) if seat == state.active else (state.active,)
    others = tuple(other for other in partners if is_in(state, other) and not state.is_taken)  # GP-108, GP-115
    whisperers = [other for other in in_game(state) if other != seat and trading.in_window(state, other)]
    accusable = tuple(whisperers if seat not in state.wrong else ())  # GP-119
    actions = _talk_actions(state, seat, others, accusable)
    if not actions:
        return None
    # The default is never played, because no clock runs; but every decision needs a legal one.
    default = Move("whisper", {"to": others[0], "text": "Hello."}) if others else Move("accuse", {"seat": accusable[0]})
    prompt, clock = "Until the card is played, you can trade, whisper or accuse.", Clock(pace="window")
    clauses = ("GP-108", "GP-113", "GP-117", "GP-118")
    return Decision(seat, prompt, actions, default, clauses, secret=True, optional=True, clock=clock, matter="talk")


def _talk_actions(state: State, seat: int, others: tuple[int, ...], accusable: tuple[int, ...]) -> tuple[Action, ...]:
    """What this seat can do now with `others`, and whom it can accuse."""
    hand = state.hands[seat]
    can_trade, cards = hand and not state.has_traded, _cards(hand)
    given = tuple(offer.to for offer in state.offers if offer.giver == seat)
    got = tuple(offer.giver for offer in state.offers if offer.to == seat)
    holding = tuple(other for other in others if can_trade and state.hands[other])
    rows: tuple[tuple[str, str, str, tuple[int, ...], tuple[Field, ...]], ...] = (
        ("offer", "Offer a trade", "to", holding, (Pick("card", cards, label="your card, face down"), *PROMISES)),
        ("withdraw", "Withdraw the offer", "to", given, ()),
        ("decline", "Decline the offer", "from", got, ()),
        ("accept", "Accept the offer", "from", got if can_trade else (), (Pick("card", cards, label="your card"),)),
        ("accuse", "Accuse of showing a hand", "seat", accusable, ()),
        ("show", "Show my hand (forbidden)", "to", others if hand else (), ()),
        ("whisper", "Whisper", "to", others, WHISPER),
    )
    return tuple(
        Action(verb, label, (Pick(whom, seat_options(seats), label="who" if whom == "seat" else whom), *more))
        for verb, label, whom, seats, more in rows
        if seats
    )


def with_seats(state: State, seat: int, move: Move) -> Move:
    """Turn seats into numbers where a form sends a verb that it does not offer, and so sends plain text."""
    if move.verb not in trading.TALK:
        return move
    talk = _talk(state, seat)
    if talk is not None and move.verb in [action.verb for action in talk.actions]:
        return move
    named = {name: int(value) for name, value in move.args.items() if name in SEAT_ARGS and value in DIGITS}
    return Move(move.verb, {**move.args, **named})


def follow_up(state: State) -> list[Decision]:
    """Postal Inspector or Sorting Room (GP-87, GP-90); defaults: no card, the same order (GP-139)."""
    aim = state.aim
    assert aim is not None
    if aim.target is not None:
        field = Pick("card", _cards(state.hands[aim.target]), least=0, label="card to discard")
        action, default = Action("inspect", "Discard it", (field,)), Move("inspect", {"card": None})
        return _later(state, "Discard one card from the hand you see, or none.", action, default, "GP-87")
    cards = state.pile[: -LOOKS - 1 : -1]
    order = Picks("cards", _cards(cards), len(cards), len(cards), ordered=True, label="new order, top first")
    action, default = Action("order", "Put them back", (order,)), Move("order", {"cards": cards})
    return _later(state, "Put the cards back, the new top card first.", action, default, "GP-90")


def discard(state: State) -> list[Decision]:
    """Discard P's surplus; by default the cards that came into the hand last (GP-51, GP-139)."""
    count, hand = surplus(state), state.hands[state.active]
    action = Action("discard", "Discard", (Picks("cards", _cards(hand), count, count, label="cards"),))
    default = Move("discard", {"cards": hand[-count:]})
    whose = "your hand" if state.claimer is None else "the hand you have taken over"
    return _later(state, f"Discard {several(count, 'card')} from {whose}.", action, default, "GP-51")


def _later(state: State, prompt: str, action: Action, default: Move, clause: str) -> list[Decision]:
    """A follow-up to the card. In correspondence the clock of the turn runs on; in live play it has a short one."""
    clock = Clock(limit=SIDE_CLOCK) if state.options.pace == "live" else Clock(continues=True)
    owner = None if state.claimer is None else state.active
    return [Decision(state.decider, prompt, (action,), default, (clause,), secret=True, acts_for=owner, clock=clock)]


def penalty(state: State) -> list[Decision]:
    """All others with a card answer at the same time and in secret; the default is to keep (GP-121, GP-122)."""
    shown, most = _cards(state.displayed), max(2, len(state.displayed))
    takes = Picks("takes", shown, 1, most, ordered=True, label="cards wanted, first choice first")
    clock = Clock(pace="window", limit=PENALTY_CLOCK[state.options.pace], halts=True)
    prompt, clauses = "Keep your hand, or exchange one card.", ("GP-121", "GP-122")
    asked = []
    for seat in trading.exchangers(state, state.accused):
        give = Pick("give", _cards(state.hands[seat]), label="card to give")
        actions = (Action("keep", "Keep my hand"), Action("exchange", "Exchange", (give, takes)))
        asked.append(Decision(seat, prompt, actions, Move("keep"), clauses, secret=True, clock=clock))
    return asked
