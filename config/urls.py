"""All addresses. Each application keeps its own."""

from django.conf import settings
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path

from accounts.guest_views import signup
from config.host_pages import host_page
from config.manifest import manifest
from games.matches.move_forms import in_words, read_move
from games.views.link_previews import rule_page
from rulebook.sitemaps import Manuals, robots
from rulebook.urls import short
from rulebook.views import try_example

urlpatterns = [
    path("", include("games.urls")),
    path(
        "rules/<slug:slug>/try/<slug:example>/", try_example, {"read": read_move, "words": in_words}, name="try_example"
    ),
    path("rules/", include("rulebook.urls")),
    path("", include("accounts.notices.urls")),
    path("r/", include(short), {"preview": rule_page}),
    path("people/", include("accounts.urls")),
    path("accounts/signup/", signup),  # before allauth's, whose name it keeps
    path("accounts/", include("allauth.urls")),
    path("oauth/", include("accounts.oauth_urls")),
    path("about/<slug:name>/", host_page, name="host_page"),
    path("app.webmanifest", manifest, name="manifest"),
    path("sitemap.xml", sitemap, {"sitemaps": {"manuals": Manuals}}, name="sitemap"),
    path("robots.txt", robots),
    path("admin/", admin.site.urls),
]

handler500 = "config.error_reporting.server_error"

if settings.ANYMAIL.get("WEBHOOK_SECRET"):  # without it anybody could report that somebody's emails came back
    urlpatterns.append(path("anymail/", include("anymail.urls")))
if settings.DEBUG or settings.OUTBOX_FOR_OTHERS:
    urlpatterns.append(path("dev/outbox/", include("accounts.mail.dev_outbox_urls")))
