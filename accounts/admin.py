"""People and outgoing mail for the staff. No bodies of emails, no codes, no passwords; names only where needed."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

from accounts.mail import outbox
from accounts.models import MailStop, OutgoingMail, Rating, User
from accounts.read_only_admin import ReadOnly

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
        (
            "Emails",
            {"fields": (*User.MAIL_WHAT, "mail_daily_limit")},
        ),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        ("Dates", {"fields": ("date_joined", "last_login", "last_seen_at", "deleted_at")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """People are anonymised, never deleted: other people's matches hang on their rows."""
        return False


@admin.register(Rating)
class RatingAdmin(ReadOnly):
    list_display = ("user", "slug", "shown", "uncertainty", "matches", "wins", "updated_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "slug")


@admin.register(OutgoingMail)
class OutgoingMailAdmin(ReadOnly):
    list_display = ("key", "kind", "user", "status", "attempts", "reason", "next_try_at", "done_at")
    list_filter = ("status", "kind")
    list_select_related = ("user",)
    search_fields = ("key", "user__username")
    fields = (*list_display, "match_id", "created_at")
    actions = ("send_again",)

    @admin.action(description="Retry failed emails", permissions=["view"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[OutgoingMail]) -> None:
        if not request.user.is_superuser:
            messages.error(request, "Only superusers can do this.")
            return
        count = outbox.revive(queryset)
        messages.success(request, f"{count} emails will be sent again.")


@admin.register(MailStop)
class MailStopAdmin(ReadOnly):
    list_display = ("user", "match_id", "at")
    list_select_related = ("user",)
