"""Staff actions on matches and emails. Each is logged with its reason.

Staff may play too, so nobody may act on a table at which they play, unless its position is unreadable.
"""

from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import IncomingMail, OutgoingMail, StaffAct, User
from games.agreements import proposals
from games.clocks.time_control import DAY
from games.errors import NoMatch, Refusal
from games.matches.changes import changed
from games.matches.leaving import end_without_result, is_unreadable
from games.matches.play import lock_match
from games.models import Match, Seat
from games.operations import announcements

Act = StaffAct.Act
LONGEST_PAUSE = 30  # days
LONGEST_ANNOUNCEMENT = 14 * 24  # hours
MOST_WORDS = 1000  # characters
REASON = f"Give a reason, in up to {MOST_WORDS} characters."


@transaction.atomic
def close_table(*, by: User, match_id: int, words: str) -> None:
    """Close a table that is waiting for players. Raises Refusal: 403, 404, 409, 422."""
    _end(Act.CLOSE, by, match_id, words, Match.Status.OPEN, "This table is no longer waiting for players.")


@transaction.atomic
def pause_match(*, by: User, match_id: int, days: int, words: str) -> None:
    """Pause a match. Its players can end the pause. Raises Refusal: 403, 404, 409, 422."""
    _check(by, match_id, words)
    if not 1 <= days <= LONGEST_PAUSE:
        raise Refusal(422, f"A pause can last 1 to {LONGEST_PAUSE} days.", "PLAY-16")
    loaded = lock_match(match_id)
    if loaded.is_over or loaded.tempo[0] == "live":
        raise Refusal(409, "You can only pause a running correspondence match.", "PLAY-16")
    if proposals.pause_of(match_id, timezone.now()):
        raise Refusal(409, "This match is already paused.", "PLAY-16")
    proposals.begin_pause(loaded, days * DAY, "host_paused")
    _notify(note(Act.PAUSE, by, words, match_id=match_id), match_id)


@transaction.atomic
def abandon_match(*, by: User, match_id: int, words: str) -> None:
    """End a running match without a result. Raises Refusal: 403, 404, 409, 422."""
    _end(Act.ABANDON, by, match_id, words, Match.Status.RUNNING, "This match is not running.")


@transaction.atomic
def retry_mail(*, by: User, mail_id: int) -> None:
    """Queue an email again that was given up. Raises Refusal (409)."""
    row = OutgoingMail.objects.filter(pk=mail_id).first()
    if row is None or not outbox.revive(row):
        raise Refusal(409, "This email has not been given up, so there is nothing to retry.")
    note(Act.RETRY, by, "", mail_key=row.key, person=row.user)


@transaction.atomic
def drop_mail(*, by: User, mail_id: int, words: str) -> None:
    """Cancel a queued email. Raises Refusal (409) if it has been sent."""
    row = outbox.drop(mail_id, f"The host dropped it. {words}".strip())
    if row is None:
        raise Refusal(409, "This email is no longer waiting.")
    note(Act.DROP, by, words, mail_key=row.key, person=row.user)


@transaction.atomic
def read_reply(*, by: User, reply_id: int) -> str:
    """The text of a reply that was not understood. Raises Refusal: 403 for staff who play in the match, 404."""
    reply = IncomingMail.objects.select_related("mail__user").filter(pk=reply_id).first()
    if reply is None:
        raise Refusal(404, "There is no such reply.")
    if reply.mail.match_id:
        check_apart(by, int(reply.mail.match_id))
    note(Act.READ, by, "", mail_key=reply.mail.key, person=reply.mail.user, match_id=reply.mail.match_id)
    return reply.line


@transaction.atomic
def announce(*, by: User, text: str, hours: int, by_email: bool) -> None:
    """Publish an announcement on each page, and by email within a minute. Raises Refusal (422)."""
    text = " ".join(text.split())
    if not text or len(text) > 500 or not 1 <= hours <= LONGEST_ANNOUNCEMENT:
        raise Refusal(422, f"Write up to 500 characters, for 1 to {LONGEST_ANNOUNCEMENT} hours.")
    announcements.publish(text, hours, by_email)
    note(Act.ANNOUNCE, by, text)


@transaction.atomic
def withdraw(*, by: User) -> None:
    """Remove the announcement."""
    announcements.withdraw()
    note(Act.WITHDRAW, by, "")


def _end(act: str, by: User, match_id: int, words: str, status: str, too_late: str) -> None:
    """End a match that has this status without a result. Raises Refusal: 409 with `too_late` if it hasn't."""
    _check(by, match_id, words)
    with changed(match_id) as match:
        if match.status != status:
            raise Refusal(409, too_late)
        end_without_result(match)
    _notify(note(act, by, words, match_id=match_id), match_id)


def _check(by: User, match_id: int, words: str) -> None:
    if not Match.objects.filter(pk=match_id).exists():
        raise NoMatch()
    if not is_unreadable(match_id):
        check_apart(by, match_id)
    need_words(words)


def check_apart(by: User, match_id: int) -> None:
    """Raise Refusal (403) if this member of staff plays in the match."""
    if Seat.objects.filter(match_id=match_id, user=by).exists():
        raise Refusal(403, "You play at this table yourself. Another member of staff has to decide.")


def need_words(words: str) -> None:
    """Raise Refusal (422) if the reason is missing."""
    if not words.strip():
        raise Refusal(422, REASON)


def note(act: str, by: User, words: str, *, match_id: int | str = "", **about: Any) -> StaffAct:
    """Log an act, in its transaction. Raises Refusal (422) if the words are too long."""
    if len(words) > MOST_WORDS:
        raise Refusal(422, REASON)
    return StaffAct.objects.create(act=act, by=by, words=words, match_id=str(match_id), **about)


def _notify(act: StaffAct, match_id: int) -> None:
    """Queue an email with the reason to all players of the match."""
    people = Seat.objects.filter(match_id=match_id, user__isnull=False, user__is_bot=False, left_reason="")
    outbox.queue_many(
        outbox.row_for(
            kind="host", key=f"m{match_id}.act{act.pk}.u{user}", user=user, data={"match": match_id, "act": act.pk}
        )
        for user in people.values_list("user", flat=True)
        if user is not None
    )
