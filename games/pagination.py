"""Pagination of long lists: how many pages a list has is counted only so far."""

from collections.abc import Callable
from typing import Any

from django.core.paginator import Page, Paginator

from config.postgres import fetch_all

MOST = 50  # pages counted, so that a long list costs little more than a short one


class Pages(Paginator):
    """A paginator that counts no further than it must, for "Page 1 of 4": one row more than a page has, to see whether
    there is a next one; if there is, all rows up to `MOST` pages. "Page 1 of 50+" has more than these; from page 50
    on, only the last page says how many there are."""

    num_pages = 0  # 0 if unknown
    has_uncounted = False

    def __init__(self, rows: Any, per_page: int, most: int | None = None) -> None:
        """`rows`: `Rows`, a list or a QuerySet. `most`: how many there can be; no page beyond them is looked for."""
        super().__init__(rows, per_page)
        self.last = -(-most // per_page) if most else None

    def get_page(self, number: Any) -> "LongPage":
        """The page with this number; the first page if the number is invalid or beyond the end."""
        at = max(1, int(number)) if number and number.isdecimal() and len(number) < 6 else 1
        at = 1 if self.last and at > self.last else at
        part = slice((at - 1) * self.per_page, at * self.per_page + 1)
        rows, count = _counted(self.object_list, part, max(part.stop, MOST * self.per_page + 1))
        if not rows and at > 1:
            return self.get_page("1")
        is_followed, pages = len(rows) > self.per_page, -(-(part.start + count) // self.per_page)
        self.has_uncounted = is_followed and pages > MOST
        self.num_pages = pages if not self.has_uncounted else MOST if at < MOST else 0
        return LongPage(rows[: self.per_page], at, self, is_followed)


def _counted(rows: Any, part: slice, end: int) -> tuple[list[Any], int]:
    """The rows of this slice, and how many there are from its start to `end`."""
    if isinstance(rows, Rows):
        return rows.counted(part, end)
    found = list(rows[part])
    if len(found) < part.stop - part.start or part.stop == end:
        return found, len(found)
    rest = slice(part.stop, end)
    if isinstance(rows, list):
        return found, len(found) + len(rows[rest])
    return found, len(found) + rows[rest].count()


class Rows:
    """The rows of a SQL statement `made` of their columns, for `Pages`, which are read and counted in one query. The
    statement may use %(end)s, the first row that is not needed. `columns`: SQL about the rows that are shown."""

    def __init__(self, sql: str, values: dict[str, Any], made: Callable[..., Any], columns: str = "found.*") -> None:
        self.values, self.made = values, made
        self.sql = f"""WITH found AS ({sql} OFFSET %(first)s LIMIT %(counted)s)
        SELECT (SELECT count(*) FROM found), {columns} FROM found LIMIT %(shown)s"""

    def counted(self, part: slice, end: int) -> tuple[list[Any], int]:
        limits = {"first": part.start, "shown": part.stop - part.start, "counted": end - part.start, "end": end}
        rows = fetch_all(self.sql, self.values | limits)
        return [self.made(*columns) for _, *columns in rows], rows[0][0] if rows else 0


class LongPage(Page):
    """A page of `Pages`."""

    object_list: Any

    def __init__(self, rows: list[Any], number: int, pages: Pages, is_followed: bool) -> None:
        super().__init__(rows, number, pages)
        self.is_followed = is_followed

    def start_index(self) -> int:
        return (self.number - 1) * self.paginator.per_page + 1

    def has_next(self) -> bool:
        return self.is_followed

    def next_page_number(self) -> int:
        return self.number + 1

    def previous_page_number(self) -> int:
        return self.number - 1
