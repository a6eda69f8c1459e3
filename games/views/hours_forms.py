"""Forms for waking hours, days off and vacations."""

import re
from datetime import date, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from games.clocks import waking_hours
from games.clocks.waking_hours import WEEKDAYS, NotHours, Windows
from games.models import WakingHours

SUGGESTED, SUGGESTED_SAME = "7-22", (7 * 60, 22 * 60)


def _time_input() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


def _as_time(minutes: int) -> time:
    return time(minutes // 60 % 24, minutes % 60)


class HoursForm(forms.Form):
    """Waking hours for each weekday as text, and single days off."""

    hours = forms.ChoiceField(
        label="My clocks run",
        choices=[
            ("always", "At all times"),
            ("same", "At the same hours every day"),
            ("days", "Each day is different"),
        ],
        widget=forms.RadioSelect,
        required=False,
    )
    same_from = forms.TimeField(label="From", required=False, widget=_time_input())
    same_to = forms.TimeField(label="To", required=False, widget=_time_input())
    days_off = forms.CharField(
        label="Days off",
        required=False,
        max_length=1000,
        help_text="Dates like 2026-12-24, separated by spaces or commas.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: Any, today: date, known: WakingHours | None, **kwargs: Any) -> None:
        self.today = today
        kwargs["initial"] = _initial(known, today)
        super().__init__(*args, **kwargs)
        for number, name in enumerate(WEEKDAYS):
            words = forms.TextInput(attrs={"autocomplete": "off"})
            self.fields[f"day{number}"] = forms.CharField(label=name, required=False, max_length=80, widget=words)

    def days(self) -> list[forms.BoundField]:
        """The fields of the weekdays."""
        return [self[f"day{number}"] for number in range(7)]

    def clean_days_off(self) -> list[date]:
        words = re.split(r"[\s,;]+", self.cleaned_data["days_off"].strip())
        days = {_date(word) for word in words if word}
        return sorted(day for day in days if day >= self.today)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("hours") == "same":
            self._clean_same(data)
        for number in range(7) if data.get("hours") in ("", "days") else ():
            try:
                data[f"day{number}"] = waking_hours.read_windows(data.get(f"day{number}", ""))
            except NotHours as error:
                self.add_error(f"day{number}", str(error))
        return data

    def _clean_same(self, data: dict[str, Any]) -> None:
        """Apply one window to every day; an end of 00:00 means midnight."""
        begin, end = data.get("same_from"), data.get("same_to")
        if begin is None or end is None:
            self.add_error("same_to" if begin else "same_from", "Please enter both times, like 07:00 and 22:00.")
            return
        minutes = (begin.hour * 60 + begin.minute, end.hour * 60 + end.minute or waking_hours.MIDNIGHT)
        if minutes[0] >= minutes[1]:
            self.add_error("same_to", "This is before the start time. For hours past midnight choose “Each day”.")
        data |= {f"day{number}": (minutes,) for number in range(7)}

    def week(self) -> tuple[Windows, ...]:
        """The chosen windows of each weekday; empty for "at all times"."""
        if self.cleaned_data["hours"] == "always":
            return ()
        return tuple(self.cleaned_data[f"day{number}"] for number in range(7))


def _date(word: str) -> date:
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise ValidationError(f"“{word[:20]}” isn’t a date. Write it like 2026-12-24.", code="date") from None


def _initial(known: WakingHours | None, today: date) -> dict[str, Any]:
    week = known.week if known and known.week else []
    is_same = bool(week) and len(week[0]) == 1 and all(day == week[0] for day in week)
    same = week[0][0] if is_same else SUGGESTED_SAME
    facts: dict[str, Any] = {"hours": "same" if is_same else "days" if week else "always"}
    facts |= {"same_from": _as_time(same[0]), "same_to": _as_time(same[1])}
    for number in range(7):
        windows = tuple((begin, end) for begin, end in week[number]) if week else ()
        facts[f"day{number}"] = waking_hours.in_words(windows) if week else SUGGESTED
    if known:
        facts["days_off"] = " ".join(day for day in known.days_off if day >= today.isoformat())
    return facts


class VacationForm(forms.Form):
    """The first and last day of a vacation."""

    first = forms.DateField(label="First day", widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label="Last day", widget=forms.DateInput(attrs={"type": "date"}))
