"""Generated manual pages: the cards, the glossary, our rulings, the list of all rules, the versions."""

import re
from collections.abc import Iterable
from dataclasses import replace
from html import escape

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from msgspec import Struct

from games.kernel.display import Face
from rulebook import pictures
from rulebook.errors import ManualError
from rulebook.headings import Heading
from rulebook.markdown import CLAUSE_ID, Card, ClauseLink, Entry, Rendered
from rulebook.models import Link, page_url
from rulebook.sources import Ruling, Source

GALLERY, GLOSSARY, RULINGS, CLAUSES, CHANGES = "cards", "glossary", "rulings", "clauses", "changes"
# Reserved: these cannot be names of manual pages.
NAMES = (GLOSSARY, RULINGS, CLAUSES, CHANGES, "search", "try", "drawer", "booklet", "learn", "offline", "gallery")
SOURCES = {"seed": "Manual", "ruling": "Ruling", "digital": "Online", "public": "Published rules"}
MARKS = re.compile(r"\[\[([A-Z]+-\d+)\]\]")


def marks(source: Source) -> dict[str, str]:
    """HTML for each rule that is our ruling: a mark that opens to show the reason."""
    if not source.slug:
        return {}
    ours = (id for id, clause in source.clauses.items() if clause.source == "ruling")
    return {id: _mark(id, source.rulings.get(id), source.original) for id in ours}


def _mark(id: str, ruling: Ruling | None, original: str) -> str:
    if ruling is None:
        return '<p class="why">Our ruling</p>'
    facts = {"ruling": ruling, "original": original, "id": id}
    return render_to_string("rulebook/_ruling_mark.html", facts)


def elsewhere(places: dict[str, str], sentences: dict[str, str], chapters: Iterable[Link]) -> str:
    """For the first page: the rules and chapters on other pages, each with an anchor and a link, rules with a sentence.

    They are needed because a link may know only the game and the rule, not the page (games.clause_links), or may be
    older than the move of a chapter.
    """
    rows = (
        f'<li id="{id.lower()}"><a class="clause" href="{url}#{id.lower()}">{id}</a> {escape(sentences[id], False)}'
        for id, url in places.items()
    )
    moved = (
        f'<li id="{link.url.partition("#")[2]}"><a href="{link.url}">{escape(link.title, False)}</a>'
        for link in chapters
    )
    title = f"{len(places)} rules on other pages"
    listed = f'<ul class="elsewhere">{"</li>".join([*rows, *moved])}</li></ul>'
    return f'<details class="fold no-print"><summary>{title}</summary>{listed}</details>\n'


def pages(source: Source, rendered: dict[str, Rendered]) -> dict[str, Rendered]:
    """The generated pages of a title's manual by name, in menu order; none for the platform."""
    if not source.slug:
        return {}
    places = {
        entry.clause: f"{page_url(source.slug, name)}#{entry.anchor}"
        for name, page in rendered.items()
        for entry in page.entries
        if entry.clause
    }
    places |= {id: f"{page_url(source.slug, CLAUSES)}#{id.lower()}" for id in source.engine}
    gallery = {GALLERY: _gallery(source, places, rendered.get(GALLERY))} if source.faces else {}
    rulings = {RULINGS: _rulings(source, places)} if source.rulings else {}
    glossary = {GLOSSARY: _glossary(source, places)} if source.terms else {}
    return {**gallery, **glossary, **rulings, CLAUSES: _clauses(source, places), CHANGES: _changes(source)}


# --- the gallery --------------------------------------------------------------------------------------------------


def _gallery(source: Source, places: dict[str, str], notes: Rendered | None) -> Rendered:
    """The page of all cards. `notes`: what the manual's own page "cards" says about them, if it has one."""
    cards = [_card(face, places) for face in source.faces]
    kinds, count = len({face.kind for face in source.faces}), sum(face.copies for face in source.faces)
    words = f"All {count} cards: {len(cards)} different ones of {kinds} kinds, with pictures, counts and rules."
    entries = [_entry(face) for face in source.faces]
    if notes:
        return replace(notes, cards=cards, entries=[*entries, *notes.entries])
    return Rendered(title="All cards", cards=cards, description=words, entries=entries)


def card_anchor(face: Face) -> str:
    """The anchor of a card in the gallery."""
    return f"card-{face.id.lower()}"


def _card(face: Face, places: dict[str, str]) -> Card:
    if unknown := [id for id in face.clauses if id not in places]:
        raise ManualError(f"The card {face.id} names a rule {unknown[0]}, which does not exist.")
    anchor = card_anchor(face)
    return Card(
        anchor=anchor,
        name=face.name,
        kind=face.kind,
        copies=face.copies,
        effect=linked(face.effect, places),
        clauses=[ClauseLink(id, places[id]) for id in face.clauses],
        facts=face.facts,
        words=f"{face.name} {face.kind} {face.effect}".casefold(),
        drawing=pictures.clean(face.drawing, f"{anchor}-", f"card {face.id}"),
    )


def linked(text: str, places: dict[str, str]) -> str:
    """Plain text as HTML, with links to the rules it names."""

    def link(found: re.Match[str]) -> str:
        id = found[0]
        return f'<a class="clause" href="{places[id]}">{id}</a>' if id in places else id

    return CLAUSE_ID.sub(link, MARKS.sub(r"\1", escape(text, False)))


def _entry(face: Face) -> Entry:
    facts = ", ".join(f"{name} {value}" for name, value in face.facts.items())
    count = f"{face.copies} in the deck"
    text = ". ".join(part.rstrip(".") for part in (face.kind, MARKS.sub(r"\1", face.effect), facts, count) if part)
    return Entry(card_anchor(face), face.name, "", f"{text}.", "card")


# --- the glossary -------------------------------------------------------------------------------------------------


def _glossary(source: Source, places: dict[str, str]) -> Rendered:
    rows = [
        (term, [ClauseLink(id, places[id]) for id in term.clauses])
        for term in sorted(source.terms, key=lambda term: term.term.casefold())
    ]
    html = render_to_string("rulebook/_glossary.html", {"rows": rows})
    game = source.game.meta.title if source.game else source.slug
    entries = [Entry(term.anchor, term.term, "", term.meaning) for term, _ in rows]
    return Rendered(
        title="Glossary", html=html, entries=entries, description=f"The words of {game}, and what they mean."
    )


# --- our rulings --------------------------------------------------------------------------------------------------


class RulingRow(Struct, frozen=True):
    """One of our rulings: the question, its anchor, the original's words on it or "", our answer, and its rules."""

    asked: str
    anchor: str
    says: str
    why: str
    clauses: list[ClauseLink]


def ruling_anchor(ruling: Ruling) -> str:
    """The anchor of a ruling on the page of rulings."""
    return f"ruling-{ruling.clauses[0].lower()}"


def ruling_urls(source: Source) -> dict[str, str]:
    """By rule: where the page of rulings explains it; "" for a ruling without a reason."""
    page = page_url(source.slug, RULINGS) if source.rulings else ""
    ours = (id for id, clause in source.clauses.items() if source.slug and clause.source == "ruling")
    return {id: f"{page}#{ruling_anchor(source.rulings[id])}" if id in source.rulings else "" for id in ours}


def _rulings(source: Source, places: dict[str, str]) -> Rendered:
    groups: dict[str, list[RulingRow]] = {}  # by the heading of the manual above their rules
    explained = (source.rulings[id] for id in source.clauses if id in source.rulings)  # in the order of the manual
    for ruling in {ruling.clauses: ruling for ruling in explained}.values():
        title = source.clauses[ruling.clauses[0]].section
        links = [ClauseLink(id, places[id]) for id in ruling.clauses]
        row = RulingRow(ruling.asked, ruling_anchor(ruling), ruling.says, ruling.why, links)
        groups.setdefault(title, []).append(row)
    facts = {"intro": source.intro, "original": source.original, "groups": groups.items()}
    return Rendered(
        title="Rulings",
        html=render_to_string("rulebook/_rulings.html", facts),
        toc=[Heading(slugify(title), title, 2) for title in groups],
        entries=[Entry(row.anchor, row.asked, "", row.why) for rows in groups.values() for row in rows],
        description="The questions that the original rules leave open, and our answers.",
    )


# --- the list of all rules, and the versions ----------------------------------------------------------------------


class RuleLink(Struct, frozen=True):
    """A rule in the list of all rules. `url`: its place in the manual; `source`: who says so, in a word."""

    id: str
    anchor: str
    url: str
    source: str
    why: str


def _clauses(source: Source, places: dict[str, str]) -> Rendered:
    reasons, blocks = marks(source), dict[str, list[RuleLink]]()  # by the paragraph of the manual that tells them
    for clause in source.clauses.values():
        text, word = source.sentences[clause.id], SOURCES.get(clause.source, clause.source)
        link = RuleLink(clause.id, clause.id.lower(), places[clause.id], word, mark_safe(reasons.get(clause.id, "")))
        blocks.setdefault(text, []).append(link)
    words = [rule.source for rules in blocks.values() for rule in rules]
    counts = [(word, words.count(word)) for word in SOURCES.values() if word in words]
    return Rendered(
        title="All rules in a list",
        html=render_to_string("rulebook/_clauses.html", {"blocks": blocks.items(), "counts": counts}),
        entries=[
            Entry(id.lower(), source.clauses[id].section, id, source.sentences[id], "rule") for id in source.engine
        ],
        description=f"All {len(words)} rules in one list, and where each comes from.",
    )


def _changes(source: Source) -> Rendered:
    html = render_to_string("rulebook/_changes.html", {"version": source.version, "changes": source.changes})
    name = source.game.meta.title if source.game else source.slug
    words = f"Version {source.version} of the rules of {name}, and the changes in each version."
    return Rendered(title="Versions", html=html, description=words)
