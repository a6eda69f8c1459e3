"""What somebody types into the search, as terms: words of the manuals, each with other words for the same thing.

Numbers equal their words (5, five, 5th), irregular forms their verb (stole, steal), players' words the manual's
(`synonyms.toml`, for all games in this folder and for one game in its `manual/`), and misspelled words are mended.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache

import msgspec
from msgspec import Struct

from config.postgres import fetch_all
from games.kernel.data import read_if_any
from games.titles import folder as folder_of
from games.titles import load as load_games
from rulebook.models import LANGUAGE
from rulebook.sources import HERE

MOST_TERMS = 12
SHORTEST_MENDED = 4  # letters
LAST_WORD = re.compile(r"[^\W_]{3,}$")
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Words that ask, and hardly tell what about. PostgreSQL's own list leaves out the rest ("how", "can", "the").
FILLERS = frozenset(
    ["actually", "allowed", "else", "exactly", "get", "happen", "happens", "may", "mean", "means", "might"]
)
FILLERS |= {"many", "much", "must", "now", "somebody", "someone", "still", "there", "work", "works", "would"}
FILLERS |= {"able", "go", "goes", "going", "know", "need", "possible", "something", "thing", "things", "want"}
FILLERS_TELL = 0.3  # of the weight that they would have
OTHERS_TELL = 0.6  # of a word as typed: another word for the same thing
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
ORDINALS = ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_PAIRS = [(str(number), word) for number, word in enumerate(NUMBERS)]
_PAIRS += [(f"{number}{ENDINGS.get(number, 'th')}", word) for number, word in enumerate(ORDINALS)]
_NUMBERS = {word: pair for pair in _PAIRS for word in pair}
_LEXEMES = f"SELECT asked, tsvector_to_array(to_tsvector('{LANGUAGE}', asked)) FROM unnest(%s::text[]) asked"
_COUNTS = "SELECT word, ndoc FROM ts_stat(%s)"
_WORDS_OF = "SELECT to_tsvector('simple', s.title || ' ' || s.asked || ' ' || s.text) FROM rulebook_section s"
_VECTORS_OF = "SELECT s.vector FROM rulebook_section s"


class Term(Struct, frozen=True):
    """A word of the question. `words`: it and others for the same thing; `weight`: the rarer, the heavier.

    `begun`: the word itself if words may begin with it: the last one, not typed to its end, and unknown ones; else "".
    """

    words: tuple[str, ...]
    weight: float
    begun: str = ""

    @property
    def is_number(self) -> bool:
        """Whether its words are all the same number."""
        return self.words[0] in _NUMBERS


class Question(Struct, frozen=True):
    """A question: its terms, the heaviest first, and the query as mended, or "" if nothing was misspelled.

    `lexemes`: those of its single words, and how much each tells. `newest`: the newest page of the manuals.
    """

    terms: tuple[Term, ...]
    mended: str = ""
    lexemes: Mapping[str, float] = {}
    newest: int | None = None


class Lexicon(Struct, frozen=True):
    """The words of the manuals: in how many sections each lexeme stands, all words as written, and the sections."""

    counts: dict[str, int]
    words: frozenset[str]
    sections: int


def read_question(query: str, slug: str = "") -> Question:
    """Read a query about one game or (empty slug) about any."""
    ((newest,),) = fetch_all("SELECT max(id) FROM rulebook_page")
    lexicon, known = _lexicon(slug, newest), _lexicon("", newest).counts
    others, typed = _other_words(slug), typed_words(query)
    last = found[0].casefold() if (found := LAST_WORD.search(query)) else ""
    lexemes = lexemes_of({*typed, *others, *_NUMBERS, *(word for group in others.values() for word in group)})
    spelled = {word for word in typed if any(lexeme in known for lexeme in lexemes[word])}  # in any manual
    forms = {tuple(lexemes[word]): said for word, said in others.items()}  # "killing" says what "kill" says
    others = {word: said for word in typed if (said := forms.get(tuple(lexemes[word]))) and lexemes[word]} | others
    odd = [word for word in typed if word not in {*others, *_NUMBERS, *spelled}]
    mends = _mends(odd, last, lexicon, lexemes)
    begun = {word for word in (last, *odd) if LAST_WORD.fullmatch(word) and lexemes.get(word) and word not in mends}
    groups = [
        *((others[phrase], "") for phrase in others if " " in phrase and f" {phrase} " in f" {' '.join(typed)} "),
        *((_same(mends.get(word, word), others), word if word in begun else "") for word in typed),
    ]
    terms = [Term(words, _weight(words, begun, lexicon, lexemes), begun) for words, begun in dict.fromkeys(groups)]
    terms = sorted((term for term in terms if term.weight), key=lambda term: -term.weight)[:MOST_TERMS]
    mended = WORD.sub(lambda found: mends.get(found[0].casefold(), found[0]), query) if mends else ""
    return Question(tuple(terms), mended, _told(terms, lexemes), newest)


def _told(terms: Iterable[Term], lexemes: Mapping[str, list[str]]) -> dict[str, float]:
    told: dict[str, float] = {}
    for term in terms:
        for word in term.words:
            tells = share(term.words[0]) * (1.0 if word == term.words[0] else OTHERS_TELL)
            told |= {one: max(tells, told.get(one, 0.0)) for one in lexemes.get(word, ()) if " " not in word}
    return told


def share(word: str) -> float:
    """Of the weight that it would have: what a word tells that may only ask."""
    return FILLERS_TELL if word in FILLERS else 1.0


def _same(word: str, others: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return _NUMBERS.get(word) or (word, *others.get(word, ()))


def typed_words(query: str) -> list[str]:
    """The words of a query in lower case, each once."""
    return list(dict.fromkeys(word.casefold().replace("’", "'") for word in WORD.findall(query)))[: 2 * MOST_TERMS]


def _weight(words: Sequence[str], begun: str, lexicon: Lexicon, lexemes: Mapping[str, list[str]]) -> float:
    """How much a match of one of these words tells (inverse document frequency); 0 if none is in the manuals."""
    counts = [_count(lexemes.get(word, ()), lexicon) for word in words]
    if begun and not any(counts):
        counts = [lexicon.counts[word] for word in lexicon.counts if word.startswith(begun)]
    found = counts[0] if counts and counts[0] else max(counts, default=0)
    weight = math.log(1 + lexicon.sections / found) if found else 0.0
    return weight * share(words[0])


def _count(phrase: Iterable[str], lexicon: Lexicon) -> int:
    """In how many sections the rarest word of a phrase stands."""
    return min((lexicon.counts.get(lexeme, 0) for lexeme in phrase), default=0)


def _mends(typed: Iterable[str], last: str, lexicon: Lexicon, lexemes: dict[str, list[str]]) -> dict[str, str]:
    """The words that were probably meant, by the misspelled ones. Adds their lexemes to `lexemes`."""
    unknown = [
        word
        for word in typed
        if len(word) >= SHORTEST_MENDED
        and word.isalpha()
        and lexemes.get(word)
        and not (word == last and any(known.startswith(word) for known in lexicon.words))
    ]
    mends = {word: near for word in unknown if (near := _nearest(word, lexicon.words))}
    if mends:
        lexemes |= lexemes_of(mends.values())
    return mends


def _nearest(word: str, known: Iterable[str]) -> str:
    """The most similar known word with the same first letter and nearly the same length, or ""."""
    near = sorted(other for other in known if other[0] == word[0] and abs(len(other) - len(word)) <= 2)
    return next(iter(get_close_matches(word, near, 1, 0.75)), "")


def lexemes_of(words: Iterable[str]) -> dict[str, list[str]]:
    """PostgreSQL's lexemes of each word or phrase; none for words like "the"."""
    return dict(fetch_all(_LEXEMES, [list(words)]))


@lru_cache(20)
def _lexicon(slug: str, newest: int | None) -> Lexicon:
    """The words of one manual or of all. `newest`: the newest page, for the cache."""
    where = " JOIN rulebook_page p ON p.id = s.page_id WHERE p.is_current" + (f" AND p.slug = '{slug}'" if slug else "")
    counts = dict(fetch_all(_COUNTS, [_VECTORS_OF + where]))
    words = frozenset(word for word, _ in fetch_all(_COUNTS, [_WORDS_OF + where]) if word.isalpha())
    [(sections,)] = fetch_all(f"SELECT count(*) FROM rulebook_section s{where}")
    return Lexicon(counts, words, sections)


def same_words(slug: str) -> dict[str, tuple[str, ...]]:
    """Other words for a word or phrase that players type in one game: synonyms, and numbers as digits and words."""
    return {**_NUMBERS, **_other_words(slug)}


@cache
def _other_words(slug: str) -> dict[str, tuple[str, ...]]:
    """Other words for what players type: the list for all games, then those of this game (or of each)."""
    folders = [HERE, *(folder_of(name) / "manual" for name in load_games() if not slug or name == slug)]
    found: dict[str, tuple[str, ...]] = {}
    for folder in folders:
        lists = msgspec.convert(read_if_any(folder, "synonyms.toml"), dict[str, tuple[str, ...]])
        for said, meant in lists.items():
            found[said] = (*found.get(said, ()), *meant)
    return found
