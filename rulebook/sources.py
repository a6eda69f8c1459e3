"""Reads the sources of a manual from a title's folder: pages, rules, versions, cards, examples, drawings."""

import datetime
import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from games.kernel import data
from games.kernel.data import Clause, ManualPage, read_clauses
from games.kernel.display import Face
from games.kernel.game import Game
from games.titles import folder as folder_of
from games.titles import load as load_games
from rulebook import clause_index, examples, markdown
from rulebook.errors import ManualError
from rulebook.examples import Example
from rulebook.glossary import Term
from rulebook.models import page_url

PLATFORM = ""  # the slug of the platform's own rules
HERE = Path(__file__).parent
TEMPLATES, STATIC = HERE.parent / "templates", HERE.parent / "static"
# Pages contain the hashed names of these files.
LOOKS = ("site.css", "pages.css", "rulebook.css", "site.js", "clocks.js", "clauses.js", "rulebook.js")
T = TypeVar("T")


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """The reason for our rulings. `asked`: the question that the original text leaves open; `says`: its words on it."""

    clauses: tuple[str, ...]
    why: str
    asked: str = ""
    says: str = ""


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """A version of the rules: its number (Meta.rules), its date, and its changes, one sentence each."""

    version: int
    date: datetime.date
    words: tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """Everything that a manual is made of. `pages`: Markdown by name, in menu order; `version`: of the rules.

    `original`: what we call the text we started from, and `intro`: how we decided where it is silent.
    `engine`: rules that readers do not need; they are only in the list of all rules.
    `asked`: by rule, the questions that it answers, in players' words; only the search sees them.
    """

    slug: str
    menu: tuple[ManualPage, ...]
    pages: dict[str, str]
    clauses: Mapping[str, Clause]
    pictures: Path
    version: int = 1
    game: Game | None = None
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    intro: str = ""
    original: str = "The original"
    changes: Sequence[Change] = ()
    examples: Mapping[str, Example] = field(default_factory=dict)
    faces: Sequence[Face] = ()
    engine: tuple[str, ...] = ()
    terms: Sequence[Term] = ()
    asked: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def sentences(self) -> dict[str, str]:
        """The words of each rule: the manual's own where it tells the rule, else those in clauses.toml."""
        found = {id: clause.text for id, clause in self.clauses.items()}
        for text in self.pages.values():
            with suppress(ManualError):  # loading reports it
                found |= markdown.told(markdown.parse(text))
        return found

    @property
    def digest(self) -> str:
        """A hash that changes when the manual must be rendered again."""
        words = [[item.page, item.title, self.pages[item.page]] for item in self.menu]
        told = (self.intro, self.original, self.engine, self.changes, self.faces, self.terms)
        by_id = (self.clauses, self.rulings, self.examples, self.asked)
        facts = [page_url(self.slug, "index"), self.version, words, told, [[*known.items()] for known in by_id]]
        found = hashlib.sha256(msgspec.json.encode(facts))
        found.update(_code_digest())
        for file in sorted(self.pictures.glob("*.svg")):
            found.update(file.name.encode() + file.read_bytes())
        return found.hexdigest()


@cache
def _code_digest() -> bytes:
    """A hash of the code, templates and packages that render manuals."""
    files = [*sorted(HERE.glob("*.py")), TEMPLATES / "base.html", TEMPLATES / "live" / "example.html"]
    files += [*sorted((TEMPLATES / "rulebook").glob("*.html")), *(STATIC / name for name in LOOKS)]
    names = "".join(version(name) for name in ("markdown-it-py", "nh3"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files) + names.encode()).digest()


@cache
def platform_clauses() -> dict[str, Clause]:
    """The platform's own rules, PLAY-01 and so on."""
    return read_clauses(Path(data.__file__).parent)


def all_clauses() -> list[str]:
    """The ids of all rules: the platform's, then those of each game."""
    return [*platform_clauses(), *(id for game in load_games().values() for id in game.clauses)]


def manuals() -> list[str]:
    """The slugs of all manuals: the platform's own, then those of the games."""
    return [PLATFORM, *load_games()]


def read_source(slug: str) -> Source:
    """Read a manual from its folder. A game without a manual gets a list of its rules.

    Raises KeyError for an unknown slug, ManualError if a page in the menu is missing or a file cannot be read.
    """
    if slug == PLATFORM:
        text = (HERE / "platform.md").read_text(encoding="utf-8")
        return replace(bare_source(slug), pages={"index": text})
    folder, game = folder_of(slug), load_games()[slug]
    if not any((folder / "manual").glob("*.md")):
        return bare_source(slug)
    files = {item.page: folder / "manual" / f"{item.page}.md" for item in game.meta.manual}
    if "index" not in files:
        raise ManualError("The menu in meta.toml has no page “index”.")
    for file in files.values():
        if not file.is_file():
            raise ManualError(f"The menu in meta.toml names manual/{file.name}, but there is no such file.")
    texts = {name: file.read_text(encoding="utf-8") for name, file in files.items()}
    return _source(game, texts)


def _source(game: Game, texts: dict[str, str]) -> Source:
    """The source of a game's manual, with these pages. Raises ManualError."""
    folder = folder_of(game.meta.slug)
    try:
        return Source(
            game.meta.slug,
            game.meta.manual,
            texts,
            game.clauses,
            folder / "pictures",
            game.meta.rules,
            game,
            rulings={id: ruling for ruling in _listed(folder, "ruling", Ruling) for id in ruling.clauses},
            **_about_rulings(folder),
            changes=sorted(_listed(folder, "change", Change), key=lambda change: -change.version),
            examples=examples.read_examples(folder),
            faces=game.manual.gallery(data.public_components(folder)) if game.manual.gallery else (),
            engine=tuple(clause_index.engine_ids(folder / "manual")),
            asked=_asked(folder),
            terms=_listed(folder, "term", Term, "glossary"),
        )
    except (msgspec.ValidationError, ValueError, KeyError) as error:
        raise ManualError(str(error)) from None


@cache
def examples_of(slug: str) -> dict[str, Example]:
    """The examples of a title by id. Cached."""
    return examples.read_examples(folder_of(slug))


def _about_rulings(folder: Path) -> dict[str, str]:
    """What manual/rulings.toml says about all rulings: `intro` and `original` of a Source, if they are there."""
    known = data.read_if_any(folder / "manual", "rulings.toml")
    return {name: str(known[name]) for name in ("intro", "original") if name in known}


def _asked(folder: Path) -> dict[str, tuple[str, ...]]:
    """The table in manual/asked.toml: questions by rule; {} if there is no such file."""
    return msgspec.convert(data.read_if_any(folder / "manual", "asked.toml"), dict[str, tuple[str, ...]])


@cache
def sentences(slug: str) -> dict[str, str]:
    """The words of each rule of a game (or, with PLATFORM, of all tables) by id. Cached."""
    return read_source(slug).sentences


def sentence(id: str) -> str:
    """The words of a rule; "" if there is no such rule."""
    return next((sentences(slug)[id] for slug in manuals() if id in sentences(slug)), "")


def _listed(folder: Path, name: str, kind: type[T], file_name: str = "") -> list[T]:
    """The tables called `name` in manual/<name>s.toml, or in the file of that name; [] if there is none."""
    file = folder / "manual" / f"{file_name or f'{name}s'}.toml"
    if not file.is_file():
        return []
    try:
        return msgspec.convert(data.read(file.parent, file.name)[name], list[kind])  # type: ignore[valid-type]
    except (msgspec.ValidationError, KeyError) as error:
        raise ManualError(f"manual/{file.name}: {error}") from None


def bare_source(slug: str) -> Source:
    """A manual with nothing but the rules, under the headings from their `section`."""
    clauses = load_games()[slug].clauses if slug else platform_clauses()
    parts: dict[str, list[str]] = {}
    for clause in clauses.values():
        parts.setdefault(clause.section, []).append(f"::clause {clause.id}")
    level = "##" if slug else "###"  # the list of manuals has a heading above the platform's rules
    text = "\n\n".join("\n\n".join([f"{level} {section}", *marks]) for section, marks in parts.items())
    folder = folder_of(slug) if slug else Path(data.__file__).parent
    number = load_games()[slug].meta.rules if slug else 1
    return Source(
        slug, (ManualPage(page="index", title="Rules"),), {"index": text}, clauses, folder / "pictures", number
    )
