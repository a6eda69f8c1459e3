"""Search for rules and cards: by clause number, and as people ask, with PostgreSQL's full-text search and ranking."""

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from django.core.paginator import Page as PageOfResults
from django.core.paginator import Paginator
from django.utils.safestring import mark_safe
from msgspec import Struct

from config.postgres import fetch_all
from games.titles import load as load_games
from rulebook import library
from rulebook.likeness import most_alike
from rulebook.models import AS_WRITTEN, LANGUAGE, Page, page_path
from rulebook.search_terms import Question, Term, read_question
from rulebook.sources import all_clauses, manuals

LONGEST = 120  # characters of a query
PER_PAGE = 15
NUMBER = re.compile(r"\b([a-z]+)[\s-]*0*(\d{1,4})\b", re.IGNORECASE)
BARE_NUMBER = re.compile(r"0*(\d{1,4})")
EXACT = re.compile(r'"|(^|\s)-\w')  # quoted and excluded words are matched as they are
SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=\S)")
LONGEST_SHOWN = 280  # characters up to which a snippet grows by further sentences
GAP = " … "
START, END = "\ue000", "\ue001"  # around matching words; no manual contains them
BY_LENGTH = 1  # PostgreSQL's flag to divide the rank by the logarithm of the length
# Plain SQL, because building this from querysets took five times as long as executing it. A section's rank is that of
# each word times its weight, the words as typed twice, times the share of words found.
_FOUND = f"""WITH words AS MATERIALIZED (
    SELECT weight, to_tsquery('{LANGUAGE}', typed) || more AS typed, to_tsquery('{LANGUAGE}', every) || more AS asked
    FROM unnest(%(weights)s::float8[], %(typed)s::text[], %(every)s::text[], %(begun)s::text[])
        AS term (weight, typed, every, begun), to_tsquery('{AS_WRITTEN}', begun) AS more
    UNION ALL SELECT 1, exact, exact
    FROM unnest(%(exact)s::text[]) said, websearch_to_tsquery('{LANGUAGE}', said) exact
), any_word AS MATERIALIZED (
    SELECT string_agg(format('(%%s)', asked), ' | ')::tsquery AS asked FROM words WHERE numnode(asked) > 0
), found AS (
    SELECT s.id, s.kind, s.clause = ANY(%(named)s) AS is_named, (p.slug, p.position, s.position) AS place, (
        SELECT sum(weight * ts_rank(s.vector, typed, {BY_LENGTH}) + weight * ts_rank(s.vector, asked, {BY_LENGTH}))
            * sum(CASE WHEN s.vector @@ asked THEN weight ELSE 0 END) FROM words) AS rank
    FROM rulebook_section s JOIN rulebook_page p ON p.id = s.page_id
    WHERE (s.clause = ANY(%(named)s) OR s.kind <> 'also' AND s.text <> '' AND s.vector @@ (SELECT asked FROM any_word))
    AND CASE WHEN %(pages)s::bigint[] IS NULL THEN p.is_current ELSE p.id = ANY(%(pages)s) END
    AND (%(needs)s::text[] IS NULL OR s.needs = ANY(%(needs)s)) AND %(slug)s IN ('', p.slug)
), placed AS (
    SELECT id, is_named, place, 1 / row_number() OVER (
        ORDER BY rank * CASE kind WHEN 'rule' THEN 2 ELSE 1 END DESC, place)::float8 AS by_words FROM found
)
SELECT array_agg(id ORDER BY is_named DESC, by_words + coalesce(share, 0) DESC, place),
    coalesce((SELECT asked FROM any_word), '')::text
FROM placed LEFT JOIN unnest(%(alike)s::bigint[], %(shares)s::float8[]) AS asked_like (id, share) USING (id)"""
_SHOWN = f"""SELECT s.heading, s.anchor, s.clause, s.kind, p.slug, p.title, p.name, p.version, p.is_current,
    ts_headline('{LANGUAGE}', s.text, %(asked)s::tsquery, %(options)s)
FROM unnest(%(ids)s::bigint[]) WITH ORDINALITY AS given (id, at)
JOIN rulebook_section s USING (id) JOIN rulebook_page p ON p.id = s.page_id ORDER BY at"""


class Within(Struct, frozen=True):
    """Where to search: in all current pages or in `pages`, in all sections or in those with these `needs`."""

    pages: list[int] | None = None
    needs: list[str] | None = None


CURRENT = Within()


def clean_query(raw: str) -> str:
    """The query without control characters and extra space, cut to LONGEST characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in raw).split())[:LONGEST].strip()


class Found(Struct, frozen=True):
    """One search result. `snippet`: safe HTML with matching words in <mark>."""

    game: str
    title: str
    url: str
    clause: str
    kind: str
    snippet: str


class SearchAnswer(Struct, frozen=True):
    """What a search found. `mended`: the query with misspelled words mended, if there were any."""

    results: PageOfResults[Any]  # of Found
    mended: str


def answer(query: str, slug: str = "", page: Any = 1, within: Within = CURRENT) -> SearchAnswer:
    """One page of search results, in one game or (empty slug) in all.

    Rules named by number come first, then the sections with most of the words, rare words before frequent ones, and
    those that answer questions like this one: the places in both orders count alike (reciprocal rank fusion, Cormack,
    Clarke and Büttcher, 2009).
    """
    ids = clauses_named(query, slug)
    question, found, asked = _ask(query, ids, slug, within)
    if not found and query and _load_missing(slug):
        question, found, asked = _ask(query, ids, slug, within)
    shown: PageOfResults[Any] = Paginator(found, PER_PAGE).get_page(page)
    options = f"StartSel={START}, StopSel={END}, HighlightAll=true"
    rows = fetch_all(_SHOWN, {"ids": list(shown.object_list), "asked": asked, "options": options}) if found else []
    shown.object_list = [_result(*row) for row in rows]
    return SearchAnswer(shown, question.mended)


def _ask(query: str, ids: list[str], slug: str, within: Within) -> tuple[Question, list[int], str]:
    """The question; the ids of the sections that answer it, best first; and its words as PostgreSQL reads them."""
    is_exact = bool(EXACT.search(query))
    words = "" if is_exact else NUMBER.sub("", query) if ids else query
    question = read_question(words, slug) if words else Question(())
    exact = [query] if is_exact else ids
    if not question.terms and not exact:
        return question, [], ""
    alike = most_alike(question, slug) if question.terms else {}
    given: dict[str, Any] = {"named": ids, "exact": exact, "slug": slug, "pages": within.pages, "needs": within.needs}
    given |= {"alike": [*alike], "shares": [*alike.values()], **_columns(question.terms)}
    ((found, asked),) = fetch_all(_FOUND, given)
    return question, found or [], asked


def _columns(terms: Sequence[Term]) -> dict[str, list[Any]]:
    """For PostgreSQL: the weight of each term, the word as typed, all words, and what words may begin with."""
    return {
        "weights": [term.weight for term in terms],
        "typed": [_any_of(term.words if term.is_number else term.words[:1]) for term in terms],
        "every": [_any_of(term.words) for term in terms],
        "begun": [f"'{term.begun}':*" if term.begun else "" for term in terms],
    }


def _any_of(words: Sequence[str]) -> str:
    quoted = (word.replace("'", "''") for word in words)
    return " | ".join(f"'{word}'" for word in quoted)


def search(query: str, slug: str = "", page: Any = 1) -> PageOfResults[Any]:
    """The results of `answer` alone."""
    return answer(query, slug, page).results


def clauses_named(query: str, slug: str = "") -> list[str]:
    """The ids of the rules that a query names: "PC-35", "pc 35", "pc35", and "35" if a game is given."""
    parts = ((id, *id.rpartition("-")[::2]) for id in all_clauses())
    known = {(prefix.upper(), int(number)): id for id, prefix, number in parts if number.isdigit()}
    named = [(prefix.upper(), int(number)) for prefix, number in NUMBER.findall(query)]
    bare = BARE_NUMBER.fullmatch(query)
    if bare and slug:
        named.append((load_games()[slug].meta.prefix.upper(), int(bare[1])))
    return [known[name] for name in named if name in known]


def _load_missing(slug: str) -> bool:
    """Load manuals that have not been loaded yet. Returns whether there were any."""
    wanted = {slug} if slug else set(manuals())
    missing = wanted - set(Page.objects.order_by().values_list("slug", flat=True).distinct())
    if missing:
        library.load(sorted(missing))
    return bool(missing)


def _result(
    heading: str, anchor: str, clause: str, kind: str, slug: str, title: str, name: str, version: int, is_current: bool,
    snippet: str,
) -> Found:  # fmt: skip
    game, best = load_games()[slug].meta.title if slug in load_games() else "Playpost", _best_part(snippet)
    return Found(
        game=game if name == "index" else f"{game}: {title}",
        title=heading or title,
        url=page_path(slug, name, version, is_current) + (f"#{anchor}" if anchor else ""),
        clause=clause,
        kind=kind,
        snippet=mark_safe(escape(best, quote=False).replace(START, "<mark>").replace(END, "</mark>")),
    )


def _best_part(text: str) -> str:
    """The sentence with most of the marked words, and as many sentences after it as fit; ellipses where it is cut."""
    sentences = SENTENCE.split(text)
    best = max(range(len(sentences)), key=lambda place: (len(_marked(sentences[place])), -place))
    end, length = best + 1, len(sentences[best])
    while end < len(sentences) and length + len(sentences[end]) < LONGEST_SHOWN:
        length += len(sentences[end])
        end += 1
    begin = best
    while begin and length + len(sentences[begin - 1]) < LONGEST_SHOWN:
        begin -= 1
        length += len(sentences[begin])
    return GAP.lstrip() * bool(begin) + " ".join(sentences[begin:end]) + GAP.rstrip() * (end < len(sentences))


def _marked(sentence: str) -> set[str]:
    return {word.casefold() for word in re.findall(f"{START}(.*?){END}", sentence)}
