"""URLs of the manuals and the sitemap. `short` has those of single rules, /r/hr-45."""

from django.contrib.sitemaps.views import sitemap
from django.urls import include, path, re_path

from rulebook import offline, views
from rulebook.sitemaps import Manuals, robots

manuals = [
    path("", views.rules_index, name="rules_index"),
    path("search/", views.search_page, name="rules_search"),
    path("sw.js", offline.worker, name="rules_worker"),
    path("<slug:slug>/", views.manual, name="rules"),
    path("<slug:slug>/offline.json", offline.pages, name="rules_offline"),
    path("<slug:slug>/search.json", offline.index, name="rules_search_index"),
    path("<slug:slug>/booklet/", views.booklet, name="rules_booklet"),
    path("<slug:slug>/learn/", views.learn, name="rules_learn"),
    path("<slug:slug>/v/<int:version>/", views.edition, name="rules_edition"),
    path("<slug:slug>/v/<int:version>/<slug:page>/", views.edition, name="rules_edition_page"),
    path("<slug:slug>/<slug:page>/", views.manual_page, name="rules_page"),
    re_path(r"^(?P<rest>.+)$", views.nothing),
]

urlpatterns = [
    path("rules/", include(manuals)),
    path("sitemap.xml", sitemap, {"sitemaps": {"manuals": Manuals}}, name="sitemap"),
    path("robots.txt", robots),
]

short = [
    path("<str:id>", views.short, name="rule"),
    path("<str:id>/", views.short),
    path("<str:id>/words/", views.words, name="rule_words"),
    re_path(r"^(?P<rest>.+)$", views.nothing),
]
