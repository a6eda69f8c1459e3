"""Addresses below /dev/outbox/, mounted with DEBUG only."""

from django.urls import path

from accounts.mail import dev_outbox

urlpatterns = [
    path("", dev_outbox.outbox, name="desk_outbox"),
    path("inbox/", dev_outbox.inbox, name="desk_inbox"),
    path("<int:letter_id>/", dev_outbox.letter, name="desk_letter"),
    path("<int:letter_id>/html/", dev_outbox.letter_html, name="desk_letter_html"),
]
