"""Links to clauses in the manuals."""

from functools import cache

from django.urls import reverse
from markupsafe import Markup

from games.titles import load


@cache
def clause_link(id: str) -> Markup:
    """A link to a clause, in the game's manual or among the platform's own rules."""
    return Markup('<a class="clause" href="{}">{}</a>').format(clause_url(id), id)


@cache
def clause_url(id: str) -> str:
    """The permanent URL of a clause. Ids without a game's prefix lead to the platform's own rules."""
    prefix = id.rpartition("-")[0]
    slug = next((slug for slug, game in load().items() if game.meta.prefix == prefix), "")
    page = reverse("rules", args=[slug]) if slug else reverse("rules_index")
    return f"{page}#{id.lower()}"
