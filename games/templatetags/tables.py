"""Lists of tables, rendered with Jinja2: with Django templates, thirty rows took a third of the lobby page's time."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.template import engines
from django.utils.safestring import SafeString, mark_safe

from games.lobby.lists import TableRow

register = template.Library()


@register.simple_tag(takes_context=True)
def table_rows(context: Mapping[str, Any], rows: Iterable[TableRow], action: str = "") -> SafeString:
    """Render TableRows as <li> elements, with the buttons for `action` ("join" or "watch"), if any."""
    live: Any = engines["live"]
    html: str = live.env.get_template("table_rows.html").render(
        rows=rows, action=action, csrf=str(context["csrf_token"])
    )
    return mark_safe(html)
