"""The form of a new webhook."""

from typing import Any
from urllib.parse import urlsplit

from django import forms

from accounts import names
from accounts.notices.models import Channel
from accounts.notices.public_http import LONGEST_URL

SERVICES = {
    "discord.com": Channel.Kind.DISCORD,
    "discordapp.com": Channel.Kind.DISCORD,
    "hooks.slack.com": Channel.Kind.SLACK,
}
HOOKS = [(kind.value, kind.label) for kind in Channel.Kind if kind != Channel.Kind.DEVICE]


class WebhookForm(forms.Form):
    """The form for a new webhook: format, name, URL and events."""

    kind = forms.ChoiceField(label="Format", choices=HOOKS)
    name = forms.CharField(label="Name", max_length=60, help_text="Only you see it. For example “our Discord”.")
    url = forms.CharField(
        label="Address",
        max_length=LONGEST_URL,
        help_text="It must begin with https://. Anyone who reads the channel sees when it’s your turn, but no cards.",
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    events = forms.ChoiceField(label="What", choices=Channel.Events.choices, initial=Channel.Events.ALL)

    def clean(self) -> dict[str, Any]:
        """Read the format from the address of a service that we know."""
        data: dict[str, Any] = super().clean() or {}
        host = urlsplit(data.get("url", "")).hostname or ""
        own = next((kind for domain, kind in SERVICES.items() if f".{host}".endswith(f".{domain}")), None)
        return data | ({"kind": own.value} if own else {})

    def clean_name(self) -> str:
        """Refuse control characters and line breaks."""
        name: str = self.cleaned_data["name"]
        if names.has_control(name):
            raise forms.ValidationError("Please remove the control characters.")
        return name
