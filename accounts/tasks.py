"""Sending mail, and forgetting what is old, in the background. Tasks may run twice, late, or many at once."""

from celery import shared_task

from accounts import oauth
from accounts.login.session_store import SessionStore
from accounts.mail import outbox
from accounts.notices import delivery


@shared_task(ignore_result=True)
def send_mail(row_id: int) -> None:
    """Send one waiting mail now, without waiting for the next sweep."""
    outbox.send_one(row_id)


@shared_task(ignore_result=True)
def sweep_outbox() -> None:
    """Send what is due. The timetable calls it every few seconds."""
    outbox.send_due()


@shared_task(ignore_result=True)
def clean_up() -> None:
    """Forget ended sessions and tokens, old emails and notices. The timetable calls it once a night."""
    SessionStore.clear_expired()
    oauth.forget_expired()
    outbox.forget_old()
    delivery.forget_old()
