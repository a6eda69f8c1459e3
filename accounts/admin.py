"""Django's admin for accounts and permissions, for superusers only. All other staff pages are under /staff/, logged."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

from accounts.models import User

# Staff log in on the normal login page, with its rate limits, second factors and passkeys.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


# We have our own pages for apps, and tokens are nobody's business.
for model in (AccessToken, Application, Grant, IDToken, RefreshToken):
    admin.site.unregister(model)


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
        """People are anonymised, never deleted: other people's matches refer to their rows."""
        return False
