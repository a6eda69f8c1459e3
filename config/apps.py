"""Makes the settings an app, so that it can bring commands and checks."""

import gc

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401  (they register themselves)

        # The last app is ready. What is loaded by now stays for good: nobody need go through it (settings.py).
        gc.freeze()
        gc.enable()
