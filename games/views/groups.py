"""Group pages: my groups, one group, the invitation link."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from accounts.request_types import MemberRequest, Request
from games.groups import page, services
from games.lobby import lists
from games.models import Match
from games.titles import load
from games.views.decorators import anybodys_form, member_action, member_form, member_page
from games.views.guests import named_player


@member_form
def groups(request: MemberRequest) -> HttpResponse:
    """List my groups, or create one."""
    if request.method == "POST":
        return redirect(services.create(owner=request.user, name=request.POST.get("name", "")))
    return render(request, "games/groups.html", {"groups": page.of_person(request.user)})


@member_page
def group(request: MemberRequest, group_id: int) -> HttpResponse:
    """The page of a group, for its members: tables, leaderboard, members, invitation link."""
    shown = page.find(group_id, request.user)
    if shown is None:
        raise Http404
    members, tables = page.members_of(shown), page.tables(shown, request.user)
    best, slug = page.leaderboards(members), request.GET.get("game", "")
    chosen = slug if slug in load() else next(iter(best), "")
    context = {
        "group": shown,
        "members": members,
        "is_owner": shown.owner_id == request.user.pk,
        "open": [row for row in tables if row.match.status == Match.Status.OPEN],
        "running": [row for row in tables if row.match.status == Match.Status.RUNNING],
        "games": lists.games_list(),
        "chosen": chosen,
        "rows": best.get(chosen, []),
    }
    return render(request, "games/group.html", context)


@anybodys_form
def join_group(request: Request, token: str) -> HttpResponse:
    """The invitation link: GET says who invites to what, POST joins, for somebody without an account as a guest."""
    shown = services.of_token(token, request.user)
    if request.method == "POST":
        try:
            return redirect(services.join(token=token, user=named_player(request)))
        except ValidationError as error:
            messages.error(request, error.messages[0])
    members = page.members_of(shown)
    context = {"group": shown, "members": members, "games": page.games_of(shown)}
    context["is_member"] = request.user in members
    return render(request, "games/join_group.html", context)


@member_action
def change_group(request: MemberRequest, group_id: int, what: str) -> HttpResponse:
    """Leave; for the owner: remove a member, renew the link, rename. Raises Refusal."""
    facts: dict[str, Any] = {"group_id": group_id, "user": request.user}
    if what == "leave":
        services.leave(**facts)
        messages.success(request, "You left the group.")
        return redirect("groups")
    if what == "renew":
        services.renew(**facts)
    elif what in ("remove", "rename"):
        change = services.remove if what == "remove" else services.rename
        change(**facts, name=request.POST.get("name", ""))
    else:
        raise Http404
    messages.success(request, "Changed.")
    return redirect("group", group_id)
