"""The one door for moves. Pages, sockets, emails, the API, bots and clocks all come through play_move().

One transaction with the match row locked: look again whether the decision is open, let the kernel play, store. What
others must hear goes out after the commit. A process that still remembers the match tries without the lock first:
storing compares the revision, so an old memory writes nothing, and the move takes the way with the lock.

Moves of different matches that wait in one process are stored together, with one transaction and one sync. If that
fails, or for a move that is refused, each goes alone: none suffers from another.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext, suppress
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec
from django.db import InterfaceError, OperationalError, connection, transaction
from django.utils import timezone
from msgspec import Struct

from config import metrics
from games.errors import Refusal, Unreadable, illegal, no_match, not_your_seat, stale
from games.kernel import codec, engine, validation
from games.kernel.errors import IllegalMove
from games.kernel.position import Outcome
from games.kernel.types import Decision, Event, Move
from games.matches import after_moves, calendars, move_forms
from games.matches.answer_delays import hold_left
from games.matches.batching import Batching
from games.matches.calendars import Hours
from games.matches.loaded import LoadedMatch, copy_match, load_match, recent
from games.matches.mail_queue import merged, turn_mails
from games.matches.move_forms import FormData
from games.matches.store import Change, Entry, work_out, write
from games.models import MoveRecord

PEOPLE = ("web", "live", "mail", "api")  # who comes with a user; the others are the platform itself


class Receipt(Struct, frozen=True):
    """What a move did. `is_repeated`: the same answer had been given before and nothing was done now; `is_public`:
    others may see a difference (kernel.position.Outcome)."""

    version: int
    events: list[Event] = []
    is_over: bool = False
    is_repeated: bool = False
    is_public: bool = True


class Submission(Struct, frozen=True):
    """A move that somebody wants to make; see play_move()."""

    match_id: int
    seat: int
    decision: str
    move: Move | FormData
    by: str
    user: Any = None


def play_move(*, match_id: int, seat: int, decision: str, move: Move | FormData, by: str, user: Any = None) -> Receipt:
    """Answer the decision with id `decision` ("{serial}.{seat}") for this seat.

    `by` is web, live, mail, api, bot or clock; `user` the person (or bot) who answers, None for the clock.
    Raises Refusal with status 403, 404, 409 or 422; a refused move has changed nothing. The same answer sent again is
    answered as the first time (PLAY-12).
    """
    done = play_moves([Submission(match_id, seat, decision, move, by, user)])[0]
    if isinstance(done, Exception):
        raise done
    return done


def play_moves(submissions: Sequence[Submission]) -> list[Receipt | Exception]:
    """play_move() for several, with whatever else waits at the door; what each would have raised is returned for it.

    Bots and clocks trust no remembered match. What a caller does before and after in a transaction belongs to its
    move, so nobody may join.
    """
    if connection.in_atomic_block or any(one.by not in PEOPLE for one in submissions):
        return [_alone(one) for one in submissions]
    return _door.do(submissions)


def _play_batch(submissions: list[Submission]) -> list[Receipt | Exception]:
    """One move of each match. Those that cannot go together go alone."""
    receipts: dict[int, Receipt] = {}
    with suppress(Exception):  # somebody was quicker, or the connection is dead: nothing is stored
        receipts = _play_together(submissions)
    return [receipts.get(one.match_id) or _alone(one) for one in submissions]


def _play_together(submissions: list[Submission]) -> dict[int, Receipt]:
    """One transaction for all that can be played on what this process remembers. Receipts by match."""
    changes = _considered(submissions)
    if len(changes) > 1:
        # Ratings are settled with those of other matches of the same people: the end of a match goes alone.
        changes = [change for change in changes if not change.news.ended]
    if not changes:
        return {}
    with transaction.atomic() if len(changes) > 1 else nullcontext():
        return {change.loaded.id: done for change, done in zip(changes, settle(changes), strict=True)}


def _considered(submissions: list[Submission]) -> list[Change]:
    """What these moves would change, without those of matches that are not remembered and those that are refused.

    In the order of the matches, as for everybody who locks several.
    """
    known = {one.match_id: recent.get(one.match_id, 0) for one in submissions}
    begun = {id: loaded for id, loaded in known.items() if loaded is not None and loaded.position is not None}
    hours = calendars.of_matches(begun.values())
    changes = []
    for one in sorted(submissions, key=lambda one: one.match_id):
        if (loaded := begun.get(one.match_id)) is not None:
            with suppress(Exception):  # the memory may be old; if not, the move fails alone in the same way
                change = consider(copy_match(loaded), one, hours[loaded.id])
                if isinstance(change, Change):  # else nothing is stored, and so nothing compared
                    changes.append(change)
    return changes


def _alone(one: Submission) -> Receipt | Exception:
    """The way with the lock, for one move; once more if the connection turns out to be dead.

    That is safe: a move that was stored all the same is answered as a repeated one (PLAY-12).
    """
    may_retry = not connection.in_atomic_block
    try:
        return _locked(one)
    except (OperationalError, InterfaceError) as error:
        if not may_retry:
            return error
        connection.close()  # the pool opens a new one
    except Exception as error:
        return error
    try:
        return _locked(one)
    except Exception as error:
        return error


def _locked(one: Submission) -> Receipt:
    with transaction.atomic():
        change = consider(lock_match(one.match_id), one)
        return settle([change])[0] if isinstance(change, Change) else change


_door = Batching(_play_batch, lambda one: one.match_id)


def consider(loaded: LoadedMatch, one: Submission, hours: Hours | None = None) -> Change | Receipt:
    """The first half of play_move(): let the kernel play and work out what is to be stored; see settle().

    A Receipt for an answer that was given before: there is nothing to store. Raises Refusal.
    """
    if one.by in PEOPLE and (one.user is None or loaded.seat_of(one.user.pk) != one.seat):
        raise not_your_seat()
    fingerprint = _fingerprint(one.move)
    is_open = _is_open(loaded, one.decision, one.seat)
    if not is_open and one.decision.isprintable() and _was_answered(loaded, one, fingerprint):
        return Receipt(loaded.version, is_over=loaded.is_over, is_repeated=True)
    if not is_open and not loaded.is_over:
        raise _not_open(loaded, one)
    return _play(loaded, one, fingerprint, hours)


def settle(changes: list[Change], emails: Iterable[Any] = ()) -> list[Receipt]:
    """The second half, for one move or for those of several matches: store all with their emails (and with others
    that are owed because of them), rate, tell the others after the commit. Returns a receipt for each.

    Raises Overtaken if a loaded match is not locked and somebody was quicker; then roll back: some may be stored.
    """
    has_ended = any(change.news.ended for change in changes)  # results and ratings are written beside it
    with transaction.atomic(savepoint=False) if has_ended else nullcontext():
        write(changes, merged(turn_mails(changes), emails))
        metrics.MOVES.inc(sum(len(change.outcome.played) for change in changes))
        after_moves.arrange(changes)
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
    return settle([_act(loaded, lambda: (act(), None), entry, now, None)])[0]


def _act(
    loaded: LoadedMatch,
    act: Callable[[], tuple[Outcome, list[Decision] | None]],
    entry: Callable[[Outcome], list[Entry]],
    now: datetime,
    hours: Hours | None,
) -> Change:
    """`act` may tell what is asked afterwards."""
    try:
        outcome, asked = act()
    except IllegalMove as error:
        raise illegal(error) from None
    loaded.opens = None if asked is None else engine.open_decisions(loaded.game, loaded.at_table(), asked)
    return work_out(loaded, entry(outcome), outcome, now, hours or calendars.of_match(loaded))


def _play(loaded: LoadedMatch, one: Submission, fingerprint: str, hours: Hours | None) -> Change | Receipt:
    now, position = timezone.now(), loaded.at_table()
    move = one.move if isinstance(one.move, Move) else _from_form(loaded, one, one.move)
    sealed = position.sealed.get(one.decision.partition(".")[2])
    if sealed is not None and sealed == move:
        _need_repeatable(loaded, sealed)
        return Receipt(loaded.version, is_repeated=True)
    if one.by != "clock":
        _need_no_hold(loaded, one.decision, now)
    is_later_part = one.by == "clock" and any(
        open.id == one.decision and open.decision.clock.continues for open in loaded.open_decisions()
    )

    def entries(outcome: Outcome) -> list[Entry]:
        return [
            Entry(seat=played.seat, move=played.move, by="order", continues=is_later_part)
            if played.by_order
            else Entry(
                seat=played.seat,
                decision=one.decision,
                move=played.move,
                by=one.by,
                user=one.user.pk if one.user is not None else None,
                fingerprint=fingerprint,
                is_order=outcome.keeps_order,
                continues=is_later_part,
            )
            for played in outcome.played
        ]

    asked = [open.decision for open in loaded.open_decisions()]
    answer = partial(engine.answer, loaded.game, position, asked, one.seat, move, one.decision)
    return _act(loaded, answer, entries, now, hours)


def _need_repeatable(loaded: LoadedMatch, sealed: Move) -> None:
    """Some games refuse an answer that is given again. Raises Refusal (422) then."""
    if words := loaded.game.rules.refusals.get(f"again.{sealed.verb}"):
        raise illegal(IllegalMove(*words))


def _need_no_hold(loaded: LoadedMatch, id: str, now: datetime) -> None:
    """Some answers are accepted only after a while. Raises Refusal (422) until then."""
    if left := hold_left(loaded, id, now):
        words = ("PLAY-01", "Your answer is accepted in {n} s.")
        clause, sentence = loaded.game.rules.refusals.get("hold", words)
        raise Refusal(422, sentence.format(n=left), clause)


def _from_form(loaded: LoadedMatch, one: Submission, data: FormData) -> Move:
    opens = loaded.open_decisions()
    found = next((open for open in opens if open.id == one.decision and open.decision.seat == one.seat), None)
    return move_forms.read_move(found.decision, data) if found else Move(move_forms.verb_of(data))


def _not_open(loaded: LoadedMatch, one: Submission) -> Refusal:
    """409 for a decision that is settled or never was. A seat that is not asked hears so in its rulebook's words."""
    move = one.move if isinstance(one.move, Move) else Move(move_forms.verb_of(one.move))
    asked = [open.decision for open in loaded.open_decisions()]
    if validation.asked_of(loaded.at_table(), asked, one.seat, move.verb)[1]:
        return stale()  # it answers an earlier question
    try:
        validation.read(loaded.game, loaded.at_table(), asked, one.seat, move)
    except IllegalMove as error:
        return Refusal(409, error.message, error.clause)
    return stale()


def _is_open(loaded: LoadedMatch, decision: str, seat: int) -> bool:
    serial, _, key = decision.partition(".")
    return key.partition(".")[0] == str(seat) and str(loaded.at_table().opened.get(key)) == serial


def _was_answered(loaded: LoadedMatch, one: Submission, fingerprint: str) -> bool:
    records = MoveRecord.objects.filter(match_id=loaded.id, seat=one.seat, decision=one.decision).order_by("-number")
    return records.values_list("fingerprint", flat=True).first() == fingerprint


def _fingerprint(move: Move | FormData) -> str:
    """A short hash of what was sent, to know a repeated submission. Field order does not count."""
    if isinstance(move, Move):
        content: Any = [move.verb, move.args]
    else:
        names = ("verb", *(name for name in move if name.startswith(move_forms.PREFIX)))
        content = {name: list(move[name]) for name in names if name in move}
    return sha256(codec.dump(msgspec.to_builtins(content))).hexdigest()[:16]
