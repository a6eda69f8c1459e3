"""What every manual has besides its own pages: the gallery of cards, the list of all rules, the versions, and marks."""

import re
from dataclasses import dataclass, field
from html import escape
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from games.kernel.display import Face
from rulebook import clause_index, pictures
from rulebook.errors import ManualError
from rulebook.markdown import CLAUSE_ID, Entry, Rendered
from rulebook.models import page_url
from rulebook.sources import Source

GALLERY, CLAUSES, CHANGES = "gallery", "clauses", "changes"
NAMES = (
    GALLERY,
    CLAUSES,
    CHANGES,
    "search",
    "try",
    "drawer",
    "booklet",
    "learn",
    "offline",
)  # no page of a manual may take them
SOURCES = {"seed": "Manual", "ruling": "Ruling", "digital": "Online", "public": "Published rules"}
MARKS = re.compile(r"\[\[([A-Z]+-\d+)\]\]")


@dataclass(frozen=True)
class Extra:
    """A page that is made and not written: fields of models.Page, and what a search finds on it."""

    facts: dict[str, Any]
    entries: list[Entry] = field(default_factory=list)


def marks(source: Source) -> dict[str, str]:
    """The mark behind each rule that is our ruling: who wants to know opens the reason."""
    return {id: _mark(source, id) for id, clause in source.clauses.items() if clause.source == "ruling" and source.slug}


def _mark(source: Source, id: str) -> str:
    found = source.rulings.get(id)
    if found is None:
        return '<p class="why">Our ruling</p>'
    asked = f"<i>{escape(found.asked, False)}</i> " if found.asked else ""
    why = f"<p>{asked}{escape(found.why, False)}</p>"
    return f'<details class="why"><summary>Our ruling<span class="sr"> on {id}</span></summary>{why}</details>'


def elsewhere(places: dict[str, str], sentences: dict[str, str]) -> str:
    """For the first page: the rules that stand on other pages, each with its anchor, its sentence and the way there.

    An address may know only the game and the rule (games.clause_links).
    """
    rows = (
        f'<li id="{id.lower()}"><a class="clause" href="{url}#{id.lower()}">{id}</a> {escape(sentences[id], False)}'
        for id, url in places.items()
    )
    title = f"{len(places)} rules that stand on other pages"
    listed = f'<ul class="elsewhere">{"</li>".join(rows)}</li></ul>'
    return f'<details class="fold no-print"><summary>{title}</summary>{listed}</details>\n'


def pages(source: Source, rendered: dict[str, Rendered]) -> list[Extra]:
    """The made pages of a title's manual, in the order of the menu; none for the platform."""
    if not source.slug:
        return []
    places = {
        entry.clause: f"{page_url(source.slug, name)}#{entry.anchor}"
        for name, page in rendered.items()
        for entry in page.entries
        if entry.clause
    }
    places |= {id: f"{page_url(source.slug, CLAUSES)}#{id.lower()}" for id in source.engine}
    found = [_gallery(source, places)] if source.faces else []
    return [*found, _clauses(source, places), _changes(source)]


# --- the gallery --------------------------------------------------------------------------------------------------


def _gallery(source: Source, places: dict[str, str]) -> Extra:
    cards = [_card(face, places) for face in source.faces]
    kinds, count = len({face.kind for face in source.faces}), sum(face.copies for face in source.faces)
    words = f"{len(cards)} different cards of {kinds} kinds, {count} in all: drawn, counted, with their rules."
    facts = {"name": GALLERY, "title": "Card gallery", "html": "", "cards": cards, "description": words}
    return Extra(facts, [_entry(face) for face in source.faces])


def card_anchor(face: Face) -> str:
    """The anchor of a card in the gallery."""
    return f"card-{face.id.lower()}"


def _card(face: Face, places: dict[str, str]) -> dict[str, Any]:
    anchor = card_anchor(face)
    return {
        "anchor": anchor,
        "name": face.name,
        "kind": face.kind,
        "copies": face.copies,
        "effect": linked(face.effect, places),
        "clauses": [{"id": id, "url": _place(id, face, places)} for id in face.clauses],
        "facts": face.facts,
        "words": f"{face.name} {face.kind} {face.effect}".casefold(),
        "drawing": pictures.clean(face.drawing, f"{anchor}-", f"card {face.id}"),
    }


def _place(id: str, face: Face, places: dict[str, str]) -> str:
    if id not in places:
        raise ManualError(f"The card {face.id} names a rule {id}, which does not exist.")
    return places[id]


def linked(text: str, places: dict[str, str]) -> str:
    """Plain words as HTML, with links to the rules they name."""
    plain = MARKS.sub(r"\1", escape(text, False))
    return CLAUSE_ID.sub(lambda found: _link(found[0], places), plain)


def _link(id: str, places: dict[str, str]) -> str:
    return f'<a class="clause" href="{places[id]}">{id}</a>' if id in places else id


def _entry(face: Face) -> Entry:
    facts = ", ".join(f"{name} {value}" for name, value in face.facts.items())
    count = "1 in the deck" if face.copies == 1 else f"{face.copies} in the deck"
    text = ". ".join(part.rstrip(".") for part in (face.kind, MARKS.sub(r"\1", face.effect), facts, count) if part)
    return Entry(card_anchor(face), face.name, "", f"{text}.", "card")


# --- the list of all rules, and the versions ----------------------------------------------------------------------


def _clauses(source: Source, places: dict[str, str]) -> Extra:
    proved = clause_index.proved_ids(source.slug)
    reasons = marks(source)
    rows = [
        {
            "id": clause.id,
            "anchor": clause.id.lower(),
            "url": places[clause.id],
            "text": clause.text,
            "why": mark_safe(reasons.get(clause.id, "")),
            "source": SOURCES.get(clause.source, clause.source),
            "tests": proved[clause.id] if clause.testable else None,
        }
        for clause in source.clauses.values()
    ]
    counts = [(word, sum(row["source"] == word for row in rows)) for word in dict.fromkeys(SOURCES.values())]
    facts = {
        "rows": rows,
        "counts": [pair for pair in counts if pair[1]],
    }
    words = (
        f"All {len(rows)} rules in one list: where each comes from, and how many tests prove that the site keeps it."
    )
    html = render_to_string("rulebook/_clauses.html", facts)
    made = {"name": CLAUSES, "title": "All rules in a list", "html": html, "description": words}
    return Extra(made, [*_sentences(source), *_ruling_entries(source)])


def _sentences(source: Source) -> list[Entry]:
    """All rules word for word; a search shows one of the kind "list" only if it misses what the book says instead."""
    kinds = dict.fromkeys(source.engine, "rule")
    return [
        Entry(clause.id.lower(), clause.section, clause.id, clause.text, kinds.get(clause.id, "list"))
        for clause in source.clauses.values()
    ]


def _ruling_entries(source: Source) -> list[Entry]:
    """Our reasons, each once, at the first of the rules that it gives."""
    found = {id(ruling): ruling for ruling in source.rulings.values()}.values()
    return [Entry(one.clauses[0].lower(), "Our ruling", "", f"{one.asked} {one.why}".strip()) for one in found]


def _changes(source: Source) -> Extra:
    html = render_to_string("rulebook/_changes.html", {"version": source.version, "changes": source.changes})
    name = source.game.meta.title if source.game else source.slug
    words = f"Version {source.version} of the rules of {name}, and what has changed from version to version."
    return Extra({"name": CHANGES, "title": "Versions", "html": html, "description": words})
