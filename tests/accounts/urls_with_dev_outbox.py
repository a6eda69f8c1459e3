"""The site's URLs with DEBUG on (the test runner turns it off before the URLconf is loaded)."""

from django.urls import include, path

from config.urls import urlpatterns as site

urlpatterns = [*site, path("dev/outbox/", include("accounts.mail.dev_outbox_urls"))]
