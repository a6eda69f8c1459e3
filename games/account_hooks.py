"""Hooks into accounts: adds matches to profiles and data exports, and gives seats up when an account is deleted."""

from typing import Any

from accounts import hooks
from accounts.models import User
from games.clocks import time_control
from games.deadlines import bounces
from games.groups import services as groups
from games.groups.models import Member
from games.lobby import guest_matches, player_statistics, starting, tables
from games.lobby.list_rows import MatchRow, listed
from games.mail import replies
from games.matches import calendars, leaving, mail_queue
from games.matches.changes import count_change
from games.models import (
    ChatLine,
    EmailInvitation,
    Habit,
    Invitation,
    Match,
    MoveRecord,
    Proposal,
    Report,
    Seat,
    Substitute,
    Vacation,
    Visit,
    WakingHours,
)
from games.titles import load
from games.tournaments import services as tournaments
from games.tournaments.models import Entrant
from games.views import invitations

SHOWN = 20


def profile(person: User, viewer: User | None) -> hooks.Section | None:
    """The section on a profile: statistics, public matches, results against the viewer, and ways to invite them."""
    mine = Seat.objects.filter(user=person).values("match")
    public = Match.objects.filter(pk__in=mine, is_public=True, status__in=("running", "over")).order_by("-id")
    rows = [MatchRow(match, person.pk) for match in listed(public.values_list("pk", flat=True)[:SHOWN])]
    invites = viewer is not None and viewer != person and not person.is_bot
    facts: dict[str, Any] = {"rows": rows, "played": player_statistics.by_game(person), "invites": invites}
    if viewer and invites:  # to one of the viewer's open tables, or to a new one
        seated = Match.objects.filter(status=Match.Status.OPEN, seats__user=viewer).exclude(seats__user=person)
        facts["tables"] = seated.order_by("-pk")[:5]
    if not person.is_bot:
        facts["reliability"] = known = player_statistics.reliability(person)
        after = [(pace, time_control.in_words(max(1, round(wait)))) for pace, wait in known.answers_after.items()]
        facts["answers_after"] = [f"{words} in {pace} games" for pace, words in sorted(after)]
        facts["head_to_head"] = player_statistics.head_to_head(person, viewer) if viewer and viewer != person else []
    return hooks.Section("games/_profile.html", facts)


def export(person: User) -> dict[str, Any]:
    """Everything that belongs to this person: seats, moves, messages, settings."""
    held = Seat.objects.filter(user=person).select_related("match").defer("match__position").order_by("match_id")
    mine = [seat.match_id for seat in held]
    moves = MoveRecord.objects.filter(match__in=mine, user=person).order_by("match_id", "number")
    said = ChatLine.objects.filter(user=person).order_by("id")
    asked = Proposal.objects.filter(by=person).order_by("id")
    return {
        "matches": [
            {
                "match": seat.match_id,
                "game": seat.match.slug,
                "seat": seat.number,
                "rank": seat.rank,
                "left": seat.left_reason,
                "last_word": seat.last_word,
            }
            for seat in held
        ],
        "moves": list(moves.values("match_id", "number", "seat", "move", "drop", "by", "at")),
        "chat": list(said.values("match_id", "text", "at")),
        "notes": list(Visit.objects.filter(user=person).exclude(notes="").values("match_id", "notes")),
        "muted": list(Visit.objects.filter(user=person).exclude(muted=[]).values("match_id", "muted")),
        "invited_addresses": list(EmailInvitation.objects.filter(by=person).values("match_id", "address", "at")),
        "asked_of_others": list(asked.values("match_id", "kind", "amount", "asked_at", "outcome")),
        "reports": list(Report.objects.filter(by=person).values("match_id", "text", "reason", "at")),
        "waking_hours": list(person.waking_hours.order_by("since").values("since", "zone", "week", "days_off")),
        "vacations": list(person.vacations.order_by("first_day").values("first_day", "last_day", "booked_at")),
        "steps_in_for": list(person.steps_in_for.order_by("slug").values_list("slug", flat=True)),
        "tournaments": list(
            Entrant.objects.filter(user=person).order_by("id").values("tournament", "joined_at", "dropped_at", "place")
        ),
        "groups": list(Member.objects.filter(user=person).order_by("id").values("group__name", "joined_at")),
        "seats_lost": list(person.lost_seats.order_by("id").values("match_id", "seat", "at")),
        "answers_by_hour": list(Habit.objects.filter(user=person).values_list("hours", flat=True)),
    }


def before_delete(person: User) -> None:
    """Give up open tables and running matches, so that the others can play on."""
    if person.is_guest:
        guest_matches.delete_bot_matches(person)
    mine = Match.objects.filter(seats__user=person, status__in=(Match.Status.OPEN, Match.Status.RUNNING))
    ids = sorted(set(mine.values_list("pk", flat=True)))
    # Take all locks first and in order: other players of the same matches may delete their accounts at the same moment.
    list(Match.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk").values_list("pk"))
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
    Invitation.objects.filter(user=person).delete()
    EmailInvitation.objects.filter(by=person).delete()
    ChatLine.objects.filter(user=person).delete()
    Seat.objects.filter(user=person).exclude(last_word="").update(last_word="")
    Report.objects.filter(by=person).delete()
    for table in (WakingHours, Vacation, Habit, Substitute, Visit):
        table.objects.filter(user=person).delete()


def refresh_name(person: User) -> None:
    """Make processes and open pages reload this person's matches, which they have cached with the old name."""
    begun = (Match.Status.RUNNING, Match.Status.OVER)
    mine = Match.objects.filter(pk__in=Seat.objects.filter(user=person).values("match"), status__in=begun)
    ids = list(mine.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    count_change(ids)


hooks.profile_sections.append(profile)
hooks.invitations.append(invitations.words_for)
hooks.exporters.append(export)
hooks.before_delete.append(before_delete)
hooks.name_changed.append(refresh_name)
hooks.guest_logged_in.append(guest_matches.move_to_account)
hooks.guest_logged_in.append(groups.move_to_account)
hooks.still_needed.append(guest_matches.is_referenced)
hooks.game_lists.append(lambda: [(slug, game.meta.title) for slug, game in load().items()])
hooks.reply_takers.append(replies.take)
hooks.mail_samples.append(mail_queue.samples)
hooks.wakes_at.append(calendars.wakes_at)
hooks.mail_bounced.append(bounces.restart_clocks)
hooks.mail_late.append(bounces.restart_late_clock)
hooks.mail_works_again.append(bounces.resend_turns)
