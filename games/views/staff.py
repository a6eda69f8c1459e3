"""Staff pages: site status, matches, emails and people, with the buttons of staff_actions.py.

Staff may play too, so these pages reveal nothing about a match that its table does not.
"""

from datetime import datetime
from functools import wraps
from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import Max, Min, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.login import second_factor
from accounts.models import IncomingMail, OutgoingMail, StaffAct, User
from accounts.people.listed import name_in_sql
from accounts.request_types import MemberRequest
from config.logs import newest_errors
from config.postgres import fetch_all
from games.agreements import proposals
from games.clocks.time_control import in_words
from games.lobby.match_rows import Listed, listed
from games.matches.leaving import is_unreadable
from games.models import Match, OpenDecision, Seat
from games.operations import announcements, figures
from games.pagination import Pages, Rows
from games.titles import load_all
from games.views.decorators import View, members_only


class Act(NamedTuple):
    """A button. `days`: "some" if it needs a number of days, "any" if they are optional."""

    name: str
    title: str
    what: str = ""
    days: str = ""


class Row(NamedTuple):
    """A match with its title, the names of its players, and its status in words."""

    match: Match | Listed
    title: str
    players: str
    status: str


class Done(NamedTuple):
    """An act of the staff, in the order of _LOG. `by`, `person`: names."""

    act: str
    match_id: str
    at: datetime
    until: datetime | None
    quote: str
    words: str
    answer: str
    by: str
    person: str | None

    @property
    def title(self) -> str:
        """What was done, in words."""
        return str(StaffAct.Act(self.act).label)


class Figure(NamedTuple):
    """One row of the overview."""

    name: str
    value: str
    is_bad: bool


_LOG = f"""SELECT a.act, a.match_id, a.at, a.until, a.quote, a.words, a.answer,
{name_in_sql("b")}, {name_in_sql("p")}
FROM accounts_staffact a JOIN accounts_user b ON b.id = a.by_id LEFT JOIN accounts_user p ON p.id = a.person_id
WHERE {{}} ORDER BY a.id DESC"""
# From the index of seats alone. Nobody has two seats in a match.
_OF_PERSON = """SELECT match_id FROM games_seat WHERE user_id = (SELECT id FROM accounts_user
WHERE upper(username) = upper(%(name)s)) ORDER BY match_id DESC"""
MOST, PER_PAGE = 50, 25  # rows per list, and per page of a list
_RESTRAINED = f"""SELECT username, {name_in_sql("accounts_user")}, muted_until FROM accounts_user
WHERE NOT is_bot AND deleted_at IS NULL AND {{}} ORDER BY username LIMIT {MOST}"""
UNDERSTOOD = ("played", "said", "automatic", "received")
# label on the page; limit above which somebody should look into it
NOW = {
    "sweep_lag_seconds": ("Clocks last checked", 60),
    "decision_oldest_due_seconds": ("Oldest move overdue by", 60),
    "outbox_oldest_due_seconds": ("Oldest email overdue by", 300),
    "outbox_due": ("Emails due", 500),
    "outbox_waiting": ("Emails waiting", None),
    "notices_due": ("Notifications due", 500),
    "queue_celery": ("Tasks waiting", 1000),
    "matches_running": ("Matches running", None),
    "tables_open": ("Tables open", None),
    "addresses_bouncing": ("People whose email bounces", None),
}
WORRYING = "Emails that failed"
ACTS = {
    Match.Status.OPEN: [Act("close", "Close table", "The table is closed, and everybody at it is told.")],
    Match.Status.RUNNING: [
        Act("pause", "Pause match", "All clocks stop. The players can end the pause."),
        Act("abandon", "Abandon match", "The match ends for good, without a result and without ratings."),
    ],
}


def staff_only(view: View) -> View:
    """For everybody else these pages do not exist. Staff with only a password first add a second factor."""

    @wraps(view)
    def answer(request: MemberRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_staff:  # members_only has run before
            raise Http404
        if not second_factor.has_one(request.user):
            messages.warning(
                request, "The staff pages need more than a password. Add a passkey, or turn on one-time codes."
            )
            return redirect("security")
        return view(request, *args, **kwargs)

    return members_only(answer)


def staff_page(view: View) -> View:
    """A read-only staff page."""
    return require_safe(staff_only(view))


@staff_page
def overview(request: HttpRequest) -> HttpResponse:
    numbers, since = figures.read(), figures.today(figures.start_of_day())
    now = [
        Figure(title, _value(name, numbers[name]), limit is not None and numbers[name] > limit)
        for name, (title, limit) in NOW.items()
        if name in numbers
    ]
    # The correspondence matches whose players were asked longest ago, including sealed answers.
    asked = OpenDecision.objects.filter(is_bot=False, match__pace="correspondence", match__status="running")
    waits = asked.values_list("match_id", "match__slug").annotate(since=Min("asked_at"), due=Max("due_at"))
    context = {
        "now": now,
        "today": [Figure(name, str(count), name == WORRYING and count > 0) for name, count in since.items()],
        "longest": [(id, _title(slug), at, due) for id, slug, at, due in waits.order_by("since")[:10]],
        "errors": newest_errors()[:10],
        "standing": announcements.newest(),
    }
    return page_of(request, "overview", "staff", context)


def _value(name: str, value: float) -> str:
    if name == "sweep_lag_seconds":
        return f"{in_words(value)} ago".replace(" ", "\N{NO-BREAK SPACE}")  # keep it on one line
    return in_words(value) if name.endswith("_seconds") else f"{value:.0f}"


def _title(slug: str) -> str:
    game = load_all().get(slug)
    return game.meta.title if game else slug  # the game is no longer installed


@staff_page
def matches(request: HttpRequest) -> HttpResponse:
    q, day = request.GET.get("q", "").strip()[:24], figures.start_of_day()
    wanted = "id = %(id)s" if q.isdecimal() else "status = 'running' AND started_at >= %(day)s OR ended_at >= %(day)s"
    given = {"id": int(q[:18]) if q.isdecimal() else 0, "name": q, "day": day}
    sql = f"SELECT id FROM games_match WHERE {wanted} ORDER BY id DESC"
    rows = paged(request, Rows(_OF_PERSON if q and not q.isdecimal() else sql, given, int))
    rows.object_list = [_row(match, match) for match in listed(rows.object_list)]
    return page_of(request, "matches", "staff_matches", {"rows": rows, "q": q})


def _row(match: Match | Listed, shown: Listed) -> Row:
    status = Match.Status(match.status).label
    return Row(match, _title(match.slug), ", ".join(seat.name for seat in shown.seats if seat.user) or "nobody", status)


@staff_page
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    stored = Match.objects.defer("position", "token").select_related("owner").filter(pk=match_id).first()
    if stored is None:
        raise Http404
    pause = proposals.pause_of(match_id, timezone.now())
    may_pause = not pause and stored.pace != "live" and stored.live_play is None
    context = {
        "row": _row(stored, listed([match_id])[0]),
        "paused_until": pause.ends_at if pause else None,
        "plays": Seat.objects.filter(match=stored, user=request.user.pk).exists() and not is_unreadable(match_id),
        "acts": [act for act in ACTS.get(Match.Status(stored.status), []) if act.name != "pause" or may_pause],
        "log": _log("a.match_id = %(match)s", match=str(match_id)),
    }
    return page_of(request, "match", "staff_matches", context)


def mails_page(request: HttpRequest, opened: tuple[int, str] | None = None) -> HttpResponse:
    """The emails page. `opened`: id and text of a reply to show in full."""
    rows = OutgoingMail.objects.select_related("user").defer("data")
    waiting = rows.filter(status="queued", next_try_at__lte=timezone.now()).order_by("next_try_at")
    tried = rows.filter(status="queued", next_try_at__gt=timezone.now()).exclude(attempts=0, reason="")
    parts = [
        ("Given up", rows.filter(status="dead").order_by("-pk")[:MOST]),
        ("Due", waiting[:MOST]),
        ("To be tried again", tried.order_by("next_try_at")[:MOST]),
    ]
    replies = IncomingMail.objects.select_related("mail__user").exclude(outcome__in=UNDERSTOOD).order_by("-pk")[:MOST]
    return page_of(request, "mails", "staff_mails", {"parts": parts, "replies": replies, "opened": opened})


mails = staff_page(mails_page)


@staff_page
def people(request: HttpRequest) -> HttpResponse:
    q = request.GET.get("q", "").strip()[:24]
    known = User.objects.filter(is_bot=False, deleted_at=None)
    person = known.filter(username__iexact=q).first() if q else None
    context = {
        "q": q,
        "person": person,
        "acts": _acts_on(person) if person else [],
        "suspended": fetch_all(_RESTRAINED.format("NOT is_active")),
        "muted": fetch_all(_RESTRAINED.format("muted_until > now()")),
        "log": _log("a.person_id = %(person)s", person=person.pk) if person else _log("a.person_id IS NOT NULL"),
    }
    return page_of(request, "people", "staff_people", context)


def _acts_on(person: User) -> list[Act]:
    is_muted = person.muted_until is not None and person.muted_until > timezone.now()
    mute = Act("unmute", "Let them chat") if is_muted else Act("mute", "Mute", days="some")
    suspend = Act("suspend", "Suspend", days="any") if person.is_active else Act("readmit", "Lift suspension")
    return [Act("warn", "Warn"), mute, suspend, Act("rename", f"Ban the name “{person.name}”")]


@staff_page
def log(request: HttpRequest) -> HttpResponse:
    return page_of(request, "log", "staff_log", {"log": paged(request, Rows(_LOG.format("true"), {}, Done))})


def _log(wanted: str, **values: Any) -> list["Done"]:
    """The newest acts of this kind. One query."""
    return [Done(*row) for row in fetch_all(f"{_LOG.format(wanted)} LIMIT {MOST}", values)]


def paged(request: HttpRequest, rows: QuerySet[Any] | Rows) -> Any:
    return Pages(rows, PER_PAGE).get_page(request.GET.get("page"))


def page_of(request: HttpRequest, name: str, here: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, f"staff/{name}.html", context | {"here": here})
