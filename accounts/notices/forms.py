"""The form of a new webhook."""

from django import forms

from accounts import names
from accounts.notices.models import Channel
from accounts.notices.public_http import LONGEST_URL

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

    def clean_name(self) -> str:
        """Refuse control characters and line breaks."""
        name: str = self.cleaned_data["name"]
        if names.has_control(name):
            raise forms.ValidationError("Please remove the control characters.")
        return name
