"""Tags of every page: icons, moments, clocks and addresses. Written in Python, because including a template for each of
twenty icons, or finding the address of each of thirty rows anew, would take a quarter of a page's time."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as usual_url
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timeuntil
from django.utils.timezone import localtime

register = template.Library()


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """An icon from static/icons.svg, hidden from screen readers because a label stands next to it."""
    mark = '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>'
    return format_html(mark, static("icons.svg"), name)


@register.simple_tag(takes_context=True)
def moment(context: Mapping[str, Any], at: datetime | None, shape: str = "datetime") -> SafeString:
    """A datetime, date or time. Members see their own time zone from the server, visitors that of their browser."""
    user = context.get("user")
    return moment_for(bool(user and user.is_authenticated), at, shape)


def moment_for(is_member: bool, at: datetime | None, shape: str = "datetime") -> SafeString:
    """The same for templates of Jinja2."""
    if at is None:
        return mark_safe("")
    local = localtime(at)
    day, hour = f"{local.day} {local:%b %Y}", f"{local:%H:%M}"
    words = {"date": day, "time": hour}.get(shape, f"{day}, {hour}")
    if is_member:
        return mark_safe(f'<time datetime="{local.isoformat()}">{words}</time>')
    zone = "" if shape == "date" else " UTC"
    return mark_safe(f'<time data-local="{shape}" datetime="{local.isoformat()}">{words}{zone}</time>')


@register.simple_tag
def clock(due_at: datetime, total: int = 0) -> SafeString:
    """Time left; `total`: seconds the decision had at most."""
    local, most = localtime(due_at), f' data-total="{int(total)}"' if total else ""
    until = f"{local.day} {local:%b %Y, %H:%M %Z}"
    left = timeuntil(due_at)
    return mark_safe(
        f'<time class="clock" data-clock{most} datetime="{local.isoformat()}" title="until {until}">{left}</time>'
    )


@lru_cache(maxsize=10_000)
def _address(name: str, *args: Any) -> str:
    return str(escape(reverse(name, args=args)))


class Address(URLNode):
    """`{% url %}` from memory."""

    def render(self, context: Context) -> str:
        if self.kwargs or self.asvar:
            return str(super().render(context))
        args = [arg.resolve(context) for arg in self.args]
        return _address(self.view_name.resolve(context), *args)


@register.tag
def url(parser: Parser, token: Token) -> Address:
    """The usual tag, remembering addresses."""
    node = usual_url(parser, token)
    return Address(node.view_name, node.args, node.kwargs, node.asvar)
