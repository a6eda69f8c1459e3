"""Parts of pages rendered with Jinja2: with Django templates, thirty rows took a third of the lobby page's time, the
stage a fourth of a table's, and the masthead a tenth of any.
"""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import template
from django.template import Context, engines
from django.utils.safestring import SafeString, mark_safe

from games.lobby.open_tables import TableRow

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


@register.simple_tag(takes_context=True)
def live(context: Context, name: str) -> SafeString:
    """Render live/NAME.html, a large part of a page, with the variables of the page, which hide no global function."""
    env = cast(Any, engines["live"]).env
    html: str = env.get_template(f"{name}.html").render(context.flatten() | env.globals)
    return mark_safe(html)
