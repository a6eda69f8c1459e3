"""allauth's forms with our words: labels that say what is meant, no placeholders that repeat them."""

from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn

from accounts.models import User

LABELS = {
    "login": "User name or e-mail address",
    "email": "E-mail address",
    "username": "User name",
    "password": "Password",
    "password1": "Password",
    "password2": "The same password again",
    "oldpassword": "Your password until now",
    "code": "Code",
    "name": "A name for this key",
    "passwordless": "Use it as a passkey: log in with it alone, without a password",
}
PASSWORD_HELP = {"password1": "At least 8 characters. Not your name, and none of the passwords that everybody tries."}
NEW = {"password1": "New password", "password2": "The new password again"}
NAME_HELP = {"username": "2 to 24 letters, digits, dashes or underscores. It stands in the address of your page."}
# What each kind of input is for the browser: what it may fill in, which keyboard a phone shows.
ATTRS = {
    "login": {"autocomplete": "username webauthn", "autocapitalize": "none", "spellcheck": "false"},
    "username": {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"},
    "email": {"autocomplete": "email"},
    "code": {"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"},
    "name": {"autocomplete": "off"},
}


class Worded:
    """Mixed into a form of allauth: our labels, no placeholders, fitting attributes."""

    labels: dict[str, str] = {}
    helps: dict[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():  # type: ignore[attr-defined]
            field.label = self.labels.get(name) or LABELS.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)
            field.widget.attrs.update(ATTRS.get(name, {}))
            field.help_text = self.helps.get(name, field.help_text)


class Login(Worded, account.LoginForm):
    pass


class Signup(Worded, account.SignupForm):
    helps = NAME_HELP | PASSWORD_HELP


class SaveGames(Signup):
    """Signing up as a guest: what we know already is not asked again."""

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest
        for name in ("password2", "time_zone"):
            self.fields.pop(name, None)

    def clean_username(self) -> str:
        """They may keep the name of a first try."""
        name = str(self.cleaned_data["username"])
        return name if name == self.guest.username else str(super().clean_username())


class AddEmail(Worded, account.AddEmailForm):
    pass


class ChangePassword(Worded, account.ChangePasswordForm):
    labels, helps = NEW, PASSWORD_HELP


class SetPassword(Worded, account.SetPasswordForm):
    labels, helps = NEW, PASSWORD_HELP


class ResetPassword(Worded, account.ResetPasswordForm):
    pass


class ResetPasswordFromKey(Worded, account.ResetPasswordKeyForm):
    labels, helps = NEW, PASSWORD_HELP


class Reauthenticate(Worded, account.ReauthenticateForm):
    pass


class ConfirmEmailCode(Worded, account.ConfirmEmailVerificationCodeForm):
    pass


class CodeForm(Worded, mfa.AuthenticateForm):
    pass


class CodeAgain(Worded, mfa.ReauthenticateForm):
    pass


class ActivateTotp(Worded, totp.ActivateTOTPForm):
    pass


class AddKey(Worded, webauthn.AddWebAuthnForm):
    pass


class RenameKey(Worded, webauthn.EditWebAuthnForm):
    pass
