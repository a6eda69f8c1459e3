"""Long lists: how many pages there are, counted only so far."""

from typing import Any

import pytest
from django.template.loader import render_to_string

from accounts.models import User
from games import pagination
from games.pagination import Pages, Rows
from tests.fixtures import make_person

FEW = [*range(7)]
NUMBERS = "SELECT number FROM generate_series(0, %(last)s) AS number ORDER BY number"


def words(rows: Any, number: str) -> str:
    """The pages of these rows, three on each, as a person reads them."""
    html = render_to_string("pages.html", {"page": Pages(rows, 3).get_page(number), "query": ""})
    return " ".join(html.split('class="faint">')[1].split("<")[0].split()) if html.strip() else ""


@pytest.mark.parametrize(
    ("number", "said"),
    [("1", "Page 1 of 3"), ("2", "Page 2 of 3"), ("3", "Page 3 of 3"), ("4", "Page 1 of 3"), ("x", "Page 1 of 3")],
)
def test_a_page_says_how_many_there_are(number: str, said: str) -> None:
    assert words(FEW, number) == said and words(FEW[:3], number) == ""


@pytest.mark.django_db
def test_rows_are_read_and_counted_in_one_query_no_further_than_the_most(
    monkeypatch: Any, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(pagination, "MOST", 5)
    for last, number, said in (
        *((2, "1", ""), (3, "1", "Page 1 of 2"), (3, "2", "Page 2 of 2"), (14, "1", "Page 1 of 5")),
        *((15, "1", "Page 1 of 5+"), (15, "5", "Page 5"), (15, "6", "Page 6 of 6")),
    ):
        with django_assert_num_queries(1):
            assert words(Rows(NUMBERS, {"last": last}, int), number) == said


@pytest.mark.django_db
def test_other_lists_are_counted_only_if_a_page_follows(django_assert_num_queries: Any) -> None:
    people = User.objects.filter(username__startswith="person").order_by("pk")
    for count, said, queries in ((3, "", 1), (4, "Page 1 of 2", 2)):
        while people.count() < count:
            make_person(f"person{people.count()}")
        with django_assert_num_queries(queries):
            assert words(people.all(), "1") == said
