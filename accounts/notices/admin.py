"""Channels for the staff: who is told how, and what fails. No keys and no addresses: those are secrets of people."""

from django.contrib import admin

from accounts.notices.models import Channel
from accounts.read_only_admin import ReadOnly


@admin.register(Channel)
class ChannelAdmin(ReadOnly):
    list_display = ("user", "kind", "name", "last_ok_at", "failing_since", "off_at", "trouble")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    fields = ("user", "kind", "name", "events", "created_at", "last_ok_at", "failing_since", "trouble", "off_at")
