"""Looking back at a match: replay of our own and of brought records, and the check that a record is true."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from games import history, limits, present, records, uploads
from games.errors import Refusal
from games.frames import Frame
from games.live import clause_url
from games.views.entry import member_action, members_only
from games.views.refusals import answers_refusals
from games.views.table import assets, match_facts, running, viewer

LARGEST = 1024 * 1024  # bytes of an uploaded record
CHECKS_AN_HOUR = 30  # by one person: each plays a whole match again


@require_safe
@answers_refusals
def replay(request: HttpRequest, match_id: int) -> HttpResponse:
    """The table after a move: what this viewer saw then; after the end, what any seat saw. `part`: for script."""
    frame = running(request, match_id)
    address = reverse("history", args=[match_id])
    return _moment(request, frame, match_facts(frame, None), address, history.frame_then)


def _moment(
    request: HttpRequest, frame: Frame, match: dict[str, Any], address: str, source: history.Then
) -> HttpResponse:
    version = _number(request.GET.get("at", ""), frame.version)
    if "move" in request.GET:  # the form for a jump counts moves, not versions
        version = _number(request.GET["move"], frame.version - 1) + 1
    looking = present.Viewer() if frame.is_loose else viewer(request, frame)
    context = history.look_back(frame, looking, version, request.GET.get("as", ""), address, source)
    context["told"] = [(line.words, line.clause, clause_url(line.clause)) for line in context["told"]]
    if frame.is_loose:
        context["at"] = None  # a record does not say when
    may_try = looking.user is not None and (frame.is_over or looking.seat is not None)
    context["may_try"] = may_try and not frame.is_loose and not (frame.is_over and version == frame.version)
    context |= {"match": match, "moment_url": request.build_absolute_uri(context["here"])}
    if request.GET.get("part"):
        return render(request, "games/_moment.html", context)
    return render(request, "games/history.html", context | assets(frame.slug))


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else otherwise


@member_action
def check(request: HttpRequest, match_id: int) -> HttpResponse:
    """Play a finished match again from its seed and say what that confirms."""
    frame = running(request, match_id)
    if not frame.is_over:
        raise Refusal(409, "The record is published when the match is over.", "PLAY-10")
    _spend(request)
    confirmed = uploads.check(uploads.read(records.as_json(frame)))
    return render(request, "games/record.html", {"confirmed": confirmed, "match": match_facts(frame, None)})


@csrf_exempt
@require_http_methods(["GET", "POST"])
@answers_refusals
def upload(request: HttpRequest) -> HttpResponse:
    """A record from a file: checked, then ready to be stepped through."""
    return _upload(request)


upload.weighs_bodies = True  # type: ignore[attr-defined]  (records are larger than forms; config.security leaves it to us)


@csrf_protect
@members_only
def _upload(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "games/record.html")
    given = request.FILES.get("record")
    if given is None or given.size > LARGEST:
        raise Refusal(422, "Choose the file of a record, of at most 1 MB.")
    _spend(request)
    try:
        record = uploads.read(given.read())
        confirmed = uploads.check(record)
    except Refusal as refusal:
        context = {"refusal": refusal, "clause_url": clause_url(refusal.clause) if refusal.clause else ""}
        return render(request, "games/record.html", context, status=refusal.status)
    context = {"confirmed": confirmed, "replay_url": reverse("record_replay", args=[uploads.keep(record)])}
    return render(request, "games/record.html", context)


@require_safe
@answers_refusals
def record_replay(request: HttpRequest, key: str) -> HttpResponse:
    """Step through an uploaded record; who has its address may look."""
    frame = uploads.frame_of(key)
    match = {"title": frame.game.meta.title, "slug": frame.slug, "id": "", "url": reverse("upload")}
    return _moment(request, frame, match, reverse("record_replay", args=[key]), partial(uploads.frame_then, key))


def _spend(request: HttpRequest) -> None:
    limits.spend("record", request.user.pk, CHECKS_AN_HOUR, limits.HOUR, "You check many records. Wait a while.")
