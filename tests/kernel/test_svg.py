"""SVG helpers: text is escaped, colours have names, sizes are right, and files have titles and descriptions."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.drawing import svg

SVG = "{http://www.w3.org/2000/svg}"


def test_words_are_escaped() -> None:
    assert ">Cats &amp; &lt;dogs&gt;</text>" in svg.text("Cats & <dogs>", 0, 0)


def test_a_file_says_what_it_shows() -> None:
    root = ElementTree.fromstring(svg.page(30, 20, "Cats & dogs", "Two of each", svg.text("Miaow", 1, 2)))
    assert root.get("viewBox") == "0 0 30 20" and root.get("width") == "30"
    assert [root.findtext(f"{SVG}{name}") for name in ("title", "desc", "text")] == [
        "Cats & dogs",
        "Two of each",
        "Miaow",
    ]


def test_colours_are_named(tmp_path: Path) -> None:
    (tmp_path / "art.toml").write_text(
        "[card]\nstone = '''\n<path d=\"M0 0h9\" fill=\"{grey}\"/>\n<circle r=\"2\"/>'''\n"
    )
    art = svg.read_art(tmp_path)
    assert art == {"card": {"stone": '<path d="M0 0h9" fill="{grey}"/><circle r="2"/>'}}
    assert f'fill="{svg.COLOURS["grey"]}"' in svg.inked(art["card"]["stone"])
    with pytest.raises(KeyError):
        svg.inked('<path fill="{mauve}"/>')


def test_a_symbol_has_its_own_style() -> None:
    """A page that uses a symbol does not get the attributes of the file's root element."""
    symbol = ElementTree.fromstring(svg.symbol("stone", 96, 60, "<path/>"))
    assert (symbol.get("id"), symbol.get("viewBox"), symbol.get("fill")) == ("stone", "0 0 96 60", "none")
    assert "sans-serif" in (symbol.get("font-family") or "")
