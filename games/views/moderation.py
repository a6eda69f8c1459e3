"""Reports: players report other players, readers report rules; staff read the reports in context."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render

from accounts.login import throttle
from accounts.models import DirectMessage, StaffAct, User
from accounts.request_types import MemberRequest
from games import rate_limits, titles
from games.errors import Refusal
from games.matches.loaded import LoadedMatch
from games.numbers import number_of
from games.operations import moderation
from games.table import chat_writing
from games.views.decorators import anybodys_form, member_form
from games.views.staff import page_of, paged, staff_page
from games.views.table import visible

FAULTS = ("This is unclear", "This is wrong")
TOO_MANY = "You’ve sent a lot of reports. Wait a while."
NAMES = ("person__username", "person__display_name", "by__username", "by__display_name")
KINDS = ("Insults or hate", "Cheating", "Stalling or leaving games", "A bad name", "Something else")


@member_form
def report_person(request: MemberRequest, username: str) -> HttpResponse:
    """Report a player, or their name."""
    about = get_object_or_404(User, username__iexact=username, is_bot=False, deleted_at=None)
    if about.pk == request.user.pk:
        return redirect("profile", about.username)
    given = request.POST if request.method == "POST" else request.GET
    match = str(number_of(given.get("match", "")) or "")
    if request.method != "POST" or given.get("kind") not in KINDS:
        message = given.get("message", "")
        quoted = _message(request, about, message)
        context = {"about": about, "match": match, "kinds": KINDS, "message": message, "quoted": quoted}
        return report_form(request, "games/report_person.html", context)
    quoted = _message(request, about, given.get("message", ""))
    words = ". ".join(filter(None, (given["kind"], match and f"Match {match}", reason_of(given))))
    reason = chat_writing.clean_text(words, 300)
    rate_limits.spend("report", request.user.pk, chat_writing.REPORTS_AN_HOUR, TOO_MANY)
    moderation.report_person(by=request.user, about=about, text=quoted or about.name, reason=reason)
    messages.success(request, "Thank you. The staff will look at your report.")
    return redirect("profile", about.username)


def report_form(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The form of a report, again if it was sent without a kind."""
    is_missing = request.method == "POST"
    context |= {"is_missing": is_missing, "reason": request.POST.get("reason", "")}
    return render(request, template, context, status=422 if is_missing else 200)


def reason_of(given: QueryDict) -> str:
    """What somebody wrote about their report, on one line."""
    return " ".join(given.get("reason", "").split())


def _message(request: MemberRequest, about: User, number: str) -> str:
    """The message that is reported, if this person has sent it to the reporter; else ""."""
    rows = DirectMessage.objects.filter(pk=number_of(number), by=about, to=request.user)
    text = rows.values_list("text", flat=True).first()
    return f"“{text}”" if text else ""


@anybodys_form
def report_rule(request: HttpRequest, id: str, sentence: Callable[[str], str]) -> HttpResponse:
    """Tell the staff that a rule is unclear or wrong; `match`: at which it was read. Raises Refusal: 404, 422, 429."""
    rule, given = id.upper(), request.POST if request.method == "POST" else request.GET
    words, loaded = sentence(rule), _match_seen(request, given.get("match", ""))
    if not words:
        raise Refusal(404, "There is no such rule.")
    fault, is_sent = given.get("fault", ""), "sent" in request.GET
    if request.method != "POST" or fault not in FAULTS:
        context = {"rule": rule, "words": words, "match": loaded and loaded.id, "faults": FAULTS, "is_sent": is_sent}
        return report_form(request, "games/report_rule.html", context)
    by = request.user if request.user.is_authenticated else None
    rate_limits.spend(
        "report", by.pk if by else throttle.network_of(request, 48), chat_writing.REPORTS_AN_HOUR, TOO_MANY
    )
    reason = chat_writing.clean_text(reason_of(given), 300)
    text, edition = f"{fault}: {words}", _edition(rule, loaded)
    moderation.report_rule(by=by, text=text, reason=reason, rule=rule, edition=edition, loaded=loaded)
    return redirect(f"{request.path}?sent=1" + (f"&match={loaded.id}" if loaded else ""))


def _match_seen(request: HttpRequest, number: str) -> LoadedMatch | None:
    """The match with this number, if the reader may see it."""
    try:
        return visible(request, number_of(number))
    except Refusal:
        return None


def _edition(rule: str, loaded: LoadedMatch | None) -> int:
    """The version of the rules that the reader saw; 1 for the rules of all tables."""
    if loaded and loaded.position and rule in loaded.game.clauses:
        return loaded.at_table().rules
    return next((game.meta.rules for game in titles.load().values() if rule in game.clauses), 1)


@staff_page
def reports(request: MemberRequest) -> HttpResponse:
    """Open reports with their context, and replies to decisions of the staff."""
    rows = paged(request, moderation.open_reports(request.user))
    shown = moderation.reports(rows.object_list)
    around = moderation.context_of(shown)
    rows.object_list = [(row, around.get(row.pk, [])) for row in shown]
    answered = StaffAct.objects.filter(StaffAct.ANSWERED).select_related("person", "by").order_by("answered_at")
    answers = answered.only("act", "words", "answer", "answered_at", *NAMES)
    return page_of(request, "reports", "staff_reports", {"rows": rows, "answers": answers[:50]})
