"""URLs under /people/. The user names "me" and "mail" are reserved (accounts.names)."""

from django.urls import path, re_path

from accounts import bot_views, guest_views, oauth_views, token_views, views
from accounts.people import views as people_views

urlpatterns = [
    path("", people_views.people, name="people"),
    path("me/settings/", views.change_settings, name="settings"),
    path("me/security/", views.security, name="security"),
    path("me/devices/", views.devices, name="devices"),
    path("me/mail/", views.mail_audit, name="mail_audit"),
    path("me/mail/settings/", views.mail_settings, name="mail_settings"),
    path("me/mail/next/", views.next_mail, name="next_mail"),
    path("me/mail/resume/", views.resume_mail, name="resume_mail"),
    path("me/save/", guest_views.save_games, name="save_games"),
    path("me/tokens/", token_views.api_tokens, name="api_tokens"),
    path("me/tokens/<int:token_id>/revoke/", token_views.revoke_token, name="revoke_token"),
    path("me/bots/", bot_views.bots, name="bots"),
    path("me/bots/<int:bot_id>/", bot_views.bot, name="bot"),
    path("me/bots/<int:bot_id>/rename/", bot_views.rename, name="rename_bot"),
    path("me/bots/<int:bot_id>/delete/", bot_views.delete, name="delete_bot"),
    path("me/apps/", oauth_views.apps, name="apps"),
    path("me/apps/<int:app_id>/delete/", oauth_views.delete_app, name="delete_app"),
    path("me/apps/<int:app_id>/revoke/", oauth_views.revoke_app, name="revoke_app"),
    path("me/export/", views.export, name="export"),
    path("me/delete/", views.delete, name="delete_account"),
    path("mail/stop/<str:token>/", views.unsubscribe_page, name="unsubscribe"),
    path("mail/settings/<str:token>/", guest_views.guest_mail, name="guest_mail"),
    path("mail/never/<str:token>/", views.never_page, name="never"),
    path("mail/staff/<str:token>/", views.staff_act, name="staff_act"),
    path("mail/remind/<str:token>/", guest_views.confirm_reminder, name="confirm_reminder"),
    re_path(r"^(?P<username>[A-Za-z0-9_-]{2,24})/relation/$", people_views.change_relation, name="change_relation"),
    re_path(r"^(?P<username>[A-Za-z0-9_-]{2,24})/$", views.profile, name="profile"),
]
