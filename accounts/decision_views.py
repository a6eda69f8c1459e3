"""The page on which a person reads what the staff decided about them, and answers."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.login import decisions
from accounts.models import OutgoingMail
from accounts.requests import Request


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def decision(request: Request, token: str) -> HttpResponse:
    act = decisions.read(token)
    if act is None:
        return render(request, "404.html", status=404)
    if request.user.pk == act.person_id:
        OutgoingMail.objects.filter(key=f"decision{act.pk}", is_unread=True).update(is_unread=False)
    if request.method == "POST":
        if decisions.answer(act, request.POST.get("answer", "")):
            messages.success(request, "Thank you. The staff will read your answer.")
        else:
            messages.error(request, "Write something first. You can answer once.")
        return redirect(request.path)
    context = {"act": act, "lead": decisions.LEADS[decisions.Act(act.act)], "longest": decisions.LONGEST}
    return render(request, "accounts/decision.html", context)
