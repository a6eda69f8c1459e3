"""Forms for people: what we ask at sign-up beyond allauth's fields, and the settings page."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from accounts import hooks, names, services, zones
from accounts.models import MailRule, User


class SignupExtras(forms.Form):
    """The time zone, told by the browser in a hidden field. Wrong or missing: UTC, changeable in the settings."""

    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def clean_time_zone(self) -> str:
        """A guess never stops anybody from signing up."""
        name = self.cleaned_data["time_zone"]
        return name if name in zones.known() else "UTC"

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth when the account exists."""
        user.time_zone = self.cleaned_data["time_zone"]
        user.save(update_fields=["time_zone"])


class SettingsForm(forms.ModelForm):
    """Everything a person can change without giving the password again."""

    display_name = forms.CharField(
        label="Your name on screens and in mails",
        help_text="Leave it empty to use your user name.",
        required=False,
        strip=False,  # stripping would hide control characters at the ends
        max_length=names.DISPLAY_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = forms.ChoiceField(label="Time zone", help_text="Deadlines are shown in this zone.")
    language = forms.ChoiceField(label="Language", choices=settings.LANGUAGES)

    class Meta:
        model = User
        fields = ("display_name", "time_zone", "language")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = self._zones()  # type: ignore[attr-defined]

    def _zones(self) -> list[tuple[str, Any]]:
        """The list; before it the person's own zone, if that has an old name which the list leaves out."""
        listed, own = zones.choices(), self.instance.time_zone
        if any(own == name for _, group in listed for name, _ in group):
            return list(listed)
        return [(own, own), *listed]

    def clean_display_name(self) -> str:
        """Nobody may appear under another person's user name."""
        name = names.clean_display_name(self.cleaned_data["display_name"])
        if name and User.objects.filter(username__iexact=name).exclude(pk=self.instance.pk).exists():
            raise ValidationError("Somebody else has this user name. Please choose another name.", code="taken")
        return name


class MailForm(forms.ModelForm):
    """How and when we write: for everything, and for single games where that differs."""

    mail_quiet_minutes = forms.IntegerField(
        label="Collected: after this many minutes in which nothing more has happened", min_value=1, max_value=240
    )
    mail_hour = forms.TypedChoiceField(
        label="Once a day: at",
        choices=[(hour, f"{hour}:00") for hour in range(24)],
        coerce=int,
        help_text="In your time zone.",
    )
    mail_daily_limit = forms.IntegerField(
        label="At most this many mails in 24 hours",
        help_text="The last call before your time runs out always comes through, and at once.",
        min_value=0,
        max_value=500,
    )

    class Meta:
        model = User
        fields = (*User.MAIL_WHEN, *User.MAIL_WHAT)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = {(rule.slug, rule.is_live): rule.mode for rule in self.instance.mail_rules.all()}
        choices = [("", "as above"), *MailRule.Mode.choices]
        for slug, title in hooks.games():
            for is_live, pace in ((False, "by post"), (True, "live")):
                self.fields[_rule_name(slug, is_live)] = forms.ChoiceField(
                    label=f"{title}, {pace}",
                    choices=choices,
                    required=False,
                    initial=known.get((slug, is_live), ""),
                )

    def groups(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """The fields as the page shows them: heading, explanation, fields."""
        rules = [self[name] for name in self.fields if name.startswith("rule-")]
        return [
            (
                "When",
                "Collected mails come as one, however many games they are about.",
                [self[name] for name in User.MAIL_WHEN],
            ),
            ("What", "Codes and news about your account always come.", [self[name] for name in User.MAIL_WHAT]),
            ("Single games", "Where you want it otherwise.", rules),
        ]

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit)
        services.set_mail_rules(user=user, rules=self._rules())
        return user

    def _rules(self) -> dict[tuple[str, bool], str]:
        names = {_rule_name(slug, is_live): (slug, is_live) for slug, _ in hooks.games() for is_live in (False, True)}
        return {key: mode for name, key in names.items() if (mode := self.cleaned_data[name])}


def _rule_name(slug: str, is_live: bool) -> str:
    return f"rule-{slug}-{'live' if is_live else 'post'}"


class DeleteForm(forms.Form):
    """Type your name to show that you mean it."""

    username = forms.CharField(
        label="Type your user name", max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if name.lower() != self.user.username.lower():
            raise ValidationError("This is not your user name.", code="other")
        return name
