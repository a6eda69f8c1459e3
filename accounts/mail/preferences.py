"""What a person wants to get by email, and how: looked up in one statement right before sending."""

from dataclasses import dataclass
from datetime import timedelta

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
# Emails of the last day: several in one count once. Two senders at the same moment may pass the limit by one: not worth
# a lock.
_LOOK = f"""
SELECT {", ".join(f'u."{field.column}"' for field in User._meta.concrete_fields)},
    (SELECT r.mode FROM accounts_mailrule r WHERE r.user_id = u.id AND r.slug = %s AND r.is_live = %s),
    EXISTS (SELECT FROM accounts_mailstop s WHERE s.user_id = u.id AND s.match_id = %s),
    (SELECT count(*) FROM accounts_outgoingmail o
        WHERE o.user_id = u.id AND o.status = 'sent' AND o.done_at > %s AND o.bundle IN ('', o.key))
FROM accounts_user u """
_OF_A_PERSON = "WHERE u.id = %s"
_NOTED = "SELECT id, attempts FROM accounts_outgoingmail WHERE status = %s AND reason = %s AND id = ANY(%s) FOR UPDATE"
_OF_A_LEASE = """JOIN accounts_outgoingmail m ON m.user_id = u.id
WHERE m.id = %s AND m.status = 'queued' AND m.attempts = %s FOR UPDATE OF m"""


@dataclass(frozen=True, slots=True)
class Preferences:
    """How somebody wants to be written to about one thing. `mode`: a MailRule.Mode, or NOT_LIVE."""

    mode: str
    is_stopped: bool
    sent_today: int


def preferences_of(row: OutgoingMail) -> Preferences:
    """What the person of a row wants now; `row.user` is the person as they are now."""
    found = _look(row, _OF_A_PERSON, row.user_id)
    assert found is not None
    return found


def lock(leased: OutgoingMail) -> Preferences | None:
    """The same for a row that we have leased, which is locked from here on; None if it is not ours any more.

    It waits for the lock: another sender's claim may hold our row for the moment in which it sees that it is taken.
    """
    return _look(leased, _OF_A_LEASE, leased.pk, leased.attempts)


def lock_noted(keys: list[int]) -> dict[int, int]:
    """The attempts of those of these rows that are noted as handed over, locked from here on."""
    return dict(fetch_all(_NOTED, [OutgoingMail.Status.QUEUED, HANDED_OVER, keys]))


def _look(row: OutgoingMail, which: str, *values: int) -> Preferences | None:
    slug, is_live = row.data.get("slug", ""), bool(row.data.get("live"))
    day_ago = timezone.now() - timedelta(hours=24)
    found = fetch_all(_LOOK + which, [slug, is_live, row.match_id, day_ago, *values])
    if not found:
        return None
    row.user = User.from_db(connection.alias, _FIELDS, found[0][: len(_FIELDS)])
    rule, is_stopped, sent_today = found[0][len(_FIELDS) :]
    mode = NOT_LIVE if is_live and not row.user.mail_live else row.user.mail_mode
    return Preferences(rule or mode, is_stopped, sent_today)


def refusal(row: OutgoingMail, preferences: Preferences) -> str:
    """Why this person gets no such mail, in words; "" if nothing speaks against it."""
    if row.reason == HANDED_OVER and row.kind in LADDER:
        return "Its sender broke down while handing it over. It may have arrived, so we did not send it again."
    if row.kind in BELL and not row.is_unread:
        return "You have read it on the site."
    if row.kind == STAFF_ACT and row.user.mail_address and not row.user.deleted_at:
        return ""
    if kind_of(row.kind).always:
        return "The account is closed." if row.user.deleted_at or not row.user.is_active else ""
    return _no_way_to(row.user) or ("" if row.kind == ANSWER else _not_wanted(row, preferences))


def _no_way_to(user: User) -> str:
    if user.is_bot:
        return "Bots get no email."
    if user.deleted_at:
        return "The account was deleted."
    if not user.is_active:
        return "The account is closed."
    if not user.mail_address:
        return "We have no email address."
    if user.mail_bounced_at:
        return "Emails to your address came back. Confirm your address and we'll write again."
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
    if row.kind not in URGENT and preferences.sent_today >= user.mail_daily_limit:
        return f"Your limit of {user.mail_daily_limit} emails in 24 hours was reached."
    return ""
