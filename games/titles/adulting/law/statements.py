"""Reads what parties write and say in a case."""

from typing import Any

from games.kernel.errors import need
from games.titles.adulting.texts import MOST_RAW, STATEMENT, clean
from games.titles.adulting.verb import MALFORMED, Args

TOO_LONG = ("AD-150", "A statement may have at most 500 characters.")


def statement(args: Args, name: str) -> str:
    """A statement or retort as stored; "" if left out (4.5)."""
    text = args.get(name)
    need(text is None or isinstance(text, str), *MALFORMED)
    need(len(text or "") <= MOST_RAW, *TOO_LONG)
    kept = clean(text or "", lines=True)
    need(len(kept) <= STATEMENT, *TOO_LONG)
    return kept


def yes_no(value: Any) -> str:
    """Read "yes" or True as "yes", "no" or False as "no"."""
    need(value in ("yes", "no") if isinstance(value, str) else isinstance(value, bool), *MALFORMED)
    return value if isinstance(value, str) else ("yes" if value else "no")
