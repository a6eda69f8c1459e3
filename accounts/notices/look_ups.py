"""DNS look-ups of hosts that people entered, whose name servers can keep one waiting. Python cannot end a look-up.

So each runs in a thread of its own, and one person has only a few at a time: whoever makes them hang waits alone.
"""

import os
import socket
import threading
from collections import Counter
from concurrent.futures import Future
from typing import Any

MOST = 32  # at a time in this process
MOST_OF_ONE = 2  # at a time for one person
# The C library reads this before its first look-up and then ends each one itself, which frees the thread.
os.environ.setdefault("RES_OPTIONS", "timeout:2 attempts:2")
_find = socket.getaddrinfo  # tests replace this
_running: Counter[str] = Counter()
_lock = threading.Lock()


class Busy(Exception):
    """Too many look-ups are running; this one was not tried. The message is a sentence."""


def addresses_of(host: str, port: int, seconds: float, asker: str) -> list[str]:
    """The IP addresses of this host. Raises Busy, OSError or UnicodeError (unknown), TimeoutError."""
    with _lock:
        if _running[asker] >= MOST_OF_ONE or _running.total() >= MOST:
            raise Busy("Other hosts are still being looked up. We’ll try again in a minute.")
        _running[asker] += 1
    found: Future[Any] = Future()
    threading.Thread(target=_run, args=(found, host, port, asker), name="look-up", daemon=True).start()
    return [str(entry[4][0]) for entry in found.result(seconds)]


def _run(found: Future[Any], host: str, port: int, asker: str) -> None:
    try:
        found.set_result(_find(host, port, type=socket.SOCK_STREAM))
    except Exception as error:
        found.set_exception(error)
    finally:
        with _lock:
            _running[asker] -= 1
            if not _running[asker]:
                del _running[asker]
