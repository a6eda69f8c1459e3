"""The application of matches: connects itself to people (profile, export, deletion) and to the outbox when ready."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import account_hooks  # noqa: F401  (they register themselves)
        from games.mail import announcements, render, tournaments  # noqa: F401  (they register themselves)
