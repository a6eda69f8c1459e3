"""The manuals' Markdown: CommonMark with tables, without HTML, and with these extensions:

    You play or you pass. {PC-14 PC-15}   at the end of a block: the rules behind it, shown in the margin (margin.py)
    ::picture NAME | ALT              on its own line: pictures/NAME.svg with ALT as its caption
    ::picture NAME | CAPTION | ALT    the same with a caption, and a different text for screen readers
    ::example NAME                    on its own line: a position to play, from manual/examples.toml
    [[PC-35]]                         in a sentence: a link to the rule
    ::clause PC-35                    on its own line: the rule, word for word (for the platform, which has no manual)
    ## Setup {#setup #how-to-start}   a heading with its own anchors; by default the anchor is made from its words
    ## Blitz {#blitz ?blitz=true}     a chapter that tables without this option do not show

A level-one heading on the first line is the title of the page; otherwise the page has its title from the menu. Other
headings start at level two. Level-one chapters and level-five lines, which an old manual has, become level two and only
look larger or smaller.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import pairwise
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from msgspec import Struct

from rulebook import margin
from rulebook.errors import ManualError
from rulebook.glossary import Term, link_terms
from rulebook.headings import Heading, name_headings, plain, take_title

MARK = re.compile(
    r"::clause\s+(?P<clause>\S+)|::example\s+(?P<example>[\w-]+)|::picture\s+(?P<name>[\w-]+)\s*\|\s*(?P<alt>\S.*)"
)
REFERENCE = re.compile(r"\[\[([^\[\]\s]+)\]\]")
CLAUSE_ID = re.compile(r"\b[A-Z]+-\d+\b")
TOGETHER = re.compile(r"(?<![\w-])\d(?:-\d)+(?![\w-])")
TAKEN = ("main", "messages", "contents", "platform", "q", "rule-numbers")  # ids of the page around the manual
HOLD = "\ue000{}\ue001"  # placeholder for our own HTML during sanitizing; a search marks its hits with the same signs
HELD = re.compile(HOLD.format("([0-9]+)"))
BLOCKS = {"h2", "h3", "h4", "p", "ul", "ol", "li", "blockquote", "pre", "hr", "div"}
INLINES = {"a", "code", "em", "strong", "br", "span"}
TAGS = BLOCKS | INLINES | {"table", "thead", "tbody", "tr", "th", "td"}
MOST = 155  # characters of a description
ENOUGH = 30  # characters that a description needs to be cut after a sentence
ATTRIBUTES = {
    **{tag: {"id", "class"} for tag in ("h2", "h3", "h4")},
    "span": {"id", "class"},
    "li": {"class"},
    "a": {"href", "class", "title"},
    "p": {"id", "class"},
    "div": {"class", "tabindex", "role", "aria-label"},
    "th": {"scope", "class"},
    "td": {"class"},
    "ol": {"start"},
}


@dataclass(frozen=True)
class Book:
    """What the pages of a manual can refer to.

    sentences: the rules by id; places: the URL of the page that shows each rule;
    picture(name, prefix): the drawing as an <svg> element, with prefixed ids; drawing(name): the URL of its file;
    example(name): the box of an example; rulings: where each of our rulings is explained, by rule;
    terms: of the glossary at its URL.
    """

    sentences: dict[str, str]
    places: dict[str, str]
    picture: Callable[[str, str], str]
    drawing: Callable[[str], str] = str
    example: Callable[[str], str] = str
    rulings: dict[str, str] = field(default_factory=dict)
    terms: Sequence[Term] = ()
    glossary: str = ""


@dataclass(frozen=True)
class Entry:
    """A search entry: a block and its rule, a card, or the text under a heading.

    Further rules of a block are entries of kind "also": they have the same text and are found by number only.
    `needs`: the option without which its chapter is void, or "".
    """

    anchor: str
    heading: str
    clause: str
    text: str
    kind: str = "text"
    needs: str = ""


class ClauseLink(Struct, frozen=True):
    """A rule and its URL."""

    id: str
    url: str


class Card(Struct, frozen=True):
    """One card in a gallery. `effect` and `drawing`: HTML; `words`: the text that the gallery's search looks at."""

    anchor: str
    name: str
    kind: str
    copies: int
    effect: str
    clauses: list[ClauseLink]
    facts: dict[str, Any]
    words: str
    drawing: str


@dataclass
class Rendered:
    """A rendered page: HTML, table of contents, search entries, all anchors, and its links, each with its line.

    `description`: its first words; `title`: its own title, or ""; `cards`: of a gallery; `terms`: of the glossary;
    `mistakes`: each with its line.
    """

    html: str = ""
    toc: list[Heading] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    links: list[tuple[str, int]] = field(default_factory=list)
    description: str = ""
    title: str = ""
    cards: list[Card] = field(default_factory=list)
    terms: set[str] = field(default_factory=set)
    mistakes: list[str] = field(default_factory=list)


def parse(source: str) -> list[Token]:
    """Parse Markdown to tokens. Raises ManualError with all unknown marks, forbidden characters or misplaced braces."""
    if any(sign in source for sign in "\ue000\ue001\x00"):
        raise ManualError("The text contains a forbidden character (U+E000, U+E001 or U+0000).")
    env: dict[str, list[str]] = {"faults": []}
    tokens = READER.parse(source, env)
    if env["faults"]:
        raise ManualError(*env["faults"])
    for token in tokens:
        for part in token.children or []:
            part.meta["line"] = margin.line_of(token)
    return margin.gather(tokens)


def clauses_in(tokens: Sequence[Token]) -> list[tuple[str, int]]:
    """The ids of the rules that a page shows, in order, each with its line."""
    return [
        (id, margin.line_of(token))
        for token in tokens
        for id in ([token.meta["id"]] if token.type == "clause" else margin.ids_of([token]))
    ]


def render(tokens: list[Token], book: Book, url: str) -> Rendered:
    """Render tokens from `parse` as the page at `url`. Unknown rules and pictures are its `mistakes`.

    Raises ManualError for wrong headings.
    """
    anchors = {id.lower() for id, _ in clauses_in(tokens)}
    title, own, tokens = take_title(tokens)
    anchors |= set(own)
    toc = name_headings(tokens, anchors | set(TAKEN), anchors)
    terms = link_terms(tokens, book.terms, book.glossary)
    writer = PageWriter(book, url, toc)
    raw = "".join(f'<span id="{name}"></span>' for name in own) + writer.render(tokens, READER.options, {})
    html = nh3.clean(raw, tags=TAGS, attributes=ATTRIBUTES, link_rel=None)
    html = HELD.sub(lambda found: writer.figures[int(found[1]) - 1], html)
    anchors |= {heading.anchor for heading in toc}
    parts = [part for token in tokens for part in token.children or [] if part.type == "link_open"]
    links = [(str(part.attrs["href"]), int(part.meta.get("line", 0))) for part in parts]
    shown = [item for item in toc if item.level < 4]
    needs = {heading.anchor: heading.needs for heading in toc}
    entries, description = _entries(tokens, book, needs), _first_words(tokens)
    return Rendered(html, shown, entries, anchors, links, description, title, terms=terms, mistakes=writer.mistakes)


def examples_in(tokens: Sequence[Token]) -> list[tuple[str, int]]:
    """The names of the examples that a page shows, each with its line."""
    return [(token.meta["name"], margin.line_of(token)) for token in tokens if token.type == "example"]


def _first_words(tokens: Sequence[Token]) -> str:
    """The first paragraph, cut to the sentences, or else the words, that fit into MOST characters."""
    pairs = pairwise(tokens)
    words = next((plain(inner) for token, inner in pairs if token.type == "paragraph_open" and inner.content), "")
    if len(words) <= MOST:
        return words
    sentences = words[:MOST].rpartition(". ")[0]
    return f"{sentences}." if len(sentences) > ENOUGH else words[:MOST].rpartition(" ")[0].rstrip(",;:") + " …"


class Told(Struct, frozen=True):
    """A block with rules: their ids, its plain text, and the place of its last token."""

    ids: list[str]
    text: str
    last: int


def told(tokens: Sequence[Token]) -> dict[str, str]:
    """The plain text of the block that tells each rule, by id."""
    found: dict[str, str] = {}
    place = 0
    while place < len(tokens):
        block = _told_at(tokens, place)
        found |= dict.fromkeys(block.ids, block.text) if block else {}
        place = (block.last if block else place) + 1
    return found


def _told_at(tokens: Sequence[Token], place: int) -> Told | None:
    """The block with rules that begins at this token, if one does."""
    token = tokens[place]
    if token.type == "said_open":
        ends = (n for n in range(place, len(tokens)) if tokens[n].type == "said_close")
        end = next(n for n in ends if tokens[n].level == token.level)
        return Told(margin.ids_of([token]), _words(tokens[place:end]), end)
    ids = margin.ids_of([token])
    return Told(ids, plain(token), place) if ids else None


def _entries(tokens: list[Token], book: Book, needs: Mapping[str, str]) -> list[Entry]:
    """The search entries of a page: each block with rules, and the remaining text under each heading.

    `needs`: by the anchor of a heading, the option without which its chapter is void.
    """
    found: list[Entry] = []
    rules: list[Entry] = []
    anchor, heading, words = "", "", list[str]()

    def close() -> None:
        texts = [Entry(anchor, heading, "", " ".join(words))] if words or heading else []
        found.extend(replace(entry, needs=needs.get(anchor, "")) for entry in [*texts, *rules])

    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.type == "heading_open":
            close()
            anchor, heading, words, rules = str(token.attrs["id"]), plain(tokens[place + 1]), [], []
        if token.type == "clause":
            id = token.meta["id"]
            rules.append(Entry(id.lower(), heading, id, book.sentences.get(id, ""), "rule"))
        elif block := _told_at(tokens, place):
            for id in block.ids:
                kind = "rule" if id == block.ids[0] else "also"
                rules.append(Entry(id.lower(), heading, id, block.text, kind))
            place = block.last
        elif tokens[place - 1].type != "heading_open":
            words += filter(None, [_words(tokens[place - 1 : place + 1])] if place else [_words([token])])
        place += 1
    close()
    return found


def _words(tokens: Sequence[Token]) -> str:
    """The plain text of these tokens, with dots between table cells. The first token counts only if it is alone."""
    found = []
    for before, token in pairwise([tokens[0], *tokens] if len(tokens) == 1 else tokens):
        if token.type == "inline":
            found.append(plain(token) + (" ·" if before.type in ("td_open", "th_open") else ""))
        elif token.type in ("picture", "fence", "code_block"):
            found.append(token.meta.get("alt", token.content))
    return " ".join(found)


def _read_mark(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Block rule: a line that starts with two colons."""
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]].strip()
    if not line.startswith("::") or state.is_code_block(start):
        return False
    if silent:
        return True
    match = MARK.fullmatch(line)
    if not match:
        fault = f"Can’t read “{line}”. Use ::clause ID, ::example NAME or ::picture NAME | ALT."
        state.env["faults"].append(f"{start + 1}: {fault}")
        state.line = start + 1
        return True
    kind = next(name for name in ("clause", "example", "name") if match[name])
    token = state.push("picture" if kind == "name" else kind, "", 0)
    caption, _, seen = (match["alt"] or "").partition(" | ")
    name = match["example"] or match["name"]
    token.meta = {"id": match["clause"], "name": name, "alt": seen.strip() or caption, "caption": caption}
    token.map = [start, start + 1]
    state.line = start + 1
    return True


def _read_reference(state: StateInline, silent: bool) -> bool:
    """Inline rule: [[PC-35]]."""
    match = REFERENCE.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        state.push("reference", "", 0).meta = {"id": match[1]}
    state.pos = match.end()
    return True


class PageWriter(RendererHTML):
    """Renders the tokens of one page as HTML. Each public method renders the token type of its name.

    `figures`: our own HTML, which bypasses the sanitizer; `mistakes`: each with its line.
    """

    def __init__(self, book: Book, url: str, toc: Sequence[Heading]) -> None:
        super().__init__()
        self.book, self.url, self.figures, self.mistakes = book, url, list[str](), list[str]()
        self._headings, self._heading = iter(toc), ""

    def clause(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        id = tokens[idx].meta["id"]
        others = self.book.places.keys() - {id}
        words = escape(self.book.sentences.get(id, ""), False)
        words = CLAUSE_ID.sub(lambda found: self._link(found[0]) if found[0] in others else found[0], words)
        held = self._hold(margin.doubt(id))
        return f'<p class="rule" id="{id.lower()}"><a class="clause" href="#{id.lower()}">{id}</a> {words} {held}</p>\n'

    def reference(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return self._link(tokens[idx].meta["id"], tokens[idx].meta["line"])

    def picture(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """A drawing that links to its file, to be enlarged, unless it contains links itself."""
        meta = tokens[idx].meta
        try:
            drawing = self.book.picture(meta["name"], f"plate-{len(self.figures) + 1}-")
        except ManualError as error:
            self.mistakes.append(f"{margin.line_of(tokens[idx])}: {error}")
            return ""
        caption = escape(meta["caption"], quote=False)
        alt = meta["alt"] if meta["alt"] != meta["caption"] else ""
        name = ""
        if "<a " not in drawing:
            file, label = self.book.drawing(meta["name"]), f"Enlarge the drawing: {alt}".removesuffix(": ")
            drawing = f'<a class="plate-link" href="{escape(file)}" aria-label="{escape(label)}">{drawing}</a>'
        elif alt:
            name = f' role="group" aria-label="{escape(alt)}"'
        figure = f'<figure class="plate"{name}>{drawing}<figcaption>{caption}</figcaption></figure>'
        return self._hold(figure) + "\n"

    def text(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """Text. Cards played together, such as 4-5, do not break across lines."""
        return TOGETHER.sub(r'<span class="nowrap">\g<0></span>', escape(tokens[idx].content))

    def margin(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return self._hold(margin.write(tokens[idx].meta["rules"], self.book.rulings))

    def said_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return f'<div class="says">{self.margin(tokens, idx, options, env)}\n'

    def example(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return self._hold(self.book.example(tokens[idx].meta["name"])) + "\n"

    def heading_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        self._heading = next(self._headings).title
        return self.renderToken(tokens, idx, options, env)

    def table_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """Put tables into a box that scrolls and can have the keyboard focus."""
        name = escape(f"Table: {self._heading}" if self._heading else "Table")
        return f'<div class="table-box" tabindex="0" role="group" aria-label="{name}"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return "</table></div>\n"

    def td_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """Turn the alignment into a class, because the Content-Security-Policy forbids style attributes."""
        number = ' class="num"' if "right" in str(tokens[idx].attrs.get("style", "")) else ""
        return f'<th scope="col"{number}>' if tokens[idx].tag == "th" else f"<td{number}>"

    th_open = td_open

    def alias(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return f'<span id="{tokens[idx].meta["id"]}"></span>'

    def _link(self, id: str, line: int = 0) -> str:
        """A link to a rule. It has the sentence as its title only if the rule is on another page."""
        if id not in self.book.places:
            self.mistakes.append(f"{line}: There is no rule {id}.")
            return escape(id)
        if self.book.places[id] == self.url:
            return f'<a class="clause" href="#{id.lower()}">{id}</a>'
        address, title = f"{self.book.places[id]}#{id.lower()}", escape(self.book.sentences[id])
        return f'<a class="clause" href="{address}" title="{title}">{id}</a>'

    def _hold(self, html: str) -> str:
        """Store our own HTML, which bypasses the sanitizer, and return its placeholder."""
        self.figures.append(html)
        return HOLD.format(len(self.figures))


READER = MarkdownIt("commonmark", {"html": False}).enable("table")
READER.block.ruler.before("code", "mark", _read_mark, {"alt": ["paragraph", "reference", "blockquote", "list"]})
READER.inline.ruler.before("link", "reference", _read_reference)
