"""Reads the examples that moves hand in or point at."""

from typing import Any

from games.kernel.errors import need
from games.titles.adulting.state import State
from games.titles.adulting.texts import EXAMPLE, clean, is_example, normal
from games.titles.adulting.verb import MALFORMED
from games.titles.adulting.work import category

SETTLED = ("AD-170", "That example has already been settled.")


def read_example(text: Any) -> str:
    """A new example as stored (AD-58)."""
    kept = clean(text) if isinstance(text, str) and len(text) <= 40 * EXAMPLE else ""
    need(is_example(kept), "AD-58", "An example has 1 to 40 characters and at least one letter or digit.")
    return kept


def known(state: State) -> dict[str, category.Example]:
    """The examples so far by their values in forms, "seat:normal form"."""
    return {one.value: one for one in category.examples(state)}


def named(known: dict[str, category.Example], one: Any) -> category.Example:
    """An example that can be struck: told as {seat, example} (4.5), or as its value."""
    if isinstance(one, dict):
        who, text = one.get("seat"), one.get("example")
        need(set(one) == {"seat", "example"} and type(who) is int and isinstance(text, str), *MALFORMED)
        one = f"{who}:{normal(clean(str(text)))}"
    need(isinstance(one, str), *MALFORMED)
    need(one in known, "AD-64", "That player did not name that example.")
    return known[one]
