"""Reports: players report other players; staff read the reports in context."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.models import DirectMessage, StaffAct, User
from accounts.request_types import MemberRequest
from games import rate_limits
from games.operations import moderation
from games.table import chat
from games.views.decorators import member_form
from games.views.staff import page_of, paged, staff_page

KINDS = ("Insults or hate", "Cheating", "Stalling or leaving games", "A bad name", "Something else")


@member_form
def report_person(request: MemberRequest, username: str) -> HttpResponse:
    """Report a player, or their name."""
    about = get_object_or_404(User, username__iexact=username, is_bot=False, is_active=True)
    if about.pk == request.user.pk:
        return redirect("profile", about.username)
    given = request.POST if request.method == "POST" else request.GET
    match = given.get("match", "")
    match = match if match.isdecimal() and len(match) < 15 else ""
    if request.method != "POST" or given.get("kind") not in KINDS:
        message = given.get("message", "")
        quoted = _message(request, about, message)
        context = {"about": about, "match": match, "kinds": KINDS, "message": message, "quoted": quoted}
        return render(request, "games/report_person.html", context, status=422 if request.method == "POST" else 200)
    quoted = _message(request, about, given.get("message", ""))
    parts = (given["kind"], f"Match {match}" if match else "", given.get("reason", "")[:120], quoted)
    words = ". ".join(filter(None, parts))[:300]
    rate_limits.spend("report", request.user.pk, chat.REPORTS_AN_HOUR, "You’ve sent a lot of reports. Wait a while.")
    moderation.report_person(by=request.user, about=about, reason=chat.clean_text(words, 300))
    messages.success(request, "Thank you. The staff will look at your report.")
    return redirect("profile", about.username)


def _message(request: MemberRequest, about: User, number: str) -> str:
    """The message that is reported, if this person has sent it to the reporter; else ""."""
    if not (number.isdecimal() and len(number) < 16):
        return ""
    rows = DirectMessage.objects.filter(pk=int(number), by=about, to=request.user)
    text = rows.values_list("text", flat=True).first()
    return f"“{text[:130]}”" if text else ""


@staff_page
def reports(request: MemberRequest) -> HttpResponse:
    """Open reports with their context, and replies to decisions of the staff."""
    rows = paged(request, moderation.open_reports(request.user))
    around = moderation.context_of(rows.object_list)
    rows.object_list = [(row, around.get(row.pk, [])) for row in rows.object_list]
    answers = StaffAct.objects.filter(StaffAct.ANSWERED).select_related("person", "by").order_by("answered_at")
    return page_of(request, "reports", "staff_reports", {"rows": rows, "answers": answers[:50]})
