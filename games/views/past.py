"""Looking back at a match: replay."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import history
from games.live import clause_url
from games.views.refusals import answers_refusals
from games.views.table import assets, match_facts, running, viewer


@require_safe
@answers_refusals
def replay(request: HttpRequest, match_id: int) -> HttpResponse:
    """The table after a move: what this viewer saw then; after the end, what any seat saw. `part`: for script."""
    frame = running(request, match_id)
    looking = viewer(request, frame)
    version = _number(request.GET.get("at", ""), frame.version)
    if "move" in request.GET:  # the form for a jump counts moves, not versions
        version = _number(request.GET["move"], frame.version - 1) + 1
    context: dict[str, Any] = history.look_back(frame, looking, version, request.GET.get("as", ""))
    context["told"] = [(line.words, line.clause, clause_url(line.clause)) for line in context["told"]]
    context |= {"match": match_facts(frame, None), "moment_url": request.build_absolute_uri(context["here"])}
    if request.GET.get("part"):
        return render(request, "games/_moment.html", context)
    return render(request, "games/history.html", context | assets(frame.slug))


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else otherwise
