"""`python -m config.web ARGUMENTS`: Daphne on uvloop, an event loop that costs less per message where it is installed.

Daphne makes its loop while it is imported, so the choice comes first.
"""

import contextlib

with contextlib.suppress(ImportError):  # not on Windows
    import uvloop

    uvloop.install()

from daphne.cli import CommandLineInterface

if __name__ == "__main__":
    CommandLineInterface.entrypoint()
