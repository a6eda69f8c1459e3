"""The laws that every game must keep. Each is a function that raises LawBroken with the table that breaks it.

    1 looking changes nothing             7 parallel answers commute
    2 JSON and back gives the same bytes  8 any seat can leave at any step
    3 same seed, same moves, same bytes   9 random play ends, and nothing is lost
    4 defaults and legal moves are       10 recorded matches replay (games/kernel/replay.py)
      accepted, others refused           11 standing orders leave no trace
    5 the match always waits for somebody  12 sentences are written for their readers
    6 nobody sees what they cannot know

A law plays one random match and examines some of its positions, or all of them if that is cheap.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from games.kernel import codec, engine, legal_moves, replay
from games.kernel.bots import seed_from
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.laws import reading
from games.kernel.laws.information import event_leak, first_difference, order_leak, outputs, what_differs
from games.kernel.laws.judging import clauses_of, judge_decision, judge_strangers, known_refusal, some
from games.kernel.laws.random_cases import Case, Walked, legal_sample, malformed, refusal, walk, walk_on
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Decision, Event, Move

RECORDED = 10  # the law that needs a title's folder: `recorded_matches`
LOOKS = 10  # positions of a match that expensive laws examine


class LawBroken(AssertionError):
    """A game breaks a law. The message names the law, the game and the table."""


class Law(NamedTuple):
    """A law: its number, its name and the function that tests it."""

    number: int
    name: str
    check: Callable[[Game, Case], None]


LAWS: dict[int, Law] = {}


def law(number: int, name: str) -> Callable[[Callable[[Game, Case], None]], Callable[[Game, Case], None]]:
    """Register a function in LAWS. Any exception it raises becomes a LawBroken that describes the case."""

    def register(function: Callable[[Game, Case], None]) -> Callable[[Game, Case], None]:
        def check(game: Game, case: Case) -> None:
            try:
                function(game, case)
            except Exception as error:
                what = str(error) or repr(error)
                kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
                raise LawBroken(f"{game.meta.slug} breaks law {number} ({name}) in {case}: {kind}{what}") from error

        check.__doc__ = function.__doc__
        LAWS[number] = Law(number, name, check)
        return check

    return register


@law(1, "looking changes nothing")
def looking_changes_nothing(game: Game, case: Case) -> None:
    """Asking, checking, viewing, telling, listing, previewing and redrawing leave the position unchanged."""
    names = [f"P{seat}" for seat in range(case.seats)]
    for look, rng in looks(game, case):
        position, before = look.position, codec.dump(look.position)
        for seat in (*range(case.seats), None):
            outputs(game, position, seat, _tries(game, position, seat, rng))
            engine.redrawn(game, position, seat, rng)
            for event in engine.events_for(
                look.events, seat, position.round, game.rules.result(position.state) is not None
            ):
                told = game.table.story(event, names)
                assert isinstance(told, str) and told.strip(), f"event {event.kind} has no story"
        for decision in look.asked:
            legal_sample(game, position, decision, rng, 1)
            refusal(game, position, decision.seat, decision.default)
        game.rules.audit(position.state)
        assert codec.dump(position) == before, f"at {position.step} a read-only function changes the position"


@law(2, "JSON and back gives the same bytes")
def json_round_trip(game: Game, case: Case) -> None:
    """After each move, encoding and decoding the position gives the same JSON; so it does for the events."""
    for look in walk(game, case):
        raw = codec.dump(look.position)
        loaded = codec.load(game, raw)
        assert codec.dump(loaded) == raw, f"at {look.position.step}: {first_difference(raw, codec.dump(loaded))}"
        events = codec.dump(look.events)
        assert codec.dump(codec.load_events(events)) == events, f"events of {look.position.step} do not survive"


@law(3, "same seed and moves, same bytes")
def same_bytes(game: Game, case: Case) -> None:
    """Playing a match again, reloading it after each move, gives the same positions and events."""
    position, events = engine.start(game, case.seats, case.options, case.seed)
    for look in walk(game, case):
        if look.move is not None and look.seat is not None:
            position = codec.load(game, codec.dump(position))
            events = engine.play(game, position, look.seat, look.move, look.id).events
        assert codec.dump(position) == codec.dump(look.position), f"another position at serial {position.serial}"
        assert codec.dump(events) == codec.dump(look.events), f"other events at serial {position.serial}"


@law(4, "legal moves are accepted, others refused with a clause")
def moves_are_judged(game: Game, case: Case) -> None:
    """Defaults and listed moves are accepted in canonical form, others raise IllegalMove with a known clause."""
    last = None
    for look, rng in looks(game, case, to_the_end=True):
        last = look.position
        before = codec.dump(last)
        open_now = [decision for decision in look.asked if not (decision.is_final and decision.key in last.sealed)]
        for decision in some(open_now, 4, rng):
            judge_decision(game, last, decision, rng)
        judge_strangers(game, look)
        assert codec.dump(last) == before, f"at {last.step} checking moves changes the position"
    assert last is not None
    for seat in range(case.seats):
        known_refusal(game, refusal(game, last, seat, Move("no such verb")), f"a move of seat {seat} after the end")


@law(5, "the match always waits for somebody")
def somebody_is_asked(game: Game, case: Case) -> None:
    """A decision that is not optional is open until there is a result; decisions are well formed, clauses known."""
    known = clauses_of(game)
    for look in walk(game, case):
        position = look.position
        is_over = game.rules.result(position.state) is not None
        required = [d for d in look.asked if not d.optional and d.key not in position.sealed]
        assert is_over == (not required), (
            f"at {position.step} {'a finished match waits' if is_over else 'nobody is asked'}: {required}"
        )
        keys = [decision.key for decision in look.asked]
        assert len(set(keys)) == len(keys), f"at {position.step} a seat is asked twice: {keys}"
        for decision in look.asked:
            _well_formed(position, decision, known)
        for event in look.events:
            assert event.clause in known, f"event {event.kind} cites unknown clause {event.clause!r}"
            assert set(event.private) <= set(range(case.seats)), f"event {event.kind} is private to an unknown seat"


@law(6, "nobody sees what they cannot know")
def nothing_leaks(game: Game, case: Case) -> None:
    """If everything a seat cannot know is redrawn, it is shown exactly the same bytes. So is a further redraw: what a
    bot imagines follows only from what its seat sees and from the bot's own random numbers."""
    for look, rng in looks(game, case):
        position = look.position
        for seat in (*range(case.seats), None):
            tries = _tries(game, position, seat, rng)
            other = engine.redrawn(game, position, seat, rng)
            game.rules.audit(other.state)
            shown, again = outputs(game, position, seat, tries), outputs(game, other, seat, tries)
            assert shown == again, (
                f"at {position.step} seat {seat} sees more than it knows: {what_differs(shown, again)}"
            )
            seed = seed_from("again", case.seed, position.serial)
            deals = [codec.dump(engine.redrawn(game, one, seat, Rng(seed))) for one in (position, other)]
            assert deals[0] == deals[1], (
                f"at {position.step} the redraw for seat {seat} depends on hidden facts: {first_difference(*deals)}"
            )
            leak = event_leak(game, position, other, seat, rng)
            assert not leak, f"at {position.step} seat {seat} learns from the log: {leak}"


@law(7, "parallel answers commute")
def answers_commute(game: Game, case: Case) -> None:
    """The order of answers to one step makes no difference, and an answer that was replaced leaves no trace."""
    for look, rng in looks(game, case):
        position = look.position
        required = [d for d in look.asked if not d.optional and d.key not in position.sealed]
        if len(required) < 2:
            continue
        answers = [(decision, legal_moves.random_move(game, position, decision, rng)) for decision in required]
        first = _answer_all(game, position, answers)
        rng.shuffle(answers)
        second = _answer_all(game, position, answers)
        if first is None or second is None:
            continue  # the step closes early: these answers race each other
        assert first == second, f"at {position.step} the order of answers matters: {first_difference(first, second)}"
        decision = answers[0][0]
        if decision.is_final:
            _stays_as_given(game, position, answers[0], decision.default)
            continue
        changed = _answer_all(game, position, [(decision, decision.default), *answers])
        assert changed in (first, None), f"at {position.step} a replaced answer leaves a trace"


@law(8, "any seat can leave at any step")
def seats_may_leave(game: Game, case: Case) -> None:
    """Whenever a seat leaves, nothing is lost, it is not asked again, and the match ends with a full ranking."""
    for look, rng in looks(game, case):
        if not look.asked:
            continue
        goes_on = rng.below(case.seats)
        for seat in range(case.seats):
            position = codec.copy(game, look.position)
            _leave(game, position, seat, rng)
            if seat == goes_on:
                while game.rules.result(position.state) is None:
                    for _ in zip(range(1 + rng.below(8)), walk_on(game, position, rng), strict=False):
                        game.rules.audit(position.state)
                    if game.rules.result(position.state) is None and rng.below(2):
                        _leave(
                            game, position, rng.choose([s for s in range(case.seats) if s not in position.left]), rng
                        )
                _full_ranking(game, position)


@law(9, "random play ends and nothing is lost")
def play_ends(game: Game, case: Case) -> None:
    """The audit passes after each move of a random match, which ends with a rank for each seat."""
    position = None
    for look in walk(game, case):
        position = look.position
        game.rules.audit(position.state)
    assert position is not None
    _full_ranking(game, position)


@law(11, "standing orders leave no trace")
def orders_leave_no_trace(game: Game, case: Case) -> None:
    """Nobody else can tell that an order was given or, when it acts, that the player did not move by hand."""
    for look, rng in looks(game, case):
        for decision in some([found for found in look.asked if found.clock.pace == "standing"], 1, rng):
            order = legal_moves.random_move(game, look.position, decision, rng)
            trace = order_leak(game, look.position, decision, order, rng)
            assert not trace, f"at {look.position.step} an order of seat {decision.seat} shows: {trace}"
    _public_record_replays(game, case)


@law(12, "sentences are written for their readers")
def sentences_have_readers(game: Game, case: Case) -> None:
    """In the log and the headline, players read "you" instead of their name, with verbs that agree."""
    for look in walk(game, case):
        _reads_well(game, look.position, look.events)
        names = _names(case.seats)
        for seat in range(case.seats):
            decision = next((asked for asked in look.asked if asked.seat == seat), None)
            told = game.table.headline(engine.view_for(game, look.position, seat), decision, names)
            faults = reading.faults_for(told, names, seat)
            assert not faults, f"the headline at {look.position.step}: {faults[0]}"


def _reads_well(game: Game, position: AnyPosition, events: list[Event]) -> None:
    """Every event in words, as each seat may know it, is right for each player whom it names."""
    names, is_over = _names(position.seats), game.rules.result(position.state) is not None
    for seat in (*range(position.seats), None):
        for event in engine.events_for(events, seat, position.round, is_over):
            faults = reading.faults(game.table.story(event, names), names)
            assert not faults, f"event {event.kind}: {faults[0]}"


def _names(seats: int) -> list[str]:
    return [f"Quill{seat}" for seat in range(seats)]


def recorded_matches(game: Game, folder: Path) -> int:
    """Laws 10 and 12: every record in the folder replays to its end, and its log has readers.

    Returns the number of records; raises LawBroken.
    """
    paths = sorted(folder.glob("*.json"))
    for path in paths:
        try:
            replay.play_record(game, msgspec.json.decode(path.read_bytes()), hear=partial(_reads_well, game))
        except replay.Difference as difference:
            raise LawBroken(
                f"{game.meta.slug} breaks law {RECORDED} (recorded matches replay) in {path.name}: {difference}"
            ) from None
        except AssertionError as fault:
            raise LawBroken(f"{game.meta.slug} breaks law 12 in {path.name}: {fault}") from None
    return len(paths)


def looks(game: Game, case: Case, to_the_end: bool = False) -> Iterator[tuple[Walked, Rng]]:
    """Some positions spread over a random match, each with a random generator for experiments."""
    rng = Rng(seed_from("look", case.seed))
    stride, taken = rng.choose((1, 2, 3, 5, 8, 13)), 0
    for number, look in enumerate(walk(game, case)):
        is_last = not look.asked
        if (number % stride == 0 and taken < LOOKS) or is_last:
            taken += 1
            yield look, rng
        if taken >= LOOKS and not to_the_end:
            return


def _public_record_replays(game: Game, case: Case) -> None:
    """A match with orders can be replayed from a record that has the moves made by orders, but not the orders."""
    lines: list[dict[str, Any]] = []
    look = None
    for look in walk(game, case, orders=3):
        if look.outcome is not None:
            played = [one for one in look.outcome.played if one.by_order or not look.outcome.keeps_order]
            for one in played:
                line = replay.line_of(one.seat, one.move, "order" if one.by_order else "web")
                lines.append(line | ({} if one.by_order else {"id": look.id}))
    assert look is not None
    record = replay.make_record(game, look.position, case.seats, codec.plain(case.options), lines)
    replay.play_record(game, record)


def _well_formed(position: AnyPosition, decision: Decision, known: set[str]) -> None:
    what = f"at {position.step} the decision of seat {decision.seat}"
    assert decision.seat in range(position.seats) and decision.seat not in position.left, f"{what} asks an empty seat"
    assert decision.prompt.strip(), f"{what} has no prompt"
    verbs = [action.verb for action in decision.actions]
    assert len(set(verbs)) == len(verbs) and decision.default.verb in verbs, f"{what} has the verbs {verbs}"
    assert set(decision.clauses) <= known, f"{what} cites unknown clauses: {decision.clauses}"
    if decision.clock.pace == "standing":
        assert decision.optional and decision.secret, f"{what} is a standing order, but not optional and secret"


def _tries(game: Game, position: AnyPosition, seat: int | None, rng: Rng) -> list[Move]:
    """Moves, legal and illegal, that a seat could try."""
    tries: list[Move] = []
    for decision in engine.ask(game, position):
        if decision.seat == seat:
            legal = legal_sample(game, position, decision, rng, 3)
            tries += [*legal, *list(malformed(decision, legal[0], rng))[:4]]
    return tries


def _answer_all(game: Game, position: AnyPosition, answers: list[tuple[Decision, Move]]) -> bytes | None:
    """The position after these answers; None if the step closed before the last one."""
    position = codec.copy(game, position)
    serial = position.serial
    for decision, move in answers:
        if position.serial != serial:
            return None
        engine.play(game, position, decision.seat, move, position.id_of(decision))
    return codec.dump(position)


def _stays_as_given(game: Game, position: AnyPosition, given: tuple[Decision, Move], other: Move) -> None:
    """A final answer cannot be replaced."""
    position = codec.copy(game, position)
    decision, move = given
    serial = position.serial
    engine.play(game, position, decision.seat, move, position.id_of(decision))
    if position.serial == serial:
        found = refusal(game, position, decision.seat, other)
        known_refusal(game, found, f"at {position.step} a second answer to a final one")


def _leave(game: Game, position: AnyPosition, seat: int, rng: Rng) -> None:
    if seat in position.left or game.rules.result(position.state) is not None:
        return
    step = position.step
    try:
        engine.drop(game, position, seat, rng.choose(("resigned", "removed")))
    except IllegalMove as found:  # an eliminated player has nothing to give up
        known_refusal(game, found, "leaving")
        assert all(decision.seat != seat for decision in engine.ask(game, position)), str(found)
        return
    game.rules.audit(position.state)
    raw = codec.dump(position)
    assert codec.dump(codec.load(game, raw)) == raw, (
        f"at {step}: the position without seat {seat} does not survive JSON"
    )
    asked = engine.ask(game, position)
    assert all(decision.seat != seat for decision in asked), f"at {step} seat {seat} left, but is asked"
    is_over = game.rules.result(position.state) is not None
    assert is_over or any(not decision.optional for decision in asked), f"at {step}: seat {seat} left, nobody is asked"
    try:
        engine.drop(game, position, seat, "resigned")
    except IllegalMove as found:
        known_refusal(game, found, "leaving twice")
        return
    raise AssertionError(f"at {step} seat {seat} leaves twice")


def _full_ranking(game: Game, position: AnyPosition) -> None:
    ranks = game.rules.result(position.state)
    assert isinstance(ranks, list) and len(ranks) == position.seats, f"the match ends with the ranks {ranks}"
    fits = all(type(rank) is int and 1 <= rank <= position.seats for rank in ranks)
    assert fits and 1 in ranks, f"the match ends with the ranks {ranks}"
