"""Addresses below /dev/outbox/, mounted with DEBUG only."""

from django.urls import path

from accounts import devmail

urlpatterns = [
    path("", devmail.outbox, name="desk_outbox"),
    path("inbox/", devmail.inbox, name="desk_inbox"),
    path("<int:letter_id>/", devmail.letter, name="desk_letter"),
    path("<int:letter_id>/html/", devmail.letter_html, name="desk_letter_html"),
]
