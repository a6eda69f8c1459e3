"""`python -m config.web ARGUMENTS`: Daphne on uvloop, an event loop that costs less per message where it is installed.

Daphne makes its loop while it is imported, so the choice comes first.
"""

import contextlib
from typing import Any

with contextlib.suppress(ImportError):  # not on Windows
    import uvloop

    uvloop.install()

import autobahn.twisted.websocket
import autobahn.websocket.protocol
from daphne.cli import CommandLineInterface


def plain(value: Any, *_: Any, **__: Any) -> Any:
    """The value as it is."""
    return value


# Autobahn colours the words of its debug lines for each message, even while nobody reads them.
for module in (autobahn.websocket.protocol, autobahn.twisted.websocket):
    for words in ("hltype", "hlval", "hlid", "hlfixme", "pformat"):
        if hasattr(module, words):
            setattr(module, words, plain)

if __name__ == "__main__":
    CommandLineInterface.entrypoint()
