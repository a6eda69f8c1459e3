"""The template engine for everything that sockets push: Jinja2, compiled once, strict about unknown names."""

import operator
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from sys import getsizeof
from threading import local
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import engines
from django.urls import reverse
from jinja2 import Environment, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup, escape
from msgspec import msgpack

from accounts import stamps
from config import marks
from config.memory_cache import BoundedCache
from config.templates import WithoutIndentation, compiled_templates
from games.clause_links import clause_link
from games.kernel.types import Amount, Field, Pick, Picks

_special = re.compile("[&<>'\"]").search


class LiveCode(CodeGenerator):
    """Generates code that escapes with `environment.escape`, which returns plain text, not a Markup object per value.

    Functions are called directly, without checking whether they want the context passed: none of ours does.
    """

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        self.write("environment.call(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
            return
        self.write("environment.escape(")
        if finalize.src is not None:
            self.write(finalize.src)


class _Rendering(local):
    """The template contexts of the current rendering in this thread."""

    contexts: list[Context] | None = None


_rendering = _Rendering()


class LiveTemplate(Template):
    """A template that clears its contexts after rendering. Macros refer to their context and the context to its macros;
    these cycles would keep the whole view in memory until the next garbage collection.
    """

    def render(self, *args: Any, **named: Any) -> str:
        before, _rendering.contexts = _rendering.contexts, []
        try:
            return super().render(*args, **named)
        finally:
            for context in _rendering.contexts:
                context.vars.clear()
            _rendering.contexts = before

    def new_context(
        self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Mapping[str, Any] | None = None
    ) -> Context:
        context = super().new_context(vars, shared, locals)
        if vars is not None and _rendering.contexts is not None:  # vars is None for macro modules, which Jinja2 caches
            _rendering.contexts.append(context)
        return context


class LiveEnvironment(Environment):
    """Jinja2 with shortcuts for templates that are rendered for every viewer after every move. Same results."""

    code_generator_class = LiveCode
    template_class = LiveTemplate
    call: Any = staticmethod(operator.call)  # see LiveCode.visit_Call

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._known: dict[Any, Template] = {}

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:
        """Cached by name alone: our templates have no globals of their own, and only change during development."""
        if self.auto_reload:
            return super().get_template(name, parent, globals)
        if (known := self._known.get(name)) is None:
            known = self._known[name] = super().get_template(name, parent, globals)
        return known

    def getattr(self, obj: Any, attribute: str) -> Any:
        """For `facts.x`, try the item first if `facts` is a dictionary; the attribute would raise every time."""
        try:
            return obj[attribute] if type(obj) is dict else getattr(obj, attribute)
        except (KeyError, AttributeError):
            return super().getattr(obj, attribute)

    def make_globals(self, d: Any) -> dict[str, Any]:
        """A plain dictionary: Jinja2's ChainMap is slower to read, for every name in every rendering."""
        return {**self.globals, **(d or {})}

    @staticmethod
    def escape(value: Any) -> str:
        """markupsafe.escape() as plain text. That is safe because the output is joined, not escaped again."""
        kind = type(value)
        if kind is Markup or (kind is str and _special(value) is None):
            return value  # type: ignore[no-any-return]
        return str(value) if kind is int else str(escape(value))


_KEPT: BoundedCache[str] = BoundedCache(20_000, 5_000_000, getsizeof)


def kept(name: str, by: tuple[Any, ...], macro: Callable[..., str], *args: Any) -> str:
    """The cached output of a macro. `name` must include the title; `by` must hold everything that the output depends
    on, including who is looking.
    """
    return _KEPT.get_or_make((name, msgpack.encode(by)), lambda: macro(*args))


def environment(**options: Any) -> Environment:
    """Create the environment. Django calls this with its own options (loader, autoescape)."""
    options["undefined"] = StrictUndefined
    options["autoescape"] = lambda name: name is None or not name.endswith(".txt")
    options["trim_blocks"] = options["lstrip_blocks"] = True
    options["bytecode_cache"] = compiled_templates(__file__)
    env = LiveEnvironment(**options, extensions=[WithoutIndentation])
    env.globals |= {
        "static": cache(staticfiles_storage.url),
        "url": address,
        "stamp": stamps.mark,
        "icon": marks.icon,
        "moment": marks.moment_for,
        "clock": marks.clock,
        "ordinal": ordinal,
        "clause": clause_link,
        "clause_link": clause_link,
        "field_kind": field_kind,
        "kept": kept,
    }
    return env


def read_all() -> None:
    """Compile every live template at startup, so that no visitor has to wait for it."""
    engine: Any = engines["live"]
    for name in engine.env.list_templates(extensions=["html", "txt"]):
        engine.env.get_template(name)


@lru_cache(maxsize=10_000)
def address(name: str, *args: Any) -> str:
    """The path of a page by its URL name; cached, because reverse() costs more than rendering the line around it."""
    return reverse(name, args=args)


def field_kind(field: Field) -> str:
    """The name of the template macro that draws this field."""
    if isinstance(field, Pick | Picks):
        return "pick"
    return "amount" if isinstance(field, Amount) else "text"
