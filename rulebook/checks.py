"""All mistakes in the sources of a manual, each as one sentence with its file and line.

Each rule is shown exactly once or listed as for engines; nothing names an unknown rule, picture, example, link or term;
every example ends as it says.
"""

import re
from collections.abc import Mapping
from urllib.parse import urldefrag, urljoin

from markdown_it.token import Token

from rulebook import examples, generated_pages, markdown
from rulebook.errors import ManualError
from rulebook.models import page_url
from rulebook.sources import Source

Tokens = Mapping[str, list[Token]]


def at(page: str, mistake: str) -> str:
    """The mistake with the file of its page. It may begin with its line: "12: There is no rule PC-999."."""
    numbered = re.match(r"(\d+): ", mistake)
    line = numbered[1] if numbered and numbered[1] != "0" else ""
    words = mistake[numbered.end() :] if numbered else mistake
    return f"manual/{page}.md:{line and f'{line}:'} {words}"


def parsed(source: Source) -> tuple[dict[str, list[Token]], list[str]]:
    """The tokens of each page that can be read, and the mistakes of the others."""
    tokens: dict[str, list[Token]] = {}
    found = [
        f"A manual page can’t be called {name}. That name is reserved."
        for name in source.pages
        if name in generated_pages.NAMES
    ]
    for name, text in source.pages.items():
        try:
            tokens[name] = markdown.parse(text)
        except ManualError as error:
            found += [at(name, mistake) for mistake in error.args]
    return tokens, found


def places(source: Source, tokens: Tokens, is_whole: bool) -> tuple[dict[str, str], list[str]]:
    """The URL of the page that shows each rule of the game, and mistakes. `is_whole`: all pages could be read."""
    known: dict[str, str] = {}
    found: list[str] = []
    for name, page in tokens.items():
        for id, line in markdown.clauses_in(page):
            if id not in source.clauses:
                found.append(at(name, f"{line}: There is no rule {id} in clauses.toml."))
            elif id in known:
                found.append(at(name, f"{line}: Rule {id} is shown twice."))
            known.setdefault(id, page_url(source.slug, name))
    for id in source.engine:
        if id not in source.clauses or id in known:
            fault = "is also shown on a page" if id in known else "is not in clauses.toml"
            found.append(f"{_line(source, 'reference.toml', id)} Rule {id} {fault}.")
        known.setdefault(id, page_url(source.slug, generated_pages.CLAUSES))
    unknown = [id for id in source.asked if id not in source.clauses]
    found += [f"{_line(source, 'asked.toml', id)} There is no rule {id}." for id in unknown]
    missing = [id for id in source.clauses if id not in known]
    found += [f"No page shows {', '.join(missing)}."] if missing and is_whole else []
    return known, found


def wrong_examples(source: Source, tokens: Tokens, is_whole: bool) -> list[str]:
    """Examples that are unknown, shown twice or never, or that do not end as they say."""
    shown = [(name, page, line) for page in tokens for name, line in markdown.examples_in(tokens[page])]
    names = [name for name, _, _ in shown]
    found = []
    for place, (name, page, line) in enumerate(shown):
        if name not in source.examples:
            found.append(at(page, f"{line}: The example {name} is not in manual/examples.toml."))
        elif name in names[:place]:
            found.append(at(page, f"{line}: The example {name} is shown twice."))
    for id, example in source.examples.items():
        where = _line(source, "examples.toml", f'id = "{id}"')
        found += [f"{where} No page shows the example {id}."] if is_whole and id not in names else []
        assert source.game is not None, "only games have examples"
        for attempt in example.tries:
            faults = examples.faults(source.game, example, attempt)
            found += [f"{where} {id}, “{attempt.words}”: {fault}" for fault in faults]
    return found


def broken_links(
    source: Source, pages: Mapping[str, markdown.Rendered], urls: Mapping[str, str], known: Mapping[str, str]
) -> list[str]:
    """Broken links within the manual. Other links are not checked."""
    anchors = {page_url(source.slug, name): set[str]() for name in generated_pages.NAMES}
    anchors[page_url(source.slug, generated_pages.CLAUSES)] = {id.lower() for id in source.clauses}
    anchors[page_url(source.slug, generated_pages.GLOSSARY)] = {term.anchor for term in source.terms}
    anchors |= {urls[name]: page.anchors for name, page in pages.items()}
    cards = anchors.setdefault(page_url(source.slug, generated_pages.GALLERY), set())
    cards |= {generated_pages.card_anchor(face) for face in source.faces}
    anchors[urls["index"]] |= {id.lower() for id in known}
    found = []
    for name, page in pages.items():
        for link, line in page.links:
            target, anchor = urldefrag(urljoin(urls[name], link))
            is_known = target in anchors and (not anchor or anchor in anchors[target])
            if target.startswith(urls["index"]) and not is_known:
                found.append(at(name, f"{line}: The link to {link} is broken."))
    return found


def wrong_terms(source: Source, pages: Mapping[str, markdown.Rendered]) -> list[str]:
    """Terms of the glossary that no page uses, and their unknown rules."""
    used = {term for page in pages.values() for term in page.terms}
    found = []
    for term in source.terms:
        where = _line(source, "glossary.toml", f'term = "{term.term}"')
        found += [] if term.term in used else [f"{where} No page uses the term {term.term}."]
        found += [f"{where} There is no rule {id}." for id in term.clauses if id not in source.clauses]
    return found


def _line(source: Source, file: str, text: str) -> str:
    """Where a file of the manual has this text: its name and line, with a colon."""
    path = source.pictures.parent / "manual" / file
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    number = next((number for number, line in enumerate(lines, 1) if re.search(rf"{re.escape(text)}(?!\d)", line)), 0)
    return f"manual/{file}:{number}:" if number else f"manual/{file}:"
