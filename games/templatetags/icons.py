"""Tags of every page: icons, moments, clocks, addresses, static files, and what a form held. Written in Python, because
including a template for each of twenty icons, or finding the address of each of thirty rows anew, would take a quarter
of a page's time."""

import time
from collections.abc import Mapping
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as usual_url
from django.templatetags.static import StaticNode
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString

from accounts.decorators import written
from config import marks

register = template.Library()
register.simple_tag(marks.icon)
register.simple_tag(marks.clock)
register.filter(written)


@register.simple_tag(takes_context=True)
def moment(context: Mapping[str, Any], at: datetime | None, shape: str = "datetime") -> SafeString:
    """See marks.moment_for."""
    user = context.get("user")
    return marks.moment_for(bool(user and user.is_authenticated), at, shape)


@register.simple_tag
def seconds_now() -> str:
    """The time as browsers compare it with theirs: `{% now %}` takes forty times as long."""
    return f"{time.time():.6f}"


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


@cache
def _static(path: str) -> SafeString:
    return escape(staticfiles_storage.url(path))


class StaticAddress(StaticNode):
    """`{% static %}` from memory."""

    def url(self, context: Context) -> SafeString:
        return _static(self.path.resolve(context))


register.tag("static", StaticAddress.handle_token)
