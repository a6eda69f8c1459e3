"""Pages about people: public profiles, your own settings and data, the unsubscribe link."""

from typing import Any, NamedTuple

import msgspec
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts import hooks, services, staff_decisions
from accounts.decorators import fresh_form, fresh_page, member_action, member_form, member_page
from accounts.forms import DeleteForm, MailForm, SettingsForm
from accounts.login import devices as login_devices
from accounts.mail import never, preview, unsubscribe
from accounts.mail.dev_outbox import EMAIL_POLICY
from accounts.mail_kinds import TO_STRANGERS
from accounts.models import OutgoingMail, Rating, User
from accounts.people.friends import Relation
from accounts.rating_plot import plot
from accounts.ratings import history
from accounts.request_types import MemberRequest, Request
from config.postgres import first

MAILS_PER_PAGE = 50


class RatingLine(NamedTuple):
    """A rating on a profile: the game's name, the rating, and a plot if there are enough points."""

    game: str
    row: Rating
    plot: SafeString | None


def _ratings(person: User) -> list[RatingLine]:
    points, found = history(person), []
    for row in person.ratings.order_by("-conservative"):
        game = hooks.game_title(row.slug)
        found.append(RatingLine(game, row, plot(points.get(row.slug, []), game)))
    return found


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """The public profile: name, member since, ratings, sections of other apps. No email address, no settings."""
    viewer = request.user if request.user.is_authenticated else None
    is_own = viewer is not None and viewer.username == username and not viewer.is_guest
    person = viewer if is_own else first(User, "WHERE upper(username) = upper(%s) AND NOT is_guest", [username])
    if person is None:
        raise Http404
    if person.username != username:
        return redirect("profile", person.username, permanent=True)
    if person.deleted_at:
        return render(request, "accounts/gone.html", status=410)
    page = request.GET.get("page", "")
    context = {
        "person": person,
        "is_me": viewer == person,
        "ratings": _ratings(person),
        "relation": Relation(viewer, person) if viewer and viewer != person and not person.is_bot else None,
        "sections": [section for make in hooks.profile_sections if (section := make(person, viewer, page))],
    }
    return render(request, "accounts/profile.html", context)


@member_form
def change_settings(request: MemberRequest) -> HttpResponse:
    # Edit a copy: a refused name must not appear in the page header.
    form = SettingsForm(request.POST or None, instance=User.objects.get(pk=request.user.pk))
    if request.method == "POST" and form.is_valid():
        services.save_settings(user=form.save(commit=False), is_renamed="display_name" in form.changed_data)
        messages.success(request, "Your settings are saved.")
        return redirect("settings")
    return render(request, "accounts/settings.html", {"form": form}, status=422 if form.errors else 200)


@member_form
def mail_settings(request: MemberRequest) -> HttpResponse:
    """How and when we send emails, with a preview of the next one."""
    person = User.objects.get(pk=request.user.pk)
    form = MailForm(request.POST if request.method == "POST" else None, instance=person)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "Your email settings are saved.")
        return redirect("mail_settings")
    email, at = preview.next_mail(request.user)
    context = {"form": form, "stopped": request.user.mail_stops.count(), "next": email, "next_at": at}
    return render(request, "accounts/mail_settings.html", context, status=422 if form.errors else 200)


@member_page
@xframe_options_sameorigin
def next_mail(request: MemberRequest) -> HttpResponse:
    """The HTML of the next email, for a frame, with the Content-Security-Policy of emails."""
    email, _ = preview.next_mail(request.user)
    html = email.page if email else "<p>No emails are waiting.</p>"
    html = html.replace("<head>", '<head><base target="_top">', 1)
    return HttpResponse(html, headers={"Content-Security-Policy": EMAIL_POLICY})


@member_action
def resume_mail(request: MemberRequest) -> HttpResponse:
    """Resume emails about all matches for which they were stopped."""
    services.resume_mail(user=request.user)
    messages.success(request, "You’ll get emails about all your games again.")
    return redirect("mail_settings")


@member_form
def devices(request: MemberRequest) -> HttpResponse:
    """The devices you are logged in on, each with a button to log out."""
    key = request.session.session_key
    if request.method == "POST":
        tag = request.POST.get("device", "")
        if tag and login_devices.end(request.user, key, "" if tag == "others" else tag):
            messages.success(request, "Logged out. This page shows where you’re still logged in.")
        return redirect("devices")
    return render(request, "accounts/devices.html", {"devices": login_devices.of(request.user, key)})


@member_page
def security(request: MemberRequest) -> HttpResponse:
    """The ways to log in to this account: address, password, passkeys, one-time codes."""
    keys = list(Authenticator.objects.filter(user=request.user))
    count = {kind: sum(key.type == kind for key in keys) for kind in Authenticator.Type.values}
    context = {
        "addresses": EmailAddress.objects.filter(user=request.user).order_by("-primary", "id"),
        "passkeys": count[Authenticator.Type.WEBAUTHN],
        "has_totp": count[Authenticator.Type.TOTP] > 0,
        "has_recovery_codes": count[Authenticator.Type.RECOVERY_CODES] > 0,
    }
    return render(request, "accounts/security.html", context)


class MailLine(NamedTuple):
    """A line of the list of emails; `others`: notices about the same thing on other channels."""

    mail: OutgoingMail
    title: str
    others: list[Any]


@member_page
def mail_audit(request: MemberRequest) -> HttpResponse:
    """The emails we sent, and those we did not send and why, newest first."""
    mails = OutgoingMail.objects.filter(user=request.user).exclude(kind__in=TO_STRANGERS).order_by("-id")
    before = request.GET.get("before", "")
    if before.isdecimal() and len(before) < 19:
        mails = mails.filter(id__lt=int(before))
    page = list(mails[: MAILS_PER_PAGE + 1])
    more = page[MAILS_PER_PAGE - 1].pk if len(page) > MAILS_PER_PAGE else None
    keys = [row.key for row in page]
    others = [one for ask in hooks.other_channels for one in ask(request.user, keys)]
    lines = [MailLine(row, _title(row), [one for one in others if one.key == row.key]) for row in page]
    return render(request, "accounts/mail_audit.html", {"lines": lines[:MAILS_PER_PAGE], "more": more})


def _title(row: OutgoingMail) -> str:
    """What an email is about: its subject, or the game and number of its match."""
    if told := row.data.get("about") or row.subject:
        return str(told)
    slug = row.data.get("slug", "")
    return f"{hooks.game_title(slug) if slug else 'A match,'} {row.match_id}" if row.match_id else "A match"


@fresh_page
def export(request: MemberRequest) -> HttpResponse:
    """Download your own data as a JSON file."""
    data = msgspec.json.format(msgspec.json.encode(services.export_data(user=request.user)), indent=2)
    response = HttpResponse(data, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="playpost-{request.user.username}.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: Request) -> HttpResponse:
    """Delete your account; a second press finds it gone."""
    name = request.POST.get("username", "").strip()
    if name and not request.user.is_authenticated and not User.objects.filter(username__iexact=name).exists():
        messages.info(request, "There is no such account any more.")
        return redirect("home")
    return _ask_to_delete(request)


@member_form
def _ask_to_delete(request: MemberRequest) -> HttpResponse:
    """The POST needs the user name, and only then a recent password."""
    form = DeleteForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        return _delete(request)
    return render(request, "accounts/delete.html", {"form": form}, status=422 if form.errors else 200)


@fresh_form
def _delete(request: MemberRequest) -> HttpResponse:
    services.delete_account(user=request.user)
    logout(request)
    messages.success(request, "We deleted your account. Thank you for playing.")
    return redirect("home")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe_page(request: HttpRequest, token: str) -> HttpResponse:
    """The unsubscribe link of each email. GET shows a button only, because mail scanners open links. POST works at
    once, without cookies, CSRF token or redirect, because mailbox providers send it (RFC 8058)."""
    scope = unsubscribe.read(token)
    if scope is None:
        return render(request, "accounts/unsubscribe_forged.html", {"is_plain": True}, status=403)
    wants_them = "again" in request.POST
    if request.method == "POST":
        unsubscribe.stop(scope, again=wants_them)
    person = User.objects.filter(pk=scope.user_id, deleted_at=None).first()
    context = {
        "is_plain": True,
        "scope": scope,
        "is_done": unsubscribe.is_stopped(scope),
        "wants_them": wants_them,
        "settings_url": unsubscribe.settings_url(person) if person else "",
        "all_token": unsubscribe.token(scope.user_id) if scope.match_id and person else "",
        "all_stopped": unsubscribe.is_stopped(unsubscribe.Scope(scope.user_id)),
    }
    return render(request, "accounts/unsubscribe.html", context)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def never_page(request: HttpRequest, token: str) -> HttpResponse:
    """The unsubscribe link of an invitation to an address. It works as `unsubscribe_page` does."""
    digest = never.read(token)
    if digest is None:
        return render(request, "accounts/unsubscribe_forged.html", {"is_plain": True}, status=403)
    wants_them = "again" in request.POST
    if request.method == "POST":
        (never.allow if wants_them else never.refuse)(digest)
    context = {"is_plain": True, "is_done": request.method == "POST", "wants_them": wants_them}
    return render(request, "accounts/never.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def staff_act(request: Request, token: str) -> HttpResponse:
    """The page where a person reads a staff decision about them and can answer it."""
    act = staff_decisions.read(token)
    if act is None:
        return render(request, "404.html", status=404)
    if request.user.pk == act.person_id:
        OutgoingMail.objects.filter(key=f"staff_act{act.pk}", is_unread=True).update(is_unread=False)
    if request.method == "POST":
        if staff_decisions.answer(act, request.POST.get("answer", "")):
            messages.success(request, "Thank you. The staff will read your answer.")
        else:
            missing = "Write something first. You can answer once."
            messages.error(request, "You have answered this already." if act.answered_at else missing)
        return redirect(request.path)
    context = {
        "is_plain": True,
        "act": act,
        "lead": staff_decisions.LEADS[staff_decisions.Act(act.act)],
        "longest": staff_decisions.LONGEST,
    }
    return render(request, "accounts/staff_act.html", context)
