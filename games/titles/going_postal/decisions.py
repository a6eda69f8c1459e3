"""What a seat is asked: the decisions of the steps with their actions, fields, defaults and plays (GP-138, GP-139).

The fields hold what could be legal; refusals.py has the last word. Options are made once and shared.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations
from operator import attrgetter

from games.kernel.types import Action, Amount, Clock, Decision, Field, Move, Option, Pick, Picks, Text
from games.kernel.words import several
from games.titles.going_postal import trading
from games.titles.going_postal.cards import DECK, DISTANCES, KIND, KINDS, WAYS, Way, gap
from games.titles.going_postal.effects import targets
from games.titles.going_postal.hands import surplus
from games.titles.going_postal.state import LOOKS, Order, State, in_game
from games.titles.going_postal.takeovers import can_pay

CARD = {card: Option(card, KIND[card].name, f"card/{card}") for card in DECK}
SIDES = (Option("a", "a"), Option("b", "b"))
STEPS = tuple(Option(steps, str(steps)) for steps in DISTANCES)
KIND_NAMES = tuple(Option(kind.id, kind.name) for kind in KINDS.values())
PROMISES = (Pick("says", KIND_NAMES, least=0, label="I give"), Pick("wants", KIND_NAMES, least=0, label="I want"))
WHISPER = (Text("text", 140, ("Leave Sam short of the office, please.", "Who is marked next?"), label="text"),)
MODES = (Option("ask", "ask me"), Option("always", "always take over"), Option("never", "never"))
SEAT_ARGS, DIGITS = ("to", "from", "seat"), tuple("0123456789")
HOLD = 4  # seconds (GP-76)
SIDE_CLOCK = 30  # seconds, live: direction and follow-ups
PENALTY_CLOCK = {"live": 45, "async": 24 * 3600}
CLAIM_CLOCK = 12 * 3600
TRADING_SHARE = 1.5  # live: 90 seconds instead of 60
CLAIM_ONLY = (Action("claim", "Take over this turn"),)
CLAIM_OR_PASS = (*CLAIM_ONLY, Action("pass", "Let it go"))


@lru_cache(maxsize=512)
def _seats(seats: tuple[int, ...]) -> tuple[Option, ...]:
    """Personalities as choices; pages and emails put their names there."""
    return tuple(Option(seat, f"seat {seat + 1}", f"seat/{seat}") for seat in seats)


def _cards(cards: Iterable[str]) -> tuple[Option, ...]:
    return tuple(CARD[card] for card in cards)


def direction(state: State) -> Decision:
    """The first personality chooses the direction of play (GP-09); by default left (GP-139)."""
    ways = Pick("dir", (Option("left", "left"), Option("right", "right")), label="direction of play")
    action, default = Action("direction", "Choose", (ways,)), Move("direction", {"dir": "left"})
    clock = Clock(limit=SIDE_CLOCK if state.options.pace == "live" else 0)
    prompt = "Choose the direction of play: left or right."
    return Decision(state.active, prompt, (action,), default, ("GP-09",), clock=clock)


def turn(state: State) -> list[Decision]:
    """Whoever decides the turn plays a card; the eliminated may take it over; in Trading everybody may talk."""
    payers = can_pay(state)
    asked = [_play(state, bool(payers))] + [_claim(state, seat) for seat in payers]
    if state.options.trading:
        asked += [talk for seat in in_game(state) if (talk := _talk(state, seat))]
    return asked


def _play(state: State, is_open: bool) -> Decision:
    """The card of the turn. In an open take-over window it is sealed (GP-77), live it has to wait (GP-76)."""
    is_live, owner = state.options.pace == "live", None if state.claimer is None else state.active
    prompt = "You lead the new round: play a card." if state.is_leading else "Play a card."
    clauses: tuple[str, ...] = ("GP-12", "GP-13", "GP-14", "GP-24")
    if owner is not None:
        prompt, clauses = "Play one card from the hand you have taken over.", ("GP-73", "GP-74", *clauses)
    share, hold = TRADING_SHARE if is_live and state.options.trading else 1.0, HOLD if is_open and is_live else 0
    clock = _turn_clock(state.has_traded or (state.turn == 1 and not is_live), share, hold)
    actions = _play_actions(tuple(state.hands[state.active]), tuple(in_game(state)))
    default, secret = _default_play(state), is_open and not is_live
    return Decision(state.decider, prompt, actions, default, clauses, secret=secret, acts_for=owner, clock=clock)


@cache
def _turn_clock(continues: bool, share: float, hold: int) -> Clock:
    return Clock(continues=continues, share=share, hold=hold)


@lru_cache(maxsize=4096)
def _play_actions(hand: tuple[str, ...], seats: tuple[int, ...]) -> tuple[Action, ...]:
    fields = (
        Pick("card", _cards(hand)),
        Pick("option", SIDES, label="option"),
        Pick("distance", STEPS, least=0, label="move"),
        Pick("target", _seats(seats), least=0, label="aimed at"),
    )
    return (Action("play", "Play", fields),)


def open_plays(state: State) -> list[tuple[Way, int | None]]:
    """Every legal play of the hand whose turn it is, by card, option, distance and the target of its action."""
    found: list[tuple[Way, int | None]] = []
    for way in _ways(state):
        if way.is_aimed and (aims := _aims(state, way)):
            found += [(way, target) for target in aims]
        else:
            found.append((way, None))
    return found


def _ways(state: State) -> list[Way]:
    """The ways in which the cards of the hand may be played, in their order."""
    ways = WAYS[state.stamps[state.active] > 0]
    return [way for card in state.hands[state.active] for way in ways[card]]


def _aims(state: State, way: Way) -> list[int]:
    """Who has to be named as a target: nobody at the office, and where the action fits nobody (GP-24, GP-25)."""
    return targets(state, way.action) if way.is_aimed and way.steps < gap(state.sam) else []


def plays(state: State) -> list[Move]:
    """Every legal play as a move."""
    return [way.move(target) for way, target in open_plays(state)]


def _default_play(state: State) -> Move:
    """What the clock plays (GP-138): not home if possible, then without a target, then the shortest move; of equals the
    earlier card, the earlier option, the lower seat.
    """
    ways = sorted(_ways(state), key=attrgetter("steps"))
    for way in ways:
        if way.steps < gap(state.sam) and not _aims(state, way):
            return way.move()
    return ways[0].move(next(iter(_aims(state, ways[0])), None))


def _claim(state: State, seat: int) -> Decision:
    """Take the turn over, or let it go. Live a race without a question (GP-72, GP-76, GP-78)."""
    stamps = several(state.price, "vendetta stamp")
    prompt, claim = f"You can take over this turn for {stamps}.", Move("claim")
    if state.options.pace == "live":
        return Decision(seat, prompt, CLAIM_ONLY, claim, ("GP-69", "GP-70"), optional=True, clock=Clock(pace="window"))
    clauses, clock = ("GP-69", "GP-70", "GP-78"), Clock(pace="aside", limit=CLAIM_CLOCK)
    if seat in state.asked:
        prompt = f"Take over this turn for {stamps}, or let it go?"
        return Decision(seat, prompt, CLAIM_OR_PASS, Move("pass"), clauses, secret=True, clock=clock)
    # Whoever is not asked has passed by its order and may still claim: the default is never played.
    return Decision(seat, prompt, CLAIM_ONLY, claim, clauses, secret=True, clock=clock)


def orders(seat: int, seats: int, order: Order) -> Decision:
    """The offer to change the standing order."""
    everybody = tuple(range(seats))
    fields = (
        Pick("mode", MODES, label="mode"),
        Picks("targets", _seats(everybody), 0, len(everybody), label="turns of"),
        Amount("max_price", 1, 3, label="highest price"),
    )
    targets = list(everybody if order.targets is None else order.targets)
    default = Move("orders", {"mode": order.mode, "targets": targets, "max_price": order.max_price})
    help = "It answers for you when a turn can be taken over; a new one replaces it."
    actions, clock = (Action("orders", "Save standing order", fields, help),), Clock(pace="standing")
    prompt, clauses = "Your standing order for take-overs.", ("GP-78", "GP-79")
    return Decision(seat, prompt, actions, default, clauses, secret=True, optional=True, clock=clock, matter="orders")


def _talk(state: State, seat: int) -> Decision | None:
    """Trading, whispering, showing, accusing before the card is played; nobody has to (GP-108, GP-114, GP-147)."""
    hand, others = tuple(state.hands[seat]), trading.partners(state, seat)
    card = () if state.has_traded else hand  # what can be traded
    given = tuple(offer.to for offer in state.offers if offer.giver == seat)
    got = tuple(offer.giver for offer in state.offers if offer.to == seat)
    accusable = tuple(trading.may_accuse(state, seat))
    holding = tuple(other for other in others if card and state.hands[other])
    actions = (
        *_talk_action("offer", "Offer a trade", "to", holding, card, "your card, face down", PROMISES),
        *_talk_action("withdraw", "Withdraw the offer", "to", given),
        *_talk_action("decline", "Decline the offer", "from", got),
        *_talk_action("accept", "Accept the offer", "from", got if card else (), card, "your card"),
        *_talk_action("accuse", "Accuse of showing a hand", "seat", accusable),
        *_talk_action("show", "Show my hand (forbidden)", "to", others if hand else ()),
        *_talk_action("whisper", "Whisper", "to", others, more=WHISPER),
    )
    if not actions:
        return None
    # The default is never played, as no clock runs; but every decision has a legal answer.
    default = Move("whisper", {"to": others[0], "text": "Hello."}) if others else Move("accuse", {"seat": accusable[0]})
    prompt, clock = "Until the card is played, you can trade, whisper or accuse.", Clock(pace="window")
    clauses = ("GP-108", "GP-113", "GP-117", "GP-118")
    return Decision(seat, prompt, actions, default, clauses, secret=True, optional=True, clock=clock, matter="talk")


@lru_cache(maxsize=4096)
def _talk_action(
    verb: str,
    label: str,
    argument: str,
    seats: tuple[int, ...],
    cards: tuple[str, ...] = (),
    card_label: str = "",
    more: tuple[Field, ...] = (),
) -> tuple[Action, ...]:
    """What may be said to, or of, one of these personalities; nothing where there is none."""
    card = (Pick("card", _cards(cards), label=card_label),) if card_label else ()
    whom = Pick(argument, _seats(seats), label="who" if argument == "seat" else argument)
    return (Action(verb, label, (whom, *card, *more)),) if seats else ()


def with_seats(state: State, seat: int, move: Move) -> Move:
    """A form sends a verb that it does not offer without types: there a seat as a word is the seat it names."""
    if move.verb not in trading.TALK:
        return move
    talk = _talk(state, seat)
    if talk is not None and move.verb in [action.verb for action in talk.actions]:
        return move
    named = {name: int(value) for name, value in move.args.items() if name in SEAT_ARGS and value in DIGITS}
    return Move(move.verb, {**move.args, **named})


def follow_up(state: State) -> Decision:
    """Postal Inspector or Sorting Room (GP-87, GP-90); by default no card, and the order as it was (GP-139)."""
    aim = state.aim
    assert aim is not None
    if aim.target is not None:
        field = Pick("card", _cards(state.hands[aim.target]), least=0, label="card to discard")
        action, default = Action("inspect", "Discard it", (field,)), Move("inspect", {"card": None})
        return _later(state, "Discard one card from the hand you see, or none.", action, default, "GP-87")
    cards = state.pile[: -LOOKS - 1 : -1]
    order = Picks("cards", _cards(cards), len(cards), len(cards), ordered=True, label="new order, top first")
    action, default = Action("order", "Put them back", (order,)), Move("order", {"cards": cards})
    return _later(state, "Put the cards back on the draw pile, the new top card first.", action, default, "GP-90")


def discard(state: State) -> Decision:
    """P's surplus; by default the cards that came last into the hand (GP-51, GP-139)."""
    count, hand = surplus(state), state.hands[state.active]
    action = Action("discard", "Discard", (Picks("cards", _cards(hand), count, count, label="cards"),))
    default = Move("discard", {"cards": hand[-count:]})
    whose = "your hand" if state.claimer is None else "the hand you have taken over"
    return _later(state, f"Discard {several(count, 'card')} from {whose}.", action, default, "GP-51")


def discards(state: State) -> list[Move]:
    """Every legal discard."""
    hand = state.hands[state.active]
    return [Move("discard", {"cards": list(cards)}) for cards in combinations(hand, surplus(state))]


def _later(state: State, prompt: str, action: Action, default: Move, clause: str) -> Decision:
    """A follow-up of the card: the same clock by correspondence, live a short one of its own."""
    clock = Clock(limit=SIDE_CLOCK) if state.options.pace == "live" else Clock(continues=True)
    owner = None if state.claimer is None else state.active
    return Decision(state.decider, prompt, (action,), default, (clause,), secret=True, acts_for=owner, clock=clock)


def penalty(state: State) -> list[Decision]:
    """All others that have a card answer at the same time and in secret (GP-121, GP-122); by default keep."""
    shown, most = _cards(state.displayed), max(2, len(state.displayed))
    takes = Picks("takes", shown, 1, most, ordered=True, label="cards wanted, first choice first")
    clock = Clock(pace="window", limit=PENALTY_CLOCK[state.options.pace], halts=True)
    prompt, clauses = "Keep your hand, or exchange one card for one of the displayed cards.", ("GP-121", "GP-122")
    asked = []
    for seat in trading.exchangers(state, state.accused):
        give = Pick("give", _cards(state.hands[seat]), label="card to give")
        actions = (Action("keep", "Keep my hand"), Action("exchange", "Exchange", (give, takes)))
        asked.append(Decision(seat, prompt, actions, Move("keep"), clauses, secret=True, clock=clock))
    return asked
