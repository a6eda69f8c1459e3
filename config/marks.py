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


_OF_TABLES = ("back", "help", "log", "menu")  # in a file of their own, with a clock: the first visit loads no other


@cache
def icon(name: str) -> SafeString:
    """An icon of static/icons.svg or table_icons.svg, hidden from screen readers: a label stands next to it."""
    mark = '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>'
    return format_html(mark, static("table_icons.svg" if name in _OF_TABLES else "icons.svg"), name)


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
