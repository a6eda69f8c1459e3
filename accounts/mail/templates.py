"""The templates of emails: Jinja2, as Django's engine takes several times as long, and a morning has many emails.

The two layouts `base.html` and `base.txt` are also extended by emails of allauth, which Django renders; they are
written in what both engines understand.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.template import defaultfilters
from django.utils.timezone import localtime
from jinja2 import ChainableUndefined, Environment, FileSystemLoader

from config.templates import WithoutIndentation, compiled_templates


def render(name: str, values: Mapping[str, Any]) -> str:
    """Render templates/mail/<name>. Plain text is not HTML-escaped; names without a value are empty."""
    return engine().get_template(f"mail/{name}").render(values)


@cache
def engine() -> Environment:
    """Jinja2 with those of Django's filters that emails use."""
    made = Environment(
        loader=FileSystemLoader(settings.BASE_DIR / "templates"),
        autoescape=lambda name: name is None or not name.endswith(".txt"),
        undefined=ChainableUndefined,
        keep_trailing_newline=True,
        auto_reload=settings.DEBUG,
        extensions=[WithoutIndentation],
        bytecode_cache=compiled_templates(__file__),
    )
    made.globals["off"] = False  # base.txt says `autoescape off`, for Django
    made.filters |= {
        "capfirst": defaultfilters.capfirst,
        "date": lambda value, form: defaultfilters.date(localtime(value), form),
        "linebreaksbr": defaultfilters.linebreaksbr,
        "pluralize": defaultfilters.pluralize,
    }
    return made
