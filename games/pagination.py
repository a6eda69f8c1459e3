"""Pagination of long lists without counting them first."""

from collections.abc import Callable
from typing import Any

from django.core.paginator import Page, Paginator

from config.postgres import fetch_all


class Uncounted(Paginator):
    """A paginator that never counts: each page fetches one extra row to see whether there is a next page."""

    num_pages = 0  # unknown

    def __init__(self, rows: Any, per_page: int) -> None:
        """`rows`: anything that can be sliced, such as a QuerySet."""
        super().__init__(rows, per_page)

    def get_page(self, number: Any) -> "UncountedPage":
        """The page with this number; the first page if the number is invalid or beyond the end."""
        at = max(1, int(number)) if number and number.isdecimal() and len(number) < 6 else 1
        begin = (at - 1) * self.per_page
        rows = list(self.object_list[begin : begin + self.per_page + 1])
        if not rows and at > 1:
            return self.get_page("1")
        return UncountedPage(rows[: self.per_page], at, self, is_followed=len(rows) > self.per_page)


class Counted(Uncounted):
    """The same for rows that are cheap to count, for "Page 1 of 4": counted only if they fill more than one page."""

    num_pages = Paginator.num_pages


class Rows:
    """The rows of a SQL statement `made` of their columns, for a paginator of this module."""

    def __init__(self, sql: str, values: dict[str, Any], made: Callable[..., Any]) -> None:
        self.sql, self.values, self.made = sql, values, made

    def __getitem__(self, part: slice) -> list[Any]:
        limits = {"limit": part.stop - part.start, "offset": part.start}
        found = fetch_all(f"{self.sql} LIMIT %(limit)s OFFSET %(offset)s", self.values | limits)
        return [self.made(*row) for row in found]

    def __len__(self) -> int:
        return int(fetch_all(f"SELECT count(*) FROM ({self.sql}) AS counted", self.values)[0][0])


class UncountedPage(Page):
    """A page of an Uncounted."""

    object_list: Any

    def __init__(self, rows: list[Any], number: int, pages: Uncounted, is_followed: bool) -> None:
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
