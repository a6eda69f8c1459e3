"""The flow of a fair:

lay_card    all seats put a card face down; meanwhile, halts can be called and a court can be open
  vote      after a halt; then returns to the step it interrupted
take_prize  the first seat to answer gets the prize
turn        each seat in turn: build, rank, name, raid, accuse, whisper, rest
  react     after a raid: guard or pass, repeated while a guard is too weak
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from games.kernel.errors import need
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Action, Amount, Clock, Decision, Move, Option, Pick, Picks, Text
from tests.kernel.madeup.state import COINS, DECK, PLACES, Court, Options, State


def setup(seats: int, options: Options, context: Context) -> tuple[State, str]:
    """Four cards each."""
    deck = list(DECK)
    context.rng.shuffle(deck)
    hands = [sorted(deck.pop() for _ in range(4)) for _ in range(seats)]
    context.log(
        "dealt", "MU-02", private={seat: {"hand": list(hand)} for seat, hand in enumerate(hands)}, opens="match"
    )
    each = [COINS] * seats
    return State(options, hands, deck, [], each, 10, [0] * seats, [1] * seats, [1, 1, 2]), "lay_card"


class LayCard(Step[State]):
    """Laying (MU-03, MU-04) with halts (MU-05) and courts (MU-06) beside it."""

    waiting = "to lay a card face down"

    def ask(self, state: State) -> list[Decision]:
        asked = [_lay(state, seat) for seat in state.active]
        asked += [_halt(seat) for seat in state.active if state.calls[seat]]
        return asked + ([_judge(state.court, seat) for seat in state.court.jury] if state.court else [])

    def check(self, state: State, seat: int, move: Move) -> None:
        if move.verb == "lay" and move.args["card"] == 6:
            need(1 not in state.hands[seat], "MU-04", "Get rid of your 1 before you lay a 6.")

    def answers_to_resolve(
        self, state: State, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        if (found := super().answers_to_resolve(state, asked, answers)) is not None:
            return found
        jury = [decision.key for decision in asked if decision.matter == "court"]
        if jury and all(key in answers for key in jury):
            return jury
        return [key for key, move in answers.items() if move.verb == "halt"] or None

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        halts = [seat for seat, move in answers.by_matter.get(("halt", 0), {}).items() if move.verb == "halt"]
        _close_court(state, answers, context)
        if halts:
            state.caller = halts[0]
            state.calls[halts[0]] -= 1
            state.back.append(self.name)
            context.log("halted", "MU-05", seat=halts[0], reason=answers.by_matter["halt", 0][halts[0]].args["reason"])
            return "vote"
        if not answers:
            return self.name
        for seat, move in answers.items():
            _discard(state, seat, move.args["card"])
            context.log("laid", "MU-03", seat=seat, card=move.args["card"])
        lead = max(answers, key=lambda seat: (answers[seat].args["card"], -seat))
        for seat in answers:
            _draw(state, seat, context)
        state.queue = [seat for seat in [*range(lead, state.seats), *range(lead)] if seat in state.active]
        state.peeked = lead if state.deck else None
        context.log("leads", "MU-03", private={lead: {"top": state.deck[-1:]}}, seat=lead)
        return "take_prize"


class Vote(Step[State]):
    """The vote after a halt (MU-05)."""

    waiting = "to vote"

    def ask(self, state: State) -> list[Decision]:
        words = "Shall everybody swap the highest card?"
        actions = (Action("yes", "Swap"), Action("no", "Keep"))
        return [
            Decision(seat, words, actions, Move("no"), ("MU-05",), secret=True, clock=Clock(pace="talk"))
            for seat in state.active
            if seat != state.caller
        ]

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ayes = [seat for seat, move in answers.items() if move.verb == "yes"]
        context.log("voted", "MU-05", ayes=ayes)
        if 2 * len(ayes) > len(answers):
            for seat in [seat for seat in state.active if state.hands[seat]]:
                _discard(state, seat, max(state.hands[seat]))
                _draw(state, seat, context)
        return state.back.pop()


class TakePrize(Step[State]):
    """First come, first served (MU-07)."""

    waiting = "to reach for a prize"

    def ask(self, state: State) -> list[Decision]:
        if not state.prizes:
            return []
        options = tuple(Option(value, f"{value} coins", f"prize/{value}") for value in state.prizes)
        actions = (Action("take", "Take it", (Pick("prize", options),)), Action("leave", "Leave it"))
        asked = [seat for seat in state.active if seat != state.queue[0]]
        return [
            Decision(seat, "Reach for a prize.", actions, Move("leave"), clock=Clock(pace="window")) for seat in asked
        ]

    def answers_to_resolve(
        self, state: State, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        if any(move.verb == "take" for move in answers.values()):
            return answers.keys()
        return super().answers_to_resolve(state, asked, answers)

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        for seat, move in answers.items():
            if move.verb == "take":
                state.prizes.remove(move.args["prize"])
                _pay(state, None, seat, move.args["prize"])
                context.log("took", "MU-07", seat=seat, prize=move.args["prize"])
        return "turn"


class TakeTurn(Step[State]):
    """One seat's turn (MU-01, MU-08, MU-09, MU-15), with plans for the next raid (MU-12)."""

    name = "turn"
    waiting = "to take a turn"

    def ask(self, state: State) -> list[Decision]:
        if not state.queue:
            return []
        seat = state.queue[0]
        actor = state.control.get(seat, seat)
        for_whom = seat if actor != seat else None
        main = Decision(actor, "Take your turn.", _actions(state, seat), Move("rest"), ("MU-01",), acts_for=for_whom)
        return [main, *(_plan(state, other) for other in state.active)]

    def read(self, state: State, seat: int, move: Move, is_asked: bool) -> Move:
        if move.verb == "name" and isinstance(move.args.get("name"), str):
            need("<" not in move.args["name"], "MU-09", "Names have letters only.")
        return Move("rest") if move.verb == "skip" else move

    def check(self, state: State, seat: int, move: Move) -> None:
        if move.verb == "build":
            reach = _reach(move.args["at"])
            need(sum(move.args["cards"]) >= reach, "MU-08", f"Pay cards of at least {reach} for this place.")
        if move.verb == "name":
            taken = move.args["name"].casefold() in state.animals
            need(not taken, "MU-09", "Another animal has this name.")

    def narrow(self, state: State, seat: int, verb: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
        cards = args.get("cards")
        if verb != "build" or not isinstance(cards, list) or not all(type(card) is int for card in cards):
            return {}
        return {"at": [place for place in PLACES if place not in state.stalls and _reach(place) <= sum(cards)]}

    def preview(self, state: State, seat: int, move: Move) -> list[str]:
        return [f"Your stall will stand at {move.args['at']}."] if move.verb == "build" else []

    def keep_order(self, state: State, seat: int, move: Move) -> None:
        cards = [part["card"] for part in move.args["moves"] if part["card"] is not None]
        state.plans.pop(seat, None)
        if cards:
            state.plans[seat] = cards

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        if not state.queue:
            return _end_round(state, context)
        seat = state.queue.pop(0)
        actor = state.control.pop(seat, seat)
        move = answers[actor]
        getattr(self, f"_{move.verb}")(state, seat, move.args, context)
        if state.points[seat] >= state.options.goal:
            _end(state)
        return "react" if state.raided else self.name

    def _rest(self, state: State, seat: int, args: dict[str, Any], context: Context) -> None:
        context.log("rested", "MU-01", seat=seat)

    def _build(self, state: State, seat: int, args: dict[str, Any], context: Context) -> None:
        for card in args["cards"]:
            _discard(state, seat, card)
        state.stalls[args["at"]] = seat
        _pay(state, seat, None, args["price"])
        state.points[seat] += 1
        context.log("built", "MU-08", seat=seat, **args)

    def _rank(self, state: State, seat: int, args: dict[str, Any], context: Context) -> None:
        if state.coins[seat]:
            _pay(state, seat, args["order"][0], 1)
        context.log("ranked", "MU-15", private={seat: {"order": args["order"]}}, opens="now", seat=seat)
        context.log("thought", "MU-15", private={seat: {"last": args["order"][-1]}}, opens="match", seat=seat)

    def _name(self, state: State, seat: int, args: dict[str, Any], context: Context) -> None:
        state.animals.append(args["name"].casefold())
        context.log("named", "MU-09", seat=seat, name=args["name"])

    def _whisper(self, state: State, seat: int, args: dict[str, Any], context: Context) -> None:
        context.log(
            "whispered", "MU-15", private={who: {"words": args["words"]} for who in (seat, args["to"])}, seat=seat
        )

    def _accuse(self, state: State, seat: int, args: dict[str, Any], context: Context) -> None:
        jury = [other for other in state.active if other not in (seat, args["seat"])]
        state.court = Court(args["seat"], args["charge"], jury) if jury else None
        context.log("accused", "MU-06", seat=seat, accused=args["seat"], charge=args["charge"])

    def _raid(self, state: State, seat: int, args: dict[str, Any], context: Context) -> None:
        state.raider = seat
        state.raided = [other for other in state.active if other != seat]
        context.log("raided", "MU-10", seat=seat)


class React(Step[State]):
    """Guarding against a raid (MU-10 to MU-13): every raided seat is asked, whether or not it can guard."""

    waiting = "to react to the raid"

    def ask(self, state: State) -> list[Decision]:
        asked = []
        for seat in state.raided:
            guard = Action("guard", "Guard with a card", (Pick("card", _cards(state.hands[seat])),))
            actions = ((guard,) if state.hands[seat] else ()) + (Action("pass", "Let it pass"),)
            asked.append(
                Decision(
                    seat, "Guard yourself?", actions, Move("pass"), ("MU-10",), secret=True, clock=Clock(pace="window")
                )
            )
        return asked

    def standing_orders(self, state: State) -> dict[int, Move]:
        orders = {}
        for seat in state.raided:
            held = [card for card in state.plans.get(seat, []) if card in state.hands[seat]]
            if held:
                orders[seat] = Move("guard", {"card": held[0]})
        return orders

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        again, is_won = [], False
        for seat, move in answers.items():
            if move.verb == "pass":
                self._suffer(state, seat, context)
                continue
            card = move.args["card"]
            _discard(state, seat, card)
            state.plans[seat] = [other for other in state.plans.pop(seat, []) if other != card]
            context.log("guarded", "MU-10", seat=seat, card=card)
            if card >= 3:
                state.points[seat] += 1
                is_won = is_won or state.points[seat] >= state.options.goal  # MU-13
            else:
                again.append(seat)
        state.plans = {seat: plan for seat, plan in state.plans.items() if plan}
        state.raided = again
        if is_won:
            _end(state)
        return self.name if again else "turn"

    def _suffer(self, state: State, seat: int, context: Context) -> None:
        if state.coins[seat]:
            _pay(state, seat, state.raider if state.raider in state.active else None, 1)
            context.log("robbed", "MU-10", seat=seat)
        elif state.raider in state.active:
            state.control[seat] = state.raider
            context.log("taken_over", "MU-11", seat=seat, by=state.raider)


def drop(state: State, seat: int, reason: str, context: Context) -> None:
    """A seat leaves (MU-14), and its decisions are withdrawn."""
    context.log("left", "MU-14", seat=seat, reason=reason)
    state.left.append(seat)
    state.discard += state.hands[seat]
    state.hands[seat] = []
    state.plans.pop(seat, None)
    state.control = {victim: raider for victim, raider in state.control.items() if seat not in (victim, raider)}
    state.queue = [other for other in state.queue if other != seat]
    state.raided = [other for other in state.raided if other != seat]
    state.peeked = None if state.peeked == seat else state.peeked
    if state.court:
        state.court.jury = [other for other in state.court.jury if other != seat]
        state.court = state.court if state.court.jury and state.court.accused != seat else None
    if len(state.active) == 1:
        _end(state)


def result(state: State) -> list[int] | None:
    """Most points first; seats that left rank last (MU-13, MU-14)."""
    if not state.is_over:
        return None
    scores = [-1 if seat in state.left else state.points[seat] for seat in range(state.seats)]
    return [1 + sum(other > score for other in scores) for score in scores]


def _end_round(state: State, context: Context) -> str:
    context.log("round_ended", "MU-13", round=state.round)
    context.end_round()
    state.round += 1
    if state.round > state.options.rounds or not all(state.hands[seat] for seat in state.active):
        _end(state)
    return "lay_card"


def _end(state: State) -> None:
    state.is_over, state.plans = True, {}  # unused plans are never revealed


def _close_court(state: State, answers: Answers, context: Context) -> None:
    verdicts = answers.by_matter.get(("court", 0), {})
    if not state.court or not verdicts:
        return
    guilty = [seat for seat, move in verdicts.items() if move.args["verdict"]["guilty"] == "yes"]
    if len(guilty) * 2 > len(verdicts) and state.coins[state.court.accused]:
        _pay(state, state.court.accused, None, 1)
    remarks = [move.args["verdict"]["remark"] for move in verdicts.values()]
    context.log("judged", "MU-06", seat=state.court.accused, guilty=guilty, remarks=remarks)
    state.court = None


def _lay(state: State, seat: int) -> Decision:
    action = Action("lay", "Lay it", (Pick("card", _cards(state.hands[seat])),))
    return Decision(
        seat, "Lay a card.", (action,), Move("lay", {"card": min(state.hands[seat])}), ("MU-03",), secret=True
    )


def _halt(seat: int) -> Decision:
    actions = (Action("halt", "Call a halt", (Text("reason", 40, ("Stop!", ""), 0),)), Action("no", "Carry on"))
    return Decision(
        seat, "Call a halt?", actions, Move("no"), ("MU-05",), True, True, clock=Clock(pace="window"), matter="halt"
    )


def _judge(court: Court, seat: int) -> Decision:
    guilty = Pick("verdict.guilty", (Option("yes", "Guilty"), Option("no", "Not guilty")))
    action = Action("judge", "Judge", (guilty, Text("verdict.remark", 40, ("Shame.",), 0)))
    default = Move("judge", {"verdict": {"guilty": "no", "remark": ""}})
    words = f"Is it true: {court.charge}?"
    return Decision(seat, words, (action,), default, ("MU-06",), True, True, clock=Clock(pace="talk"), matter="court")


def _plan(state: State, seat: int) -> Decision:
    cards = _cards(sorted(set(state.hands[seat])))
    fields = tuple(Pick(f"moves.{number}.card", cards, least=0) for number in range(2))
    default = Move("plan", {"moves": [{"card": None}, {"card": None}]})
    actions = (Action("plan", "Plan your guards", fields),)
    return Decision(
        seat, "Plan.", actions, default, ("MU-12",), True, True, clock=Clock(pace="standing"), matter="plan"
    )


def _actions(state: State, seat: int) -> tuple[Action, ...]:
    others = tuple(Option(other, f"Seat {other}", f"seat/{other}") for other in state.active if other != seat)
    actions = [Action("rest", "Rest"), Action("raid", "Raid the others")]
    free = tuple(Option(place, place, f"cell/{place}") for place in PLACES if place not in state.stalls)
    if state.hands[seat] and free:
        price = Amount("price", 0, min(2, state.coins[seat]))
        cards = Picks("cards", _cards(state.hands[seat]), 1, 2)
        actions.append(Action("build", "Build a stall", (Pick("at", free), cards, price)))
    actions.append(Action("rank", "Rank others", (Picks("order", others, 1, max(2, len(others)), ordered=True),)))
    samples = tuple(f"{word} {len(state.animals)}" for word in ("Daisy", "Émile"))
    actions.append(Action("name", "Name an animal", (Text("name", 20, samples),)))
    actions.append(Action("whisper", "Whisper", (Pick("to", others), Text("words", 40, ("Psst",)))))
    if state.court is None:
        actions.append(Action("accuse", "Accuse", (Pick("seat", others), Text("charge", 40, ("He stole a pie",), 3))))
    return tuple(actions)


def _cards(hand: Iterable[int]) -> tuple[Option, ...]:
    return tuple(Option(card, str(card), f"card/{card}") for card in hand)


def _reach(place: str) -> int:
    x, y = place.split(",")
    return int(x) + int(y)


def _discard(state: State, seat: int, card: int) -> None:
    state.hands[seat].remove(card)
    state.discard.append(card)


def _draw(state: State, seat: int, context: Context) -> None:
    if not state.deck:
        state.deck, state.discard = state.discard, []
        context.rng.shuffle(state.deck)
    card = state.deck.pop()
    state.peeked = None
    state.hands[seat] = sorted([*state.hands[seat], card])
    context.log("drew", "MU-03", private={seat: {"card": card}}, opens="round", seat=seat)


def _pay(state: State, source: int | None, target: int | None, coins: int) -> None:
    """Move coins between seats and the bank (None); the bank pays at most what it has."""
    coins = min(coins, state.bank) if source is None else coins
    for place, change in ((source, -coins), (target, coins)):
        if place is None:
            state.bank += change
        else:
            state.coins[place] += change
