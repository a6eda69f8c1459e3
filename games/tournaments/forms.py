"""The form for a new tournament."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone

from accounts import names
from games.kernel.game import Game
from games.lobby.forms import clock_choices, clock_facts
from games.tournaments import services
from games.tournaments.models import Tournament

PLACES = (8, 16, 32, 64, 128, 256, 512)
FORMAT_HELP = (
    "Swiss: everybody plays all rounds, against opponents with a similar score. Round robin: small pools in "
    "which everybody meets. Knockout: the best half of each table advances."
)


def _in_a_week() -> datetime:
    """Eight in the evening, a week from now, in the person's zone."""
    return (timezone.localtime() + timedelta(days=7)).replace(hour=20, minute=0, second=0, microsecond=0)


class Announcement(forms.Form):
    """A tournament's name, format, tables, rules, clock and start."""

    name = forms.CharField(label="Name", max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    format = forms.ChoiceField(label="Format", choices=Tournament.Format.choices, help_text=FORMAT_HELP)
    seats = forms.TypedChoiceField(
        label="Players at a table",
        coerce=int,
        help_text="If the numbers don’t divide evenly, some tables have one more or one fewer.",
    )
    rounds = forms.TypedChoiceField(
        label="Rounds", coerce=int, choices=[(n, str(n)) for n in range(2, 10)], initial=4, help_text="Swiss only."
    )
    most = forms.TypedChoiceField(label="Places", coerce=int, choices=[(n, str(n)) for n in PLACES], initial=64)
    preset = forms.ChoiceField(label="Rules", required=False)
    clock = forms.ChoiceField(
        label="Clock",
        initial="correspondence:86400:259200",
        help_text="Live: be here when your table starts, or you can lose your seat.",
    )
    start = forms.DateTimeField(
        label="Starts",
        help_text="In your time zone. You can start earlier with 4 or more players.",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={"required": "Choose a day and an hour."},
    )
    text = forms.CharField(
        label="What players should know",
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Shown on the page of the tournament.",
    )
    is_private = forms.BooleanField(
        label="Private", required=False, help_text="Only people with the link can find the tournament."
    )
    is_rated = forms.BooleanField(label="Rated", required=False, initial=True)

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["start"].initial = _in_a_week
        fields: Any = self.fields
        fields["seats"].choices = [(n, str(n)) for n in game.meta.seats]
        fields["seats"].initial = game.meta.usual_seats or (4 if 4 in game.meta.seats else game.meta.seats[0])
        fields["preset"].choices = [(str(at), preset.title) for at, preset in enumerate(game.meta.presets)]
        fields["clock"].choices = clock_choices()[::-1]  # correspondence first
        if not game.meta.presets:
            del self.fields["preset"]

    def clean_name(self) -> str:
        return names.clean_title(self.cleaned_data["name"])

    def clean_text(self) -> str:
        text = str(self.cleaned_data["text"]).replace("\r\n", "\n").strip()
        if names.has_control(text.replace("\n", " ")) or names.has_stacked_marks(text):
            raise forms.ValidationError("This text contains characters that can’t be shown.")
        return text

    def announce(self, owner: Any) -> Tournament:
        """Announce the tournament of a valid form. Raises Refusal, as services.announce()."""
        data = self.cleaned_data
        kept = ("name", "format", "seats", "rounds", "most", "is_rated", "text", "is_private")
        return services.announce(
            owner=owner,
            slug=self.game.meta.slug,
            preset=data.get("preset") or "",
            starts_at=data["start"],
            **{name: data[name] for name in kept},
            **clock_facts(data["clock"]),
        )
