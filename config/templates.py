"""Templates are wrapped and indented for those who read them; what is sent has neither. Compiled ones can be kept."""

import os
import pickle
import re
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.template import Origin, Template
from django.template.loaders import cached, filesystem
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import escape
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from jinja2.ext import Extension

_STATIC = re.compile(r"""\{% static ["']([^"']+)["'] %\}""")
_URL = re.compile(r"""\{% url ["'](\w+)["'] %\}""")
_TAG = re.compile(r'<[a-zA-Z](?:"[^"]*"|\{%.*?%\}|\{\{.*?\}\}|[^<>"])*>', re.DOTALL)


def without_indentation(source: str) -> str:
    """The source of an HTML template with each tag and each paragraph on one line, and no line indented."""
    source = _TAG.sub(lambda tag: re.sub(r"\s*\n\s*", " ", tag[0]), source)
    source = re.sub(r"(?<=[^>\s])\n[ \t]+(?!\s|\{%)", " ", source)
    return re.sub(r"\n[ \t]+", "\n", source)


def with_addresses(source: str) -> str:
    """The source of a Django template with the addresses of pages and collected files that depend on nothing."""
    if settings.COLLECTED:
        source = _STATIC.sub(lambda tag: escape(static(tag[1])), source)
    return _URL.sub(_address, source)


def _address(tag: re.Match[str]) -> str:
    try:
        return escape(reverse(tag[1]))
    except NoReverseMatch:  # in a comment
        return tag[0]


class Loader(filesystem.Loader):
    """Reads the project's own templates."""

    def get_contents(self, origin: Origin) -> str:
        source: str = super().get_contents(origin)
        return with_addresses(without_indentation(source)) if origin.name.endswith(".html") else source


class KeepingLoader(cached.Loader):
    """Keeps compiled templates, and the blocks of each: Django looks through a whole layout at each rendering."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        template: Template = super().get_template(template_name, skip)
        if "get_nodes_by_type" not in vars(template.nodelist):
            vars(template.nodelist)["get_nodes_by_type"] = cache(template.nodelist.get_nodes_by_type)
        return template


class WithoutIndentation(Extension):
    """The same for Jinja2."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return without_indentation(source) if name is None or name.endswith(".html") else source


class CompiledTemplates(FileSystemBytecodeCache):
    """Compiled Jinja2 templates in a folder that nobody else can write to. To compile all takes 1.5 s at each start."""

    def __init__(self, folder: str, *makers: str) -> None:
        """`makers`: the source files that decide, like this one, what a template is compiled to."""
        super().__init__(folder)
        self.made_by = version("jinja2") + "".join(Path(maker).read_text() for maker in (__file__, *makers))

    def get_source_checksum(self, source: str) -> str:
        return super().get_source_checksum(self.made_by + source)

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError, EOFError, ValueError, pickle.UnpicklingError):  # half a file, after a power cut
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):  # a full disk
            super().dump_bytecode(bucket)


def compiled_templates(*makers: str) -> CompiledTemplates | None:
    """The folder that `manage.py up` names; None without one: the processes of other hosts start rarely."""
    folder = os.environ.get("PLAYPOST_COMPILED", "")
    return CompiledTemplates(folder, *makers) if os.path.isdir(folder) else None
