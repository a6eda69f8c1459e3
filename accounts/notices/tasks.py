"""Tasks that send notices. They may run twice, late, or concurrently; row leases prevent duplicates."""

from celery import shared_task

from accounts.notices import delivery


@shared_task
def send_notice(notice_id: int) -> None:
    """Send one queued notice now (the test button)."""
    delivery.send_one(notice_id)


@shared_task
def sweep_notices() -> None:
    """Send due notices. Scheduled every few seconds."""
    delivery.send_due()
