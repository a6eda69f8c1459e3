"""Lists, rendered with Jinja2: with Django templates, thirty rows took a third of the lobby page's time."""

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
    return list_of(context, "table_rows", rows=rows, action=action)


@register.simple_tag(takes_context=True)
def list_of(context: Mapping[str, Any], name: str, **facts: Any) -> SafeString:
    """Render one of the templates for lists, live/NAME.html. `me`: who looks."""
    live: Any = engines["live"]
    html: str = live.env.get_template(f"{name}.html").render(
        csrf=str(context.get("csrf_token", "")), me=context["user"], **facts
    )
    return mark_safe(html)
