"""The one door for moves. Pages, sockets, emails, the API, bots and clocks all come through play_move().

One transaction with the match row locked: look again whether the decision is open, let the kernel play, store. What
others must hear goes out after the commit. A process that still remembers the match tries without the lock first:
storing compares the revision, so an old memory writes nothing, and the move takes the way with the lock.
"""

from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec
from django.db import connection, transaction
from django.utils import timezone
from msgspec import Struct

from config import metrics
from games.errors import Refusal, Unreadable, illegal, no_match, not_your_seat, stale
from games.kernel import codec, engine, validation
from games.kernel.errors import IllegalMove
from games.kernel.types import Event, Move, Outcome
from games.matches import broadcast, calendars, move_forms
from games.matches.calendars import Hours
from games.matches.holds import hold_left
from games.matches.loaded import LoadedMatch, copy_match, load_match, recent
from games.matches.move_forms import FormData
from games.matches.store import Change, Entry, Overtaken, work_out, write
from games.models import MoveRecord

PEOPLE = ("web", "live", "mail", "api")  # who comes with a user; the others are the platform itself


class Receipt(Struct, frozen=True):
    """What a move did. `is_repeated`: the same answer had been given before and nothing was done now; `is_public`:
    others may see a difference (kernel.types.Outcome)."""

    version: int
    events: list[Event] = []
    is_over: bool = False
    is_repeated: bool = False
    is_public: bool = True


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
            change = answer(copy_match(known))
            if isinstance(change, Change):  # else nothing is stored, and so nothing compared
                return settle([change])[0]
        except (Overtaken, Refusal):
            pass  # the memory may have been old: look again
    with transaction.atomic():
        change = answer(lock_match(match_id))
        return settle([change])[0] if isinstance(change, Change) else change


def consider(
    loaded: LoadedMatch,
    *,
    seat: int,
    decision: str,
    move: Move | FormData,
    by: str,
    user: Any = None,
    hours: Hours | None = None,
) -> Change | Receipt:
    """The first half of play_move(): let the kernel play and work out what is to be stored; see settle().

    A Receipt for an answer that was given before: there is nothing to store. Raises Refusal.
    """
    if by in PEOPLE and (user is None or loaded.seat_of(user.pk) != seat):
        raise not_your_seat()
    fingerprint = _fingerprint(move)
    is_open = _is_open(loaded, decision, seat)
    if not is_open and decision.isprintable() and _was_answered(loaded, seat, decision, fingerprint):
        return Receipt(loaded.version, is_over=loaded.is_over, is_repeated=True)
    if not is_open and not loaded.is_over:
        raise _not_open(loaded, seat, move.verb if isinstance(move, Move) else move_forms.verb_of(move))
    return _play(loaded, seat, decision, move, by, user, fingerprint, hours)


def settle(changes: list[Change], emails: Iterable[Any] = ()) -> list[Receipt]:
    """The second half, for one move or for those of several matches: store all with their emails (and with others
    that are owed because of them), rate, tell the others after the commit. Returns a receipt for each.

    Raises Overtaken if a loaded match is not locked and somebody was quicker; then roll back: some may be stored.
    """
    has_emails = any(change.has_emails for change in changes)
    with transaction.atomic(savepoint=False) if has_emails else nullcontext():
        write(changes)
        metrics.MOVES.inc(sum(len(change.outcome.played) for change in changes))
        broadcast.after_moves(changes, emails)
    return [
        Receipt(one.loaded.version, one.outcome.events, one.loaded.is_over, is_public=one.outcome.is_public)
        for one in changes
    ]


def lock_match(match_id: int) -> LoadedMatch:
    """The match with its row locked until the transaction ends.

    Raises Refusal (404, or 409 while nobody plays), Unreadable.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM games_match WHERE id = %s FOR UPDATE", [match_id])
        if cursor.fetchone() is None:
            raise no_match()
    loaded = load_match(match_id)  # a second statement: it sees what the holder of the lock before us committed
    if loaded.position is None:
        raise Refusal(409, "This match hasn’t started.")
    return loaded


def lock_readable(match_ids: Iterable[int]) -> list[LoadedMatch]:
    """These matches, locked in this order, without those that cannot be read."""
    found = []
    for match_id in match_ids:
        with suppress(Unreadable):
            found.append(lock_match(match_id))
    return found


def carry_out(
    loaded: LoadedMatch, act: Callable[[], Outcome], entry: Callable[[Outcome], list[Entry]], now: datetime
) -> Receipt:
    """Let the kernel act on a locked loaded match, store what came of it with its emails and ratings, tell the others.

    Raises Refusal (422) for what the rules forbid.
    """
    return settle([_act(loaded, act, entry, now, None)])[0]


def _act(
    loaded: LoadedMatch,
    act: Callable[[], Outcome],
    entry: Callable[[Outcome], list[Entry]],
    now: datetime,
    hours: Hours | None,
) -> Change:
    try:
        outcome = act()
    except IllegalMove as error:
        raise illegal(error) from None
    return work_out(loaded, entry(outcome), outcome, now, hours or calendars.of_frame(loaded))


def _play(
    loaded: LoadedMatch,
    seat: int,
    decision: str,
    move: Move | FormData,
    by: str,
    user: Any,
    fingerprint: str,
    hours: Hours | None,
) -> Change | Receipt:
    now = timezone.now()
    position = loaded.at_table()
    if not isinstance(move, Move):
        move = _from_form(loaded, decision, seat, move)
    final, sealed = move, position.sealed.get(decision.partition(".")[2])
    if sealed is not None and sealed == final:
        _need_repeatable(loaded, seat, sealed)
        return Receipt(loaded.version, is_repeated=True)
    if by != "clock":
        _need_no_hold(loaded, decision, now)
    is_later_part = by == "clock" and any(
        o.id == decision and o.decision.clock.continues for o in loaded.open_decisions()
    )

    def entries(outcome: Outcome) -> list[Entry]:
        return [
            Entry(
                seat=played.seat,
                decision="" if played.by_order else decision,
                move=played.move,
                by="order" if played.by_order else by,
                user=user.pk if user is not None and not played.by_order else None,
                fingerprint="" if played.by_order else fingerprint,
                is_order=outcome.keeps_order and not played.by_order,
                continues=is_later_part,
            )
            for played in outcome.played
        ]

    return _act(loaded, lambda: engine.play(loaded.game, position, seat, final, decision), entries, now, hours)


def _need_repeatable(loaded: LoadedMatch, seat: int, sealed: Move) -> None:
    """Some games refuse an answer that is given again. Raises Refusal (422) then."""
    position = loaded.at_table()
    try:
        loaded.game.rules.by_name[position.step].repeat_answer(position.state, seat, sealed)
    except IllegalMove as error:
        raise illegal(error) from None


def _need_no_hold(loaded: LoadedMatch, id: str, now: datetime) -> None:
    """Some answers are accepted only after a while. Raises Refusal (422) until then."""
    if left := hold_left(loaded, id, now):
        words = ("PLAY-01", "Your answer is accepted in {n} s.")
        clause, sentence = loaded.game.rules.refusals.get("hold", words)
        raise Refusal(422, sentence.format(n=left), clause)


def _from_form(loaded: LoadedMatch, decision: str, seat: int, data: FormData) -> Move:
    opens = engine.open_decisions(loaded.game, loaded.at_table())
    found = next((open for open in opens if open.id == decision and open.decision.seat == seat), None)
    return move_forms.read_move(found.decision, data) if found else Move(move_forms.verb_of(data))


def _not_open(loaded: LoadedMatch, seat: int, verb: str) -> Refusal:
    """409 for a decision that is settled or never was. A seat that is not asked hears so in its rulebook's words."""
    asked = [open.decision for open in loaded.open_decisions()]
    try:
        validation.need_asked(loaded.game, loaded.at_table(), asked, seat, verb)
    except IllegalMove as error:
        return Refusal(409, error.message, error.clause)
    return stale()


def _is_open(loaded: LoadedMatch, decision: str, seat: int) -> bool:
    serial, _, key = decision.partition(".")
    return key.partition(".")[0] == str(seat) and str(loaded.at_table().opened.get(key)) == serial


def _was_answered(loaded: LoadedMatch, seat: int, decision: str, fingerprint: str) -> bool:
    records = MoveRecord.objects.filter(match_id=loaded.id, seat=seat, decision=decision).order_by("-number")
    last = records.values_list("fingerprint", flat=True).first()
    return last == fingerprint


def _fingerprint(move: Move | FormData) -> str:
    """A short hash of what was sent, to know a repeated submission. Field order does not count."""
    if isinstance(move, Move):
        content: Any = [move.verb, move.args]
    else:
        names = ("verb", *(name for name in move if name.startswith(move_forms.PREFIX)))
        content = {name: list(move[name]) for name in names if name in move}
    return sha256(codec.dump_any(msgspec.to_builtins(content))).hexdigest()[:16]
