"""The settings page for channels, and the files that calendar apps and feed readers fetch."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_POST, require_safe

from accounts.browsers import browser_name
from accounts.decorators import login_required, opens_once
from accounts.models import User
from accounts.notices import calendar_feeds, push, services
from accounts.notices.forms import WebhookForm
from accounts.notices.models import Channel, Notice
from accounts.notices.services import Refused
from accounts.request_types import MemberRequest

NOTICES_SHOWN = 30
FRESH = 300  # seconds for which clients may cache calendars and feeds


def own_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Require a login, and show a Refused as a sentence at the top of the page, with its status."""

    @wraps(view)
    def answer(request: MemberRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as refused:
            return _page(request, refused=str(refused), status=refused.status)

    return login_required(answer)


def _page(
    request: MemberRequest, form: WebhookForm | None = None, refused: str = "", status: int = 200
) -> HttpResponse:
    token = calendar_feeds.token_of(request.user)
    channels = list(Channel.objects.filter(user=request.user).order_by("id"))
    recent = Notice.objects.filter(channel__in=channels).select_related("channel").order_by("-id")[:NOTICES_SHOWN]
    context = {
        "form": form or WebhookForm(),
        "refused": refused,
        "calendar_url": settings.SITE_URL + reverse("calendar", args=[token]),
        "atom_url": settings.SITE_URL + reverse("atom", args=[token]),
        "webhooks": [channel for channel in channels if not channel.is_device],
        "devices": [channel for channel in channels if channel.is_device],
        "notices": recent,
        "push_key": push.public_key(),
    }
    return render(request, "notices/channels.html", context, status=status)


@require_safe
@own_page
def channels(request: MemberRequest) -> HttpResponse:
    """My channels, and recent notices."""
    return _page(request)


@require_POST
@own_page
@reauthentication_required
@opens_once
def add_webhook(request: MemberRequest) -> HttpResponse:
    """Add a webhook and send a test to it."""
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        channel = services.add_webhook(user=request.user, **form.cleaned_data)
    except Refused as refused:
        form.add_error("url", str(refused))
        return _page(request, form, status=refused.status)
    try:
        services.test(user=request.user, channel_id=channel.pk)
    except Refused as refused:
        messages.success(request, f"You added “{channel.name}”. We haven’t sent a test. {refused}")
    else:
        messages.success(request, f"You added “{channel.name}”. We’re sending a test.")
    return redirect("channels")


@require_POST
@own_page
def add_device(request: MemberRequest) -> HttpResponse:
    """Add a browser. static/push.js calls this after subscribing."""
    words = {name: request.POST.get(name, "")[: services.LONGEST_WORD] for name in ("url", "p256dh", "auth")}
    name = browser_name(request.headers.get("User-Agent", ""))
    request.session[services.PUSH] = services.add_device(user=request.user, name=name, **words).pk
    return JsonResponse({"ok": True})


@require_POST
@own_page
def test(request: MemberRequest, channel_id: int) -> HttpResponse:
    """Send a test."""
    services.test(user=request.user, channel_id=channel_id)
    messages.success(request, "We’re sending a test. This page will show the result.")
    return redirect("channels")


@require_POST
@own_page
def remove(request: MemberRequest, channel_id: int) -> HttpResponse:
    """Delete a channel."""
    services.remove(user=request.user, channel_id=channel_id)
    messages.success(request, "Removed.")
    return redirect("channels")


@require_POST
@own_page
def renew(request: MemberRequest) -> HttpResponse:
    """Replace the secret URLs; the old ones stop working."""
    calendar_feeds.renew(request.user)
    messages.success(request, "You have new addresses. The old ones no longer work.")
    return redirect("channels")


@require_safe
@cache_control(private=True, max_age=FRESH)
@conditional_page
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """One person's deadlines as iCalendar."""
    body = calendar_feeds.calendar(_reader(token))
    return _file(body, "text/calendar; charset=utf-8", "playpost.ics")


@require_safe
@cache_control(private=True, max_age=FRESH)
@conditional_page
def atom(request: HttpRequest, token: str) -> HttpResponse:
    """One person's news as Atom."""
    own = settings.SITE_URL + reverse("atom", args=[token])
    body = calendar_feeds.atom(_reader(token), own).encode()
    return _file(body, "application/atom+xml; charset=utf-8", "playpost.atom")


def _reader(token: str) -> User:
    user = calendar_feeds.reader(token)
    if user is None:
        raise Http404("This address is no longer valid.")
    return user


def _file(body: bytes, content_type: str, name: str) -> HttpResponse:
    return HttpResponse(body, content_type, headers={"Content-Disposition": f'inline; filename="{name}"'})


@require_safe
@cache_control(max_age=FRESH, public=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker for push messages. It is served at this path because the path limits its scope."""
    return render(request, "notices/worker.js", content_type="text/javascript; charset=utf-8")
