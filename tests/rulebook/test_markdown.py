"""Markdown with our extensions: the output, and helpful errors."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook import pictures
from rulebook.errors import ManualError
from rulebook.glossary import Term
from rulebook.headings import Heading
from rulebook.library import render_manual
from rulebook.markdown import Rendered
from rulebook.sources import Source
from tests.rulebook.conftest import DRAWING, INDEX

Make = Callable[..., Source]


def index_of(source: Source) -> Rendered:
    return render_manual(source)["index"]


def test_clause_is_printed_with_its_anchor(source: Make) -> None:
    html = index_of(source()).html
    expected = '<p class="rule" id="xy-01"><a class="clause" href="#xy-01">XY-01</a> Everybody takes &lt;five&gt; cards'
    assert expected in html
    assert "cards &amp; looks. <a" in html


def test_clause_links_to_known_clauses_in_its_sentence_only(source: Make) -> None:
    html = index_of(source()).html
    assert '<a class="clause" href="#xy-01">XY-01</a> holds' in html
    assert re.search(r'as <a class="clause" href="/rules/#play-04" title="[^"]+">PLAY-04</a> and QQ-01 do not', html)


def test_reference_from_another_page_links_to_the_rules_page(source: Make) -> None:
    pages = render_manual(
        source(INDEX + "\nSee [[XY-02]].", more="- as in [[XY-02]]\n\n| a | b |\n|---|---|\n| [[XY-01]] | |")
    )
    assert 'See <a class="clause" href="#xy-02"' in pages["index"].html
    assert 'as in <a class="clause" href="/rules/made_up/#xy-02"' in pages["more"].html
    assert '<td><a class="clause" href="/rules/made_up/#xy-01"' in pages["more"].html


def test_clause_on_another_page_keeps_an_anchor_on_the_first(source: Make) -> None:
    pages = render_manual(source("::clause XY-01\n\nThen [[XY-02]].", more="::clause XY-02\n"))
    assert '<a class="clause" href="/rules/made_up/more/#xy-02" title=' in pages["index"].html
    assert (
        '<li id="xy-02"><a class="clause" href="/rules/made_up/more/#xy-02">XY-02</a> XY-01 holds'
        in pages["index"].html
    )
    assert 'id="xy-02"' in pages["more"].html


def test_mark_needs_no_blank_lines_around_it(source: Make) -> None:
    html = index_of(source("Before.\n::clause XY-01\n::clause XY-02\nAfter.")).html
    assert html.startswith("<p>Before.</p>") and html.endswith("<p>After.</p>\n") and html.count('class="rule"') == 2


def test_mark_in_a_code_block_is_text(source: Make) -> None:
    assert "<code>::clause NO-01\n</code>" in index_of(source(f"{INDEX}\n```\n::clause NO-01\n```\n")).html


MARK_1 = '<span id="xy-01"><a class="clause is-ours" href="#xy-01">XY-01</a></span>'


def test_clauses_of_a_paragraph_are_in_the_margin(source: Make) -> None:
    page = index_of(source("Take *five* cards. {XY-01 XY-02}\n\nSee [[XY-02]]."))
    assert f'<p class="says"><span class="marks">{MARK_1} <span id="xy-02">' in page.html
    assert "Take <em>five</em> cards.</p>" in page.html and "{" not in page.html
    assert 'See <a class="clause" href="#xy-02">XY-02</a>' in page.html
    found = [(entry.kind, entry.clause, entry.anchor, entry.text) for entry in page.entries if entry.clause]
    assert found == [("rule", "XY-01", "xy-01", "Take five cards."), ("also", "XY-02", "xy-02", "Take five cards.")]


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("- One {XY-01}\n- Two {XY-02}", '<li class="says">'),
        ("- One {XY-01}\n\n- Two {XY-02}", '<p class="says">'),
        ("### Cards {#cards} {XY-01}\n\nTwo {XY-02}", '<h3 class="says" id="cards">'),
        ("| a |\n|---|\n| b |\n\n{XY-01, XY-02}", '<div class="says">'),
        ("::picture dot | A dot\n\n{XY-01 XY-02}", '<div class="says">'),
        ("- One\n- Two\n\n{XY-01 XY-02}", '<div class="says">'),
        ("Many\nwords\n{XY-01 XY-02}", '<p class="says">'),
        ("Many words\n\n{XY-01 XY-02}", '<p class="says">'),
    ],
)
def test_every_kind_of_block_can_have_clauses(source: Make, text: str, opens: str) -> None:
    page = index_of(source(text))
    assert f'{opens}<span class="marks">{MARK_1}' in page.html
    assert "{" not in page.html and "<p></p>" not in page.html and page.html.count("<div") == page.html.count("</div")
    assert [entry.clause for entry in page.entries if entry.clause] == ["XY-01", "XY-02"]


def test_clauses_for_engines_are_only_in_the_list(source: Make) -> None:
    book = replace(source("Take five. {XY-01}\n\nSee [[XY-02]]."), engine=("XY-02",))
    html = render_manual(book)["index"].html
    assert '<a class="clause" href="/rules/made_up/clauses/#xy-02"' in html and html.count('id="xy-02"') == 1
    for engine, fault in (("XY-01", "is also shown on a page"), ("XY-09", "is not in clauses.toml")):
        with pytest.raises(ManualError, match=f"manual/reference.toml: Rule {engine} {fault}"):
            render_manual(replace(book, engine=(engine,)))


def test_first_line_can_be_the_title_of_the_page(source: Make) -> None:
    page = index_of(source(f"# New Hire Manual {{#new}}\n{INDEX}\n# Law\n[up](#new)"))
    assert (page.title, page.toc[0].title) == ("New Hire Manual", "Law")
    assert page.html.startswith('<span id="new"></span><p') and "<h1" not in page.html


def test_headings_get_anchors_from_their_words(source: Make) -> None:
    page = index_of(
        source(f"## Deck *Makeup*\n{INDEX}\n### Setup: `5` cards\n\n## Deck Makeup\n\n#### Deep\n\n## Contents\n")
    )
    assert [item.anchor for item in page.toc] == ["deck-makeup", "setup-5-cards", "deck-makeup-2", "contents-2"]
    assert [item.level for item in page.toc] == [2, 3, 2, 2]
    assert page.toc[0].title == "Deck Makeup"
    assert '<h2 id="deck-makeup">Deck <em>Makeup</em></h2>' in page.html
    assert '<h4 id="deep">Deep</h4>' in page.html


def test_headings_can_set_their_anchors(source: Make) -> None:
    page = index_of(source(f"## Rank {{#rank #order}}\n{INDEX}\n[there](#order)"))
    assert '<h2 id="rank"><span id="order"></span>Rank</h2>' in page.html
    assert page.toc == [Heading("rank", "Rank", 2)]


def test_level_one_and_five_headings_become_level_two(source: Make) -> None:
    page = index_of(source(f"##### Version 2\n{INDEX}\n# Law\n\n### Fines\n"))
    assert '<h2 class="is-small" id="version-2">Version 2</h2>' in page.html
    assert '<h2 class="is-part" id="law">Law</h2>' in page.html
    assert [item.level for item in page.toc] == [2, 2, 3]


def test_link_to_a_rule_of_the_same_page_does_not_repeat_its_sentence(source: Make) -> None:
    html = index_of(source(f"{INDEX}\nSee [[XY-01]] and [[PLAY-04]].")).html
    assert 'See <a class="clause" href="#xy-01">XY-01</a> and <a class="clause" href="/rules/#play-04" title="' in html


def test_description_consists_of_whole_sentences(source: Make) -> None:
    long = "This sentence is long enough to stand for the page alone, and longer than half of it. "
    assert index_of(source(f"{long}{'word ' * 40}\n\n{INDEX}")).description == long.strip()


def test_picture_is_inlined_with_its_text_as_caption(source: Make) -> None:
    html = index_of(source(f"::picture dot | A dot & a <square>\n{INDEX}")).html
    link = '<a class="plate-link" href="/static/titles/made_up/dot.svg" aria-label="Enlarge the drawing">'
    assert html.startswith(f'<figure class="plate">{link}<svg ') and 'viewBox="0 0 10 10"' in html
    assert "<figcaption>A dot &amp; a &lt;square&gt;</figcaption></figure>" in html
    assert 'aria-hidden="true"' in html and "Old title" not in html and 'role="img"' not in html


def test_picture_can_have_a_caption_and_an_alternative_text(source: Make) -> None:
    html = index_of(source(f"::picture dot | Look here | One black dot\n{INDEX}")).html
    assert 'aria-label="Enlarge the drawing: One black dot"' in html and "<figcaption>Look here</figcaption>" in html


def test_small_text_in_drawings_sets_a_minimum_width(tmp_path: Path) -> None:
    def drawn(width: int, size: str) -> str:
        (tmp_path / "big.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 9"><g transform="scale(.5)">'
            f'<text font-size="{size}">x</text></g></svg>'
        )
        return pictures.inline(tmp_path / "big.svg", "p-")

    assert "needs-" not in drawn(300, "22") and 'class="needs-600"' in drawn(600, "22px")
    assert 'class="needs-800"' in drawn(900, "10")


def test_pictures_on_a_page_have_unique_ids(source: Make) -> None:
    html = index_of(source(f"::picture dot | One\n\n::picture dot | Two\n{INDEX}")).html
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids)) and {"plate-1-dot", "plate-2-dot", "plate-2-g"} <= set(ids)
    assert 'href="#plate-2-dot"' in html and 'fill="url(#plate-2-g)"' in html


def test_link_in_a_picture_targets_the_page_and_is_not_focusable(source: Make) -> None:
    made = source(f"::picture way | The way\n\n## Setup\n\n{INDEX}")
    drawn = '<svg xmlns="http://www.w3.org/2000/svg"><a href="#setup"><circle id="dot" r="1"/></a></svg>'
    (made.pictures / "way.svg").write_text(drawn)
    html = index_of(made).html
    assert '<a href="#setup" tabindex="-1"><circle id="plate-1-dot" r="1"' in html
    assert "plate-link" not in html, "a link inside a link"
    (made.pictures / "way.svg").write_text(drawn.replace("#setup", "https://example.org"))
    with pytest.raises(ManualError, match="refers to something outside"):
        index_of(made)


def test_wide_tables_scroll_in_a_focusable_box(source: Make) -> None:
    html = index_of(source(f"{INDEX}\n## Deck\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n")).html
    assert '<div class="table-box" tabindex="0" role="group" aria-label="Table: Deck"><table>' in html
    assert '<th scope="col">a</th>' in html and '<td class="num">2</td>' in html and "style=" not in html


def test_html_and_unsafe_links_are_escaped(source: Make) -> None:
    html = index_of(
        source(f"{INDEX}\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) <b onclick='x'>b</b>\n")
    ).html
    assert "<script" not in html and "<b " not in html and 'href="javascript' not in html
    assert "&lt;script&gt;" in html


def test_search_entries_cover_the_page(source: Make) -> None:
    table = "| a | b |\n|---|---|\n| c | d |\n"
    text = f"Hello\nthere.\n\n## Deck\n\n{INDEX}\nSee [[XY-01]].\n\n::picture dot | A dot\n\n{table}"
    found = [(entry.anchor, entry.heading, entry.clause, entry.text) for entry in index_of(source(text)).entries]
    assert found[0] == ("", "", "", "Hello there.")
    assert found[1] == ("deck", "Deck", "", "See XY-01. A dot a · b · c · d ·")
    assert found[2] == ("xy-01", "Deck", "XY-01", "Everybody takes <five> cards & looks.")
    assert len(found) == 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("::clause XY-09", "manual/index.md: There is no rule XY-09 in clauses.toml."),
        (f"{INDEX}\n::clause XY-01", "manual/index.md: Rule XY-01 is shown twice."),
        ("::clause XY-01", "No page shows XY-02."),
        ("::clause XY-01\n\nWords {XY-01 XY-02}", "manual/index.md: Rule XY-01 is shown twice."),
        ("{XY-01 XY-02}", "manual/index.md: {XY-01 XY-02} belongs to no block"),
        ("Words {XY-01}\n\n{XY-02}", "manual/index.md: {XY-02} is on a block that already has rules: XY-01."),
        ("| a |\n|---|\n| b |\n{XY-01 XY-02}", "{XY-01 XY-02} is inside a table. Leave an empty line before it."),
        (f"{INDEX}\nSee [[XY-09]].", "manual/index.md: There is no rule XY-09."),
        (f"{INDEX}\n::picture cat | A cat", "manual/index.md: There is no picture cat.svg."),
        (f"{INDEX}\n::picture dot", "manual/index.md: Can’t read “::picture dot”."),
        (f"{INDEX}\n::picture ../dot | A dot", "Use ::clause ID, ::example NAME or ::picture"),
        (f"{INDEX}\n::see elsewhere", "Can’t read “::see elsewhere”."),
        (f"###### Title\n{INDEX}", "“Title” is a level 6 heading. Only levels 2 to 4 are allowed."),
        (f"## One {{#same}}\n{INDEX}\n## Two {{#same}}", "The anchor same is used twice."),
        (f"## Rule {{#xy-01}}\n{INDEX}", "The anchor xy-01 is used twice."),
        (f"{INDEX}\n[more](nowhere/)", "The link to nowhere/ is broken."),
        (f"{INDEX}\n[up](#nowhere)", "The link to #nowhere is broken."),
        (f"{INDEX}\n\ue000", "The text contains a forbidden character"),
    ],
)
def test_mistakes_are_reported(source: Make, text: str, sentence: str) -> None:
    with pytest.raises(ManualError) as caught:
        render_manual(source(text))
    assert sentence in re.sub(r"\.md:\d+:", ".md:", str(caught.value))


def test_all_mistakes_are_reported_at_once_with_their_lines(source: Make) -> None:
    """One run names them all: an author need not repair and start again."""
    index = "Take five. {XY-01}\n\nSee [[XY-07]] and [there](#nowhere).\n\n::picture cat | A cat\n\nAh. {XY-01 XY-08}"
    made = replace(
        source(index, more="## More\n\n[up](../#gone)\n"),
        terms=[Term("five", "Five cards.", clauses=("XY-06",)), Term("six", "No page says it.")],
        asked={"XY-05": ("how many",)},
    )
    with pytest.raises(ManualError) as caught:
        render_manual(made)
    assert set(caught.value.args) == {
        "manual/index.md:3: There is no rule XY-07.",
        "manual/index.md:3: The link to #nowhere is broken.",
        "manual/index.md:5: There is no picture cat.svg.",
        "manual/index.md:7: Rule XY-01 is shown twice.",
        "manual/index.md:7: There is no rule XY-08 in clauses.toml.",
        "manual/more.md:3: The link to ../#gone is broken.",
        "manual/asked.toml: There is no rule XY-05.",
        "manual/glossary.toml: There is no rule XY-06.",
        "manual/glossary.toml: No page uses the term six.",
        "No page shows XY-02.",
    }


def test_all_unreadable_marks_are_reported_at_once(source: Make) -> None:
    with pytest.raises(ManualError) as caught:
        render_manual(source("::see this\n\nWords.\n\n::clause", more="{XY-01}\n\n- a\n\n## Two\n\n{XY-02}"))
    lines = [mistake.partition(": ")[0] for mistake in caught.value.args]
    assert lines == ["manual/index.md:1", "manual/index.md:5", "manual/more.md:1", "manual/more.md:7"]


def test_terms_are_linked_at_their_first_use_in_each_section(source: Make) -> None:
    text = "## Storage\n\nPut it in storage, [storage](#xy-01) or storage. {XY-01}\n\nMore storage.\n\n## Full\n\n"
    text += "Storages are full. {XY-02}"
    page = render_manual(replace(source(text), terms=[Term("storage", "Where it lies.")]))["index"]
    link = '<a href="/rules/made_up/glossary/#term-storage" class="term">'
    assert page.html.count('class="term"') == 2
    assert f'in {link}storage</a>, <a href="#xy-01">storage</a> or storage.' in page.html
    assert f"{link}Storages</a> are full." in page.html


def test_links_between_pages_are_checked(source: Make) -> None:
    index = INDEX + "\n## Top\n[more](more/#deck), [other](/rules/other/), [far](https://example.org/)"
    pages = render_manual(source(index, more="## Deck\n[back](../#top) [rule](../#xy-01)"))
    assert 'href="more/#deck"' in pages["index"].html
    with pytest.raises(ManualError, match=r"manual/more.md:2: The link to \.\./#bottom is broken"):
        render_manual(source(index, more="## Deck\n[back](../#bottom)"))


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("<circle", "<image", "<image>"),
        ("<defs>", "<defs><script>1</script>", "<script>"),
        ('width="1"', 'style="fill:red"', "style"),
        ('width="1"', 'onload="1"', "onload"),
        ('href="#dot"', 'href="https://example.org/x.svg#dot"', "outside"),
        ("</svg>", "", "can’t be read"),
    ],
)
def test_drawings_with_forbidden_parts_are_refused(tmp_path: Path, old: str, new: str, word: str) -> None:
    (tmp_path / "bad.svg").write_text(DRAWING.replace(old, new, 1))
    with pytest.raises(ManualError, match=re.escape(word)):
        pictures.inline(tmp_path / "bad.svg", "p-")
