"""The page where a person reads a staff decision about them and can answer it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts import staff_decisions
from accounts.models import OutgoingMail
from accounts.request_types import Request


@require_http_methods(["GET", "HEAD", "POST"])
def staff_act(request: Request, token: str) -> HttpResponse:
    act = staff_decisions.read(token)
    if act is None:
        return render(request, "404.html", status=404)
    if request.user.pk == act.person_id:
        OutgoingMail.objects.filter(key=f"staff_act{act.pk}", is_unread=True).update(is_unread=False)
    if request.method == "POST":
        if staff_decisions.answer(act, request.POST.get("answer", "")):
            messages.success(request, "Thank you. The staff will read your answer.")
        else:
            messages.error(request, "Write something first. You can answer once.")
        return redirect(request.path)
    context = {
        "is_plain": True,
        "act": act,
        "lead": staff_decisions.LEADS[staff_decisions.Act(act.act)],
        "longest": staff_decisions.LONGEST,
    }
    return render(request, "accounts/staff_act.html", context)
