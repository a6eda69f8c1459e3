"""The one door for moves. Pages, sockets, letters, the API, bots and clocks all come through play_move().

One transaction with the match row locked: look again whether the decision is open, let the kernel play, store. What
others must hear goes out after the commit. A process that still remembers the match tries without the lock first:
storing compares the stamp, so an old memory writes nothing, and the move takes the way with the lock.
"""

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec
from django.db import connection, transaction
from django.utils import timezone
from msgspec import Struct

from games import calendars, forms, notify
from games.calendars import Hours
from games.errors import Refusal, illegal, no_match, not_your_seat, stale
from games.forms import FormData
from games.frames import Frame, copy_frame, load_frame, recent
from games.holds import hold_left
from games.kernel import codec, engine, gates
from games.kernel.errors import IllegalMove
from games.kernel.types import Event, Move, Outcome
from games.models import MoveRecord
from games.services.store import Change, Entry, Overtaken, work_out, write

PEOPLE = ("web", "live", "mail", "api")  # who comes with a user; the others are the platform itself


class Receipt(Struct, frozen=True):
    """What a move did. `is_repeated`: the same answer had been given before and nothing was done now."""

    version: int
    events: list[Event] = []
    is_over: bool = False
    is_repeated: bool = False


def play_move(*, match_id: int, seat: int, decision: str, move: Move | FormData, by: str, user: Any = None) -> Receipt:
    """Answer the decision with id `decision` ("{serial}.{seat}") for this seat.

    `by` is web, live, mail, api, bot or clock; `user` the person (or bot) who answers, None for the clock.
    Raises Refusal with status 403, 404, 409 or 422; a refused move has changed nothing. The same answer sent again is
    answered as the first time (PLAY-12).
    """
    answer = partial(consider, seat=seat, decision=decision, move=move, by=by, user=user)
    known = recent.get(match_id, 0) if by in PEOPLE else None  # clocks do not trust remembered deadlines
    if known is not None and known.position is not None:
        try:
            change = answer(copy_frame(known))
            if isinstance(change, Change):  # else nothing is stored, and so nothing compared
                return settle([change])[0]
        except (Overtaken, Refusal):
            pass  # the memory may have been old: look again
    with transaction.atomic():
        change = answer(lock_frame(match_id))
        return settle([change])[0] if isinstance(change, Change) else change


def consider(
    frame: Frame,
    *,
    seat: int,
    decision: str,
    move: Move | FormData,
    by: str,
    user: Any = None,
    hours: Hours | None = None,
) -> Change | Receipt:
    """The first half of play_move(): let the kernel play on this frame and work out what is to be stored; see settle().

    A Receipt for an answer that was given before: there is nothing to store. Raises Refusal.
    """
    if by in PEOPLE and (user is None or frame.seat_of(user.pk) != seat):
        raise not_your_seat()
    given = _fingerprint(move)
    is_open = _is_open(frame, decision, seat)
    if not is_open and decision.isprintable() and _was_answered(frame, seat, decision, given):
        return Receipt(frame.version, is_over=frame.is_over, is_repeated=True)
    if not is_open and not frame.is_over:
        raise _not_open(frame, seat, move.verb if isinstance(move, Move) else forms.verb_of(move))
    return _play(frame, seat, decision, move, by, user, given, hours)


def settle(changes: list[Change], letters: Iterable[Any] = ()) -> list[Receipt]:
    """The second half, for one move or for those of several matches: store all with their letters (and with others
    that are owed because of them), rate, tell the others after the commit. Returns a receipt for each.

    Raises Overtaken if a frame is not locked and somebody was quicker; then roll back: some may be stored.
    """
    has_letters = any(change.has_letters for change in changes)
    with transaction.atomic(savepoint=False) if has_letters else nullcontext():
        write(changes)
        notify.after_moves(changes, letters)
    return [Receipt(change.frame.version, change.outcome.events, change.frame.is_over) for change in changes]


def lock_frame(match_id: int) -> Frame:
    """The match with its row locked until the transaction ends. Raises Refusal (404, or 409 while nobody plays)."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM games_match WHERE id = %s FOR UPDATE", [match_id])
        if cursor.fetchone() is None:
            raise no_match()
    frame = load_frame(match_id)  # a second statement: it sees what the holder of the lock before us committed
    if frame.position is None:
        raise Refusal(409, "This match has not started.")
    return frame


def carry_out(
    frame: Frame, act: Callable[[], Outcome], entry: Callable[[Outcome], list[Entry]], now: datetime
) -> Receipt:
    """Let the kernel act on a locked frame, store what came of it with its letters and ratings, tell the others.

    Raises Refusal (422) for what the rules forbid.
    """
    return settle([_act(frame, act, entry, now, None)])[0]


def _act(
    frame: Frame,
    act: Callable[[], Outcome],
    entry: Callable[[Outcome], list[Entry]],
    now: datetime,
    hours: Hours | None,
) -> Change:
    try:
        outcome = act()
    except IllegalMove as error:
        raise illegal(error) from None
    return work_out(frame, entry(outcome), outcome, now, hours or calendars.of_frame(frame))


def _play(
    frame: Frame,
    seat: int,
    decision: str,
    move: Move | FormData,
    by: str,
    user: Any,
    given: str,
    hours: Hours | None,
) -> Change | Receipt:
    now = timezone.now()
    position = frame.at_table()
    if not isinstance(move, Move):
        move = _from_form(frame, decision, seat, move)
    final, sealed = move, position.sealed.get(decision.partition(".")[2])
    if sealed is not None and sealed == final:
        _need_repeatable(frame, seat, sealed)
        return Receipt(frame.version, is_repeated=True)
    if by != "clock":
        _need_no_hold(frame, decision, now)
    is_later_part = by == "clock" and any(o.id == decision and o.decision.continues for o in frame.open_decisions())

    def entries(outcome: Outcome) -> list[Entry]:
        return [
            Entry(
                seat=played.seat,
                decision="" if played.by_order else decision,
                move=played.move,
                by="order" if played.by_order else by,
                user=user.pk if user is not None and not played.by_order else None,
                given="" if played.by_order else given,
                is_order=outcome.keeps_order and not played.by_order,
                continues=is_later_part,
            )
            for played in outcome.played
        ]

    return _act(frame, lambda: engine.play(frame.game, position, seat, final, decision), entries, now, hours)


def _need_repeatable(frame: Frame, seat: int, sealed: Move) -> None:
    """Some games refuse an answer that is given again. Raises Refusal (422) then."""
    position = frame.at_table()
    try:
        frame.game.by_name[position.step].again(position.state, seat, sealed)
    except IllegalMove as error:
        raise illegal(error) from None


def _need_no_hold(frame: Frame, id: str, now: datetime) -> None:
    """Some answers are accepted only after a while. Raises Refusal (422) until then."""
    if left := hold_left(frame, id, now):
        words = ("PLAY-01", "Your answer is accepted in {n} s.")
        clause, sentence = frame.game.refusals.get("hold", words)
        raise Refusal(422, sentence.format(n=left), clause)


def _from_form(frame: Frame, decision: str, seat: int, data: FormData) -> Move:
    opens = engine.open_decisions(frame.game, frame.at_table())
    found = next((open for open in opens if open.id == decision and open.decision.seat == seat), None)
    return forms.read_move(found.decision, data) if found else Move(forms.verb_of(data))


def _not_open(frame: Frame, seat: int, verb: str) -> Refusal:
    """409 for a decision that is settled or never was. A seat that is not asked hears so in its rulebook's words."""
    asked = [open.decision for open in frame.open_decisions()]
    try:
        gates.need_asked(frame.game, frame.at_table(), asked, seat, verb)
    except IllegalMove as error:
        return Refusal(409, error.message, error.clause)
    return stale()


def _is_open(frame: Frame, decision: str, seat: int) -> bool:
    serial, _, key = decision.partition(".")
    return key.partition(".")[0] == str(seat) and str(frame.at_table().opened.get(key)) == serial


def _was_answered(frame: Frame, seat: int, decision: str, given: str) -> bool:
    records = MoveRecord.objects.filter(match_id=frame.id, seat=seat, decision=decision).order_by("-number")
    last = records.values_list("given", flat=True).first()
    return last == given


def _fingerprint(move: Move | FormData) -> str:
    """A short hash of what was sent, to know a repeated submission. Field order does not count."""
    if isinstance(move, Move):
        content: Any = [move.verb, move.args]
    else:
        names = ("verb", *(name for name in move if name.startswith(forms.PREFIX)))
        content = {name: list(move[name]) for name in names if name in move}
    return sha256(codec.dump_any(msgspec.to_builtins(content))).hexdigest()[:16]
