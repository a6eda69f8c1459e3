"""The terms of a manual (manual/glossary.toml), and the links to them from their first use in each section."""

import re
from collections.abc import Sequence

from markdown_it.token import Token
from msgspec import Struct


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """A word with a meaning of its own in a game. `clauses`: the rules behind it.

    `forms`: how the manual writes it, if not only as `term`; a plural with -s is found anyway.
    """

    term: str
    meaning: str
    forms: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """Its anchor on the page of the glossary."""
        return "term-" + re.sub(r"[^a-z0-9]+", "-", self.term.casefold()).strip("-")

    @property
    def pattern(self) -> str:
        """A regular expression for it in a text, in a group with the name of its anchor."""
        forms = sorted(self.forms or (self.term,), key=len, reverse=True)
        words = "|".join(re.escape(form).replace(r"\ ", r"\s") for form in forms)
        return rf"(?P<{self.anchor.replace('-', '_')}>\b(?:{words})s?\b)"


def link_terms(tokens: Sequence[Token], terms: Sequence[Term], url: str) -> set[str]:
    """Link the first use of each term under each heading to the page of the glossary at `url`. Headings, links and code
    stay as they are. Returns the terms that were found."""
    pattern = re.compile("|".join(term.pattern for term in terms), re.IGNORECASE) if terms else None
    by_group = {term.anchor.replace("-", "_"): term for term in terms}
    found, seen = set[str](), set[str]()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            seen = set()
        if not pattern or token.type != "inline" or tokens[place - 1].type == "heading_open":
            continue
        done, depth = list[Token](), 0
        for part in token.children or []:
            depth += part.nesting if part.type in ("link_open", "link_close") else 0
            parts = _linked(part, pattern, by_group, seen, url) if part.type == "text" and not depth else [part]
            done += parts
        token.children = done
        found |= seen
    return found


def _linked(text: Token, pattern: re.Pattern[str], by_group: dict[str, Term], seen: set[str], url: str) -> list[Token]:
    """A text with links from the terms that are not `seen` yet, which then are."""
    done, end = list[Token](), 0
    for match in pattern.finditer(text.content):
        term = by_group[str(match.lastgroup)]
        if term.term in seen:
            continue
        seen.add(term.term)
        opens = Token("link_open", "a", 1, attrs={"href": f"{url}#{term.anchor}", "class": "term"})
        before = Token("text", "", 0, content=text.content[end : match.start()])
        done += [before, opens, Token("text", "", 0, content=match[0]), Token("link_close", "a", -1)]
        end = match.end()
    return [*done, Token("text", "", 0, content=text.content[end:])]
