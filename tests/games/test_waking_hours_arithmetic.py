"""Waking-hours arithmetic: windows, days off, vacations, and the two nights a year when clocks change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clocks import time_control, waking_hours
from games.clocks.waking_hours import Calendar, NotHours, read_windows
from games.deadlines import usual_hours

DAY, HOUR = 86400, 3600
EVENINGS = (read_windows("18-22"),) * 5 + (read_windows("10-20"),) * 2
BERLIN = Calendar("Europe/Berlin", EVENINGS)
pytestmark = pytest.mark.clause("PLAY-13")


def berlin(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)


def local(moment: datetime) -> str:
    return f"{moment.astimezone(ZoneInfo('Europe/Berlin')):%a %d %b %H:%M}"


# --- open time ----------------------------------------------------------------------------------------------------


def test_open_time_passes_only_inside_the_windows():
    monday = berlin(2026, 11, 23, 12)
    assert local(BERLIN.after_open(monday, 3 * HOUR)) == "Mon 23 Nov 21:00"
    assert local(BERLIN.after_open(monday, 12 * HOUR)) == "Wed 25 Nov 22:00"
    assert local(BERLIN.after_open(monday, 12 * HOUR + 60)) == "Thu 26 Nov 18:01"
    assert BERLIN.open_between(monday, monday + timedelta(days=7)) == 40 * HOUR


def test_days_off_and_vacations_are_left_out():
    off = Calendar("Europe/Berlin", EVENINGS, frozenset({date(2026, 11, 24)}))
    assert local(off.after_open(berlin(2026, 11, 23, 12), 5 * HOUR)) == "Wed 25 Nov 19:00"
    away = Calendar("Europe/Berlin", EVENINGS, breaks=((berlin(2026, 11, 23, 20), berlin(2026, 12, 1)),))
    assert local(away.after_open(berlin(2026, 11, 23, 12), 3 * HOUR)) == "Tue 01 Dec 19:00"
    assert away.running_between(berlin(2026, 11, 23, 12), berlin(2026, 12, 1, 1)) == 9 * HOUR


def test_before_open_is_the_inverse_of_after_open():
    end = berlin(2026, 11, 25, 21)
    start = BERLIN.before_open(end, 9 * HOUR)
    assert BERLIN.open_between(start, end) == pytest.approx(9 * HOUR, abs=2)
    assert BERLIN.before_open(end, 0) == end


@pytest.mark.parametrize("zone", ["Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe", "Africa/Cairo"])
def test_no_hour_is_lost_or_gained_over_a_year(zone):
    calendar = Calendar(zone, EVENINGS)
    start = datetime(2026, 1, 5, tzinfo=ZoneInfo(zone)).astimezone(UTC)
    assert calendar.open_between(start, start + timedelta(days=364)) == 52 * 40 * HOUR


# --- when clocks are set forward and back -------------------------------------------------------------------------


def test_a_window_across_the_skipped_hour_is_an_hour_shorter():
    night = Calendar("Europe/Berlin", (read_windows("0-6"),) * 7)
    assert night.open_between(berlin(2026, 3, 29), berlin(2026, 3, 30)) == 5 * HOUR
    assert night.open_between(berlin(2026, 3, 28), berlin(2026, 3, 29)) == 6 * HOUR


def test_a_window_inside_the_skipped_hour_is_dropped_that_day():
    calendar = Calendar("Europe/Berlin", (read_windows("2-3, 10-15"),) * 7)
    assert calendar.open_between(berlin(2026, 3, 29), berlin(2026, 3, 30)) == 5 * HOUR
    half = Calendar("Europe/Berlin", (read_windows("1-2:30"),) * 7)
    assert half.open_between(berlin(2026, 3, 29), berlin(2026, 3, 30)) == HOUR


def test_the_repeated_hour_in_autumn_is_open_twice():
    night = Calendar("Europe/Berlin", (read_windows("0-6"),) * 7)
    assert night.open_between(berlin(2026, 10, 25), berlin(2026, 10, 26)) == 7 * HOUR
    two = Calendar("Europe/Berlin", (read_windows("2-3, 10-15"),) * 7)
    assert two.open_between(berlin(2026, 10, 25), berlin(2026, 10, 26)) == 7 * HOUR


def test_deadlines_keep_their_local_hour_across_both_changes():
    assert local(BERLIN.after_open(berlin(2026, 3, 27, 18), 40 * HOUR)) == "Thu 02 Apr 22:00"
    assert local(BERLIN.after_open(berlin(2026, 10, 23, 18), 40 * HOUR)) == "Thu 29 Oct 22:00"


def test_a_day_without_midnight_begins_at_the_clock_change():
    calendar = Calendar("Asia/Beirut", (read_windows("0-5"),) * 7)  # Beirut goes from 0:00 to 1:00
    zone = ZoneInfo("Asia/Beirut")
    start = datetime(2026, 3, 28, 12, tzinfo=zone).astimezone(UTC)
    assert calendar.open_between(start, start + timedelta(hours=20)) == 4 * HOUR


# --- the clock of a decision --------------------------------------------------------------------------------------


def clock(now: datetime, seconds: int, bank: int = 0, kind: str = "turn") -> tuple[str, str]:
    drains, due = time_control.clock(now, "correspondence", seconds, kind, bank, BERLIN)
    return local(drains), local(due)


def test_move_time_runs_in_real_time_and_the_reserve_in_waking_hours():
    assert clock(berlin(2026, 11, 23, 19), DAY, 9 * HOUR) == ("Tue 24 Nov 19:00", "Thu 26 Nov 20:00")


def test_no_deadline_is_at_night():
    assert clock(berlin(2026, 11, 23, 23), 8 * HOUR) == ("Tue 24 Nov 19:00",) * 2
    assert clock(berlin(2026, 11, 23, 12), DAY) == ("Tue 24 Nov 19:00",) * 2


def test_a_short_time_limit_is_given_entirely_in_waking_hours():
    assert clock(berlin(2026, 11, 23, 23), HOUR, kind="window") == ("Tue 24 Nov 18:30",) * 2


def test_a_decision_asked_just_before_closing_leaves_an_hour_of_the_next_day():
    assert clock(berlin(2026, 11, 23, 21, 50), HOUR) == ("Tue 24 Nov 18:50",) * 2


def test_live_clocks_ignore_waking_hours():
    now = berlin(2026, 11, 23, 3)
    assert time_control.clock(now, "live", 60, "turn", 300, BERLIN) == (
        now + timedelta(seconds=60),
        now + timedelta(seconds=360),
    )


def test_only_waking_time_is_charged():
    drains = berlin(2026, 11, 24, 19)
    assert time_control.bank_used(drains, berlin(2026, 11, 25, 18, 30), "correspondence", BERLIN) == 3.5 * HOUR
    assert time_control.bank_used(drains, berlin(2026, 11, 24, 18), "correspondence", BERLIN) == 0


def test_a_moved_clock_keeps_time_left_and_reserve_used():
    now, drains, due = berlin(2026, 11, 24, 20), berlin(2026, 11, 24, 19), berlin(2026, 11, 26, 20)
    away = Calendar("Europe/Berlin", EVENINGS, breaks=((berlin(2026, 11, 25), berlin(2026, 11, 30)),))
    drains_then, due_then = time_control.stop_and_resume(drains, due, BERLIN, away, now, now)
    assert local(due_then) == "Tue 01 Dec 20:00"
    assert away.open_between(drains_then, now) == pytest.approx(HOUR, abs=2)
    assert away.open_between(now, due_then) == BERLIN.open_between(now, due)


hours_of_a_day = st.tuples(st.integers(0, 18), st.integers(4, 6)).map(lambda at: ((at[0] * 60, sum(at) * 60),))


@settings(deadline=None)
@given(
    week=st.lists(hours_of_a_day, min_size=7, max_size=7).map(tuple),
    now=st.datetimes(datetime(2026, 11, 2), datetime(2026, 11, 9)),
    seconds=st.sampled_from([HOUR, 8 * HOUR, DAY, 3 * DAY]),
    vacations=st.lists(st.tuples(st.integers(1, 4), st.integers(1, 5)), min_size=1, max_size=2),
)
@pytest.mark.clause("PLAY-14")
def test_vacations_booked_and_cancelled_again_and_again_do_not_add_time_without_end(week, now, seconds, vacations):
    now, calendar = now.replace(tzinfo=UTC), Calendar("UTC", week)
    clocks = [time_control.clock(now, "correspondence", seconds, "turn", DAY, calendar)]
    for starts, days in vacations * 6:
        first = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=starts)
        away = Calendar("UTC", week, breaks=((first, first + timedelta(days=days)),))
        booked = time_control.stop_and_resume(*clocks[-1], calendar, away, now, now)
        clocks.append(time_control.stop_and_resume(*booked, away, calendar, now, now, is_undone=True))
    assert clocks[-1][1] - clocks[3 * len(vacations)][1] < timedelta(seconds=1)
    assert clocks[0][1] <= clocks[-1][1] <= clocks[0][1] + timedelta(days=7)


# --- what people write --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [("18-22", "18-22"), ("7:30 - 9, 18–24", "7:30-9, 18-24"), ("17-19;18-20", "17-20"), ("off", "off"), ("", "off")],
)
def test_hours_are_parsed_in_the_formats_people_use(text, shown):
    assert waking_hours.in_words(read_windows(text)) == shown
    assert read_windows(shown) == read_windows(text)


@pytest.mark.parametrize("text", ["evening", "18", "22-18", "10-10", "18-25", "9:75-10", "-1-5", "18-22 23-24"])
def test_invalid_hours_are_refused(text):
    with pytest.raises(NotHours):
        read_windows(text)


def test_the_weekly_minimum_takes_days_off_into_account():
    week = (read_windows("18-22"),) * 5 + (read_windows("10-15"),) * 2  # 30 hours
    assert waking_hours.too_short(week, []) is None
    assert waking_hours.too_short(week, [date(2026, 12, 24)]) == date(2026, 12, 21)
    assert waking_hours.too_short((read_windows("18-22"),) * 7, []) == date(1, 1, 1)


def test_hours_are_shown_in_the_readers_time_zone():
    now = datetime(2026, 11, 25, 12, tzinfo=UTC)
    assert waking_hours.usual_words(EVENINGS, "Europe/Berlin", "Europe/Berlin", now) == [
        "Mon to Fri 18:00 to 22:00",
        "Sat to Sun 10:00 to 20:00",
    ]
    assert waking_hours.usual_words(EVENINGS, "Europe/Berlin", "Asia/Tokyo", now)[1] == "Tue to Fri 02:00 to 06:00"


def test_usual_hours_are_the_shortest_span_with_three_quarters_of_the_answers():
    counted = [0] * 24
    counted[22], counted[23], counted[0], counted[12] = 5, 6, 5, 2
    assert usual_hours.usual(counted) == (22, 1)
    assert usual_hours.usual([1] * 7 + [0] * 17) is None
    assert usual_hours.usual_words(counted, "Europe/Berlin", datetime(2026, 1, 9, tzinfo=UTC)) == "23:00 to 02:00"
