"""What a person wants to get by email, and how: read in one query right before sending."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from accounts.mail_kinds import BELL, LADDER, URGENT, kind_of
from accounts.models import MailRule, OutgoingMail, User
from config.postgres import fetch_all

ANSWER = "answer"  # to a reply: somebody has just asked for it
ACCOUNT = "account"  # about the account itself: whoever may log in gets it
STAFF_ACT = "staff_act"  # about a person: it goes to suspended people, too
HANDED_OVER = "It is being handed to the mail server."  # the reason of a row while that happens
NEWS = {"begun", "absent", "missed", "taken"}  # data of a "your turn" that also tells an event of the match
NOT_LIVE = "not_live"  # the mode of live matches for anyone who wants no emails about them
_FIELDS = [field.attname for field in User._meta.concrete_fields]
_CAN_WAIT = f"o.kind <> ALL('{{{','.join(URGENT)}}}')"  # no parameter: psycopg writes lists slowly
# Emails of the last day: several in one count once. Two senders at the same moment may pass the limit by one: not worth
# a lock.
_LOOK = f"""
SELECT {", ".join(f'u."{field.column}"' for field in User._meta.concrete_fields)},
    (SELECT r.mode FROM accounts_mailrule r WHERE r.user_id = u.id AND r.slug = %s AND r.is_live = %s),
    EXISTS (SELECT FROM accounts_mailstop s WHERE s.user_id = u.id AND s.match_id = %s),
    sent.number, sent.collected, sent.last_at
FROM accounts_user u CROSS JOIN LATERAL (
    SELECT count(*), count(*) FILTER (WHERE {_CAN_WAIT}), max(o.done_at) FILTER (WHERE {_CAN_WAIT})
    FROM accounts_outgoingmail o
    WHERE o.user_id = u.id AND o.status = 'sent' AND o.done_at > %s AND o.bundle IN ('', o.key)
) AS sent(number, collected, last_at) """
_OF_A_PERSON = "WHERE u.id = %s"
_NOTED = "SELECT id, attempts FROM accounts_outgoingmail WHERE status = %s AND reason = %s AND id = ANY(%s) FOR UPDATE"
_OF_A_LEASE = """JOIN accounts_outgoingmail m ON m.user_id = u.id
WHERE m.id = %s AND m.status = 'queued' AND m.attempts = %s FOR UPDATE OF m"""


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's preferences for one email. `mode`: a MailRule.Mode, User.MailMode or NOT_LIVE; `collected_today`,
    `last_at`: how many emails that could wait were sent in the last 24 hours, and when the last one was."""

    mode: str
    is_stopped: bool
    sent_today: int
    collected_today: int = 0
    last_at: datetime | None = None


def preferences_of(row: OutgoingMail) -> Preferences:
    """The current preferences of a row's person. Also refreshes `row.user`."""
    found = _look(row, _OF_A_PERSON, row.user_id)
    assert found is not None
    return found


def lock(leased: OutgoingMail) -> Preferences | None:
    """Lock a leased row and return its person's preferences; None if we have lost the lease.

    It waits for the lock: another sender may hold it for a moment while it looks for rows to lease.
    """
    return _look(leased, _OF_A_LEASE, leased.pk, leased.attempts)


def lock_handed_over(keys: list[int]) -> dict[int, int]:
    """Lock those of these rows that are marked as handed over. Returns their attempts, by id."""
    return dict(fetch_all(_NOTED, [OutgoingMail.Status.QUEUED, HANDED_OVER, keys]))


def _look(row: OutgoingMail, which: str, *values: int) -> Preferences | None:
    slug, is_live = row.data.get("slug", ""), bool(row.data.get("live"))
    day_ago = timezone.now() - timedelta(hours=24)
    found = fetch_all(_LOOK + which, [slug, is_live, row.match_id, day_ago, *values])
    if not found:
        return None
    row.user = User.from_db(connection.alias, _FIELDS, found[0][: len(_FIELDS)])
    rule, is_stopped, *sent = found[0][len(_FIELDS) :]
    mode = NOT_LIVE if is_live and not row.user.mail_live else row.user.mail_mode
    return Preferences(rule or mode, is_stopped, *sent)


def refusal(row: OutgoingMail, preferences: Preferences) -> str:
    """Why this email should not be sent, in words; "" if it should."""
    if row.reason == HANDED_OVER and row.kind in LADDER:
        return "We were interrupted while sending it. It may have arrived, so we did not send it again."
    if row.kind in BELL and not row.is_unread:
        return "You have read it on the site."
    if not kind_of(row.kind).is_mailed:
        return "We don’t send emails about this. You see it under the bell."
    if row.kind == STAFF_ACT and row.user.mail_address and not row.user.deleted_at:
        return ""
    if kind_of(row.kind).always:
        return "The account is closed." if row.user.deleted_at or not row.user.is_active else ""
    return _unreachable(row.user) or ("" if row.kind == ANSWER else _not_wanted(row, preferences))


def _unreachable(user: User) -> str:
    if user.is_bot:
        return "Bots get no email."
    if user.deleted_at:
        return "The account was deleted."
    if not user.is_active:
        return "The account is closed."
    if not user.mail_address:
        return "We have no email address."
    if user.mail_bounced_at:
        return "Emails to your address bounced. Confirm your address and we’ll send emails again."
    return ""


def _not_wanted(row: OutgoingMail, preferences: Preferences) -> str:
    user = row.user
    if user.mail_stopped:
        return "You stopped all emails about matches."
    if row.data.get("bots") and not user.mail_bots:
        return "Your settings turn off emails about matches against bots."
    switches = {kind_of(row.kind).switch} | ({"mail_events"} if NEWS & row.data.keys() else set())
    if not any(getattr(user, switch) for switch in switches):
        return "Your settings turn off this kind of email."
    if preferences.mode == MailRule.Mode.NEVER:
        return "Your settings turn off emails about this game."
    if preferences.mode == NOT_LIVE:
        return "Your settings turn off emails about live matches."
    if preferences.is_stopped:
        return "You stopped the emails about this match."
    if is_over_limit(row, preferences) and not can_wait(row):
        return f"Your limit of {user.mail_daily_limit} emails in 24 hours was reached."
    return ""


def is_over_limit(row: OutgoingMail, preferences: Preferences) -> bool:
    """Has this person had so many emails in 24 hours that this one is not sent now?"""
    return row.kind not in URGENT and preferences.sent_today >= row.user.mail_daily_limit


def can_wait(row: OutgoingMail) -> bool:
    """Is an email over the limit sent later? Questions are, as nobody may miss one; a limit of 0 means none."""
    return kind_of(row.kind).asks and row.user.mail_daily_limit > 0
