"""Templates: readable in the repository, without white space on the wire."""

from jinja2 import Environment

from config.settings import BASE_DIR
from config.templates import WithoutIndentation, without_indentation


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


def test_words_around_a_tag_of_jinja2_stay_apart() -> None:
    wrapped = Environment(trim_blocks=True, lstrip_blocks=True, extensions=[WithoutIndentation])
    source = "<input{% if 1 %}\n  checked{% endif %}>One{% if 1 %}\n  two{% endif %}\n  {%- if 1 %}s{% endif %}"
    assert wrapped.from_string(source).render() == "<input checked>One twos"
