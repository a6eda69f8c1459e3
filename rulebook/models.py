"""Rendered manual pages, and their sections for the search."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector, SearchVectorField
from django.db import models
from django.urls import reverse
from msgspec import Struct

LANGUAGE = "english"  # text search configuration of the index and of queries
AS_WRITTEN = "simple"  # the configuration without stemming, for a word that is not typed to its end


class Link(Struct, frozen=True):
    """A link in a list or a menu."""

    title: str
    url: str
    is_current: bool = False


class Page(models.Model):
    """One page of a manual. An empty slug means the platform's own rules, shown on the list of manuals.

    `version`: of the rules; pages of older versions stay for matches started with them. `cards`: the data of a gallery.
    `digest`: of everything the manual is made of; empty while the manual has a mistake and only its rules are shown.
    """

    slug = models.CharField(max_length=50, blank=True)
    version = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=50)
    position = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=120)
    description = models.CharField(max_length=200, blank=True)
    html = models.TextField()
    toc = models.JSONField()
    cards = models.JSONField(default=list)
    is_current = models.BooleanField(default=True)
    digest = models.CharField(max_length=64, blank=True)
    updated_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["slug", "position"]
        constraints = [models.UniqueConstraint(fields=["slug", "version", "name"], name="one_page_of_a_name")]

    def get_absolute_url(self) -> str:
        return page_path(self.slug, self.name, self.version, self.is_current)

    @property
    def stamp(self) -> str:
        """A cache key that changes with the page and with each rendering."""
        return f"{self.pk}-{self.digest}"


class Section(models.Model):
    """A search entry: a block of the manual with its rule, a card, or the text under a heading.

    `title`: the id of a rule, otherwise the heading. `asked`: questions that it answers, in players' words, by line.
    `kind`: "rule", "card", "text", or "also" (a further rule of the same block). `needs`: the option, such as
    "blitz=true", without which its chapter is void, or "".
    """

    page = models.ForeignKey(Page, models.CASCADE, related_name="sections")
    position = models.PositiveSmallIntegerField()
    anchor = models.CharField(max_length=120, blank=True)
    heading = models.CharField(max_length=200, blank=True)
    clause = models.CharField(max_length=20, blank=True, db_index=True)
    kind = models.CharField(max_length=4, default="text")
    needs = models.CharField(max_length=60, blank=True)
    title = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    asked = models.TextField(blank=True)
    vector = models.GeneratedField(
        expression=SearchVector("title", "asked", weight="A", config=LANGUAGE)
        + SearchVector("text", weight="B", config=LANGUAGE)
        + SearchVector("heading", weight="C", config=LANGUAGE)
        + SearchVector("title", "asked", "text", weight="D", config=AS_WRITTEN),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta:
        ordering = ["page", "position"]
        indexes = [GinIndex(fields=["vector"], name="section_vector")]

    def get_absolute_url(self) -> str:
        return str(self.page.get_absolute_url()) + (f"#{self.anchor}" if self.anchor else "")


def page_path(slug: str, name: str, version: int, is_current: bool) -> str:
    """The URL of a page of the current manual or of one for an older version."""
    if is_current:
        return page_url(slug, name)
    more = [] if name == "index" else [name]
    return str(reverse("rules_edition_page" if more else "rules_edition", args=[slug, version, *more]))


def page_url(slug: str, name: str) -> str:
    """The URL of a manual page."""
    if not slug:
        return str(reverse("rules_index"))
    return str(reverse("rules", args=[slug]) if name == "index" else reverse("rules_page", args=[slug, name]))
