"""SQL statements without the ORM."""

from contextlib import nullcontext

import pytest
from django.db import ProgrammingError, connection, transaction
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from config.postgres import fetch_all

pytestmark = pytest.mark.django_db
LARGE = 2**40


@pytest.fixture(params=[True, False], ids=["counted", "not counted"])
def way(request):
    return CaptureQueriesContext(connection) if request.param else nullcontext()


@pytest.mark.parametrize("ids", [set(), {7}, {1, 2, LARGE}])
def test_a_set_of_ids_is_an_array(way, ids):
    with way:
        assert {id for (id,) in fetch_all("SELECT unnest(%s)", [ids])} == ids
        assert fetch_all("SELECT pg_typeof(%s)::text", [ids]) == [("bigint[]",)]


def test_a_refused_statement_raises_the_error_of_django(way):
    with way, pytest.raises(ProgrammingError), transaction.atomic():
        fetch_all("SELECT nothing FROM nowhere")


def test_nothing_is_read_in_a_transaction_that_failed(way):
    with way, pytest.raises(TransactionManagementError), transaction.atomic():
        transaction.set_rollback(True)
        fetch_all("SELECT 1")


def test_a_percent_sign_needs_no_escape_without_values(way):
    with way:
        assert fetch_all("SELECT 'half' LIKE 'ha%'") == [(True,)]
