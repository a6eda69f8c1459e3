"""The addresses of the style sheets, scripts and drawings of a page with a table, see config/static_bundles.py."""

from functools import cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.safestring import mark_safe

from config.static_bundles import GAME_FILE, OWN_SCRIPTS, PAGES, SHOW, TABLE_SHOW, bundle_name, text_at_once
from games.titles import folder, load


@cache
def stage_files(page: str, slug: str) -> dict[str, Any]:
    """What such a page needs. `files`: games/_stage_files.html; `at_once`: a script that runs before the first paint,
    inlined if static files are collected; `soon`: fetched once the table stands."""
    is_bundled = page == "table" and settings.COLLECTED
    bundles = (bundle_name(slug, "css"),), (bundle_name(slug, "js"),)
    styles, scripts = bundles if is_bundled else _single_files(page, slug)
    moments = folder(slug) / "pictures" / "moments.svg"
    return {
        "files": render_to_string("games/_stage_files.html", {"styles": styles, "scripts": scripts}),
        "at_once": mark_safe(text_at_once()) if is_bundled else "",  # our own script
        "cards_url": static(f"titles/{slug}/cards.svg") if load()[slug].table.log_pictures else "",
        "moments_url": static(f"titles/{slug}/moments.svg") if moments.exists() else "",
        "soon": list(map(static, ("beats.css", *_own(slug, "*.soon.css"), *((SHOW,) if is_bundled else TABLE_SHOW)))),
    }


def _single_files(page: str, slug: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    styles, scripts = PAGES[page]
    own = [name for name in _own(slug, "*.css") if page != "table" or GAME_FILE.fullmatch(name)]  # the rest comes soon
    return (*styles, *own), (*scripts, *(_own(slug, OWN_SCRIPTS[page]) if page in OWN_SCRIPTS else ()))


def _own(slug: str, names: str) -> list[str]:
    """The files with such names in the title's table folder, in the order of its bundle."""
    return [f"titles/{slug}/table/{path.name}" for path in sorted((folder(slug) / "table").glob(names))]
