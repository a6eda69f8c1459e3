"""Rulebook URLs that need the games app, such as playable examples; the rulebook itself knows nothing of matches."""

from django.urls import include, path

from games.matches.move_forms import in_words, read_move
from games.views.link_previews import rule_page
from games.views.moderation import report_rule
from games.views.rules_at_table import rules_at_table
from rulebook.excerpts import TableRules
from rulebook.sources import sentence
from rulebook.urls import short
from rulebook.views import drawer, try_example

urlpatterns = [
    path(
        "rules/<slug:slug>/try/<slug:example>/", try_example, {"read": read_move, "words": in_words}, name="try_example"
    ),
    path("match/<int:match_id>/rules/", rules_at_table, {"show": drawer, "kind": TableRules}, name="rules_at_table"),
    path("r/<str:id>/report/", report_rule, {"sentence": sentence}, name="report_rule"),
    path("r/", include(short), {"preview": rule_page}),
]
