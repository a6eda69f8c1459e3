"""URLs under /dev/outbox/, mounted with DEBUG or OUTBOX_FOR_OTHERS only."""

from django.urls import path

from accounts.mail import dev_outbox

urlpatterns = [
    path("", dev_outbox.outbox, name="dev_outbox"),
    path("inbox/", dev_outbox.inbox, name="dev_inbox"),
    path("<int:email_id>/", dev_outbox.email, name="dev_email"),
    path("<int:email_id>/html/", dev_outbox.email_html, name="dev_email_html"),
]
