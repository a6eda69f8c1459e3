"""One way to answer a refusal: the sentence, its clause, the right status; as page, fragment or JSON."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from games.clause_links import clause_url
from games.errors import Refusal

TITLES = {403: "Not for you", 404: "Not found", 409: "Too late", 413: "Too large"}


def answers_refusals(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Turn a Refusal that leaves the view into a page."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refused(request, refusal, **kwargs)

    return answer


def refused(request: HttpRequest, refusal: Refusal, match_id: int | None = None, **_: Any) -> HttpResponse:
    """The page of a refusal."""
    back = f"/match/{match_id}/" if match_id and refusal.status != 404 else "/"
    context = {
        "title": TITLES.get(refusal.status, "That isn’t possible"),
        "sentence": refusal.message,
        "clause": refusal.clause,
        "clause_url": clause_url(refusal.clause) if refusal.clause else "",
        "back_url": back,
        "back_words": "Back to the table" if back != "/" else "To the start",
    }
    return render(request, "games/refused.html", context, status=refusal.status)


def as_json(refusal: Refusal) -> JsonResponse:
    """{"error": {"clause", "message"}} with the status of the refusal."""
    return JsonResponse({"error": {"clause": refusal.clause, "message": refusal.message}}, status=refusal.status)
