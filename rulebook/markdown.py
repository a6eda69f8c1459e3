"""The manuals' Markdown: CommonMark and tables, no HTML, and some extensions of ours.

    You play or you pass. {PC-14 PC-15}   at the end of a block: the rules behind it, shown in the margin (margin.py)
    ::picture NAME | ALT              on a line of its own: pictures/NAME.svg with ALT as its caption
    ::picture NAME | CAPTION | ALT    the same with a caption for those who see the drawing, and words for whoever
    does not
    ::example NAME                    on a line of its own: a position to play, from manual/examples.toml
    [[PC-35]]                         in a sentence: a link to the rule
    ::clause PC-35                    on a line of its own: the rule, word for word: of the platform, which has no book
    ## Setup {#setup #how-to-start}   a heading with anchors of its own choice; without: made of its words

A heading of level one at the very start is the title of the page; else the page is called as in the menu. The rest
begins with level two. A chapter of level one and the small line of level five that an old manual has are of level two
as well; they only look larger and smaller.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
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
from rulebook.headings import Heading, name_headings, plain, take_title

MARK = re.compile(
    r"::clause\s+(?P<clause>\S+)|::example\s+(?P<example>[\w-]+)|::picture\s+(?P<name>[\w-]+)\s*\|\s*(?P<alt>\S.*)"
)
REFERENCE = re.compile(r"\[\[([^\[\]\s]+)\]\]")
CLAUSE_ID = re.compile(r"\b[A-Z]+-\d+\b")
TOGETHER = re.compile(r"(?<![\w-])\d(?:-\d)+(?![\w-])")
TAKEN = ("main", "messages", "contents", "platform", "q", "rule-numbers")  # ids of the page around the manual
HOLD = "\ue000{}\ue001"  # stands for a figure while the rest is cleaned; also around the words found by a search
HELD = re.compile(HOLD.format("([0-9]+)"))
BLOCKS = {"h2", "h3", "h4", "p", "ul", "ol", "li", "blockquote", "pre", "hr", "div"}
INLINES = {"a", "code", "em", "strong", "br", "span"}
TAGS = BLOCKS | INLINES | {"table", "thead", "tbody", "tr", "th", "td"}
ENOUGH = 30  # letters of a description that ends with a sentence
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
    """What the pages of a manual may point to.

    sentences: the rules by id; places: for each of them the address of the page where it stands;
    picture(name, prefix): the drawing as an <svg> element, its ids prefixed; drawing(name): the address of its file;
    example(name): the box of an example; marks: HTML for our rulings, put behind their sentences.
    """

    sentences: dict[str, str]
    places: dict[str, str]
    picture: Callable[[str, str], str]
    drawing: Callable[[str], str] = str
    example: Callable[[str], str] = str
    marks: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """A piece of a page that a search can find: a block and its rule, a card, or the words under a heading.

    Each further rule of a block is a piece of the kind "also": it has the same words, and is found by its number only.
    """

    anchor: str
    heading: str
    clause: str
    text: str
    kind: str = "text"


class ClauseLink(Struct, frozen=True):
    """A rule, and where it stands."""

    id: str
    url: str


class Card(Struct, frozen=True):
    """One card of a gallery. `effect` and `drawing`: HTML; `words`: what a search in the gallery looks at."""

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
    """A page: HTML, headings for the table of contents, pieces for the search, all anchors, and where links lead.

    `description`: its first words; `title`: what it calls itself, or ""; `cards`: those of a gallery.
    """

    html: str = ""
    toc: list[Heading] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    description: str = ""
    title: str = ""
    cards: list[Card] = field(default_factory=list)


def parse(source: str) -> list[Token]:
    """Markdown to tokens. ManualError for unknown marks and forbidden characters."""
    if any(sign in source for sign in "\ue000\ue001\x00"):
        raise ManualError("There is a character in the text that no manual may contain (U+E000, U+E001 or U+0000).")
    return margin.gather(READER.parse(source))


def clauses_in(tokens: Sequence[Token]) -> list[str]:
    """The ids of the rules that a page shows, in their order."""
    return [id for token in tokens for id in ([token.meta["id"]] if token.type == "clause" else margin.ids_of([token]))]


def render(tokens: list[Token], book: Book, url: str) -> Rendered:
    """Tokens of `parse` to a page whose address is `url`. ManualError for unknown rules and pictures."""
    anchors = {id.lower() for id in clauses_in(tokens)}
    title, own, tokens = take_title(tokens)
    anchors |= set(own)
    toc = name_headings(tokens, anchors | set(TAKEN), anchors)
    writer = PageWriter(book, url, toc)
    raw = "".join(f'<span id="{name}"></span>' for name in own) + writer.render(tokens, READER.options, {})
    html = nh3.clean(raw, tags=TAGS, attributes=ATTRIBUTES, link_rel=None)
    html = HELD.sub(lambda found: writer.figures[int(found[1]) - 1], html)
    anchors |= {heading.anchor for heading in toc}
    links = [str(part.attrs["href"]) for one in tokens for part in one.children or [] if part.type == "link_open"]
    shown = [item for item in toc if item.level < 4]
    return Rendered(html, shown, _entries(tokens, book), anchors, links, _first_words(tokens), title)


def examples_in(tokens: Sequence[Token]) -> list[str]:
    """The names of the examples that a page shows."""
    return [token.meta["name"] for token in tokens if token.type == "example"]


def _first_words(tokens: Sequence[Token], most: int = 155) -> str:
    """The first paragraph; of a long one the sentences that fit, or as many words."""
    pairs = pairwise(tokens)
    words = next((plain(inner) for token, inner in pairs if token.type == "paragraph_open" and inner.content), "")
    if len(words) <= most:
        return words
    sentences = words[:most].rpartition(". ")[0]
    return f"{sentences}." if len(sentences) > ENOUGH else words[:most].rpartition(" ")[0].rstrip(",;:") + " …"


def _entries(tokens: list[Token], book: Book) -> list[Entry]:
    """The page cut for the search: each block with rules, and the other words under each heading."""
    found: list[Entry] = []
    rules: list[Entry] = []
    anchor, heading, words = "", "", list[str]()

    def close() -> None:
        found.extend([Entry(anchor, heading, "", " ".join(words))] if words or heading else [])
        found.extend(rules)

    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.type == "heading_open":
            close()
            anchor, heading, words, rules = str(token.attrs["id"]), plain(tokens[place + 1]), [], []
        if token.type == "said_open":
            ends = (n for n in range(place, len(tokens)) if tokens[n].type == "said_close")
            end = next(n for n in ends if tokens[n].level == token.level)
            rules += _block_entries(heading, margin.ids_of([token]), _words(tokens[place:end]))
            place = end
        elif token.type == "clause":
            id = token.meta["id"]
            rules.append(Entry(id.lower(), heading, id, book.sentences[id], "rule"))
        elif ids := margin.ids_of([token]):
            rules += _block_entries(heading, ids, plain(token))
        elif tokens[place - 1].type != "heading_open":
            words += filter(None, [_words(tokens[place - 1 : place + 1])] if place else [_words([token])])
        place += 1
    close()
    return found


def _block_entries(heading: str, ids: Sequence[str], text: str) -> list[Entry]:
    first, *more = ids
    return [
        Entry(first.lower(), heading, first, text, "rule"),
        *(Entry(id.lower(), heading, id, text, "also") for id in more),
    ]


def _words(tokens: Sequence[Token]) -> str:
    """The words of blocks, with dots between the cells of tables; those of the first token only if it stands alone."""
    found = []
    for before, token in pairwise([tokens[0], *tokens] if len(tokens) == 1 else tokens):
        if token.type == "inline":
            found.append(plain(token) + (" ·" if before.type in ("td_open", "th_open") else ""))
        elif token.type in ("picture", "fence", "code_block"):
            found.append(token.meta.get("alt", token.content))
    return " ".join(found)


def _read_mark(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Block rule: a line that begins with two colons."""
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]].strip()
    if not line.startswith("::") or state.is_code_block(start):
        return False
    if silent:
        return True
    match = MARK.fullmatch(line)
    if not match:
        raise ManualError(f"“{line}” is no mark. Known are ::clause ID, ::example NAME and ::picture NAME | ALT.")
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
    """Writes the tokens of one page as HTML: each public method those of its name.

    `figures`: HTML of ours that is kept away from the cleaning.
    """

    def __init__(self, book: Book, url: str, toc: Sequence[Heading]) -> None:
        super().__init__()
        self.book, self.url, self.figures = book, url, list[str]()
        self._headings, self._heading = iter(toc), ""

    def clause(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        id = tokens[idx].meta["id"]
        others = self.book.places.keys() - {id}
        words = escape(self.book.sentences[id], False)
        words = CLAUSE_ID.sub(lambda found: self._link(found[0]) if found[0] in others else found[0], words)
        return f'<p class="rule" id="{id.lower()}"><a class="clause" href="#{id.lower()}">{id}</a> {words}</p>\n'

    def reference(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return self._link(tokens[idx].meta["id"])

    def picture(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """A drawing, which is a link to its file: there it can be enlarged. One with links of its own is none."""
        meta = tokens[idx].meta
        drawing = self.book.picture(meta["name"], f"plate-{len(self.figures) + 1}-")
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
        """Cards played together, such as 4-5, stay on one line."""
        return TOGETHER.sub(r'<span class="nowrap">\g<0></span>', escape(tokens[idx].content))

    def margin(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return self._hold(margin.write(tokens[idx].meta["rules"], self.book.sentences, set(self.book.marks)))

    def said_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return f'<div class="says">{self.margin(tokens, idx, options, env)}\n'

    def example(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return self._hold(self.book.example(tokens[idx].meta["name"])) + "\n"

    def heading_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        self._heading = next(self._headings).title
        return self.renderToken(tokens, idx, options, env)

    def table_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """Wide tables scroll in a box of their own, which the keyboard can reach."""
        name = escape(f"Table: {self._heading}" if self._heading else "Table")
        return f'<div class="table-box" tabindex="0" role="group" aria-label="{name}"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return "</table></div>\n"

    def td_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        """The policy of the site forbids style attributes, so the alignment becomes a class."""
        number = ' class="num"' if "right" in str(tokens[idx].attrs.get("style", "")) else ""
        return f'<th scope="col"{number}>' if tokens[idx].tag == "th" else f"<td{number}>"

    th_open = td_open

    def alias(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
        return f'<span id="{tokens[idx].meta["id"]}"></span>'

    def _link(self, id: str) -> str:
        """A link to a rule. Only one that leads away carries the sentence: the page has its own rules already."""
        if id not in self.book.places:
            raise ManualError(f"There is no rule {id}.")
        if self.book.places[id] == self.url:
            return f'<a class="clause" href="#{id.lower()}">{id}</a>'
        address, title = f"{self.book.places[id]}#{id.lower()}", escape(self.book.sentences[id])
        return f'<a class="clause" href="{address}" title="{title}">{id}</a>'

    def _hold(self, html: str) -> str:
        """Keep HTML of ours away from the cleaning; the sign that stands for it."""
        self.figures.append(html)
        return HOLD.format(len(self.figures))


READER = MarkdownIt("commonmark", {"html": False}).enable("table")
READER.block.ruler.before("code", "mark", _read_mark, {"alt": ["paragraph", "reference", "blockquote", "list"]})
READER.inline.ruler.before("link", "reference", _read_reference)
