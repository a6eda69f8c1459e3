"""The loop of a match: start, ask, answer, resolve. Positions are changed in place, and only after every gate.

`play` and `drop` raise IllegalMove before anything has changed. An exception out of a game's own `resolve` leaves the
position half done: load it again (the platform's transaction does).
"""

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from games.kernel import codec, validation
from games.kernel.errors import IllegalMove, RunawayStep, need
from games.kernel.game import Game
from games.kernel.position import UNSEEN, AnyPosition, Open, Outcome, Played, Position
from games.kernel.rng import Rng
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Decision, Event, Move

Asked = dict[str, Any]  # by key: a Decision, or what an offer depends on
LONGEST_RUN = 1000  # automatic steps in a row; a longer run is a bug in the rules


def start(game: Game, seats: int, options: Any, seed: str) -> tuple[AnyPosition, list[Event]]:
    """A new match: the first position and what happened on the way to it.

    `options` is a Struct of the game's options or plain data for it; `seed` 32 hexadecimal digits.
    Raises IllegalMove for a seat count or options that the game does not have.
    """
    if seats not in game.meta.seats:
        validation.refuse(game, "seats", fallback=("PLAY-06", f"{game.meta.title} is not played with {seats} seats."))
    chosen = read_options(game, options)
    rng = Rng(seed)
    context = Context(rng)
    state, step = game.rules.setup(seats, chosen, context)
    position: AnyPosition = Position(game.meta.slug, game.meta.rules, seats, chosen, rng, step, state)
    _settle(game, position, context, None)
    return position, context.events


def read_options(game: Game, options: Any) -> Any:
    """Options as the game's Struct. Raises IllegalMove for unknown names and values."""
    if isinstance(options, game.rules.options):
        return options
    try:
        return msgspec.convert(options, game.rules.options)
    except msgspec.ValidationError:
        validation.refuse_options(game, options)


def ask(game: Game, position: AnyPosition, asked: list[Decision] | None = None) -> list[Decision]:
    """What the open step asks, answered or not, and what it offers; nothing once the match is over.

    `asked`: what answer() said is asked now, for a caller that has it.
    """
    if game.rules.result(position.state) is not None:
        return []
    step = game.rules.by_name[position.step]
    asked = step.ask(position.state) if asked is None else asked
    return asked + [step.offer(about) for about in step.offers(position.state).values()]


def open_decisions(game: Game, position: AnyPosition, asked: list[Decision] | None = None) -> list[Open]:
    """Everything that `ask` says, with ids. For the platform: it tells who has answered."""
    known = position.sealed
    return [Open(position.id_of(one), one, known.get(one.key)) for one in ask(game, position, asked)]


def decisions(game: Game, position: AnyPosition) -> list[Decision]:
    """The decisions that still wait for an answer."""
    return [decision for decision in ask(game, position) if decision.key not in position.sealed]


def waiting_for(game: Game, position: AnyPosition) -> list[tuple[int, str]]:
    """`waiting_among` whatever is open in this position."""
    return waiting_among(open_decisions(game, position))


def waiting_among(opens: list[Open]) -> list[tuple[int, str]]:
    """Who is asked, as everybody may know it: (seat, pace) of each decision that holds up the match.

    A seat that has answered leaves the list only where the answer is no secret.
    """
    return [
        (open.decision.seat, open.decision.clock.pace)
        for open in opens
        if not (open.decision.optional or open.decision.clock.pace in UNSEEN)
        and (open.decision.secret or open.answer is None)
    ]


def taken_back(game: Game, before: AnyPosition, after: AnyPosition) -> AnyPosition:
    """The position `before` as the one that follows `after`: the same chance is to come, all decisions have new ids."""
    position = codec.copy(game, before)
    position.serial = after.serial + 1
    position.sealed, position.parked = {}, {}
    position.opened = {decision.key: position.serial for decision in ask(game, position)}
    return position


def check(
    game: Game, position: AnyPosition, seat: int, move: Move, id: str | None = None, asked: list[Decision] | None = None
) -> tuple[Decision, Move]:
    """The decision that this move answers and the move in canonical form. Raises IllegalMove; changes nothing."""
    _refuse_when_over(game, position)
    asked = ask(game, position) if asked is None else asked
    decision, fitted = validation.admit(game, position, asked, seat, move, id)
    game.rules.by_name[position.step].check(position.state, seat, fitted)
    return decision, fitted


def play(game: Game, position: AnyPosition, seat: int, move: Move, id: str | None = None) -> Outcome:
    """Answer a decision. `id` is the one the seat was shown; None accepts whichever open decision has the verb.

    Raises IllegalMove before anything has changed.
    """
    return answer(game, position, ask(game, position), seat, move, id)[0]


def answer(
    game: Game, position: AnyPosition, asked: list[Decision], seat: int, move: Move, id: str | None
) -> tuple[Outcome, list[Decision]]:
    """`play` for a caller that holds what `ask` says; also returns what is asked afterwards, without the offers."""
    return carry_out(game, position, asked, *check(game, position, seat, move, id, asked))


def carry_out(
    game: Game, position: AnyPosition, asked: list[Decision], decision: Decision, move: Move
) -> tuple[Outcome, list[Decision]]:
    """`answer` without the gates: for a move that has come through them, or that `random_move` has just drawn for a
    decision other than a standing order. Law 4: those come through the gates just as they are.
    """
    given = Played(decision.seat, move)
    if decision.clock.pace == "standing":
        game.rules.by_name[position.step].keep_order(position.state, decision.seat, move)
        return _obey(game, position, given)
    position.sealed[decision.key] = move
    return _go_on(game, position, given, asked, decision.secret)


def drop(game: Game, position: AnyPosition, seat: int, reason: str) -> Outcome:
    """The seat leaves for good. `reason` is "resigned" or "removed". Raises IllegalMove if it cannot leave."""
    need(reason in ("resigned", "removed"), "PLAY-05", "A seat leaves by resigning or by being removed.")
    need(seat in range(position.seats), "PLAY-05", "There is no such seat in this match.")
    _refuse_when_over(game, position)
    if seat in position.left:
        validation.refuse_unasked(game, position, seat)
    context, asking = Context(position.rng, position.round), game.rules.by_name[position.step]
    asked = _by_key(asking, position, asking.ask(position.state))
    open_before: Asked | None = {key: asked[key] for key in asked if key not in position.sealed}
    step = game.rules.drop(position.state, seat, reason, context)
    position.left.append(seat)
    position.round = context.round
    position.parked[position.step] = position.sealed  # what others have sealed comes back if it is still possible
    position.sealed = {}
    for answers in position.parked.values():
        for key in [key for key in answers if key.split(".")[0] == str(seat)]:
            del answers[key]
    _forget(position, context)
    if step is not None and step != position.step:
        del position.parked[position.step]
        position.step, open_before = step, None
    position.serial += 1
    _settle(game, position, context, open_before)
    return Outcome(context.events, context.played, is_public=True, used=tuple(context.used))


def view_for(game: Game, position: AnyPosition, seat: int | None) -> Any:
    """What this seat (None: a spectator) may see."""
    return game.rules.view(position.state, position.step, seat)


def events_for(events: Iterable[Event], seat: int | None, round: int, is_over: bool) -> list[Event]:
    """The events as this seat may know them: own private parts, and those of others that have been opened.

    `round` is the position's round now; a part kept until the end of its round is public in later ones.
    """
    seen = []
    for event in events:
        if event.private and not _is_open(event, round, is_over):
            own = {seat: event.private[seat]} if seat is not None and seat in event.private else {}
            event = msgspec.structs.replace(event, private=own)
        seen.append(event)
    return seen


def _is_open(event: Event, round: int, is_over: bool) -> bool:
    if event.opens == "now":
        return True
    return (event.opens == "round" and (event.round < round or is_over)) or (event.opens == "match" and is_over)


def _refuse_when_over(game: Game, position: AnyPosition) -> None:
    if game.rules.result(position.state) is not None:
        validation.refuse(game, "over", fallback=("PLAY-04", "The match is over."))


def _obey(game: Game, position: AnyPosition, order: Played) -> tuple[Outcome, list[Decision]]:
    """An order has been stored. Where it answers what its own seat is asked at this moment, it does so at once."""
    step = game.rules.by_name[position.step]
    asked = step.ask(position.state)
    key = str(order.seat)
    fits = key not in position.sealed and any(decision.key == key for decision in asked)
    if not fits or order.seat not in step.standing_orders(position.state):
        return Outcome([], [order], is_public=False, keeps_order=True), asked
    is_secret = all(decision.secret for decision in asked if decision.key == key)
    return _go_on(game, position, order, asked, is_secret, keeps_order=True)


def _go_on(
    game: Game, position: AnyPosition, given: Played, asked: list[Decision], is_secret: bool, keeps_order: bool = False
) -> tuple[Outcome, list[Decision]]:
    """What follows from a move that has just been sealed or stored, and what is asked then."""
    serial, context = position.serial, Context(position.rng, position.round, played=[given])
    asked = _settle(game, position, context, None, asked)
    is_public = position.serial != serial or not is_secret
    return Outcome(context.events, context.played, is_public, keeps_order, tuple(context.used)), asked


def _settle(
    game: Game, position: AnyPosition, context: Context, open_before: Asked | None, asked: list[Decision] | None = None
) -> list[Decision]:
    """Resolve steps until one has to wait. Returns what it asks.

    `open_before`: what the open step asked and nobody answered (None: it asks for the first time); `asked`: what it
    asks now, where that is known and the state has not changed since.
    """
    last, rules = position.step, game.rules
    for _ in range(LONGEST_RUN):
        step = rules.by_name[position.step]
        if asked is None:
            if rules.result(position.state) is not None:
                position.sealed, position.parked, position.opened = {}, {}, {}
                return []
            asked = step.ask(position.state)
            if position.parked:
                _restore(game, position, step, asked)
            if asked:  # named even if orders answer at once: ids must not tell whether the step had to wait
                _name(position, _by_key(step, position, asked), open_before if position.step == last else None)
                last = position.step
        answers = Answers()
        if asked:  # an automatic step in between closes nothing
            _use_orders(step, position, asked, context)
            closing = step.answers_to_resolve(position.state, asked, position.sealed)
            if closing is None:
                return asked
            by_key, given = _by_key(step, position, asked), position.sealed
            answers = _answers(step, position, closing, by_key, context)
            open_before = {key: by_key[key] for key in by_key if key not in given}
        position.step = step.resolve(position.state, answers, context)
        position.serial += 1
        position.round = context.round
        if context.void:
            _forget(position, context)
        asked = None
    raise RunawayStep(position.step)


def _by_key(step: Step[Any], position: AnyPosition, asked: list[Decision]) -> Asked:
    return {decision.key: decision for decision in asked} | step.offers(position.state)


def _answers(step: Step[Any], position: AnyPosition, keys: Collection[str], by_key: Asked, context: Context) -> Answers:
    """The answers that the step resolves now. After an interruption the others wait for its return."""
    answers, sealed, position.sealed = Answers(), position.sealed, {}
    closing = [key for key in keys if key in sealed and key in by_key]
    context.used += closing
    if len(closing) > 1:
        closing.sort(key=lambda key: (by_key[key].seat, key))  # by seat, not by arrival
    for key in closing:
        decision = by_key[key]
        target = answers.beside.setdefault((decision.matter, decision.case), {}) if decision.matter else answers
        target[decision.seat] = sealed[key]
    if len(closing) < len(sealed) and (
        waiting := {key: move for key, move in sealed.items() if key in by_key and key not in closing}
    ):
        position.parked[step.name] = waiting
    return answers


def _forget(position: AnyPosition, context: Context) -> None:
    """Take the sealed answers away that the game has declared void."""
    for is_void in context.void:
        for step, answers in list(position.parked.items()):
            kept = {key: move for key, move in answers.items() if not is_void(int(key.partition(".")[0]), move)}
            position.parked |= {step: kept}
    context.void = []


def _restore(game: Game, position: AnyPosition, step: Step[Any], asked: list[Decision]) -> None:
    """Give back the answers that an interruption left sealed, where they still fit what is asked."""
    parked = position.parked.pop(position.step, {})
    for decision in asked if parked else ():
        move = parked.get(decision.key)
        if move is None or decision.key in position.sealed:
            continue
        kept = step.carry_over(position.state, decision, move)
        try:
            if kept is None:
                _, kept = validation.admit(game, position, [decision], decision.seat, move, None)
                step.check(position.state, decision.seat, kept)
        except IllegalMove:
            continue  # what was sealed is not possible any more: the seat is asked again
        position.sealed[decision.key] = kept


def _use_orders(step: Step[Any], position: AnyPosition, asked: list[Decision], context: Context) -> None:
    orders = step.standing_orders(position.state)
    keys = {decision.key for decision in asked} if orders else ()
    for seat, move in orders.items():
        if str(seat) in keys and str(seat) not in position.sealed:
            position.sealed[str(seat)] = move
            context.played.append(Played(seat, move, by_order=True))


def _name(position: AnyPosition, asked: Asked, open_before: Asked | None) -> None:
    """Note when each decision was first asked. One that stayed open unchanged keeps its id: its page is not stale.

    `open_before`: what this step asked before and nobody answered; None where another step asked.
    """
    before, position.opened = position.opened, dict.fromkeys(asked, position.serial)
    if open_before is None:
        return
    for key, now in asked.items():
        if key in before and (key in position.sealed or _is_same(open_before.get(key), now)):
            position.opened[key] = before[key]


def _is_same(was: Any, now: Any) -> bool:
    """Whether this is still the question that was asked before; it may have been given more time meanwhile."""
    if was is now or was == now:
        return True
    if not isinstance(was, Decision):
        return False
    clock = msgspec.structs.replace(was.clock, extra=now.clock.extra)
    return bool(now.stays or msgspec.structs.replace(was, clock=clock) == now)
