"""Which sections answer questions like the one typed: the questions of `manual/asked.toml` and of the rulings.

Words of a section may come from several of its questions; here all count towards one of them. By the cosine of their
words, rare words before frequent ones (the vector space model of Salton, Wong and Yang, 1975).
"""

import math
from collections import Counter, defaultdict
from functools import lru_cache

from msgspec import Struct

from config.postgres import fetch_all
from rulebook.search_terms import Question, lexemes_of, share, typed_words

MOST = 10  # sections
_ASKED = """SELECT s.id, s.asked FROM rulebook_section s JOIN rulebook_page p ON p.id = s.page_id
WHERE p.is_current AND s.asked <> '' AND (%(slug)s = '' OR p.slug = %(slug)s)"""


class Index(Struct, frozen=True):
    """Questions by number: their sections, and for each lexeme the questions with it and how much it tells in each."""

    sections: list[int]
    places: dict[str, list[tuple[int, float]]]


def most_alike(question: Question, slug: str) -> dict[int, float]:
    """The ids of sections that answer the questions most like this one, with 1, 1/2, 1/3 and so on."""
    index = _index(slug, question.newest)
    alike: defaultdict[int, float] = defaultdict(float)
    for lexeme, tells in question.lexemes.items():
        for number, weight in index.places.get(lexeme, ()):
            alike[number] += tells * weight
    best: dict[int, float] = {}
    for number in sorted(alike, key=lambda one: (-alike[one], one)):
        best.setdefault(index.sections[number], 1 / (1 + len(best)))
        if len(best) == MOST:
            break
    return best


@lru_cache(20)
def _index(slug: str, newest: int | None) -> Index:
    """The questions of one manual or of all. `newest`: the newest page, for the cache."""
    rows = fetch_all(_ASKED, {"slug": slug})
    asked = [(section, typed_words(line)) for section, lines in rows for line in lines.splitlines()]
    lexemes = lexemes_of({word for _, words in asked for word in words})
    shares = [{lexeme: share(word) for word in words for lexeme in lexemes[word]} for _, words in asked]
    counts = Counter(lexeme for one in shares for lexeme in one)
    rare = {lexeme: math.log(1 + len(asked) / count) for lexeme, count in counts.items()}
    places: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for number, one in enumerate(shares):
        length = math.hypot(*(tells * rare[lexeme] for lexeme, tells in one.items()))
        for lexeme, tells in one.items():
            places[lexeme].append((number, tells * rare[lexeme] ** 2 / length))
    return Index([section for section, _ in asked], dict(places))
