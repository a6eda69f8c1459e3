#!/usr/bin/env python
"""Django's entry point. What is wrong with the database or the directory of static files ends a command with a
sentence, and so does Ctrl-C."""

import logging
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # it repeats until its timeout what `trouble` says once
    from django.core.management import execute_from_command_line
    from django.db import OperationalError, ProgrammingError

    try:
        execute_from_command_line(sys.argv)
    except (OperationalError, ProgrammingError) as error:
        from config.postgres import trouble

        if words := trouble(error):
            raise SystemExit(words) from None
        raise
    except OSError as error:
        if sys.argv[1:2] != ["collectstatic"]:
            raise
        words = f"Can't write {error.filename}: {error.strerror}. Set PLAYPOST_STATIC to another directory."
        raise SystemExit(words) from None


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("Stopped.") from None
