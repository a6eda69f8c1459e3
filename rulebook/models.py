"""Manuals as they are shown: rendered once from the files of the games, and cut into pieces for the search."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector, SearchVectorField
from django.db import models
from django.urls import reverse

LANGUAGE = "english"  # of the words in the index and of the questions


class Page(models.Model):
    """One page of a manual. The empty slug stands for the platform's own rules, shown on the list of manuals.

    `digest` is that of everything the manual is made of; empty while a mistake lets only its rules be shown.
    """

    slug = models.CharField(max_length=50, blank=True)
    name = models.CharField(max_length=50)
    position = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=120)
    html = models.TextField()
    toc = models.JSONField()
    digest = models.CharField(max_length=64, blank=True)
    updated_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["slug", "position"]
        constraints = [models.UniqueConstraint(fields=["slug", "name"], name="one_page_of_a_name")]

    def __str__(self) -> str:
        return f"{self.slug or 'platform'}/{self.name}"

    def get_absolute_url(self) -> str:
        return page_url(self.slug, self.name)


class Section(models.Model):
    """A rule, or the words under one heading: what a search finds.

    `title` is the id of a rule, else the heading; the heading above a rule counts little, its own words much.
    """

    page = models.ForeignKey(Page, models.CASCADE, related_name="sections")
    position = models.PositiveSmallIntegerField()
    anchor = models.CharField(max_length=120, blank=True)
    heading = models.CharField(max_length=200, blank=True)
    clause = models.CharField(max_length=20, blank=True, db_index=True)
    title = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    vector = models.GeneratedField(
        expression=SearchVector("title", weight="A", config=LANGUAGE)
        + SearchVector("text", weight="B", config=LANGUAGE)
        + SearchVector("heading", weight="D", config=LANGUAGE),
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
