"""Makes `config` a Django app, so that it can provide management commands and system checks."""

import gc

from django.apps import AppConfig

UNUSED = ("ext/", "htmax-", "htmx-2.js", "htmx-4.")  # of django_htmx: extensions, other versions


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from django.contrib.staticfiles.apps import StaticFilesConfig

        from config import checks  # noqa: F401  (registers the checks)

        StaticFilesConfig.ignore_patterns += [f"django_htmx/{name}*" for name in UNUSED]

        # This is the last app. Everything loaded so far is permanent, so keep the garbage collector away from it.
        # Collect less often than every 700 new objects, but not much less: requests and emails leave cycles that hold
        # whole pages, and with 100,000 these took 30 MB, in longer pauses.
        gc.freeze()
        gc.set_threshold(10_000, 50, 100)
        gc.enable()
