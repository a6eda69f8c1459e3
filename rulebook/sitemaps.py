"""The sitemap and robots.txt: only the manuals should be in search engines."""

from datetime import datetime

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from rulebook import library
from rulebook.models import Page


class Manuals(Sitemap):
    """All pages of all manuals, and the list of manuals (the page with the platform's own rules)."""

    changefreq = "monthly"

    def items(self) -> list[Page]:
        current = Page.objects.filter(is_current=True).defer("html", "toc", "cards")
        if not current.exists():
            library.load()
        return list(current)

    def lastmod(self, page: Page) -> datetime:
        return page.updated_at


def robots(request: HttpRequest) -> HttpResponse:
    """robots.txt: matches are off limits, except for programs that make link previews."""
    previews = [f"User-agent: {name}" for name in ("Twitterbot", "facebookexternalhit", "LinkedInBot", "Slackbot")]
    lines = [*previews, "Allow: /", "", "User-agent: *", "Disallow: /match/", "Allow: /match/*/card.png"]
    lines += [f"Sitemap: {settings.SITE_URL}{reverse('sitemap')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain")
