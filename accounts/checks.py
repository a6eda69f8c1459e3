"""Settings that would let people down, told by `manage.py check` and at the start."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register


@register()
def mail_reaches_people(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    if settings.DEBUG or "dev_outbox" not in settings.EMAIL_BACKEND:
        return []
    return [
        Warning(
            "Emails are only kept in the database. Nobody receives them.",
            hint="Set PLAYPOST_MAIL_BACKEND, for example to django.core.mail.backends.smtp.EmailBackend.",
            id="accounts.W001",
        )
    ]
