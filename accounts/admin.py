"""Django's admin for accounts and permissions; superusers only. All else that staff do is under /staff/, and logged."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

from accounts.models import User

# The staff logs in where everybody does: rate limits, second steps and passkeys hold there too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


# Apps have pages of ours, and nobody need look at tokens.
for of_apps in (AccessToken, Application, Grant, IDToken, RefreshToken):
    admin.site.unregister(of_apps)


@admin.register(User)
class PersonAdmin(UserAdmin):
    list_display = ("username", "display_name", "email", "is_bot", "is_guest", "is_active", "is_staff", "last_seen_at")
    list_filter = ("is_bot", "is_guest", "is_active", "is_staff")
    search_fields = ("username", "display_name", "email")
    ordering = ("-id",)
    readonly_fields = ("date_joined", "last_login", "last_seen_at", "deleted_at", "is_bot", "is_guest")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("display_name", "email", "time_zone", "language", "is_bot", "is_guest")}),
        ("Emails", {"fields": (*User.MAIL_WHAT, "mail_daily_limit")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("date_joined", "last_login", "last_seen_at", "deleted_at")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """People are anonymised, never deleted: other people's matches hang on their rows."""
        return False
