"""Tables for the staff: who sits where, who is asked until when, what was said. To look at; chat may be deleted.

Staff may play, too, so nothing here says more than the table does: no positions, no moves of running matches, no
questions (they name cards), nothing from which one could tell who has answered in secret or planned ahead.
"""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from accounts.read_only_admin import ReadOnly
from games.matches.leaving import call_off_broken
from games.models import ChatLine, Invitation, Match, MoveRecord, OpenDecision, Report, Seat


class SeatsInline(admin.TabularInline):
    """The seats of a match. Reserve and misses change with answers, secret ones too: they are left out."""

    model = Seat
    fields = ("number", "user", "left_reason", "rank")
    can_delete = False
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("user").order_by("number")


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ("id", "slug", "status", "pace", "owner", "seat_count", "is_public", "is_rated", "started_at")
    list_filter = ("status", "slug", "pace", "is_public")
    list_select_related = ("owner",)
    search_fields = ("=id", "owner__username", "seats__user__username")
    ordering = ("-id",)
    fields = (
        *("slug", "status", "table", "owner", "seat_count", "options", "pace", "move_seconds", "bank_seconds"),
        *("is_rated", "is_public", "commitment", "version", "rematch_of", "created_at", "started_at", "ended_at"),
    )
    inlines = (SeatsInline,)
    actions = ("call_off_broken",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).defer("position", "token", "secret")

    @admin.action(description="Cancel the chosen matches, if they can’t be read")
    def call_off_broken(self, request: HttpRequest, queryset: QuerySet[Match]) -> None:
        """Only such: staff may play, too, and nobody ends a match that stands badly."""
        for match in queryset.filter(status=Match.Status.RUNNING).order_by("pk"):
            if call_off_broken(match.pk):
                self.message_user(request, f"Match {match.pk} was cancelled.")
            else:
                self.message_user(request, f"Match {match.pk} can be read, so it goes on.", messages.WARNING)

    @admin.display(description="table")
    def table(self, match: Match) -> str:
        return format_html('<a href="{}">the table</a>', match.get_absolute_url())


@admin.register(OpenDecision)
class OpenDecisionAdmin(ReadOnly):
    """Who is asked and until when, answered or not: what everybody at the table sees."""

    list_display = ("asked", "user", "pace", "is_bot", "asked_at", "due_at")
    list_filter = ("is_bot", "pace")
    list_select_related = ("user", "match")
    search_fields = ("=match__id", "user__username")
    ordering = ("-due_at",)
    fields = ("asked", "user", "pace", "is_bot", "asked_at", "due_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[OpenDecision]:
        found = super().get_queryset(request)
        return found.defer("prompt", "answered_at", "remind_at", "reminded", "match__position", "match__token")

    @admin.display(description="match and seat", ordering="match")
    def asked(self, row: OpenDecision) -> str:
        return f"{row.match}, seat {row.seat}"


@admin.register(MoveRecord)
class MoveRecordAdmin(ReadOnly):
    """Who did something when, in matches that are over. The rows of a running one would tell who has answered."""

    list_display = ("match_id", "version", "seat", "by", "user", "drop", "at")
    list_filter = ("by",)
    list_select_related = ("user",)
    search_fields = ("=match__id", "user__username")
    ordering = ("-id",)
    fields = list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[MoveRecord]:
        done = super().get_queryset(request).filter(match__status=Match.Status.OVER, is_order=False)
        return done.defer("move", "events", "fingerprint")


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ("match_id", "user", "by", "at")
    list_select_related = ("user", "by")
    search_fields = ("=match__id", "user__username", "by__username")


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly):
    """What was said. A line may be deleted, never changed: nobody gets words that are not hers."""

    list_display = ("match_id", "user", "text", "at")
    list_select_related = ("user",)
    search_fields = ("=match__id", "user__username", "text")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatLine]:
        found = super().get_queryset(request)
        return found.exclude(spectators_only=True, match__in=_played_by(request))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """What people reported, settled or not. It is dealt with on the staff pages, which write each act down."""

    list_display = ("match_id", "about", "text", "reason", "by", "at", "settled_at")
    list_filter = (("settled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("about", "by")
    search_fields = ("=match__id", "about__username", "text")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Words of the game itself (whispers) and those of spectators wait for somebody who doesn't play there."""
        hidden = Q(line=None) | Q(line__spectators_only=True)
        return super().get_queryset(request).exclude(hidden, match__in=_played_by(request))


def _played_by(request: HttpRequest) -> QuerySet[Match]:
    """The running matches in which this member of staff has a seat."""
    return Match.objects.filter(status=Match.Status.RUNNING, seats__user=int(request.user.pk or 0))
