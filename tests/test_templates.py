"""Templates: readable in the repository, without white space on the wire."""

import errno
import tempfile
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import get_template
from django.template.loader_tags import BlockNode
from jinja2 import DictLoader, Environment

from config.settings import BASE_DIR
from config.templates import WithoutIndentation, compiled_templates, with_addresses, without_indentation


def test_no_line_is_longer_than_160_characters() -> None:
    paths = [path for room in ("templates", "games", "accounts") for path in (BASE_DIR / room).rglob("*.html")]
    long = [
        f"{path.relative_to(BASE_DIR)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > 160
    ]
    assert len(paths) > 200 and long == []


def test_tags_and_paragraphs_are_sent_on_one_line() -> None:
    source = '<ul>\n  <li\n    class="a b">One\n    word <b>or\n  two</b>\n  {% if a %}\n    yes{% endif %}</li>\n</ul>'
    sent = '<ul>\n<li class="a b">One word <b>or two</b>\n{% if a %} yes{% endif %}</li>\n</ul>'
    assert without_indentation(source) == sent


def test_addresses_that_depend_on_nothing_are_looked_up_once(settings: Any) -> None:
    source = """{% url 'lobby' %} {% url 'match' match.id %} {% url "no_such_page" %} {% static 'site.css' %}"""
    kept = """/tables/ {% url 'match' match.id %} {% url "no_such_page" %} """
    settings.COLLECTED = False
    assert with_addresses(source) == kept + "{% static 'site.css' %}"
    settings.COLLECTED = True
    assert with_addresses(source) == kept + "/static/site.css"


def test_the_blocks_of_a_layout_are_looked_for_once() -> None:
    nodes = get_template("base.html").template.nodelist
    assert get_template("base.html").template.nodelist.get_nodes_by_type(BlockNode) is nodes.get_nodes_by_type(
        BlockNode
    )


def test_words_around_a_tag_of_jinja2_stay_apart() -> None:
    wrapped = Environment(trim_blocks=True, lstrip_blocks=True, extensions=[WithoutIndentation])
    source = "<input{% if 1 %}\n  checked{% endif %}>One{% if 1 %}\n  two{% endif %}\n  {%- if 1 %}s{% endif %}"
    assert wrapped.from_string(source).render() == "<input checked>One twos"


def test_compiled_templates_are_kept_until_something_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYPOST_COMPILED", str(tmp_path))
    maker, compiled = tmp_path / "maker.py", list[str]()
    compile = Environment._compile
    monkeypatch.setattr(Environment, "_compile", lambda *asked: compiled.append(asked[2]) or compile(*asked))

    def rendered(source: str) -> tuple[str, int]:
        compiled.clear()
        env = Environment(bytecode_cache=compiled_templates(str(maker)), loader=DictLoader({"a.html": source}))
        return env.get_template("a.html").render(), len(compiled)

    maker.write_text("one way")
    assert rendered("one") == ("one", 1) and rendered("one") == ("one", 0)
    assert rendered("two") == ("two", 1) and rendered("two") == ("two", 0)
    maker.write_text("another way")
    assert rendered("two") == ("two", 1)
    (kept,) = tmp_path.glob("*.cache")
    for size in (0, 5, 30, kept.stat().st_size - 5):  # a power cut
        kept.write_bytes(kept.read_bytes()[:size])
        assert rendered("two") == ("two", 1) and rendered("two") == ("two", 0)
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", no_room)
    assert rendered("three") == ("three", 1)


def no_room(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_without_a_folder_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLAYPOST_COMPILED", raising=False)
    assert compiled_templates() is None
