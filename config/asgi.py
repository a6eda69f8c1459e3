"""The ASGI application: HTTP goes to Django, websockets to their consumers after a check of the Origin header.

Static files and token-authenticated API moves are answered before Django sees the request (settings.HTTP_LAYERS).
The session of a socket is looked up later, for many sockets at once (games.sockets.admission).
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

# Load before accepting requests: in a rolling restart, a hundred pages arrive at once.
import_string(settings.PRELOAD)()
import_string(f"{settings.ROOT_URLCONF}.urlpatterns")

gc.freeze()  # what was loaded since (config/apps.py)


def _freeze_again() -> None:
    """Freeze again once templates and first-request data are loaded: they are most of what a collection walks."""
    import_string(settings.PRELOAD_IN_BACKGROUND)()
    for minutes in WARM:
        time.sleep(60 * minutes)
        gc.collect()
        gc.freeze()


WARM = (1, 9)  # minutes to wait before the first and before the second freeze
threading.Thread(target=_freeze_again, name="freeze", daemon=True).start()

requests = Pages()
for layer in settings.HTTP_LAYERS:
    requests = import_string(layer)(requests)
sockets = URLRouter(import_string(settings.SOCKET_URLS))
application = ProtocolTypeRouter({"http": requests, "websocket": SameOrigin(sockets)})
