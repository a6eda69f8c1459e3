"""Daphne's entry point: HTTP goes to Django, sockets to games.sockets.routing, after the origin has been checked.

Files and moves by token are answered before Django sees the request. Whose session a socket belongs to is looked up
later, for many at once (games.sockets.admission).
"""

import gc
import os
import threading
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402  (models must be loaded first)

from config.origin import SameOrigin  # noqa: E402
from config.request_handler import Pages  # noqa: E402
from config.static import with_static_files  # noqa: E402
from games.api.token_moves import with_moves  # noqa: E402
from games.sockets.routing import websocket_urlpatterns  # noqa: E402
from games.templates import read_all  # noqa: E402
from games.titles import load_all  # noqa: E402

load_all()  # before the first visitor comes: in a rolling restart, a hundred pages come at once

# What is loaded stays: the collector need not walk it again and again, nor look after each few hundred new objects.
gc.freeze()
gc.set_threshold(100_000, 50, 100)


def _freeze_again() -> None:
    """Once more when templates have been read, and what the first visitors need: they are most of what is walked."""
    read_all()
    for minutes in WARM:
        time.sleep(60 * minutes)
        gc.collect()
        gc.freeze()


WARM = (1, 9)  # minutes after the start, and after the first time
threading.Thread(target=_freeze_again, name="freeze", daemon=True).start()

application = ProtocolTypeRouter(
    {
        "http": with_static_files(with_moves(Pages())),
        "websocket": SameOrigin(URLRouter(websocket_urlpatterns)),
    }
)
