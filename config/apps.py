"""Makes `config` a Django app, so that it can provide management commands and system checks."""

import gc

from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig

UNUSED = ("ext/", "htmax-", "htmx-2.js", "htmx-4.")


class ConfigConfig(AppConfig):
    name = "config"
    default = True  # of the two in this file

    def ready(self) -> None:
        from config import checks  # noqa: F401  (registers the checks)

        # This is the last app. Everything loaded so far is permanent, so keep the garbage collector away from it.
        gc.freeze()
        gc.enable()


class UsedStaticFiles(StaticFilesConfig):
    """Leaves out what no page asks for: other versions of htmx, and its extensions."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, *(f"django_htmx/{name}*" for name in UNUSED)]
