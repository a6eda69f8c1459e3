"""Hooks into accounts: adds matches to profiles and data exports, and gives seats up when an account is deleted."""

from typing import Any

from accounts import hooks
from accounts.hooks import Held, Merge
from accounts.models import DirectMessage, User
from games.clocks import time_control
from games.deadlines import undelivered
from games.groups import services as groups
from games.groups.models import Group, GroupLine, Member, StandingDate
from games.lobby import guest_matches, player_statistics, seasons, starting, tables
from games.lobby.match_rows import MatchRow, listed
from games.mail import passed_on, replies
from games.matches import calendars, leaving, mail_queue
from games.matches.changes import count_change
from games.models import (
    AnswerTime,
    ChatLine,
    EmailInvitation,
    Habit,
    Invitation,
    LostSeat,
    Match,
    MoveRecord,
    OpenDecision,
    Proposal,
    Report,
    SeasonScore,
    Seat,
    Substitute,
    Vacation,
    Visit,
    WakingHours,
)
from games.pagination import Pages, Rows
from games.titles import load
from games.tournaments import services as tournaments
from games.tournaments.models import Entrant, Tournament
from games.views import invitations

MATCHES = 20  # on a page of a profile
_PUBLIC = """SELECT id FROM games_match WHERE id IN (SELECT match_id FROM games_seat WHERE user_id = %(person)s)
AND is_public AND status IN ('running', 'over') ORDER BY id DESC"""
FREE, MOVE = Merge.FREE, Merge.MOVE
_SEAT = ("match_id as match", "match__slug as game", "number as seat", "rank", "left_reason as left", "last_word")
_MEMBER = ("group__name as name", "joined_at")
_MOVE = ("match_id", "number", "seat", "move", "drop", "by", "at")


def profile(person: User, viewer: User | None, page: str) -> hooks.Section | None:
    """The section on a profile: statistics, public matches, results against the viewer, and ways to invite them."""
    found = Pages(Rows(_PUBLIC, {"person": person.pk}, int), MATCHES).get_page(page)
    found.object_list = [MatchRow(match, person.pk) for match in listed(found.object_list)]
    invites = viewer is not None and viewer != person and not person.is_bot
    facts: dict[str, Any] = {"rows": found, "played": player_statistics.by_game(person), "invites": invites}
    if viewer and invites:  # to one of the viewer's open tables, or to a new one
        seated = Match.objects.filter(status=Match.Status.OPEN, seats__user=viewer).exclude(seats__user=person)
        facts["tables"] = seated.order_by("-pk")[:5]
    if not person.is_bot:
        facts["stamps"] = seasons.stamps_of(person)
        facts["reliability"] = known = player_statistics.reliability(person)
        after = [(pace, time_control.in_words(max(1, round(wait)))) for pace, wait in known.answers_after.items()]
        facts["answers_after"] = [f"{words} in {pace} games" for pace, words in sorted(after)]
        facts["head_to_head"] = player_statistics.head_to_head(person, viewer) if viewer and viewer != person else []
    return hooks.Section("games/_profile.html", facts)


def before_delete(person: User) -> None:
    """Give up open tables and running matches, so that the others can play on."""
    if person.is_guest:
        guest_matches.delete_bot_matches(person)
    mine = Match.objects.filter(seats__user=person, status__in=(Match.Status.OPEN, Match.Status.RUNNING))
    guest_matches.lock(mine)  # first: other players of the same matches may delete their accounts at the same moment
    for match in mine.filter(starts_by__isnull=False):  # too late to leave once numbers for the shuffle are known
        starting.start_full(match_id=match.pk)
    for match in Match.objects.filter(owner=person, status=Match.Status.OPEN):
        tables.close_table(match_id=match.pk, user=person)
    for seat in Seat.objects.filter(user=person, match__status=Match.Status.OPEN):
        tables.leave(match_id=seat.match_id, user=person)
    for seat in Seat.objects.filter(user=person, match__status=Match.Status.RUNNING, left_reason=""):
        leaving.give_up(match_id=seat.match_id, user=person)
    tournaments.leave_all(person)
    groups.leave_all(person)
    Seat.objects.filter(user=person).exclude(last_word="").update(last_word="")


def refresh_name(person: User) -> None:
    """Make processes and open pages reload this person's matches, which they have cached with the old name."""
    begun = (Match.Status.RUNNING, Match.Status.OVER)
    count_change(guest_matches.lock(Match.objects.filter(seats__user=person, status__in=begun)))


hooks.profile_sections.append(profile)
hooks.invitations.append(invitations.words_for)
hooks.before_delete.append(before_delete)
hooks.name_changed.append(refresh_name)
hooks.guest_logged_in.append(guest_matches.move_to_account)
hooks.still_needed.append(guest_matches.is_referenced)
hooks.game_lists.append(lambda: [(slug, game.meta.title) for slug, game in load().items()])
hooks.reply_takers += [replies.take, passed_on.take]
hooks.mail_samples.append(mail_queue.samples)
hooks.wakes_at.append(calendars.wakes_at)
hooks.mail_bounced.append(undelivered.restart_clocks)
hooks.mail_late.append(undelivered.restart_late_clock)
hooks.mail_works_again.append(undelivered.resend_turns)
hooks.held += [
    Held(Seat, heading="matches", shown=_SEAT, merge=FREE),
    Held(MoveRecord, heading="moves", shown=_MOVE, merge=FREE),
    Held(OpenDecision, why_not="open questions of the matches", merge=FREE),
    Held(LostSeat, heading="seats_lost", shown=("match_id", "seat", "at"), merge=FREE),
    Held(Match, "owner", "opened_tables", ("id",), merge=MOVE),
    Held(Match, "pointed", why_not="a choice of the host", merge=MOVE),
    Held(Proposal, "by", "asked_of_others", ("match_id", "kind", "amount", "asked_at", "outcome"), merge=MOVE),
    Held(ChatLine, heading="chat", shown=("match_id", "text", "at"), is_deleted=True, is_bulky=True, merge=FREE),
    Held(Visit, heading="visits", shown=("match_id", "notes", "muted"), is_deleted=True, merge=MOVE, once="match_id"),
    Held(Report, "by", "reports", ("match_id", "text", "reason", "at"), is_deleted=True),
    Held(Report, "about", why_not="what others have reported", merge=MOVE),
    Held(Invitation, heading="invitations", shown=("match_id", "at"), is_deleted=True, merge=MOVE, once="match_id"),
    Held(Invitation, "by", "invited", ("match_id", "user__username as name", "at")),
    Held(EmailInvitation, "by", "invited_addresses", ("match_id", "address", "at"), is_deleted=True),
    Held(EmailInvitation, "guest", why_not="the way back to a seat among the matches"),
    Held(WakingHours, heading="waking_hours", shown=("since", "zone", "week", "days_off"), is_deleted=True),
    Held(Vacation, heading="vacations", shown=("first_day", "last_day", "booked_at"), is_deleted=True),
    Held(Habit, heading="answers_by_hour", shown=("hours",), is_deleted=True),
    Held(AnswerTime, heading="answer_times", shown=("pace", "seconds", "answers", "missed"), is_deleted=True),
    Held(Substitute, heading="steps_in_for", shown=("slug",), is_deleted=True),
    Held(SeasonScore, heading="seasons", shown=("season", "slug", "points", "matches", "wins", "place")),
    Held(Entrant, heading="tournaments", shown=("tournament", "joined_at", "dropped_at", "place")),
    Held(Tournament, "owner", "tournaments_set_up", ("id", "name")),
    Held(Member, heading="groups", shown=_MEMBER, is_deleted=True, merge=MOVE, once="group"),
    Held(DirectMessage, "by", "messages_sent", ("to__username", "text", "at"), is_deleted=True),
    Held(DirectMessage, "to", "messages_received", ("by__username", "text", "at"), is_deleted=True),
    Held(GroupLine, heading="group_chat", shown=("group__name", "text", "at"), is_deleted=True, merge=MOVE),
    Held(StandingDate, "by", "standing_dates", ("group__name", "slug", "starts_at"), is_deleted=True, merge=MOVE),
    Held(Group, "owner", why_not="the name of the group is among the groups"),
]
