"""Forms for the settings pages, and the fields we add to allauth's sign-up form."""

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts import hooks, names, services, stamps, zones
from accounts.models import BannedName, MailRule, User


class SignupExtras(forms.Form):
    """A hidden field with the browser's time zone. If it is missing or unknown: UTC, until changed in the settings."""

    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def clean_time_zone(self) -> str:
        """Never refuse a sign-up because of the time zone."""
        name = self.cleaned_data["time_zone"]
        return name if name in zones.known() else "UTC"

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth once the account exists."""
        user.time_zone = self.cleaned_data["time_zone"]
        user.save(update_fields=["time_zone"])


class ZoneInput(forms.TextInput):
    """A time zone: a text field that suggests names as people type."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        attrs = (attrs or {}) | {
            "list": "zones",
            "autocomplete": "off",
            "autocapitalize": "none",
            "spellcheck": "false",
        }
        options = format_html_join("", '<option value="{}"></option>', ((zone,) for zone in zones.choices()))
        field = super().render(name, value, attrs, renderer)
        return format_html('{}<datalist id="zones">{}</datalist>', field, options)


class ZoneField(forms.CharField):
    """A time zone that people may call by its city."""

    widget = ZoneInput
    default_validators = [zones.check_zone]

    def to_python(self, value: Any) -> str:
        return zones.meant(super().to_python(value) or "")


class SettingsForm(forms.ModelForm):
    """The settings that can be changed without entering the password again."""

    display_name = forms.CharField(
        label="Display name",
        help_text="Shown to other players. Leave it empty to use your user name.",
        required=False,
        strip=False,  # stripping would hide control characters at the ends
        max_length=names.DISPLAY_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = ZoneField(
        label="Time zone", help_text="Times are shown in this zone. Type a city, such as Vienna.", max_length=64
    )
    is_findable = forms.BooleanField(
        label="Other players can find me by name",
        help_text="If not, you don’t appear in searches. Anyone with the link can still see your profile.",
        required=False,
    )

    drawing = forms.ChoiceField(label="Your stamp", widget=forms.RadioSelect, required=False)
    colour = forms.ChoiceField(
        label="Its colour", choices=[(name, name.capitalize()) for name in stamps.COLOURS], required=False
    )

    class Meta:
        model = User
        fields = ("display_name", "time_zone", "is_findable")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        drawing: Any = self.fields["drawing"]
        drawing.choices = stamps.choices()
        self.initial["drawing"], self.initial["colour"] = stamps.of(self.instance.pk, self.instance.stamp)

    def clean(self) -> dict[str, Any]:
        """Keep the stamp only if it differs from the one that this person has anyway."""
        data: dict[str, Any] = super().clean() or {}
        chosen = (data.get("drawing", ""), data.get("colour", ""))
        if all(chosen) and chosen != stamps.of(self.instance.pk, self.instance.stamp):
            self.instance.stamp = "-".join(chosen)
        return data

    def clean_display_name(self) -> str:
        """Refuse names that are or look like another person's user name, and official ones of people who aren't."""
        name = names.clean_display_name(self.cleaned_data["display_name"])
        BannedName.check_name(name)
        User.check_free(name, self.instance.pk)
        if not self.instance.is_staff:
            names.check_not_reserved(name)
        return name


class MailForm(forms.ModelForm):
    """How and when we send emails: the general settings, and exceptions for single games."""

    mail_mode = forms.ChoiceField(
        label="Send emails",
        choices=[
            (User.MailMode.AUTO, "Soon, but not often and not at night"),
            (User.MailMode.ONCE, "At once, one email per event"),
            (User.MailMode.QUIET, "Bundled: one email after 15 quiet minutes"),
            (User.MailMode.DAILY, "Once a day, at an hour you choose"),
        ],
        widget=forms.RadioSelect,
    )
    mail_quiet_minutes = forms.IntegerField(
        label="Bundled: send after this many quiet minutes", min_value=1, max_value=240
    )
    mail_hour = forms.TypedChoiceField(
        label="Once a day: send at",
        choices=[(hour, f"{hour}:00") for hour in range(24)],
        coerce=int,
        help_text="In your time zone.",
    )
    mail_daily_limit = forms.IntegerField(
        label="Most emails in 24 hours",
        help_text="Questions over this limit wait. The last call before your time runs out is always sent at once.",
        min_value=0,
        max_value=500,
    )

    class Meta:
        model = User
        fields = (*User.MAIL_WHEN, *User.MAIL_WHAT)
        labels: ClassVar[dict[str, str]] = {
            "mail_turn": "It’s my turn",
            "mail_reminder": "Reminders and the last call before my time runs out",
            "mail_events": "A game starts, ends, or goes on without me",
            "mail_live": "Live games as well",
            "mail_announcements": "Announcements from the host of this site",
            "mail_stopped": "No emails about games at all",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = {(rule.slug, rule.is_live): rule.mode for rule in self.instance.mail_rules.all()}
        choices = [("", "no exception"), *MailRule.Mode.choices]
        for slug, title in hooks.games():
            for is_live, pace in ((False, "correspondence"), (True, "live")):
                self.fields[_rule_name(slug, is_live)] = forms.ChoiceField(
                    label=f"{title}, {pace}", choices=choices, required=False, initial=known.get((slug, is_live), "")
                )

    def folded(self) -> list[tuple[str, str, list[forms.BoundField], bool]]:
        """The collapsible groups of fields: (heading, explanation, fields, is it open because of an error)."""
        rules = [self[name] for name in self.fields if name.startswith("rule-")]
        groups = (
            ("Times and limit", "", [self[name] for name in User.MAIL_WHEN[1:]]),
            ("What we email you about", "We always send emails about your account.", [self[n] for n in User.MAIL_WHAT]),
            ("Exceptions for single games", "", rules),
        )
        return [(*group, any(field.errors for field in group[2])) for group in groups]

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit)
        keys = [(slug, is_live) for slug, _ in hooks.games() for is_live in (False, True)]
        chosen = {key: self.cleaned_data[_rule_name(*key)] for key in keys}
        services.set_mail_rules(user=user, rules={key: mode for key, mode in chosen.items() if mode})
        return user


def _rule_name(slug: str, is_live: bool) -> str:
    return f"rule-{slug}-{'live' if is_live else 'post'}"


class DeleteForm(forms.Form):
    """Asks for the user name as a confirmation; a guest for the name they are shown, as they have seen no other."""

    username = forms.CharField(
        label="Type your user name", max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.is_guest:
            self.fields["username"].label = f"Type your name, {user.name}"

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        wanted = names.plain(self.user.name) if self.user.is_guest else self.user.username
        if name.strip().lower() != wanted.lower():
            raise ValidationError("That isn’t your name." if self.user.is_guest else "That isn’t your user name.")
        return name
