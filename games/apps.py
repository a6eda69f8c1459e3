"""The application of matches: connects itself to people (profile, export, deletion) and to the outbox when ready."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import announcements, letters, people  # noqa: F401  (they register themselves)
