"""Group pages: my groups, one group, the invitation link."""

from collections.abc import Callable, Mapping
from datetime import time
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from accounts import guests
from accounts.decorators import opens_once, to_login
from accounts.mail import person_keys
from accounts.request_types import MemberRequest, Request
from games.clocks.waking_hours import WEEKDAYS
from games.errors import Refusal
from games.groups import dates, news, page, services
from games.groups.models import Group
from games.lobby import game_facts
from games.lobby.forms import PACES
from games.models import Match
from games.numbers import number_of
from games.table import chat_writing
from games.titles import load
from games.views.decorators import anybodys_form, member_action, member_form, member_page
from games.views.guests import player_of


@opens_once
@member_form
def groups(request: MemberRequest) -> HttpResponse:
    """List my groups, or create one."""
    status = 200
    if request.method == "POST":
        try:
            return redirect(services.create(owner=request.user, name=request.POST.get("name", "")))
        except Refusal as refusal:
            status = _told(request, refusal)
    return render(request, "games/groups.html", {"groups": page.of_person(request.user)}, status=status)


def _told(request: MemberRequest, refusal: Refusal) -> int:
    """Say it above the form, which keeps what was typed. Returns the status; raises the refusal if another try is of no
    use."""
    if refusal.status in (403, 404):
        raise refusal
    messages.error(request, refusal.message)
    return refusal.status


@member_page
def group(request: MemberRequest, group_id: int) -> HttpResponse:
    """The page of a group, for its members: tables, dates, results, chat, leaderboard, members, invitations."""
    return _page(request, _of_member(request, group_id))


def _page(
    request: MemberRequest, shown: Group, status: int = 200, given: Mapping[str, QueryDict] | None = None
) -> HttpResponse:
    """`given`: the form that was refused, by its name."""
    newest, slug, asked = page.newest(shown), request.GET.get("game", ""), request.GET
    results, tables = page.results_and_going(newest, request.user, asked.get("page"), asked.get("tables"))
    chosen = slug if slug in load() else page.usual_game(shown, newest)
    members, places = page.members_and_places(shown, newest, chosen, asked.get("members"), asked.get("places"))
    before = number_of(asked.get("before", ""))
    lines, has_earlier = page.lines(shown, request.user, before)
    context = {
        "group": shown,
        "path": shown.get_absolute_url(),
        "given": given or {},
        "members": members,
        "is_owner": shown.owner_id == request.user.pk,
        "tables": tables,
        "open": [row for row in tables if row.match.status == Match.Status.OPEN],
        "running": [row for row in tables if row.match.status == Match.Status.RUNNING],
        "results": results,
        "dates": page.dates(shown, request.user),
        "tournaments": page.tournaments(shown),
        "lines": lines,
        "has_earlier": has_earlier,
        "before": before,
        "silent": chat_writing.why_muted(request.user, "in chats"),
        "lost": news.lost_addresses(shown, request.user),
        "games": game_facts.of_all(),
        "weekdays": WEEKDAYS,
        "clocks": PACES,
        "sizes": sorted({size for game in load().values() for size in game.meta.seats}),
        "chosen": chosen,
        "game_query": f"game={chosen}&",
        "rows": places,
    }
    return render(request, "games/group.html", context, status=status)


def _of_member(request: MemberRequest, group_id: int) -> Group:
    shown = page.find(group_id, request.user)
    if shown is None:
        raise Refusal(404, "There is no such group, or you aren’t in it any more.")
    return shown


@anybodys_form
def join_group(request: Request, token: str) -> HttpResponse:
    """The invitation link: GET says who invites to what, POST joins: as whom the email was sent to, without logging in;
    else, for somebody without an account, as a guest."""
    shown = services.of_token(token, request.user)
    reader = person_keys.reader(request, news.purpose(shown), request.GET.get("as", ""))
    address = news.invited_address(shown, request.GET.get("to", ""))
    guest = news.guest_at(shown, address)
    if "logged_in" in request.POST and not reader.is_authenticated:  # any more: no guest joins instead
        return to_login(request)
    if guest and "again" in request.POST:
        return _sent_again(request, shown, guest)
    if request.method == "POST":
        try:
            group = _joined(request, token, reader)
            return redirect(group if request.user.is_authenticated else request.get_full_path())
        except ValidationError as error:
            messages.error(request, error.messages[0])
    people, is_member = page.joined(shown, reader)
    context = {"group": shown, "members": page.members_of(shown), "games": page.games_of(shown)}
    context |= {"people": people, "reader": reader, "is_member": is_member, "guest": guest}
    context["invitation"] = news.invitation_to(shown, address, reader)
    if address and guest is None and not (request.user.is_authenticated and request.user.mail_address):
        context["email_to"] = guests.hint_of(address)
    return render(request, "games/join_group.html", context)


def _sent_again(request: Request, group: Group, guest: Any) -> HttpResponse:
    """The invitation may have been forwarded: only the guest's mailbox learns what waits for them."""
    news.send_again(group, guest)
    sent = f"We’ve sent them again to {guests.hint_of(guest.mail_address)}. If none comes, there’s nothing to do yet."
    messages.success(request, sent)
    return redirect(request.get_full_path())


def _joined(request: Request, token: str, reader: Any) -> Group:
    user = reader if reader.is_authenticated else player_of(request, request.POST.get("name", ""))
    group = services.join(token=token, user=user)
    if "not_mine" not in request.POST:
        news.confirm_address(group=group, user=user, key=request.GET.get("to", ""))
    address = user.mail_address
    shown = address if request.user.is_authenticated else guests.hint_of(address)
    told = f"We’ll email {shown}" if user.gets_emails else "You’ll read here"
    messages.success(request, f"You’re in. {told} when somebody opens a table.")
    return group


@member_action
def change_group(request: MemberRequest, group_id: int, what: str) -> HttpResponse:
    """What members do on the page of their group. Raises Refusal."""
    if what not in _CHANGES:
        raise Http404
    if what == "leave" and page.find(group_id, request.user) is None:  # the button was pressed twice
        messages.info(request, "You aren’t in that group any more.")
        return redirect("groups")
    shown = _of_member(request, group_id)
    try:
        words = _CHANGES[what](request, shown)
    except Refusal as refusal:
        return _page(request, shown, _told(request, refusal), {what: request.POST})
    if words:
        messages.success(request, words)
    return redirect("groups") if what == "leave" else redirect(f"{shown.get_absolute_url()}{_PLACES.get(what, '')}")


def _leave(request: MemberRequest, group: Group) -> str:
    services.leave(group_id=group.pk, user=request.user)
    return "You left the group."


def _renew(request: MemberRequest, group: Group) -> str:
    services.renew(group_id=group.pk, user=request.user)
    return "The old link no longer works."


def _remove(request: MemberRequest, group: Group) -> str:
    services.remove(group_id=group.pk, user=request.user, name=request.POST.get("name", ""))
    return "Removed. The group has a new link; the old one no longer works."


def _rename(request: MemberRequest, group: Group) -> str:
    services.rename(group_id=group.pk, user=request.user, name=request.POST.get("name", ""))
    return "The group has a new name."


def _say(request: MemberRequest, group: Group) -> str:
    text = request.POST.get("text", "")
    with chat_writing.once(request.user, f"group{group.pk}", text) as is_new:
        if is_new:
            services.say(group=group, user=request.user, text=text)
    return ""


def _hear(request: MemberRequest, group: Group) -> str:
    is_told = request.POST.get("on") == "1"
    services.hear(group_id=group.pk, user=request.user, is_told=is_told)
    return "We’ll tell you about new games." if is_told else "We won’t tell you about new games any more."


def _invite(request: MemberRequest, group: Group) -> str:
    given = request.POST
    whom = news.invite(group=group, by=request.user, name=given.get("name", "")[:254], note=given.get("note", ""))
    return f"We’ve sent an invitation to {whom}."


def _add_date(request: MemberRequest, group: Group) -> str:
    given, weekday = request.POST, request.POST.get("weekday", "")
    clock, seats = given.get("clock", ""), given.get("seats", "")
    try:
        hour = time.fromisoformat(given.get("hour") or "20:00")
    except ValueError:
        raise Refusal(422, "Write the hour like 20:00.") from None
    if clock not in dict(PACES) or not (seats.isdecimal() and len(seats) < 3):
        raise Refusal(422, "Choose a game and how many play.")
    day = int(weekday) if weekday in map(str, range(7)) else None
    slug = given.get("game", "")
    dates.add(group=group, by=request.user, slug=slug, seats=int(seats), clock=clock, weekday=day, hour=hour)
    return "The date is set. Its table opens by itself, and everyone hears of it."


def _drop_date(request: MemberRequest, group: Group) -> str:
    waits = services.drop_date(group=group, user=request.user, date_id=number_of(request.POST.get("date", "")))
    return "The date is removed." + (" Its table stays open and starts when all seats are taken." if waits else "")


_CHANGES: dict[str, Callable[[MemberRequest, Group], str]] = {
    "leave": _leave,
    "renew": _renew,
    "remove": _remove,
    "rename": _rename,
    "say": _say,
    "hear": _hear,
    "invite": _invite,
    "date": _add_date,
    "drop-date": _drop_date,
}
_PLACES = {"say": "#chat", "date": "#dates", "drop-date": "#dates", "invite": "#link"}


@anybodys_form
def hush_group(request: Request, token: str) -> HttpResponse:
    """The link in an email that ends the news about new tables. GET shows a button only: mail scanners open links."""
    member = news.read_hush_token(token)
    if member is None:
        raise Refusal(404, "You are not in this group any more, or the link is incomplete.")
    if request.method == "POST":
        services.hear(group_id=member.group_id, user=member.user, is_told=False)
    context = {"group": member.group, "is_done": request.method == "POST", "is_plain": True}
    return render(request, "games/hush_group.html", context)
