"""Player search by name: prefix matches first, then similar names.

Names are split into trigrams when they are saved (`names.parts`), and one index over these finds both. PostgreSQL's
pg_trgm does the same, but the bundled server does not include it.
"""

from itertools import combinations
from math import ceil
from typing import Any

from accounts import names
from accounts.people import blocks
from accounts.people.listed import Person, people

LEAST, LONGEST, MOST = 2, 40, 20  # letters, letters, players shown
LEAST_ALIKE = 4  # letters; with fewer, half of a name says nothing
FEW = 8  # trigrams
ALIKE, AMISS = 0.5, 6  # a similar name has half of the query's trigrams, and lacks no more than two typos change
_FINDABLE = f"""u.is_active AND NOT u.is_bot AND u.bot_owner_id IS NULL AND NOT u.is_guest AND u.is_findable
AND u.id <> %(me)s AND NOT {blocks.sql_between("%(me)s", "u.id")}"""
_BEGINNING = f"""accounts_user u WHERE u.name_parts @> %(parts)s::varchar[] AND (u.username ILIKE %(begins)s
OR u.display_name ILIKE %(begins)s OR u.display_name ILIKE %(within)s) AND {_FINDABLE}
ORDER BY lower(u.username) <> lower(%(words)s), u.username LIMIT {MOST}"""
_ALIKE = f"""(SELECT *, {{shared}} AS shared FROM accounts_user WHERE {{has}}) AS u
WHERE shared >= %(least)s AND {_FINDABLE} ORDER BY shared DESC, u.username LIMIT {MOST}"""


def find(text: str, looking: Any) -> list[Person]:
    """Findable players with an account, best matches first; [] for fewer than two characters."""
    words = " ".join(text.split())
    if not LEAST <= len(words) <= LONGEST or not words.isprintable():
        return []
    found = _beginning(words, looking)
    known = {person.pk for person in found}
    alike = _alike(words, looking) if len(found) < MOST and len(words) >= LEAST_ALIKE else []
    return (found + [person for person in alike if person.pk not in known])[:MOST]


def house_bots(text: str) -> list[Person]:
    """House bots whose name begins so: everybody can look at their profiles."""
    begins = text.lower()
    called = [f"{name}-bot" for name in names.HOUSE_BOTS if begins and f"{name} (bot)".lower().startswith(begins)]
    return people("accounts_user u WHERE u.username = ANY(%s) AND u.is_bot", [called]) if called else []


def _beginning(words: str, looking: Any) -> list[Person]:
    literal = words.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_")
    facts = {"words": words, "begins": f"{literal}%", "within": f"% {literal}%", "me": looking.pk}
    return people(_BEGINNING, facts | {"parts": names.parts(words, is_whole=False)})


def _alike(words: str, looking: Any) -> list[Person]:
    parts = names.parts(words)
    least = max(ceil(ALIKE * len(parts)), len(parts) - AMISS)
    # A name that shares `least` of the trigrams shares `few` of any `len(parts) - least + few`. Use the rarest.
    few = min(3 if len(parts) <= FEW else 2, least)  # threes of many trigrams take longer to plan than to look for
    rare = sorted(parts, key=lambda part: part.count(" "))[: len(parts) - least + few]
    some = {f"some{at}": list(these) for at, these in enumerate(combinations(rare, few))}
    wanted = {f"part{at}": part for at, part in enumerate(parts)}
    has = " OR ".join(f"name_parts @> %({key})s::varchar[]" for key in some)
    shared = " + ".join(f"(%({key})s = ANY(name_parts))::int" for key in wanted)  # faster than intersecting arrays
    return people(_ALIKE.format(has=has, shared=shared), {"least": least, "me": looking.pk} | some | wanted)
