"""The root URLconf. Each app keeps its own URLs."""

from django.conf import settings
from django.urls import include, path

from config.host_pages import host_page
from config.manifest import manifest, offline, worker

urlpatterns = [
    path("", include("games.urls")),
    path("", include("games.rulebook_urls")),
    path("", include("rulebook.urls")),
    path("", include("accounts.notices.urls")),
    path("people/", include("accounts.urls")),
    path("accounts/", include("accounts.login_urls")),
    path("oauth/", include("accounts.oauth_urls")),
    path("about/<slug:name>/", host_page, name="host_page"),
    path("app.webmanifest", manifest, name="manifest"),
    path("worker.js", worker, name="app_worker"),
    path("offline/", offline, name="offline"),
]

handler400 = "config.error_reporting.bad_request"
handler404 = "config.error_reporting.not_found"
handler500 = "config.error_reporting.server_error"

if settings.ANYMAIL.get("WEBHOOK_SECRET"):  # without it anyone could report fake bounces
    urlpatterns.append(path("anymail/", include("anymail.urls")))
if settings.DEBUG or settings.OUTBOX_FOR_OTHERS:
    urlpatterns.append(path("dev/outbox/", include("accounts.mail.dev_outbox_urls")))
