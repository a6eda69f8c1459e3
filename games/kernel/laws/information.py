"""Everything a seat is shown, as bytes, to compare two positions.

Used by the laws on secrets: a position must look the same to a seat after everything that it cannot know has been
redrawn, and after somebody else has given a standing order.
"""

from typing import Any

import msgspec

from games.kernel import codec, engine, legal_moves
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.laws.random_cases import refusal
from games.kernel.position import UNSEEN, AnyPosition, Played
from games.kernel.rng import Rng
from games.kernel.types import Decision, Event, Move

Shown = dict[str, bytes]
LOOK_AHEAD = 5  # moves after an order was given


def outputs(game: Game, position: AnyPosition, seat: int | None, tries: list[Move]) -> Shown:
    """Everything a seat (None: a spectator) is shown, by name, as bytes. `tries`: moves whose refusal it sees."""
    state, names = position.state, [f"P{number}" for number in range(position.seats)]
    everything = engine.open_decisions(game, position)
    own = [found for found in everything if found.decision.seat == seat]
    asked = next((f.decision for f in own if f.answer is None and f.decision.clock.pace != "standing"), None)
    view = engine.view_for(game, position, seat)
    shown = {
        "view": view,
        "decisions": own,
        "waiting_for": engine.waiting_for(game, position),
        "asked": [  # public: that a seat is asked, but not the wording, which may name cards
            (decision.key, decision.optional, decision.secret, decision.clock.pace, decision.acts_for)
            for decision in (found.decision for found in everything)
            if decision.clock.pace not in UNSEEN
        ],
        "headline": game.table.headline(view, asked, names),
        "words": game.table.position_words(view, names, seat),
        "result": game.rules.result(state),
        "table": _all_facts(game.table.facts(view, asked, names)),
    }
    if game.mail.picture is not None:  # the bitmap is made from this drawing alone
        shown["picture"] = game.mail.picture(view, asked, names, seat)
    if seat is not None:
        step = game.rules.by_name[position.step]
        for number, move in enumerate(tries):
            refused = refusal(game, position, seat, move)
            shown[f"answer to {move.verb} {number}"] = str(refused)
            shown[f"narrow {move.verb} {number}"] = [step.narrow(state, seat, move.verb, part) for part in _parts(move)]
            if refused is None:
                shown[f"preview {move.verb} {number}"] = step.preview(state, seat, move)
    return {name: _encode(value) for name, value in shown.items()}


def _all_facts(table: Any) -> dict[str, Any]:
    """What templates can read from a game's facts: the items of a dict, the public attributes of an object."""
    if isinstance(table, dict):
        return table
    facts = {name: getattr(table, name) for name in dir(table) if not name.startswith("_")}
    return {name: fact for name, fact in facts.items() if not callable(fact)}  # methods are not shown


def _encode(value: Any) -> bytes:
    return codec.dump(msgspec.to_builtins(value, str_keys=True, enc_hook=_all_facts))


def event_leak(game: Game, position: AnyPosition, other: AnyPosition, seat: int | None, rng: Rng) -> str:
    """Play one move of somebody else in both positions. If the seat's view is still the same, the public part of the
    log must be too, except for events that the game declares as `shown_once`. Returns the difference, or ""."""
    required = [d for d in engine.decisions(game, position) if d.seat != seat and not d.optional]
    if not required:
        return ""
    decision = rng.choose(required)
    move = legal_moves.random_move(game, position, decision, rng)
    one = codec.copy(game, msgspec.structs.replace(position, parked={}))
    two = codec.copy(game, msgspec.structs.replace(other, sealed=position.sealed))
    if not _answers_fit(game, two):
        return ""
    try:
        id = one.id_of(decision)
        first = engine.play(game, one, decision.seat, move, id)
        second = engine.play(game, two, decision.seat, move, id)
    except IllegalMove:
        return ""  # the redrawn hand cannot make this move
    has_orders = any(played.by_order for played in (*first.played, *second.played))  # one position may have lost them
    if has_orders or _encode(engine.view_for(game, one, seat)) != _encode(engine.view_for(game, two, seat)):
        return ""  # the move has revealed something
    told, again = _public_log(game, first.events), _public_log(game, second.events)
    return "" if told == again else f"{told.decode()} | {again.decode()}"


def order_leak(game: Game, position: AnyPosition, decision: Decision, order: Move, rng: Rng) -> str:
    """Give a standing order on a copy. Returns what others could notice, now or when it acts, or ""."""
    plain, ordered = codec.copy(game, position), codec.copy(game, position)
    outcome = engine.play(game, ordered, decision.seat, order, position.id_of(decision))
    at_once = [played for played in outcome.played if played.by_order and played.seat == decision.seat]
    if at_once:  # it answers its seat's open decision: others see an answer, not an order
        return _as_if_by_hand(game, plain, ordered, at_once, outcome.events)
    if outcome.events or outcome.is_public or not outcome.keeps_order:
        return "giving it is public or logged"
    for name in ("serial", "step", "opened", "sealed", "parked", "round", "rng"):
        if getattr(plain, name) != getattr(ordered, name):
            return f"giving it changes the {name} of the position"
    return _seen_by_others(game, plain, ordered, decision.seat) or _acts_unseen(
        game, plain, ordered, decision.seat, rng
    )


def _as_if_by_hand(
    game: Game, plain: AnyPosition, ordered: AnyPosition, answers: list[Played], events: list[Event]
) -> str:
    """Give the same answers by hand in the other position: others must not see a difference."""
    by_hand, problem = _give_by_hand(game, plain, answers)
    if problem is not None:
        return problem
    owner = answers[0].seat
    told = _told_to_others(game, plain, by_hand, events, owner)
    return told or _seen_by_others(game, plain, ordered, owner)


def _give_by_hand(game: Game, position: AnyPosition, answers: list[Played]) -> tuple[list[Event], str | None]:
    """Give an order's answers by hand. Returns the events, and None, or why to stop: a refused answer in words, or ""
    if an earlier order of the same seat acts as well, so that the positions cannot be compared."""
    events: list[Event] = []
    for answer in answers:
        try:
            outcome = engine.play(game, position, answer.seat, answer.move)
        except IllegalMove as refused:
            return events, f"it plays {answer.move}, which the player could not: {refused}"
        if any(played.by_order and played.seat == answer.seat for played in outcome.played):
            return events, ""
        events += outcome.events
    return events, None


def what_differs(shown: Shown, again: Shown) -> str:
    """The first difference, with its name and context."""
    for name in sorted({*shown, *again}):
        one, other = shown.get(name, b"nothing"), again.get(name, b"nothing")
        if one != other:
            return f"{name}: {first_difference(one, other)}"
    return ""


def first_difference(one: bytes, other: bytes) -> str:
    """Both texts around the first difference."""
    place = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    cut = slice(max(0, place - 80), place + 80)
    return f"{one[cut].decode(errors='replace')} | {other[cut].decode(errors='replace')}"


def _answers_fit(game: Game, position: AnyPosition) -> bool:
    """Whether the sealed answers are still legal now that hands have been redrawn."""
    given = [found for found in engine.open_decisions(game, position) if found.answer is not None]
    return all(
        found.answer and not refusal(game, position, found.decision.seat, found.answer, found.id) for found in given
    )


def _acts_unseen(game: Game, plain: AnyPosition, ordered: AnyPosition, owner: int, rng: Rng) -> str:
    """Play some moves in both positions; when the order answers in one, give the same answer by hand in the other."""
    for _ in range(LOOK_AHEAD):
        required = [d for d in engine.decisions(game, plain) if not d.optional]
        if not required:
            return ""
        decision = rng.choose(required)
        move = legal_moves.random_move(game, plain, decision, rng)
        id = plain.id_of(decision)
        by_order = engine.play(game, ordered, decision.seat, move, id)
        by_hand = engine.play(game, plain, decision.seat, move, id)
        if any(played.by_order and played.seat == owner for played in by_hand.played):
            return ""  # an earlier order of the same seat has acted: nothing to compare
        answers = [played for played in by_order.played if played.by_order and played.seat == owner]
        events, problem = _give_by_hand(game, plain, answers)
        if problem is not None:
            return problem
        events = [*by_hand.events, *events]
        told = _told_to_others(game, plain, events, by_order.events, owner)
        if told or (told := _seen_by_others(game, plain, ordered, owner)):
            return told
    return ""


def _told_to_others(game: Game, position: AnyPosition, events: list[Event], by_order: list[Event], owner: int) -> str:
    for seat in (*range(position.seats), None):
        one, other = _log(game, position, events, seat), _log(game, position, by_order, seat)
        if seat != owner and one != other:
            return f"seat {seat} learns of it from the log: {one.decode()} | {other.decode()}"
    return ""


def _seen_by_others(game: Game, plain: AnyPosition, ordered: AnyPosition, owner: int) -> str:
    for seat in (*range(plain.seats), None):
        if seat != owner:
            one, other = outputs(game, plain, seat, []), outputs(game, ordered, seat, [])
            if one != other:
                return f"seat {seat} sees it in {what_differs(one, other)}"
    return ""


def _log(game: Game, position: AnyPosition, events: list[Event], seat: int | None) -> bytes:
    is_over = game.rules.result(position.state) is not None
    return _encode(engine.events_for(events, seat, position.round, is_over))


def _public_log(game: Game, events: list[Event]) -> bytes:
    return _encode(
        [(event.kind, event.clause, event.data) for event in events if event.kind not in game.table.shown_once]
    )


def _parts(move: Move) -> list[dict[str, Any]]:
    """The arguments as a client collects them: none, the first, the first two ..."""
    names = list(move.args)
    return [{name: move.args[name] for name in names[:count]} for count in range(len(names) + 1)]
