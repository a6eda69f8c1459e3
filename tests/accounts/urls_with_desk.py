"""The site's addresses as they are with DEBUG (the test runner switches it off before they are read)."""

from django.urls import include, path

from config.urls import urlpatterns as site

urlpatterns = [*site, path("dev/outbox/", include("accounts.mail.dev_outbox_urls"))]
