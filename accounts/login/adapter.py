"""Our allauth adapter: allowed names, who can log in, how allauth's emails are sent."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import context as allauth_context
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from accounts import names, staff_decisions
from accounts.login import second_factor, throttle
from accounts.login.backend import entered
from accounts.mail import account_emails, dev_outbox
from accounts.mail.email import one_line
from accounts.models import BannedName, User
from accounts.notices.services import PUSH

PROOF = "account_authentication_methods"  # prefix of allauth's session keys for how somebody authenticated


class Adapter(DefaultAccountAdapter):
    """allauth's adapter with our rules for names, our wording and our email headers."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": "This name is taken. Please choose another one.",
        "email_taken": "There is already an account with this email address.",
        "username_password_mismatch": "Wrong name or password. Passwords are case-sensitive.",
        "email_password_mismatch": "Wrong address or password. Passwords are case-sensitive.",
        "too_many_login_attempts": "Too many tries. Wait 5 minutes, or reset your password.",
        "rate_limited": "Too many tries. Wait a moment and try again.",
        "account_inactive": "This account is closed.",
        "cannot_remove_primary_email": "This is your main address. Make another one your main address first.",
        "duplicate_email": "You have already added this address.",
        "enter_current_password": "Please enter your current password.",
        "incorrect_password": "This password is wrong. Passwords are case-sensitive.",
        "invalid_or_expired_key": "This link has expired or is incomplete. Please ask for a new one.",
        "invalid_login": "This didn’t work. Please log in again.",
        "invalid_password_reset": "This link has expired or is incomplete. Please ask for a new one.",
        "max_email_addresses": "You can have at most %d email addresses. Remove one first.",
        "unknown_email": "No account has this email address.",
        "unverified_primary_email": "Please confirm your main address first.",
        "username_blacklisted": "Nobody can use this name. Please choose another one.",
        "select_only_one": "Please choose only one.",
        "same_as_current": "You already have this one. Please choose another.",
        "incorrect_code": "This code is wrong. Check the latest email from us.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        names.check_not_reserved(username)
        BannedName.check_name(username)
        name: str = super().clean_username(username, shallow)
        User.check_free(name)
        return name

    def clean_email(self, email: str) -> str:
        """Addresses are case-insensitive, so they are stored in lower case."""
        address: str = super().clean_email(email)
        return address.lower()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Handle two sign-ups at the same moment (or a double click): both pass the form, the database allows one."""
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit)
                return saved
        except IntegrityError:
            text = "Somebody just took this name or address. If that was you, our email is on its way."
            messages.error(request, text)
            raise ImmediateHttpResponse(redirect("account_signup")) from None

    def is_safe_url(self, url: str) -> bool:
        """Is a "next" URL safe to redirect to? Only this host, and only https if the site uses it."""
        host = allauth_context.request.get_host()
        return url_has_allowed_host_and_scheme(url, {host}, settings.IS_SECURE)

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """After confirming a further address, go back to the addresses, where it can be made the main one."""
        request = allauth_context.request
        if request.user.is_authenticated and not hasattr(request, "welcome"):
            return reverse("account_email")
        url: str = super().get_email_verification_redirect_url(email_address)
        return url

    def set_password(self, user: User, password: str) -> None:
        """Whoever logs in with passkeys alone and resets the password by email has lost them: they go. Otherwise the
        new password would open nothing, because a login with it would ask for one of them."""
        had_keys_only = not user.has_usable_password()
        super().set_password(user, password)
        if had_keys_only and not allauth_context.request.user.is_authenticated and second_factor.forget_keys(user):
            self.send_notification_mail("mfa/email/webauthn_removed", user)

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> Any:
        """Refuse bots and deleted accounts. They are inactive anyway, but staff could set one active by mistake."""
        if user.is_any_bot or user.deleted_at:
            return self.respond_user_inactive(request, user)
        return super().pre_login(request, user, **kwargs)

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> Any:
        """Send a suspended person, who has entered the right password, to the page that says why."""
        page = staff_decisions.page_of_suspension(user)
        return redirect(page) if page else super().respond_user_inactive(request, user)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        super().pre_authenticate(request, **credentials)
        if not throttle.may_try(entered(credentials), throttle.network_of(request)):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        user = super().authenticate(request, **credentials)
        if user:
            throttle.succeeded(entered(credentials), throttle.network_of(request))
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        """Keep how somebody authenticated, and which notifications this browser gets: Django flushes the session when
        a guest logs in to an account."""
        proof = {key: value for key, value in request.session.items() if key.startswith((PROOF, PUSH))}
        super().login(request, user)
        request.session.update(proof)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Like allauth's, but a mail server that is down does not fail the page."""
        request = allauth_context.request
        if template_prefix.endswith("unknown_account"):
            context = context | {"guest": User.objects.guests_at(email.lower()).first()}
        facts = {"request": request, "email": email} | context
        known = EmailAddress.objects.filter(email__iexact=email).select_related("user").first()
        user = context.get("user") or (known.user if known else None)
        account_emails.send(self.render_mail(template_prefix, email, facts), user if isinstance(user, User) else None)

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        super().send_confirmation_mail(request, emailconfirmation, signup)
        dev_outbox.note_code(request, emailconfirmation.email_address.email)

    def render_mail(
        self, template_prefix: str, email: Any, context: dict[str, Any], headers: Any = None
    ) -> EmailMessage:
        """Add the headers of automatic emails, the site's own URL, and an HTML part where no template has one."""
        context = context | {"site_url": settings.SITE_URL, "site_name": "Playpost"}
        ours = {"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"}
        message: EmailMessage = super().render_mail(template_prefix, email, context, ours | (headers or {}))
        message.subject = one_line(str(message.subject))
        if isinstance(message, EmailMultiAlternatives) and not message.alternatives:
            context |= {"subject": message.subject, "words": str(message.body).partition("\n-- \n")[0].strip()}
            html = render_to_string("account/email/plain_message.html", context)
            message.attach_alternative(html, "text/html")
        return message
