"""The template engine of everything that sockets push: Jinja2, compiled once, strict about unknown names."""

import operator
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from threading import local
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import engines
from django.urls import reverse
from jinja2 import Environment, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup, escape
from msgspec import msgpack

from games.clause_links import clause_link, clause_mark
from games.kernel.types import Amount, Field, Pick, Picks
from games.memory_cache import Newest

_special = re.compile("[&<>'\"]").search


class LiveCode(CodeGenerator):
    """Generated code that escapes with `environment.escape`: text for text, without a Markup object for each value.

    Functions are called without looking each time whether they want to know the context: none of ours does.
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
    """The contexts of what this thread renders."""

    contexts: list[Context] | None = None


_rendering = _Rendering()


class LiveTemplate(Template):
    """A template whose macros are let go when it is rendered: each knows its context, which knows all macros, and what
    hangs together like that, the whole view with it, waits for the garbage collector.
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
        if vars is not None and _rendering.contexts is not None:  # without: a module of macros that Jinja2 keeps
            _rendering.contexts.append(context)
        return context


class LiveEnvironment(Environment):
    """Jinja2 for templates that are rendered for each viewer of each move: some shortcuts, the same results."""

    code_generator_class = LiveCode
    template_class = LiveTemplate
    call: Any = staticmethod(operator.call)  # what a template calls

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._known: dict[Any, Template] = {}

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:
        """None of ours is given globals of its own; and outside of development none changes while a process runs."""
        if self.auto_reload:
            return super().get_template(name, parent, globals)
        if (known := self._known.get(name)) is None:
            known = self._known[name] = super().get_template(name, parent, globals)
        return known

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`facts.x` of a dictionary is its item x; looking for an attribute first would raise and catch each time."""
        try:
            return obj[attribute] if type(obj) is dict else getattr(obj, attribute)
        except (KeyError, AttributeError):
            return super().getattr(obj, attribute)

    def make_globals(self, d: Any) -> dict[str, Any]:
        """In one dictionary: a chain of them is walked name by name for each rendering."""
        return {**self.globals, **(d or {})}

    @staticmethod
    def escape(value: Any) -> str:
        """What markupsafe.escape() gives, as plain text; output is joined, not escaped again."""
        kind = type(value)
        if kind is Markup or (kind is str and _special(value) is None):
            return value  # type: ignore[no-any-return]
        return str(value) if kind is int else str(escape(value))


_KEPT: Newest[str] = Newest(20_000, 30_000_000, len)


def kept(name: str, by: tuple[Any, ...], macro: Callable[..., str], *args: Any) -> str:
    """What this macro makes of these arguments. It is remembered by its name (with that of the title) and `by`, which
    must hold all that it reads, who looks included: what did not change costs no rendering.
    """
    return _KEPT.get_or_make((name, msgpack.encode(by)), lambda: macro(*args))


def environment(**options: Any) -> Environment:
    """Called by Django with its own options (loader, autoescape)."""
    options["undefined"] = StrictUndefined
    options["autoescape"] = lambda name: name is None or not name.endswith(".txt")
    options["trim_blocks"] = options["lstrip_blocks"] = True
    env = LiveEnvironment(**options)
    env.globals |= {
        "static": cache(staticfiles_storage.url),
        "url": address,
        "clause": clause_link,
        "clause_mark": clause_mark,
        "field_kind": field_kind,
        "kept": kept,
    }
    return env


def read_all() -> None:
    """Read and compile every template of tables: what a first visitor would wait for, and others behind them."""
    engine: Any = engines["live"]
    for name in engine.env.list_templates(extensions=["html", "txt"]):
        engine.env.get_template(name)


@lru_cache(maxsize=10_000)
def address(name: str, *args: Any) -> str:
    """The path of a page by its name; remembered, for working it out costs more than the line that it stands in."""
    return reverse(name, args=args)


def field_kind(field: Field) -> str:
    """The name of the template macro that draws this field."""
    if isinstance(field, Pick | Picks):
        return "pick"
    return "amount" if isinstance(field, Amount) else "text"
