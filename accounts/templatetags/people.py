"""Template tags for pages about people."""

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts import hooks, stamps
from accounts.models import User

register = template.Library()


@register.filter
def stamp(person: User) -> SafeString:
    """A person's stamp."""
    return stamps.mark(person.pk, person.stamp)


@register.simple_tag
def invitation_at(address: str) -> str:
    """Who invites to what on the page that somebody wants to open; "" if nobody does."""
    return next((words for ask in hooks.invitations if address and (words := ask(address))), "")


@register.simple_tag
def dev_outbox_url() -> str:
    """The URL of the development outbox; "" on a site with a mail service."""
    if not settings.DEBUG or "dev_outbox" not in settings.EMAIL_BACKEND:
        return ""
    return reverse("dev_outbox")
