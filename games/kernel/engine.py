"""The main loop of a match: start, ask, answer, resolve. Positions are changed in place, after all checks have passed.

`play` and `drop` raise IllegalMove before anything has changed. If a game's own `resolve` raises an exception, the
position is left half changed: load it again, as the platform does when its transaction is rolled back.
"""

from collections.abc import Collection, Iterable
from functools import partial
from typing import Any

import msgspec

from games.kernel import codec, legal_moves, standing_orders, validation
from games.kernel.display import Fact
from games.kernel.errors import IllegalMove, RunawayStep, need
from games.kernel.game import Game, Names
from games.kernel.position import UNSEEN, AnyPosition, Open, Outcome, Played, Position
from games.kernel.rng import Rng
from games.kernel.step import Answers, Context, Imagining, Step
from games.kernel.types import Decision, Event, Move
from games.kernel.words import read_by

Asked = dict[str, Any]  # by key: a Decision, or what an offer is built from
LONGEST_RUN = 1000  # automatic steps in a row; more are a bug in the rules


def start(game: Game, seats: int, options: Any, seed: str) -> tuple[AnyPosition, list[Event]]:
    """Start a match: the first position and the events that led to it.

    `options` is the game's options Struct or plain data for it, `seed` is 32 hexadecimal digits.
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
    """Convert options to the game's Struct. Raises IllegalMove for unknown names and values."""
    if isinstance(options, game.rules.options):
        return options
    try:
        return msgspec.convert(options, game.rules.options)
    except msgspec.ValidationError:
        validation.refuse_options(game, options)


def ask(game: Game, position: AnyPosition, asked: list[Decision] | None = None) -> list[Decision]:
    """The decisions of the open step, answered or not, and its offers; none once the match is over.

    Pass the decisions returned by `answer` as `asked` to avoid computing them again.
    """
    if game.rules.result(position.state) is not None:
        return []
    step = game.rules.by_name[position.step]
    asked = step.ask(position.state) if asked is None else asked
    return asked + [step.offer(about) for about in step.offers(position.state).values()]


def open_decisions(game: Game, position: AnyPosition, asked: list[Decision] | None = None) -> list[Open]:
    """The decisions of `ask` with their ids and sealed answers. For the platform only: it shows who has answered."""
    known = position.sealed
    return [Open(position.id_of(one), one, known.get(one.key)) for one in ask(game, position, asked)]


def decisions(game: Game, position: AnyPosition) -> list[Decision]:
    """The decisions that have no answer yet."""
    return [decision for decision in ask(game, position) if decision.key not in position.sealed]


def waiting_for(game: Game, position: AnyPosition) -> list[tuple[int, str]]:
    """`waiting_among` the open decisions of this position."""
    return waiting_among(open_decisions(game, position))


def waiting_among(opens: list[Open]) -> list[tuple[int, str]]:
    """Who the match is waiting for, as public information: (seat, pace) of each decision that holds it up.

    A seat that has answered stays on the list if its decision is secret.
    """
    return [
        (open.decision.seat, open.decision.clock.pace)
        for open in opens
        if not (open.decision.optional or open.decision.clock.pace in UNSEEN)
        and (open.decision.secret or open.answer is None)
    ]


def taken_back(game: Game, before: AnyPosition, after: AnyPosition) -> AnyPosition:
    """`before` as the position that follows `after`: it will draw the same random numbers, with new decision ids."""
    position = codec.copy(game, before)
    position.serial = after.serial + 1
    position.sealed, position.parked = {}, {}
    position.opened = {decision.key: position.serial for decision in ask(game, position)}
    return position


def check(
    game: Game, position: AnyPosition, seat: int, move: Move, id: str | None = None, asked: list[Decision] | None = None
) -> tuple[Decision, Move]:
    """Return the decision that this move answers, and the move in canonical form. Changes nothing.

    Raises IllegalMove.
    """
    _refuse_when_over(game, position)
    asked = ask(game, position) if asked is None else asked
    decision, fitted = validation.validate(game, position, asked, seat, move, id)
    game.rules.by_name[position.step].check(position.state, seat, fitted)
    return decision, fitted


def play(game: Game, position: AnyPosition, seat: int, move: Move, id: str | None = None) -> Outcome:
    """Answer the decision with this id; None takes any open decision of the seat that offers the verb.

    Raises IllegalMove before anything has changed.
    """
    return answer(game, position, ask(game, position), seat, move, id)[0]


def answer(
    game: Game, position: AnyPosition, asked: list[Decision], seat: int, move: Move, id: str | None
) -> tuple[Outcome, list[Decision]]:
    """`play` for a caller that has called `ask`. Also returns the decisions that are open next, without the offers."""
    return carry_out(game, position, asked, *check(game, position, seat, move, id, asked))


def carry_out(
    game: Game, position: AnyPosition, asked: list[Decision], decision: Decision, move: Move
) -> tuple[Outcome, list[Decision]]:
    """`answer` without the checks: for a move that has passed them, or one of `random_move` or the house bot for a
    decision that is not a standing order (law 4 makes sure that these would pass unchanged).
    """
    given = Played(decision.seat, move)
    if decision.clock.pace == "standing":
        game.rules.by_name[position.step].keep_order(position.state, decision.seat, move)
        return _obey(game, position, given)
    position.sealed[decision.key] = move
    return _go_on(game, position, given, asked, decision.secret)


def imagine(game: Game, position: AnyPosition, asked: list[Decision], decision: Decision, move: Move) -> list[Decision]:
    """`carry_out` in an imagined world, where nobody reads the log, needs ids or gives standing orders: quicker."""
    position.sealed[decision.key] = move
    return _settle(game, position, Imagining(position.rng, position.round), None, asked)


def imagine_quickly(game: Game, position: AnyPosition, seat: int, move: Move) -> None:
    """`imagine` for the only open decision: nothing is sealed, and the next decisions are not built (see `resume`)."""
    step = game.rules.by_name[position.step]
    position.step = step.resolve(position.state, Answers({seat: move}), Imagining(position.rng, position.round))
    position.serial += 1


def resume(game: Game, position: AnyPosition) -> list[Decision]:
    """The decisions that are open next, after the steps that nobody has to answer."""
    return _settle(game, position, Imagining(position.rng, position.round), None)


def drop(game: Game, position: AnyPosition, seat: int, reason: str) -> Outcome:
    """The seat leaves for good. `reason` is "resigned" or "removed". Raises IllegalMove if it cannot leave."""
    need(reason in ("resigned", "removed"), "PLAY-05", "A seat leaves by resigning or by being removed.")
    need(seat in range(position.seats), "PLAY-05", "There is no such seat in this match.")
    _refuse_when_over(game, position)
    if seat in position.left:
        validation.refuse_unasked(game, position, seat)
    context, asking = _context(game, position), game.rules.by_name[position.step]
    asked = _by_key(asking, position, asking.ask(position.state))
    open_before: Asked | None = {key: asked[key] for key in asked if key not in position.sealed}
    step = game.rules.drop(position.state, seat, reason, context)
    position.left.append(seat)
    position.round = context.round
    position.parked[position.step] = position.sealed  # restored if still legal
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
    return Outcome(context.events, context.played, True, used=tuple(context.used), between=context.between)


def view_for(game: Game, position: AnyPosition, seat: int | None) -> Any:
    """What this seat may see; None is a spectator."""
    return game.rules.view(position.state, position.step, seat)


def position_words(game: Game, view: Any, names: Names, reader: int | None) -> list[Fact]:
    """The position in a view in words, as the player of this seat reads it; None: a spectator."""
    told = game.table.position_words(view, names, reader)
    return [Fact(read_by(fact.label, reader), read_by(fact.text, reader), fact.is_detail, fact.plan) for fact in told]


def redrawn(game: Game, position: AnyPosition, seat: int | None, rng: Rng) -> AnyPosition:
    """A position that the seat cannot tell from this one: hidden parts redrawn, and the sealed answers of others too.

    Where all may know who has answered, the answers are replaced by others; secret ones are removed.
    """
    state = game.rules.determinize(position.state, seat, rng)
    assert isinstance(state, game.rules.state) and state is not position.state, "determinize must return a new state"
    world = msgspec.structs.replace(position, state=state, sealed={}, parked={})
    for decision in ask(game, world):
        given = position.sealed.get(decision.key)
        if given is not None and decision.seat == seat:
            world.sealed[decision.key] = given
        elif given is not None and not decision.secret:
            world.sealed[decision.key] = legal_moves.random_move(game, world, decision, rng)
    return world


def events_for(events: Iterable[Event], seat: int | None, round: int, is_over: bool) -> list[Event]:
    """The events as this seat may see them: with its own private parts and all parts that have become public.

    `round` is the current round: parts that open with their round are public in later ones.
    """
    seen = []
    for event in events:
        if event.private and not is_open(event, round, is_over):
            own = {seat: event.private[seat]} if seat is not None and seat in event.private else {}
            event = msgspec.structs.replace(event, private=own)
        seen.append(event)
    return seen


def is_open(event: Event, round: int, is_over: bool) -> bool:
    """Have the private parts of this event become public?"""
    if event.opens == "now":
        return True
    return (event.opens == "round" and (event.round < round or is_over)) or (event.opens == "match" and is_over)


def _refuse_when_over(game: Game, position: AnyPosition) -> None:
    if game.rules.result(position.state) is not None:
        validation.refuse(game, "over", fallback=("PLAY-04", "The match is over."))


def _obey(game: Game, position: AnyPosition, order: Played) -> tuple[Outcome, list[Decision]]:
    """Apply a standing order that has just been stored, if it answers the open decision of its seat."""
    step = game.rules.by_name[position.step]
    asked = step.ask(position.state)
    if not standing_orders.answers_now(step, position, asked, order.seat):
        return Outcome([], [order], is_public=False, keeps_order=True), asked
    is_secret = all(decision.secret for decision in asked if decision.key == str(order.seat))
    return _go_on(game, position, order, asked, is_secret, keeps_order=True)


def _go_on(
    game: Game, position: AnyPosition, given: Played, asked: list[Decision], is_secret: bool, keeps_order: bool = False
) -> tuple[Outcome, list[Decision]]:
    """Continue after a move that has just been sealed or stored. Also returns the decisions that are open next."""
    serial, context = position.serial, _context(game, position)
    context.played.append(given)
    asked = _settle(game, position, context, None, asked)
    is_public = position.serial != serial or not is_secret
    used = tuple(context.used)
    return Outcome(context.events, context.played, is_public, keeps_order, used, context.between), asked


def _context(game: Game, position: AnyPosition) -> Context:
    return Context(position.rng, position.round, copy=partial(codec.copy, game, position))


def _settle(
    game: Game, position: AnyPosition, context: Context, open_before: Asked | None, asked: list[Decision] | None = None
) -> list[Decision]:
    """Resolve steps until one has to wait, and return its decisions.

    `open_before`: the unanswered decisions of the open step before this move (None: it has not asked before);
    `asked`: its decisions now, if the state has not changed since they were computed.
    """
    last, rules, is_real = position.step, game.rules, not isinstance(context, Imagining)
    for _ in range(LONGEST_RUN):
        step = rules.by_name[position.step]
        if asked is None:
            if rules.result(position.state) is not None:
                position.sealed, position.parked, position.opened = {}, {}, {}
                return []
            asked = step.ask(position.state)
            if position.parked:
                _restore(game, position, step, asked)
            if asked and is_real:  # even if orders answer at once: ids must not reveal whether the step had to wait
                _name(position, _by_key(step, position, asked), open_before if position.step == last else None)
                last = position.step
        answers = Answers()
        if asked:
            standing_orders.play(step, position, asked, context)
            closing = step.answers_to_resolve(position.state, asked, position.sealed)
            if closing is None:
                return asked
            if is_real:
                open_before = {
                    key: one for key, one in _by_key(step, position, asked).items() if key not in position.sealed
                }
            answers = _answers(step, position, closing, {one.key: one for one in asked}, context)
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
    """Take out the answers that the step resolves now, and park the others until it asks again."""
    answers, sealed, position.sealed = Answers(), position.sealed, {}
    closing = [key for key in keys if key in sealed and key in by_key]
    context.used += closing
    if len(closing) > 1:
        closing.sort(key=lambda key: (by_key[key].seat, key))  # by seat, not by arrival
    for key in closing:
        decision = by_key[key]
        target = answers.by_matter.setdefault((decision.matter, decision.case), {}) if decision.matter else answers
        target[decision.seat] = sealed[key]
    if len(closing) < len(sealed) and (
        waiting := {key: move for key, move in sealed.items() if key in by_key and key not in closing}
    ):
        position.parked[step.name] = waiting
    return answers


def _forget(position: AnyPosition, context: Context) -> None:
    """Remove the sealed answers that the game has declared void."""
    for is_void in context.void:
        for step, answers in list(position.parked.items()):
            kept = {key: move for key, move in answers.items() if not is_void(int(key.partition(".")[0]), move)}
            position.parked |= {step: kept}
    context.void = []


def _restore(game: Game, position: AnyPosition, step: Step[Any], asked: list[Decision]) -> None:
    """Restore the answers that were sealed before an interruption, if they are still legal."""
    parked = position.parked.pop(position.step, {})
    for decision in asked if parked else ():
        move = parked.get(decision.key)
        if move is None or decision.key in position.sealed:
            continue
        kept = step.carry_over(position.state, decision, move)
        try:
            if kept is None:
                _, kept = validation.validate(game, position, [decision], decision.seat, move, None)
                step.check(position.state, decision.seat, kept)
        except IllegalMove:
            continue  # no longer legal: the seat is asked again
        position.sealed[decision.key] = kept


def _name(position: AnyPosition, asked: Asked, open_before: Asked | None) -> None:
    """Record the serial at which each decision was first asked: its id, kept while it stays open unchanged.

    `open_before`: the decisions that this step has asked before, still unanswered; None if another step asked.
    """
    before, position.opened = position.opened, dict.fromkeys(asked, position.serial)
    if open_before is None:
        return
    for key, now in asked.items():
        if key in before and (key in position.sealed or _is_same(open_before.get(key), now)):
            position.opened[key] = before[key]


def _is_same(was: Any, now: Any) -> bool:
    """Whether this is the same question as before, though perhaps with more time."""
    if was is now or was == now:
        return True
    if not isinstance(was, Decision):
        return False
    clock = msgspec.structs.replace(was.clock, extra=now.clock.extra)
    return bool(now.stays or msgspec.structs.replace(was, clock=clock) == now)
