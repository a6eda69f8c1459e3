"""Background tasks: send emails, delete what is old. They may run twice, late, or many at once."""

from celery import shared_task
from oauth2_provider.models import clear_expired

from accounts.login.session_store import SessionStore
from accounts.mail import outbox
from accounts.notices import delivery


@shared_task
def sweep_outbox() -> None:
    """Send what is due. The timetable calls it every few seconds."""
    outbox.send_due()


@shared_task
def clean_up() -> None:
    """Forget ended sessions and tokens, old emails and notices. The timetable calls it once a night."""
    SessionStore.clear_expired()
    clear_expired()
    outbox.forget_old()
    delivery.forget_old()
