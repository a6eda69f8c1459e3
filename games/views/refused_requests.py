"""The page of a request that is refused: a Refusal with its sentence, clause and status.

A move that the rules refuse is shown at the table instead (moves.py).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.decorators import is_script, page_of_form, written
from accounts.request_types import Request
from games.clause_links import clause_url
from games.errors import NoMatch, Refusal, too_large

TITLES = {404: "Not found", 409: "Too late", 410: "No longer open", 413: "Too large", 500: "Out of order"}


def answers_refusals(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn a Refusal raised by the view into a page."""

    @wraps(view)
    def answer(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refused(request, refusal, **kwargs)

    vars(answer)["answer_too_large"] = lambda request: refused(request, too_large())  # for config.security
    return answer


def refused(request: Request, refusal: Refusal, match_id: int | None = None, **_: Any) -> HttpResponse:
    """The page of a refusal. Private matches and missing ones get the same page, so that nobody learns which matches
    exist. Anonymous users are sent to the login first: the link may have been meant for them."""
    is_page = match_id and request.method in ("GET", "HEAD") and not request.htmx
    if is_page and refusal.status == 404 and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if is_page and isinstance(refusal, NoMatch):
        return render(request, "games/private_match.html", status=403)
    back, back_words = _way_back(request, refusal, match_id)
    if _is_told_there(request, refusal):
        messages.info(request, refusal.message)
        return redirect(back)
    context = {
        # The script of a table shows the heading only.
        "title": refusal.message if is_script(request) else TITLES.get(refusal.status, "That isn’t possible"),
        "sentence": refusal.message,
        "clause": refusal.clause,
        "clause_url": clause_url(refusal.clause) if refusal.clause else "",
        "offers_account": refusal.needs_account,
        "back_url": back,
        "back_words": back_words,
    }
    return render(request, "games/refused.html", context, status=refusal.status)


def _is_told_there(request: Request, refusal: Refusal) -> bool:
    """Is it enough to say it on the page with the button? A second press, say, comes too late: there is no rule to read
    and nothing written to keep."""
    is_late = refusal.status in (403, 409, 422, 429) and not refusal.clause
    has_page = is_late and not refusal.needs_account and bool(page_of_form(request))
    return has_page and not is_script(request) and not written(request)


def _way_back(request: Request, refusal: Refusal, match_id: int | None) -> tuple[str, str]:
    """The address and the words of a link to the page where the form was, unless that is gone."""
    if refusal.status == 500 and match_id and request.user.is_authenticated:  # “Next move” may have led here
        return f"{reverse('next_decision')}?after={match_id}", "Next move"
    if isinstance(refusal, NoMatch) or refusal.status in (410, 500):
        return "/", "Home page"
    if match_id:
        return reverse("match", args=[match_id]), "Back to the table"
    page = page_of_form(request) if refusal.status != 404 else ""
    return (page, "Back") if page else ("/", "Home page")
