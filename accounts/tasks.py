"""Sending mail in the background. Both tasks may run twice, late, or many at once: the rows decide."""

from celery import shared_task

from accounts import mail


@shared_task(ignore_result=True)
def send_mail(row_id: int) -> None:
    """Send one waiting mail now, without waiting for the next sweep."""
    mail.send_one(row_id)


@shared_task(ignore_result=True)
def sweep_outbox() -> None:
    """Send what is due. The timetable calls it every few seconds."""
    mail.send_due()
