"""The application of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "games.tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
