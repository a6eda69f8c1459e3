"""Reports: a player reports another; the staff reads what was reported, with what was said around it, and acts."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import StaffAct, User
from accounts.request_types import MemberRequest
from games import rate_limits
from games.operations import moderation
from games.table import chat
from games.views.decorators import members_only, small_body
from games.views.refusals import answers_refusals
from games.views.staff import DOING, Given, page_of, paged, staff_only


@require_http_methods(["GET", "POST"])
@answers_refusals
@small_body
@members_only
def report_person(request: MemberRequest, username: str) -> HttpResponse:
    """Report a player, or the name they chose."""
    about = get_object_or_404(User, username__iexact=username, is_bot=False, is_active=True)
    if about.pk == request.user.pk:
        return redirect("profile", about.username)
    if request.method == "GET":
        return render(request, "games/report_person.html", {"about": about})
    rate_limits.spend(
        "report", request.user.pk, chat.REPORTS_AN_HOUR, rate_limits.HOUR, "You report a lot. Wait a while."
    )
    moderation.report_person(by=request.user, about=about, reason=chat.readable(request.POST.get("reason", ""), 300))
    messages.success(request, "Thank you. The staff of this site will look at it.")
    return redirect("profile", about.username)


@require_safe
@staff_only
def reports(request: MemberRequest) -> HttpResponse:
    """What was reported, with its context, and answers of people about whom something was decided."""
    rows = paged(request, moderation.open_reports(request.user))
    around = moderation.context_of(rows.object_list)
    for row in rows.object_list:
        row.around = around.get(row.pk, [])
    answers = StaffAct.objects.filter(StaffAct.ANSWERED).select_related("person", "by").order_by("answered_at")
    return page_of(request, "reports", "staff_reports", {"rows": rows, "answers": answers[:50]})


# --- acts ---------------------------------------------------------------------------------------------------------


def _suspend(request: Any, given: Given) -> HttpResponse:
    days = given.number("days") if given.words("days") else 0
    moderation.suspend(by=given.by, **given.person(), days=days)
    return _done(request, given, "The account is suspended. They get an email.")


def _readmit(request: Any, given: Given) -> HttpResponse:
    moderation.readmit(by=given.by, **given.person())
    return _done(request, given, "They can log in again.")


def _mute(request: Any, given: Given) -> HttpResponse:
    moderation.mute(by=given.by, **given.person(), days=given.number("days"))
    return _done(request, given, "They can’t write in chats now. They get an email.")


def _unmute(request: Any, given: Given) -> HttpResponse:
    moderation.unmute(by=given.by, **given.person())
    return _done(request, given, "They can write in chats again.")


def _ban_name(request: Any, given: Given) -> HttpResponse:
    moderation.ban_name(by=given.by, **given.person())
    return _done(request, given, "Nobody can have this name now. The player gets an email.")


def _delete(request: Any, given: Given) -> HttpResponse:
    moderation.delete_words(by=given.by, report_id=given.number("report"), words=given.words())
    messages.success(request, "The words are gone. Their author gets an email.")
    return redirect("staff_reports")


def _settle(request: Any, given: Given) -> HttpResponse:
    moderation.settle(by=given.by, report_id=given.number("report"), words=given.words())
    messages.success(request, "The report is settled.")
    return redirect("staff_reports")


def _hear(request: Any, given: Given) -> HttpResponse:
    moderation.hear(by=given.by, act_id=given.number("act"))
    return redirect("staff_reports")


def _done(request: Any, given: Given, words: str) -> HttpResponse:
    messages.success(request, words)
    return redirect("staff_people")


DOING.update(
    suspend=_suspend,
    readmit=_readmit,
    mute=_mute,
    unmute=_unmute,
    rename=_ban_name,
    delete=_delete,
    settle=_settle,
    hear=_hear,
)
