"""Forms for when my clocks run: waking hours by weekday, days off, vacations."""

import re
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from games.clocks import waking_hours
from games.clocks.waking_hours import WEEKDAYS, NotHours, Windows
from games.models import WakingHours

SUGGESTED = "7-22"


def _weekday(name: str) -> forms.CharField:
    return forms.CharField(
        label=name, required=False, max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class HoursForm(forms.Form):
    """The hours of each weekday, as people write them, and single days off."""

    always = forms.BooleanField(
        label="My clocks run at all times", required=False, help_text="Then the hours below do not count."
    )
    days_off = forms.CharField(
        label="Days off",
        required=False,
        max_length=1000,
        help_text="Single dates like 2026-12-24, with spaces or commas between them. Past ones are dropped.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: Any, today: date, known: WakingHours | None, **kwargs: Any) -> None:
        self.today = today
        kwargs["initial"] = _initial(known, today)
        super().__init__(*args, **kwargs)
        for number, name in enumerate(WEEKDAYS):
            self.fields[f"day{number}"] = _weekday(name)

    def days(self) -> list[forms.BoundField]:
        """The fields of the weekdays."""
        return [self[f"day{number}"] for number in range(7)]

    def clean_days_off(self) -> list[date]:
        words = re.split(r"[\s,;]+", self.cleaned_data["days_off"].strip())
        days = {_date(word) for word in words if word}
        return sorted(day for day in days if day >= self.today)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for number in range(7):
            try:
                data[f"day{number}"] = waking_hours.read_windows(data.get(f"day{number}", ""))
            except NotHours as error:
                self.add_error(f"day{number}", str(error))
        return data

    def week(self) -> tuple[Windows, ...]:
        """What was chosen; empty for "at all times"."""
        if self.cleaned_data["always"]:
            return ()
        return tuple(self.cleaned_data[f"day{number}"] for number in range(7))


def _date(word: str) -> date:
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise ValidationError(f"“{word[:20]}” is no date. Write it like 2026-12-24.", code="date") from None


def _initial(known: WakingHours | None, today: date) -> dict[str, Any]:
    week = known.week if known and known.week else []
    facts: dict[str, Any] = {"always": not week}
    for number in range(7):
        windows = tuple((begin, end) for begin, end in week[number]) if week else ()
        facts[f"day{number}"] = waking_hours.in_words(windows) if week else SUGGESTED
    if known:
        facts["days_off"] = " ".join(day for day in known.days_off if day >= today.isoformat())
    return facts


class VacationForm(forms.Form):
    """First and last day."""

    first = forms.DateField(label="First day", widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label="Last day", widget=forms.DateInput(attrs={"type": "date"}))
