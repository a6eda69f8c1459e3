"""Pages for your waking hours and vacations."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts.request_types import MemberRequest
from games.clocks.waking_hours import LEAST_HOURS, usual_words
from games.deadlines import chosen_hours as choosing
from games.deadlines import vacations
from games.errors import Refusal
from games.matches.calendars import as_week
from games.views.decorators import member_action, member_form
from games.views.hours_forms import HoursForm, VacationForm


@member_form
def waking_hours(request: MemberRequest) -> HttpResponse:
    """Edit my waking hours."""
    now = timezone.now()
    known = choosing.newest(request.user)
    form = HoursForm(request.POST if request.method == "POST" else None, today=_today(request, now), known=known)
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            choosing.choose(user=request.user, week=form.week(), days_off=form.cleaned_data["days_off"], now=now)
            messages.success(request, "Your waking hours are saved. They count from your next turn.")
            return redirect("waking_hours")
        except Refusal as refusal:
            form.add_error(None, refusal.message)
            status = refusal.status
    elif request.method == "POST":
        status = 422
    shown = []
    if known and known.week:
        shown = usual_words(as_week(known.week), known.zone, request.user.time_zone, now)
    context = {
        "form": form,
        "known": known,
        "shown": shown,
        "free_at": choosing.may_change_at(request.user, now),
        "least": LEAST_HOURS,
        "moved": bool(known and known.week and known.zone != request.user.time_zone),
    }
    return render(request, "games/waking_hours.html", context, status=status)


@member_form
def vacation(request: MemberRequest) -> HttpResponse:
    """My vacations. A new one is previewed first, with its effect on each match, then booked."""
    now = timezone.now()
    form = VacationForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        days = {"first": form.cleaned_data["first"], "last": form.cleaned_data["last"]}
        try:
            if "book" in request.POST:
                vacations.book(user=request.user, now=now, **days)
                messages.success(request, "Your vacation is booked. Everybody you’re playing with is told.")
                return redirect("vacation")
            vacations.check(request.user, now=now, **days)
            context |= {"forecast": vacations.forecast(request.user, now=now, **days), "days": days, "is_ready": True}
        except Refusal as refusal:
            form.add_error(None, refusal.message)
    mine = vacations.of(request.user)
    used, year = vacations.used_days(mine), _today(request, now).year
    context |= {
        "booked": [one for one in mine if one.ends_at > now],
        "past": [one for one in reversed(mine) if one.ends_at <= now][:20],
        "left": [(number, vacations.DAYS_A_YEAR - used[number]) for number in (year, year + 1)],
        "total": vacations.DAYS_A_YEAR,
        "now": now,
    }
    return render(request, "games/vacation.html", context, status=422 if form.errors else 200)


@member_action
def cancel_vacation(request: MemberRequest, vacation_id: int) -> HttpResponse:
    """Cancel the days of a vacation that have not begun."""
    vacations.cancel(user=request.user, vacation_id=vacation_id, now=timezone.now())
    messages.success(request, "You got your remaining days back.")
    return redirect("vacation")


def _today(request: MemberRequest, now: datetime) -> date:
    return now.astimezone(ZoneInfo(request.user.time_zone)).date()
