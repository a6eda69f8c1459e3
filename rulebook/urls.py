"""Addresses of the manuals."""

from django.http import HttpRequest, HttpResponse
from django.urls import path


def _soon(request: HttpRequest, **_: object) -> HttpResponse:
    return HttpResponse("")


urlpatterns = [
    path("", _soon, name="rules_index"),
    path("search/", _soon, name="rules_search"),
    path("<slug:slug>/", _soon, name="rules"),
    path("<slug:slug>/<slug:page>/", _soon, name="rules_page"),
]
