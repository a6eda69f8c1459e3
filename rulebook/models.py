"""Manuals as rendered from the games' files, and their sections for the search."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector, SearchVectorField
from django.db import models
from django.urls import reverse
from msgspec import Struct

LANGUAGE = "english"  # of the words in the index and of the questions
AS_WRITTEN = "simple"  # not cut to their stems: for the beginning of a word that somebody is typing


class Link(Struct, frozen=True):
    """A page to go to, as a list or a menu shows it."""

    title: str
    url: str
    is_current: bool = False


class Page(models.Model):
    """One page of a manual. The empty slug stands for the platform's own rules, shown on the list of manuals.

    `version`: of the rules; the pages of older versions stay, for matches that were begun with them. `cards`: faces of
    the gallery as data. `digest` is that of everything the manual is made of; empty while a mistake lets only its rules
    be shown.
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

    def __str__(self) -> str:
        return f"{self.slug or 'platform'}/{self.name}"

    def get_absolute_url(self) -> str:
        return page_url(self.slug, self.name) if self.is_current else edition_url(self.slug, self.version, self.name)

    @property
    def stamp(self) -> str:
        """Differs from page to page and from rendering to rendering."""
        return f"{self.pk}-{self.digest}"


class Section(models.Model):
    """A block of the manual with its rule, a card, or the words under one heading: what a search finds.

    `title` is the id of a rule, else the heading; the heading above a rule counts little, its own words much.
    `kind`: "rule", "card", "text", "also" for a further rule of the same block, or "list" for a sentence in the list of
    all rules.
    """

    page = models.ForeignKey(Page, models.CASCADE, related_name="sections")
    position = models.PositiveSmallIntegerField()
    anchor = models.CharField(max_length=120, blank=True)
    heading = models.CharField(max_length=200, blank=True)
    clause = models.CharField(max_length=20, blank=True, db_index=True)
    kind = models.CharField(max_length=4, default="text")
    title = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    vector = models.GeneratedField(
        expression=SearchVector("title", weight="A", config=LANGUAGE)
        + SearchVector("text", weight="B", config=LANGUAGE)
        + SearchVector("heading", weight="D", config=LANGUAGE)
        + SearchVector("title", "text", weight="D", config=AS_WRITTEN),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta:
        ordering = ["page", "position"]
        indexes = [GinIndex(fields=["vector"], name="section_vector")]

    def __str__(self) -> str:
        return self.clause or self.heading

    def get_absolute_url(self) -> str:
        return str(self.page.get_absolute_url()) + (f"#{self.anchor}" if self.anchor else "")


def page_url(slug: str, name: str) -> str:
    """The address of a page of a manual."""
    if not slug:
        return str(reverse("rules_index"))
    return str(reverse("rules", args=[slug]) if name == "index" else reverse("rules_page", args=[slug, name]))


def edition_url(slug: str, version: int, name: str) -> str:
    """The address of a page as it is for an older version of the rules."""
    more = [] if name == "index" else [name]
    return str(reverse("rules_edition_page" if more else "rules_edition", args=[slug, version, *more]))
