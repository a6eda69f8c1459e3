"""Templates are wrapped and indented for those who read them; what is sent has neither."""

import re

from django.template import Origin
from django.template.loaders import filesystem
from jinja2.ext import Extension

_TAG = re.compile(r'<[a-zA-Z](?:"[^"]*"|\{%.*?%\}|\{\{.*?\}\}|[^<>"])*>', re.DOTALL)


def without_indentation(source: str) -> str:
    """The source of an HTML template with each tag and each paragraph on one line, and no line indented."""
    source = _TAG.sub(lambda tag: re.sub(r"\s*\n\s*", " ", tag[0]), source)
    source = re.sub(r"(?<=[^>\s])\n[ \t]+(?!\s|\{%)", " ", source)
    return re.sub(r"\n[ \t]+", "\n", source)


class Loader(filesystem.Loader):
    """Reads the project's own templates."""

    def get_contents(self, origin: Origin) -> str:
        source: str = super().get_contents(origin)
        return without_indentation(source) if origin.name.endswith(".html") else source


class WithoutIndentation(Extension):
    """The same for Jinja2."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return without_indentation(source) if name is None or name.endswith(".html") else source
