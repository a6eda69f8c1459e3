"""URLs: settings under /people/me/channels/, secret feeds under /feeds/, the push service worker."""

from django.urls import path

from accounts.notices import views

urlpatterns = [
    path("people/me/channels/", views.channels, name="channels"),
    path("people/me/channels/webhook/", views.add_webhook, name="add_webhook"),
    path("people/me/channels/device/", views.add_device, name="add_device"),
    path("people/me/channels/<int:channel_id>/test/", views.test, name="test_channel"),
    path("people/me/channels/<int:channel_id>/remove/", views.remove, name="remove_channel"),
    path("people/me/channels/renew/", views.renew, name="renew_feed"),
    path("feeds/<str:token>/deadlines.ics", views.calendar, name="calendar"),
    path("feeds/<str:token>/matches.atom", views.atom, name="atom"),
    path("people/me/channels/worker.js", views.worker, name="push_worker"),
]
