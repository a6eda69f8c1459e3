"""The application of groups."""

from django.apps import AppConfig


class GroupsConfig(AppConfig):
    name = "games.groups"
    label = "clubs"  # Django's own `auth` has a model Group, too
    default_auto_field = "django.db.models.BigAutoField"
