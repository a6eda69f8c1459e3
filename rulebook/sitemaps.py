"""The manuals for search engines: the only part of the site that is worth finding there."""

from datetime import datetime

from django.contrib.sitemaps import Sitemap

from rulebook import library
from rulebook.models import Page


class Manuals(Sitemap):
    """Every page of every manual, and the list of them (the page of the platform's own rules)."""

    changefreq = "monthly"

    def items(self) -> list[Page]:
        current = Page.objects.filter(is_current=True).defer("html", "toc", "cards")
        if not current.exists():
            library.load()
        return list(current)

    def lastmod(self, page: Page) -> datetime:
        return page.updated_at
