"""The icon tag. Including a file for each of twenty icons would cost a quarter of a page."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """A drawing of static/icons.svg, for the eye only: words stand beside it."""
    mark = '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>'
    return format_html(mark, static("icons.svg"), name)
