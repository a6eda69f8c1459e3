"""The app config for people, their settings, ratings and emails."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "People"

    def ready(self) -> None:
        from accounts import oauth, signals  # noqa: F401  (connect receivers)
        from accounts.login import security_log  # noqa: F401  (connects receivers)
        from accounts.mail import account_emails, bounces, inbound  # noqa: F401  (connect receivers and emails)
        from config import form_errors

        form_errors.use()
