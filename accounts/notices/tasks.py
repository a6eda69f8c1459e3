"""Tasks that send notices. Both may run twice, late, or many at once: the rows decide."""

from celery import shared_task

from accounts.notices import delivery


@shared_task
def send_notice(notice_id: int) -> None:
    """Send one waiting notice now (the test button)."""
    delivery.send_one(notice_id)


@shared_task
def sweep_notices() -> None:
    """Send what is due. The timetable calls it every few seconds."""
    delivery.send_due()
