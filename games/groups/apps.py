"""The app config for groups."""

from django.apps import AppConfig


class GroupsConfig(AppConfig):
    name = "games.groups"
    label = "clubs"  # Django's own `auth` also has a model Group
