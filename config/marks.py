"""Icons, moments and clocks as HTML, for both template engines. Written in Python, because including a template for
each of twenty icons would take a quarter of a page's time."""

from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache, lru_cache

from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timeuntil
from django.utils.timezone import localtime

_SHAPES = {"date": "{0.day} {0:%b %Y}", "datetime": "{0.day} {0:%b %Y, %H:%M}"}
_YEAR = datetime(2001, 1, 1, tzinfo=UTC)


# Drawn in the page: the first visit of a table loads no other icons. On a grid of 24 by 24.
_DRAWN = {
    "back": "M14.5 5.5L8 12l6.5 6.5",
    "help": "M8.4 9.2a3.7 3.7 0 1 1 5.3 3.3c-1.2.6-1.7 1.2-1.7 2.6m0 3.4v.2",
    "log": "M9 6h11M9 12h11M9 18h11M4.3 6h.8M4.3 12h.8M4.3 18h.8",
    "menu": "M4 6.5h16M4 12h16M4 17.5h16",
}


@cache
def icon(name: str) -> SafeString:
    """An icon, hidden from screen readers: a label stands next to it."""
    if name in _DRAWN:
        mark = '<svg class="icon is-drawn" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>'
        return format_html(mark, _DRAWN[name])
    mark = '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>'
    return format_html(mark, static("icons.svg"), name)


def moment_for(is_member: bool, at: datetime | None, shape: str = "datetime") -> SafeString:
    """A datetime or date. Members see their own time zone from the server, others that of their browser: visitors, and
    members whose zone nobody knows."""
    zone = timezone.get_current_timezone()
    return mark_safe("") if at is None else _moment(is_member and str(zone) != "UTC", at, shape, zone)


@lru_cache(maxsize=10_000)
def _moment(is_own: bool, at: datetime, shape: str, zone: tzinfo) -> SafeString:
    """Remembered, because a list shows forty of them, the same to the next reader."""
    local = localtime(at, zone)
    words = _SHAPES[shape].format(local)
    if is_own:
        return mark_safe(f'<time datetime="{local.isoformat()}">{words}</time>')
    utc = "" if shape == "date" else " UTC"
    return mark_safe(f'<time data-local="{shape}" datetime="{local.isoformat()}">{words}{utc}</time>')


def clock(due_at: datetime, total: int = 0) -> SafeString:
    """Time left; `total`: seconds the decision had at most."""
    left = _left(int((due_at - timezone.now()).total_seconds() // 60))
    return mark_safe(f"{_begun_clock(due_at, total, timezone.get_current_timezone())}{left}</time>")


@lru_cache(maxsize=10_000)
def _begun_clock(due_at: datetime, total: int, zone: tzinfo) -> str:
    """What stays the same while a clock runs."""
    local, most = localtime(due_at, zone), f' data-total="{int(total)}"' if total else ""
    until = f"{local.day} {local:%b %Y, %H:%M %Z}"
    return f'<time class="clock" data-clock{most} datetime="{local.isoformat()}" title="until {until}">'


@lru_cache(maxsize=10_000)
def _left(minutes: int) -> str:
    """ "3 days, 2 hours". Remembered, because it takes as long as the line around it."""
    return timeuntil(_YEAR + timedelta(minutes=minutes), _YEAR)
