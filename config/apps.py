"""Makes `config` a Django app, so that it can provide management commands and system checks."""

import gc

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401  (registers the checks)

        # This is the last app. Everything loaded so far is permanent, so keep the garbage collector away from it.
        gc.freeze()
        gc.enable()
