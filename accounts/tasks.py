"""Sending mail in the background. Both tasks may run twice, late, or many at once: the rows decide."""

from celery import shared_task

from accounts.mail import outbox


@shared_task(ignore_result=True)
def send_mail(row_id: int) -> None:
    """Send one waiting mail now, without waiting for the next sweep."""
    outbox.send_one(row_id)


@shared_task(ignore_result=True)
def sweep_outbox() -> None:
    """Send what is due. The timetable calls it every few seconds."""
    outbox.send_due()
