"""The app config for calendars, feeds, webhooks and push."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "accounts.notices"
    label = "notices"

    def ready(self) -> None:
        from accounts.notices import account_hooks  # noqa: F401  (registers hooks)
