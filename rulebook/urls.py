"""Addresses of the manuals."""

from django.urls import path

from rulebook import views

urlpatterns = [
    path("", views.rules_index, name="rules_index"),
    path("search/", views.search_page, name="rules_search"),
    path("<slug:slug>/", views.manual, name="rules"),
    path("<slug:slug>/<slug:page>/", views.manual_page, name="rules_page"),
]
