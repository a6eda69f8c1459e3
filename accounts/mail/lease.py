"""Leases queued rows (emails and notices), so that two senders never work on the same one.

A lease counts an attempt and sets the time of the next try, in its own transaction. Whatever happens to the sender,
even a kill -9, no other sender touches the row before then.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import takewhile
from typing import Any, TypeVar

from django.db import models, transaction
from django.utils import timezone

Row = TypeVar("Row", bound=models.Model)


def lease(model: type[Row], pauses: Sequence[int], most: int = 1, row_id: int | None = None) -> list[Row]:
    """Lease the next due rows, oldest first: up to `most` untried ones, or one that was tried before.

    `row_id`: lease only this row, if it is due. `pauses`: seconds until the next try after 1, 2, … attempts."""
    now = timezone.now()
    queued: Any = model._default_manager
    with transaction.atomic():
        due = queued.select_for_update(skip_locked=True).filter(status="queued", next_try_at__lte=now)
        found: list[Any] = list((due.filter(pk=row_id) if row_id else due.order_by("next_try_at", "id"))[:most])
        rows = list(takewhile(lambda row: row.attempts == 0, found)) or found[:1]
        for row in rows:
            row.was_due_at = row.next_try_at
            row.attempts += 1
            row.next_try_at = now + timedelta(seconds=pauses[min(row.attempts, len(pauses)) - 1])
        if rows:
            ours = queued.filter(pk__in=[row.pk for row in rows])
            ours.update(attempts=rows[0].attempts, next_try_at=rows[0].next_try_at)
    return rows
