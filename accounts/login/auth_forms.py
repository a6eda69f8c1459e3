"""allauth's forms with our own labels and without placeholders, which would repeat them."""

import struct
from contextlib import suppress
from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.core.exceptions import ValidationError

from accounts.models import User

LABELS = {
    "login": "User name or email address",
    "email": "Email address",
    "username": "User name",
    "password": "Password",
    "password1": "Password",
    "oldpassword": "Current password",
    "code": "Code",
    "name": "Name of this key",
    "passwordless": "Log in with this key alone, without a password (passkey)",
}
PASSWORD_HELP = {"password1": "At least 8 characters. Not your name, and not a common password."}
NEW = {"password1": "New password"}
NAME_HELP = {"username": "2 to 24 characters: a to z, digits, dashes or underscores."}
# HTML attributes by field: autofill, and which keyboard a phone shows.
ATTRS = {
    "login": {"autocomplete": "username webauthn", "autocapitalize": "none", "spellcheck": "false"},
    "username": {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"},
    "email": {"autocomplete": "email"},
    "code": {"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"},
    "name": {"autocomplete": "off"},
}


NO_PASSKEY = "This passkey didn’t work. Try again, or choose a password."


class WithOurWording(forms.BaseForm):
    """A mixin for allauth's forms: our labels and attributes, no placeholders."""

    labels: dict[str, str] = {}
    helps: dict[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("password2", None)  # a password is asked once, and can be shown
        for name, field in self.fields.items():
            field.label = self.labels.get(name) or LABELS.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)
            field.widget.attrs.update(ATTRS.get(name, {}))
            field.help_text = self.helps.get(name, field.help_text)


def _with_wording(form: Any, **words: dict[str, str]) -> Any:
    """An allauth form with our wording. `words`: its own `labels` and `helps`."""
    return type(form.__name__, (WithOurWording, form), words)


Login = _with_wording(account.LoginForm)
AddEmail = _with_wording(account.AddEmailForm)
ChangePassword = _with_wording(account.ChangePasswordForm, labels=NEW, helps=PASSWORD_HELP)
SetPassword = _with_wording(account.SetPasswordForm, labels=NEW, helps=PASSWORD_HELP)
ResetPassword = _with_wording(account.ResetPasswordForm)
ResetPasswordFromKey = _with_wording(account.ResetPasswordKeyForm, labels=NEW, helps=PASSWORD_HELP)
Reauthenticate = _with_wording(account.ReauthenticateForm)
ConfirmEmailCode = _with_wording(account.ConfirmEmailVerificationCodeForm)
CodeForm = _with_wording(mfa.AuthenticateForm)
CodeAgain = _with_wording(mfa.ReauthenticateForm)
ActivateTotp = _with_wording(totp.ActivateTOTPForm)
AddKey = _with_wording(
    webauthn.AddWebAuthnForm, helps={"passwordless": "Your device asks for your fingerprint, face or PIN instead."}
)
RenameKey = _with_wording(webauthn.EditWebAuthnForm)


class Signup(WithOurWording, account.SignupForm):
    helps = NAME_HELP | PASSWORD_HELP


class SentOnce(forms.PasswordInput):
    """A hidden input whose value is not rendered when the form is shown again."""

    input_type = "hidden"


class SaveGames(Signup):
    """The sign-up form for guests, with a password or a passkey. Does not ask for what we already know."""

    credential = forms.CharField(required=False, widget=SentOnce)

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest
        self.fields.pop("time_zone", None)
        self.fields["password1"].required = not self.data.get("credential")

    def clean_username(self) -> str:
        """Allow the name that the guest has from an earlier try."""
        name = str(self.cleaned_data["username"])
        return name if name == self.guest.username else str(super().clean_username())

    def clean_credential(self) -> dict[str, str]:
        """The passkey's name and credential, as stored in `Authenticator.data`; {} if there is none."""
        if not self.cleaned_data["credential"]:
            return {}
        key = AddKey({"credential": self.cleaned_data["credential"], "passwordless": "on"}, user=self.guest)
        # The library raises any of these for malformed credentials, which no browser sends.
        with suppress(AttributeError, LookupError, TypeError, ValueError, struct.error):
            if key.is_valid():
                return {name: key.cleaned_data[name] for name in ("name", "credential")}
        raise ValidationError(NO_PASSKEY)

    def clean(self) -> dict[str, Any]:
        """Require the password again when the form is shown again: the next try may be without a passkey."""
        cleaned: dict[str, Any] = super().clean() or {}
        self.fields["password1"].required = True
        return cleaned
