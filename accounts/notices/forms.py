"""The form of a new webhook."""

from django import forms

from accounts import names
from accounts.notices.models import Channel
from accounts.notices.public_http import LONGEST_URL

HOOKS = [(kind.value, kind.label) for kind in Channel.Kind if kind != Channel.Kind.DEVICE]


class WebhookForm(forms.Form):
    """Where to post, in which form, and what."""

    kind = forms.ChoiceField(label="Form", choices=HOOKS)
    name = forms.CharField(label="Name", max_length=60, help_text="For yourself, like “our Discord”.")
    url = forms.CharField(
        label="Address",
        max_length=LONGEST_URL,
        help_text="It begins with https://. Anyone who can read there sees when it’s your turn, but not your cards.",
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    events = forms.ChoiceField(label="What", choices=Channel.Events.choices, initial=Channel.Events.ALL)

    def clean_name(self) -> str:
        """One line without control characters."""
        name: str = self.cleaned_data["name"]
        if names.has_control(name):
            raise forms.ValidationError("Please remove the control characters.")
        return name
