"""Pages for guests: keep the games as an account, confirm an address for reminders."""

from urllib.parse import urlencode

from allauth.account import views as allauth_views
from allauth.account.internal.flows.email_verification_by_code import EmailVerificationProcess
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import guests
from accounts.login.auth_forms import SaveGames
from accounts.models import User
from accounts.names import GUEST_PREFIX
from accounts.requests import Request


def _next(request: Request) -> str:
    """Where the person wants to go afterwards; "" for nowhere of ours."""
    address = request.POST.get("next") or request.GET.get("next", "")
    return address if url_has_allowed_host_and_scheme(address, {request.get_host()}, settings.IS_SECURE) else ""


def _with_next(name: str, address: str) -> str:
    return reverse(name) + (f"?{urlencode({'next': address})}" if address else "")


def signup(request: Request) -> HttpResponse:
    """Guests who sign up keep their games; everybody else signs up as allauth has it."""
    if request.user.is_authenticated and request.user.is_guest:
        return redirect(_with_next("save_games", _next(request)))
    answer: HttpResponse = allauth_views.signup(request)
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def save_games(request: Request) -> HttpResponse:
    """A guest becomes an account: name, address, password, then the code from an email."""
    address = _next(request)
    if not request.user.is_authenticated:
        return redirect(_with_next("account_signup", address))
    if not request.user.is_guest:
        return redirect(address or "my_matches")
    guest = User.objects.get(pk=request.user.pk)  # a copy: a refused name must not appear in the page's header
    form = SaveGames(request.POST if request.method == "POST" else None, guest=guest, initial=_known(guest))
    if request.method == "POST" and not ratelimit.consume(request, action="signup"):
        too_many: HttpResponse = ratelimit.respond_429(request)
        return too_many
    if request.method == "POST" and form.is_valid():
        return _save(request, guest, form, address)
    context = {"form": form, "next": address, "login_url": _with_next("account_login", address)}
    return render(request, "accounts/save_games.html", context, status=422 if form.errors else 200)


def _known(guest: User) -> dict[str, str]:
    """What the guest has told us already."""
    pending = EmailAddress.objects.filter(user=guest).values_list("email", flat=True).first()
    username = "" if guest.username.startswith(GUEST_PREFIX) else guest.username
    return {"username": username, "email": pending or guest.reminder_email}


def _save(request: Request, guest: User, form: SaveGames, address: str) -> HttpResponse:
    email, is_taken = form.cleaned_data["email"], form.account_already_exists
    is_confirmed = guest.reminder_confirmed_at is not None and email.lower() == guest.reminder_email
    words = {"username": form.cleaned_data["username"], "password": form.cleaned_data["password1"]}
    guests.name(user=guest, email="" if is_taken else email, **words)
    update_session_auth_hash(request, guest)
    if is_confirmed and not is_taken:
        guests.become_account(user=guest, email=email)
        messages.success(request, "Your games are saved.")
        return redirect(address or "my_matches")
    try:  # whose address it is, nobody learns: an owner of an account gets an email that says so
        EmailVerificationProcess.initiate(request=request, user=None if is_taken else guest, email=email)
    except ImmediateHttpResponse as limited:
        too_many: HttpResponse = limited.response
        return too_many
    return redirect(_with_next("account_email_verification_sent", address))


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_reminder(request: Request, token: str) -> HttpResponse:
    """The link in the email to a guest's address. GET only asks, because mail scanners open links."""
    guest = guests.read_reminder(token)
    if guest is not None and request.method == "POST":
        guests.confirm_reminder(user=guest)
    context = {"guest": guest, "is_done": request.method == "POST"}
    return render(request, "accounts/confirm_reminder.html", context, status=200 if guest else 403)
