"""Daphne's entry point: HTTP goes to Django, sockets to their consumers, after the origin has been checked.

Files and moves by token are answered before Django sees the request. Settings name what comes from the apps. Whose
session a socket belongs to is looked up later, for many at once (games.sockets.admission).
"""

import gc
import os
import threading
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402  (models must be loaded first)
from django.conf import settings  # noqa: E402
from django.utils.module_loading import import_string  # noqa: E402

from config.origin import SameOrigin  # noqa: E402
from config.request_handler import Pages  # noqa: E402

# Before the first visitor comes: in a rolling restart, a hundred pages come at once.
import_string(settings.LOAD_BEFORE_VISITORS)()

# What is loaded stays: the collector need not walk it again and again, nor look after each few hundred new objects.
gc.freeze()
gc.set_threshold(100_000, 50, 100)


def _freeze_again() -> None:
    """Once more when templates have been read, and what the first visitors need: they are most of what is walked."""
    import_string(settings.LOAD_BESIDE_VISITORS)()
    for minutes in WARM:
        time.sleep(60 * minutes)
        gc.collect()
        gc.freeze()


WARM = (1, 9)  # minutes after the start, and after the first time
threading.Thread(target=_freeze_again, name="freeze", daemon=True).start()

requests = Pages()
for layer in settings.HTTP_LAYERS:
    requests = import_string(layer)(requests)
sockets = URLRouter(import_string(settings.SOCKET_URLS))
application = ProtocolTypeRouter({"http": requests, "websocket": SameOrigin(sockets)})
