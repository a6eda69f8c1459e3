"""Moderation: warn, mute, suspend, ban a name, delete words.

Each act is logged, and the person gets an email with the reason and a link to reply. Staff never decide about a table
at which they play.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts import names, services, staff_decisions
from accounts.login import sign_out
from accounts.mail import outbox
from accounts.models import BannedName, StaffAct, User
from accounts.people.listed import name_in_sql
from config.postgres import fetch_all
from games.errors import Refusal
from games.matches import broadcast
from games.matches.changes import changed
from games.matches.loaded import LoadedMatch
from games.models import Report, Seat
from games.operations.staff_actions import Act, check_apart, need_words, note
from games.pagination import Rows
from games.titles import load_all

LONGEST = 366  # days of a temporary suspension or mute


@transaction.atomic
def warn(*, by: User, username: str, words: str) -> None:
    """Tell a person to change something, without any other consequence. Raises Refusal: 403, 404, 422."""
    person = _person(by, username)
    need_words(words)
    _notify(note(Act.WARN, by, words, person=person))


@transaction.atomic
def suspend(*, by: User, username: str, words: str, days: int = 0) -> None:
    """Block logins to this account for so many days (0: until lifted) and end its sessions. Its clocks keep running, so
    substitutes or bots take over its seats. Raises Refusal: 403, 404, 409, 422."""
    person, until = _person(by, username), _until(days) if days else None
    need_words(words)
    if not person.is_active:
        raise Refusal(409, "This account is already suspended.")
    User.objects.filter(pk=person.pk).update(is_active=False, suspended_until=until)
    transaction.on_commit(lambda: sign_out.close_sockets(person.pk))
    _notify(note(Act.SUSPEND, by, words, person=person, until=until))


@transaction.atomic
def lift_suspension(*, by: User, username: str, words: str) -> None:
    """Lift a suspension. Raises Refusal: 403, 404, 409."""
    person = _person(by, username)
    if person.is_active:
        raise Refusal(409, "This account is not suspended.")
    User.objects.filter(pk=person.pk).update(is_active=True, suspended_until=None)
    _notify(note(Act.READMIT, by, words, person=person))


def end_suspensions(now: datetime | None = None) -> int:
    """Lift the suspensions that have expired. Returns how many."""
    over = User.objects.filter(suspended_until__lte=now or timezone.now(), is_active=False, deleted_at=None)
    return over.update(is_active=True, suspended_until=None)


@transaction.atomic
def mute(*, by: User, username: str, words: str, days: int) -> None:
    """Ban this person from all chats for so many days. Raises Refusal: 403, 404, 422."""
    person, until = _person(by, username), _until(days)
    need_words(words)
    User.objects.filter(pk=person.pk).update(muted_until=until)
    transaction.on_commit(lambda: sign_out.close_sockets(person.pk, may_return=True))
    _notify(note(Act.MUTE, by, words, person=person, until=until))


@transaction.atomic
def unmute(*, by: User, username: str, words: str) -> None:
    """End a mute. Raises Refusal: 403, 404, 409."""
    person = _person(by, username)
    if not User.objects.filter(pk=person.pk, muted_until__gt=timezone.now()).update(muted_until=None):
        raise Refusal(409, "This player is not muted.")
    transaction.on_commit(lambda: sign_out.close_sockets(person.pk, may_return=True))
    _notify(note(Act.UNMUTE, by, words, person=person))


@transaction.atomic
def ban_name(*, by: User, username: str, name: str, words: str) -> None:
    """Remove this display name, or replace a user name if there is no display name, and ban it for everybody. Raises
    Refusal: 403, 404, 422; 409 if the person is called something else by now."""
    person = _person(by, username)
    need_words(words)
    if person.name != name:
        raise Refusal(409, "This player has another name now.")
    BannedName.objects.get_or_create(key=names.ban_key(name))
    if person.display_name:
        person.display_name = ""
    else:
        person.username = f"player-{person.pk}"
    services.save_settings(user=person, is_renamed=True)
    _notify(note(Act.RENAME, by, words, person=person, quote=name))


@transaction.atomic
def delete_words(*, by: User, report_id: int, words: str) -> None:
    """Delete reported words for all readers. Raises Refusal: 403, 404, 409, 422."""
    report = _report(by, report_id)
    need_words(words)
    if report.match_id is None:
        raise Refusal(409, "There are no words at a table to delete. Ban the name, or correct the rule.")
    same = Report.objects.filter(match=report.match_id, text=report.text)
    with changed(report.match_id):
        author = _take_away(report)
        same.update(is_deleted=report.line_id is None, settled_at=timezone.now())
    broadcast.chat(report.match_id)
    act = note(Act.DELETE, by, words, person=author, quote=report.text, match_id=report.match_id)
    if author and not author.is_bot:
        _notify(act)


def _take_away(report: Report) -> User | None:
    """Delete the chat line or last word, and return its author. Words within a game are hidden by `is_deleted`."""
    if report.line:
        said_by: User = report.line.user
        report.line.delete()
        return said_by
    seats = Seat.objects.filter(match=report.match_id, last_word=report.text).select_related("user")
    author = next((seat.user for seat in seats), None)
    seats.update(last_word="")
    return author or report.about


@transaction.atomic
def settle(*, by: User, report_id: int, words: str) -> None:
    """Close a report and others about the same words. Raises Refusal: 403, 404."""
    report = _report(by, report_id)
    same = Report.objects.filter(match=report.match_id, text=report.text, about=report.about, settled_at=None)
    same = Report.objects.filter(pk=report.pk) if report.rule else same  # each says something of its own
    same.update(settled_at=timezone.now())
    note(Act.SETTLE, by, words, person=report.about, quote=report.text, match_id=report.match_id or "")


@transaction.atomic
def mark_reply_read(*, by: User, act_id: int) -> None:
    """Mark a reply to a decision as read. Raises Refusal (404)."""
    act = StaffAct.objects.select_for_update().filter(StaffAct.ANSWERED, pk=act_id).first()
    if act is None:
        raise Refusal(404, "There is no such reply.")
    StaffAct.objects.filter(pk=act.pk).update(heard_at=timezone.now())
    note(Act.HEAR, by, "", person=act.person)


def report_person(*, by: User, about: User, text: str, reason: str) -> None:
    """Report a player to the staff, with a message of theirs or their name. A second report while the first is open
    changes nothing."""
    facts = {"match": None, "by": by, "about": about, "settled_at": None}
    Report.objects.get_or_create(**facts, defaults={"text": text[:500], "reason": reason})


def report_rule(
    *, by: User | None, text: str, reason: str, rule: str, edition: int, loaded: LoadedMatch | None
) -> None:
    """Tell the staff what somebody finds unclear or wrong about a rule. `loaded`: the match at which they read it."""
    place = {"seen_in_id": loaded.id, "seen_at": loaded.version} if loaded else {}
    Report.objects.create(by=by, text=text[:500], reason=reason, rule=rule, edition=edition, **place)


class OpenReport(NamedTuple):
    """A report as staff read it, in the order of _REPORTS. `slug`: of its match; `by`, `about_name`: names, None
    for a visitor and without a person."""

    pk: int
    at: datetime
    text: str
    reason: str
    rule: str
    edition: int
    line_id: int | None
    match_id: int | None
    slug: str | None
    seen_in_id: int | None
    seen_at: int
    by: str | None
    about: str | None
    about_name: str | None

    @property
    def match(self) -> str:
        """Its match in words."""
        game = load_all().get(self.slug or "")
        return f"{game.meta.title if game else self.slug} {self.match_id}"


_OPEN_REPORTS = """SELECT r.id FROM games_report r WHERE r.settled_at IS NULL AND NOT EXISTS (
SELECT 1 FROM games_seat s WHERE s.match_id = r.match_id AND s.user_id = %(me)s) ORDER BY r.at, r.id"""
_REPORTS = f"""SELECT r.id, r.at, r.text, r.reason, r.rule, r.edition, r.line_id, r.match_id, m.slug, r.seen_in_id,
r.seen_at, {name_in_sql("b")}, a.username, {name_in_sql("a")}
FROM games_report r LEFT JOIN games_match m ON m.id = r.match_id LEFT JOIN accounts_user b ON b.id = r.by_id
LEFT JOIN accounts_user a ON a.id = r.about_id WHERE r.id = ANY(%s) ORDER BY r.at, r.id"""


def open_reports(by: Any) -> Rows:
    """The ids of open reports, oldest first, without those about tables at which this member of staff plays."""
    return Rows(_OPEN_REPORTS, {"me": by.pk}, int)


def reports(ids: Iterable[int]) -> list[OpenReport]:
    """These reports, oldest first."""
    return [OpenReport(*row) for row in fetch_all(_REPORTS, [list(ids)])]


def context_of(reports: Iterable[OpenReport]) -> dict[int, list[tuple[int, str, str]]]:
    """The chat lines (id, name, text) around each reported line, by report. One query."""
    lines: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    if ids := [report.pk for report in reports if report.line_id]:
        for report, id, name, text in fetch_all(_CONTEXT, [ids]):
            lines[report].append((id, name, text))
    return lines


_CONTEXT = f"""
SELECT r.id, c.id, {name_in_sql("u")}, c.text
FROM games_report r CROSS JOIN LATERAL (
    (SELECT * FROM games_chatline WHERE match_id = r.match_id AND id <= r.line_id ORDER BY id DESC LIMIT 4)
    UNION ALL (SELECT * FROM games_chatline WHERE match_id = r.match_id AND id > r.line_id ORDER BY id LIMIT 3)) c
JOIN accounts_user u ON u.id = c.user_id WHERE r.id = ANY(%s) ORDER BY r.id, c.id
"""


def _report(by: User, report_id: int) -> Report:
    """An open report. Locked: two members of staff may read the same one."""
    locked = Report.objects.select_for_update(of=("self",)).select_related("line__user", "about")
    report = locked.filter(pk=report_id, settled_at=None).first()
    if report is None:
        raise Refusal(404, "There is no such report, or it is already settled.")
    if report.match_id is not None:
        check_apart(by, report.match_id)
    return report


def _person(by: User, username: str) -> User:
    """Somebody whom staff can do something about. Locked: two members of staff may do it at the same moment."""
    locked = User.objects.select_for_update(no_key=True)
    person = locked.filter(username__iexact=username, is_bot=False, deleted_at=None).first()
    if person is None:
        raise Refusal(404, "There is no player with that name.")
    if person.is_staff or person.pk == by.pk:
        raise Refusal(403, "Members of staff can only be changed on the server, with manage.py staff.")
    return person


def _until(days: int) -> datetime:
    if not 1 <= days <= LONGEST:
        raise Refusal(422, f"Choose 1 to {LONGEST} days.")
    return timezone.now() + timedelta(days=days)


def _notify(act: StaffAct) -> None:
    """Queue an email and a notification to the person concerned."""
    lead = staff_decisions.LEADS[staff_decisions.Act(act.act)]
    facts = {"act": act.pk, "about": lead, "url": staff_decisions.path(act)}
    outbox.queue(kind="staff_act", key=f"staff_act{act.pk}", user=act.person_id or 0, data=facts)
