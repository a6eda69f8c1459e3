"""All addresses. Each application keeps its own."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("rules/", include("rulebook.urls")),
    path("people/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]

if settings.DEBUG:
    urlpatterns.append(path("dev/outbox/", include("accounts.devmail_urls")))
