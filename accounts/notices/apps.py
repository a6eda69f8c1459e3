"""The application of calendars, feeds, webhooks and devices: it follows the outbox of emails and deletions."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "accounts.notices"
    label = "notices"

    def ready(self) -> None:
        from accounts.notices import account_hooks  # noqa: F401  (it registers itself)
