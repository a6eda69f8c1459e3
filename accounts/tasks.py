"""Background tasks: send emails, delete old rows. They may run twice, late, or concurrently."""

from celery import shared_task
from oauth2_provider.models import clear_expired

from accounts import unconfirmed
from accounts.login import devices
from accounts.mail import outbox
from accounts.notices import delivery


@shared_task
def sweep_outbox() -> None:
    """Send due emails. Scheduled every few seconds."""
    outbox.send_due()


@shared_task
def clean_up() -> None:
    """Delete expired sessions and tokens, old emails and notices, and unconfirmed accounts. Scheduled once a night."""
    devices.forget_expired()
    clear_expired()
    outbox.forget_old()
    delivery.forget_old()
    unconfirmed.forget()
