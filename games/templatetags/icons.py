"""The icon tag. Including a template for each of twenty icons would take a quarter of a page's time."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """An icon from static/icons.svg, hidden from screen readers because a label stands next to it."""
    mark = '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>'
    return format_html(mark, static("icons.svg"), name)
