"""The single entry point for moves: pages, sockets, emails, the API, bots and clocks all call play_move().

A move locks the match row, checks that the decision is still open, lets the kernel play and stores the result, all in
one transaction; notifications go out after the commit. A process that has the match cached first tries without the
lock: the write compares revisions, so a stale cache writes nothing and the move falls back to the locked path.

Moves in different matches that are waiting in one process are stored together, with one transaction and one fsync. If
the batch fails, or a move in it is refused, each is played alone, so no move is affected by another.
"""

from collections.abc import Callable, Iterable, Sequence
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
from config.postgres import again_if_dead, fetch_all
from games.errors import NoMatch, Refusal, Unreadable, illegal, not_your_seat, stale
from games.kernel import codec, engine, validation
from games.kernel.errors import IllegalMove
from games.kernel.position import Outcome
from games.kernel.types import Decision, Move
from games.matches import after_moves, calendars, move_forms, recent
from games.matches.batching import Batching
from games.matches.calendars import Hours
from games.matches.decision_clocks import hold_left
from games.matches.loaded import LoadedMatch, copy_match, load_match
from games.matches.mail_queue import merge_news, turn_mails
from games.matches.move_forms import FormData
from games.matches.store import Change, Entry, work_out, write
from games.models import MoveRecord

PEOPLE = ("web", "live", "mail", "api")  # values of `by` that need a user; all others are the platform itself


class Receipt(Struct, frozen=True):
    """What a move did. `is_repeated`: the same answer was already given, so nothing changed; `is_public`: other viewers
    may see a difference (kernel.position.Outcome)."""

    version: int
    is_over: bool = False
    is_repeated: bool = False
    is_public: bool = True


class Submission(Struct, frozen=True):
    """A move to be played; see play_move() for the fields."""

    match_id: int
    seat: int
    decision: str
    move: Move | FormData
    by: str
    user: Any = None


def play_move(*, match_id: int, seat: int, decision: str, move: Move | FormData, by: str, user: Any = None) -> Receipt:
    """Answer the decision with id `decision` ("{serial}.{seat}") for this seat.

    `by` is web, live, mail, api, bot or clock; `user` is the person (or bot) who answers, None for the clock.
    Raises Refusal with status 403, 404, 409 or 422; a refused move changes nothing. Sending the same answer again
    gets the same reply as the first time (PLAY-12).
    """
    result = play_moves([Submission(match_id, seat, decision, move, by, user)])[0]
    if isinstance(result, Exception):
        raise result
    return result


def play_moves(submissions: Sequence[Submission]) -> list[Receipt | Exception]:
    """play_move() for several moves, batched with any others that are waiting; exceptions are returned, not raised.

    Bots and clocks never use a cached match. Inside a transaction moves are not batched either: the caller's other
    writes must commit or roll back with its own move alone.
    """
    if connection.in_atomic_block or any(submission.by not in PEOPLE for submission in submissions):
        return [_play_alone(submission) for submission in submissions]
    return _batching.do(submissions)


def _play_batch(submissions: list[Submission]) -> list[Receipt | Exception]:
    """Play at most one move per match. Moves that cannot be played together are played alone."""
    receipts: dict[int, Receipt] = {}
    with suppress(Exception):  # another write came first, or the connection is dead: nothing was stored
        receipts = _play_together(submissions)
    return [receipts.get(submission.match_id) or _play_alone(submission) for submission in submissions]


def _play_together(submissions: list[Submission]) -> dict[int, Receipt]:
    """Play what can be played on cached matches, in one transaction. Returns receipts by match id."""
    changes = _prepare_cached(submissions)
    if len(changes) > 1:
        # Rating updates lock rows that the same people's other matches use, so a move that ends a match goes alone.
        changes = [change for change in changes if not change.loaded.is_over]
    if not changes:
        return {}
    with transaction.atomic() if len(changes) > 1 else nullcontext():
        return {change.loaded.id: receipt for change, receipt in zip(changes, settle(changes), strict=True)}


def _prepare_cached(submissions: list[Submission]) -> list[Change]:
    """The changes these moves would make, leaving out refused moves and matches that are not cached.

    Ordered by match id, the order in which rows are always locked, so that batches cannot deadlock.
    """
    known = {submission.match_id: recent.get(submission.match_id) for submission in submissions}
    begun = {id: loaded for id, loaded in known.items() if loaded is not None and loaded.position is not None}
    hours = calendars.of_matches(begun.values())
    changes = []
    for submission in sorted(submissions, key=lambda submission: submission.match_id):
        if (loaded := begun.get(submission.match_id)) is not None:
            with suppress(Exception):  # the cache may be stale; if it is not, the move fails again when played alone
                change = prepare(copy_match(loaded), submission, hours[loaded.id])
                if isinstance(change, Change):  # a Receipt stores nothing, so the revision would not be compared
                    changes.append(change)
    return changes


def _play_alone(submission: Submission) -> Receipt | Exception:
    """Play one move with the match locked; try again once if the database connection turns out to be dead.

    The retry is safe: if the first attempt was stored after all, the second counts as a repeated answer (PLAY-12).
    """
    play = partial(_play_locked, submission)
    try:
        return play() if connection.in_atomic_block else again_if_dead(play)
    except Exception as error:
        return error


def _play_locked(submission: Submission) -> Receipt:
    with transaction.atomic():
        change = prepare(lock_match(submission.match_id), submission)
        return settle([change])[0] if isinstance(change, Change) else change


_batching = Batching(_play_batch, lambda submission: submission.match_id)


def prepare(loaded: LoadedMatch, submission: Submission, hours: Hours | None = None) -> Change | Receipt:
    """The first half of play_move(): let the kernel play and work out what to store; settle() is the second half.

    Returns a Receipt for a repeated answer, which stores nothing. Raises Refusal.
    """
    if submission.by in PEOPLE and (submission.user is None or loaded.seat_of(submission.user.pk) != submission.seat):
        raise not_your_seat()
    fingerprint = _fingerprint(submission.move)
    is_open = _is_open(loaded, submission.decision, submission.seat)
    if not is_open and submission.decision.isprintable() and _was_answered(loaded, submission, fingerprint):
        return Receipt(loaded.version, is_over=loaded.is_over, is_repeated=True)
    if not is_open and not loaded.is_over:
        raise _not_open(loaded, submission)
    return _play(loaded, submission, fingerprint, hours)


def settle(changes: list[Change], emails: Iterable[Any] = ()) -> list[Receipt]:
    """The second half, for moves in one or several matches: store them with their emails (`emails` holds further ones),
    update ratings and schedule the notifications for after the commit. Returns one receipt per change.

    Raises StaleRevision if a match was not locked and has been written to since. Roll back then: some may be stored.
    """
    has_ended = any(change.loaded.is_over for change in changes)  # results and ratings need the same transaction
    with transaction.atomic(savepoint=False) if has_ended else nullcontext():
        write(changes, merge_news(turn_mails(changes), emails))
        metrics.MOVES.inc(sum(len(change.outcome.played) for change in changes))
        after_moves.follow_up(changes)
    return [
        Receipt(change.loaded.version, change.loaded.is_over, is_public=change.outcome.is_public) for change in changes
    ]


def lock_match(match_id: int) -> LoadedMatch:
    """Load the match and keep its row locked until the transaction ends.

    Raises Refusal (404, 409 before the match starts, 410 if it was closed), Unreadable.
    """
    if not fetch_all("SELECT 1 FROM games_match WHERE id = %s FOR UPDATE", [match_id]):
        raise NoMatch()
    loaded = load_match(match_id)  # a separate statement, so it sees what the previous holder of the lock committed
    if loaded.status == "cancelled":
        raise Refusal(410, loaded.why_closed)
    if loaded.position is None:
        raise Refusal(409, "This match hasn’t started.")
    return loaded


def lock_readable(match_ids: Iterable[int]) -> list[LoadedMatch]:
    """Lock these matches in the given order and return those that can be read."""
    locked = []
    for match_id in match_ids:
        with suppress(Unreadable):
            locked.append(lock_match(match_id))
    return locked


def carry_out(loaded: LoadedMatch, act: Callable[[], Outcome], entry: Callable[[Outcome], list[Entry]]) -> Receipt:
    """Apply a kernel function to a locked match, store the outcome with its emails and ratings, notify the others.

    Raises Refusal (422) if the rules forbid it.
    """
    return settle([_act(loaded, lambda: (act(), None), entry, timezone.now(), None)])[0]


def _act(
    loaded: LoadedMatch,
    act: Callable[[], tuple[Outcome, list[Decision] | None]],
    entry: Callable[[Outcome], list[Entry]],
    now: datetime,
    hours: Hours | None,
) -> Change:
    """`act` returns the outcome and, if it knows them, the decisions that are asked next."""
    try:
        outcome, asked = act()
    except IllegalMove as error:
        raise illegal(error) from None
    loaded.opens = None if asked is None else engine.open_decisions(loaded.game, loaded.at_table(), asked)
    return work_out(loaded, entry(outcome), outcome, now, hours or calendars.of_match(loaded))


def _play(loaded: LoadedMatch, submission: Submission, fingerprint: str, hours: Hours | None) -> Change | Receipt:
    now, position, by, decision = timezone.now(), loaded.at_table(), submission.by, submission.decision
    move = submission.move if isinstance(submission.move, Move) else _from_form(loaded, submission, submission.move)
    sealed = position.sealed.get(decision.partition(".")[2])
    if sealed is not None and sealed == move:
        _check_repeatable(loaded, sealed)
        return Receipt(loaded.version, is_repeated=True)
    if by != "clock":
        _check_hold(loaded, decision, now)
    is_later_part = by == "clock" and any(
        open.id == decision and open.decision.clock.continues for open in loaded.open_decisions()
    )
    entries = partial(_entries, submission, fingerprint, is_later_part)
    asked = [open.decision for open in loaded.open_decisions()]
    answer = partial(engine.answer, loaded.game, position, asked, submission.seat, move, decision)
    return _act(loaded, answer, entries, now, hours)


def _entries(submission: Submission, fingerprint: str, continues: bool, outcome: Outcome) -> list[Entry]:
    """The records of this move, and of the standing orders that it set off."""
    return [
        Entry(seat=played.seat, move=played.move, by="order", continues=continues)
        if played.by_order
        else Entry(
            seat=played.seat,
            decision=submission.decision,
            move=played.move,
            by=submission.by,
            user=submission.user.pk if submission.user is not None else None,
            fingerprint=fingerprint,
            is_order=outcome.keeps_order,
            continues=continues,
        )
        for played in outcome.played
    ]


def _check_repeatable(loaded: LoadedMatch, sealed: Move) -> None:
    """Raises Refusal (422) if the game refuses to take the same answer twice."""
    if words := loaded.game.rules.refusals.get(f"again.{sealed.verb}"):
        raise illegal(IllegalMove(*words))


def _check_hold(loaded: LoadedMatch, id: str, now: datetime) -> None:
    """Raises Refusal (422) while this decision cannot be answered yet."""
    if left := hold_left(loaded, id, now):
        words = ("PLAY-01", "You can answer in {n} s.")
        clause, sentence = loaded.game.rules.refusals.get("hold", words)
        raise Refusal(422, sentence.format(n=left), clause)


def _from_form(loaded: LoadedMatch, submission: Submission, data: FormData) -> Move:
    own = (open for open in loaded.open_decisions() if open.decision.seat == submission.seat)
    answered = next((open.decision for open in own if open.id == submission.decision), None)
    return move_forms.read_move(answered, data) if answered else Move(move_forms.verb_of(data))


def _not_open(loaded: LoadedMatch, submission: Submission) -> Refusal:
    """409 for a closed or unknown decision. A seat with nothing to decide gets the reason in the game's words."""
    move = submission.move if isinstance(submission.move, Move) else Move(move_forms.verb_of(submission.move))
    asked = [open.decision for open in loaded.open_decisions()]
    if validation.asked_of(loaded.at_table(), asked, submission.seat, move.verb)[1]:
        return stale()  # it answers an earlier question
    try:
        validation.read(loaded.game, loaded.at_table(), asked, submission.seat, move)
    except IllegalMove as error:
        return Refusal(409, error.message, error.clause)
    return stale()


def _is_open(loaded: LoadedMatch, decision: str, seat: int) -> bool:
    serial, _, key = decision.partition(".")
    return key.partition(".")[0] == str(seat) and str(loaded.at_table().opened.get(key)) == serial


def _was_answered(loaded: LoadedMatch, submission: Submission, fingerprint: str) -> bool:
    """Was the last answer of this seat to this decision the same?"""
    records = MoveRecord.objects.filter(match_id=loaded.id, seat=submission.seat, decision=submission.decision)
    return records.order_by("-number").values_list("fingerprint", flat=True).first() == fingerprint


def _fingerprint(move: Move | FormData) -> str:
    """A short hash of what was sent, to recognise a repeated submission. The order of fields does not matter."""
    if isinstance(move, Move):
        content: Any = [move.verb, move.args]
    else:
        names = ("verb", *(name for name in move if name.startswith(move_forms.PREFIX)))
        content = {name: list(move[name]) for name in names if name in move}
    return sha256(codec.dump(msgspec.to_builtins(content))).hexdigest()[:16]
