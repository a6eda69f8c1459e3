"""Player search by name: prefix matches first, then similar names.

Names are split into trigrams when they are saved (`names.parts`), and one index over these finds both. PostgreSQL's
pg_trgm does the same, but the bundled server does not include it.
"""

from math import ceil
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db.models import Case, CharField, F, Func, IntegerField, Q, QuerySet, Value, When

from accounts import names
from accounts.models import User
from accounts.people import blocks

LEAST, LONGEST, MOST = 2, 40, 20  # letters, letters, players shown
ALIKE = 0.5  # the share of the query's trigrams that a similar name must have


class Shared(Func):
    """The number of values that two arrays have in common."""

    template = "cardinality(ARRAY(SELECT unnest(%(expressions)s)))"
    arg_joiner = ") INTERSECT SELECT unnest("
    output_field = IntegerField()


def find(text: str, looking: Any) -> list[User]:
    """Findable players with an account, best matches first; [] for fewer than two characters."""
    words = " ".join(text.split())
    if not LEAST <= len(words) <= LONGEST or not words.isprintable():
        return []
    found = list(_beginning(words, looking)[:MOST])
    known = {person.pk for person in found}
    alike = _alike(words, looking)[:MOST] if len(found) < MOST else []
    return (found + [person for person in alike if person.pk not in known])[:MOST]


def _beginning(words: str, looking: Any) -> QuerySet[User]:
    begins = Q(username__istartswith=words) | Q(display_name__istartswith=words)
    begins |= Q(display_name__icontains=f" {words}")
    is_exact = Case(When(username__iexact=words, then=Value(0)), default=Value(1))
    people = _findable(looking).filter(begins, name_parts__contains=names.parts(words, is_whole=False))
    return people.order_by(is_exact, "username")


def _alike(words: str, looking: Any) -> QuerySet[User]:
    parts = names.parts(words)
    shared = Shared(F("name_parts"), Value(parts, ArrayField(CharField(max_length=3))))
    least = ceil(ALIKE * len(parts))
    # A name that shares `least` of the trigrams shares at least one of any `len(parts) - least + 1`. Use the rarest.
    rare = sorted(parts, key=lambda part: part.count(" "))[: len(parts) - least + 1]
    people = _findable(looking).filter(name_parts__overlap=rare).annotate(shared=shared)
    return people.filter(shared__gte=least).order_by("-shared", "username")


def _findable(looking: Any) -> QuerySet[User]:
    people = User.objects.filter(is_active=True, is_bot=False, bot_owner=None, is_guest=False, is_findable=True)
    people = people.defer(*User.unlisted_fields())
    return people.exclude(pk=looking.pk).exclude(blocks.between(looking.pk, "pk"))
