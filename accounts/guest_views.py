"""Pages for guests: save your games to an account, confirm an address for reminders, email settings."""

from typing import Any
from urllib.parse import urlencode

from allauth.account import views as allauth_views
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage, LoginStageController
from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import guests
from accounts.forms import MailForm
from accounts.login.auth_forms import SaveGames
from accounts.mail import unsubscribe
from accounts.models import User
from accounts.names import GUEST_PREFIX
from accounts.request_types import Request


def _with_next(name: str, address: str | None) -> str:
    """The URL of this page, with `address`, if any, as its next parameter."""
    return reverse(name) + (f"?{urlencode({'next': address})}" if address else "")


def signup(request: Request) -> HttpResponse:
    """Guests are sent to the page that saves their games; everyone else gets allauth's sign-up page."""
    if request.user.is_authenticated and request.user.is_guest:
        return redirect(_with_next("save_games", get_next_redirect_url(request)))
    answer: HttpResponse = allauth_views.signup(request)
    return answer


class CodePage(allauth_views.ConfirmEmailVerificationCodeView):
    """allauth's page, with the method that it calls for an address that it refuses, but does not have (65.21)."""

    def _change_form_invalid(self, form: Any) -> HttpResponse:
        answer: HttpResponse = self.render_to_response(self.get_context_data(form=form))
        return answer


def confirm_email(request: Request) -> HttpResponse:
    """allauth's page for the code from an email. When the code has run out, it leads away without a word."""
    told = len(messages.get_messages(request))
    answer: HttpResponse = CodePage.as_view()(request)
    ways_out = {
        reverse("account_login"): "Log in, and we’ll send a new one.",
        reverse("account_email"): "Ask for a new one.",
    }
    if (next_step := ways_out.get(answer.headers.get("Location", ""))) and len(messages.get_messages(request)) == told:
        messages.warning(request, f"There is no code to enter any more: it works for 15 minutes. {next_step}")
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
def save_games(request: Request) -> HttpResponse:
    """Turn a guest into an account: name, address, and password or passkey; then the code from an email."""
    address = get_next_redirect_url(request) or ""
    if address in ("", reverse("my_matches")):  # back to the table that they have just left
        address = request.session.get(guests.LAST_TABLE, address)
    if not request.user.is_authenticated:
        return redirect(_with_next("account_signup", address))
    if not request.user.is_guest:
        return redirect(address or "my_matches")
    guest = User.objects.get(pk=request.user.pk)  # a copy: a refused name must not appear in the page header
    form = SaveGames(request.POST if request.method == "POST" else None, guest=guest, initial=_known(guest))
    if request.method == "POST" and not ratelimit.consume(request, action="signup"):
        too_many: HttpResponse = ratelimit.respond_429(request)
        return too_many
    if request.method == "POST" and form.is_valid():
        return _save(request, guest, form, address)
    passkey = AddWebAuthnView()  # provides the browser's creation options and stores the challenge in the session
    passkey.setup(request)
    context = {
        "form": form,
        "is_confirmed": guest.reminder_confirmed_at is not None,
        "next": address,
        "login_url": _with_next("account_login", address),
        "passkey": passkey.get_context_data()["js_data"]["creation_options"],
    }
    return render(request, "accounts/save_games.html", context, status=422 if form.errors else 200)


def _known(guest: User) -> dict[str, str]:
    """Initial form values: what we already know about the guest."""
    pending = EmailAddress.objects.filter(user=guest).values_list("email", flat=True).first()
    username = "" if guest.username.startswith(GUEST_PREFIX) else guest.username
    return {"username": username, "email": pending or guest.reminder_email}


def _save(request: Request, guest: User, form: SaveGames, address: str) -> HttpResponse:
    email, given = form.cleaned_data["email"], form.cleaned_data
    is_confirmed = guest.reminder_confirmed_at is not None and email.lower() == guest.reminder_email
    words = {"username": given["username"], "password": given["password1"], "passkey": given["credential"]}
    guests.name(user=guest, **words)
    update_session_auth_hash(request, guest)
    if form.account_already_exists:
        return _notify_owner(request, form) or redirect(_with_next("account_email_verification_sent", address))
    try:
        EmailAddress.objects.add_new_email(request, guest, email, send_verification=not is_confirmed)
    except ImmediateHttpResponse as limited:
        too_many: HttpResponse = limited.response
        return too_many
    if is_confirmed:
        guests.become_account(user=guest, email=email)
        messages.success(request, guests.welcome(guest))
        return redirect(address or "my_matches")
    return redirect(_with_next("account_email_verification_sent", address))


def _notify_owner(request: Request, form: SaveGames) -> HttpResponse | None:
    """Do not reveal that an address has an account: email its owner, and show the code page as for any other address.
    Returns a response to use instead if there were too many tries."""
    _, answer = form.try_save(request)
    stage = LoginStageController.enter(request, EmailVerificationStage.key)
    if stage:
        stage.abort()  # the guest stays logged in
    return answer if answer.status_code == 429 else None


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def guest_mail(request: Request, token: str) -> HttpResponse:
    """A guest's email settings, by the link in their emails: without log-in, and without the next email, whose links
    play."""
    person = unsubscribe.read_settings(token)
    if person is None:
        return render(request, "accounts/unsubscribe_forged.html", {"is_plain": True}, status=403)
    if not person.is_guest:
        return redirect("mail_settings")
    form = MailForm(request.POST if request.method == "POST" else None, instance=person)
    is_done = request.method == "POST" and form.is_valid()
    if is_done:
        form.save()
    context = {"is_plain": True, "form": form, "guest": person, "is_done": is_done}
    return render(request, "accounts/guest_mail.html", context, status=422 if form.errors else 200)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_reminder(request: Request, token: str) -> HttpResponse:
    """The link that confirms a guest's address. GET shows a button only, because mail scanners open links."""
    guest = guests.read_reminder(token)
    if guest is not None and request.method == "POST":
        guests.confirm_reminder(user=guest)
    context = {"guest": guest, "is_done": request.method == "POST", "is_plain": True}
    return render(request, "accounts/confirm_reminder.html", context, status=200 if guest else 403)
