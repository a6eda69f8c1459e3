"""Proof of fairness: the commitment and seed of a match, its record as a file, and checking any record."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.request_types import MemberRequest
from games import rate_limits
from games.clause_links import clause_url
from games.errors import Refusal
from games.matches import player_numbers
from games.matches.loaded import LoadedMatch
from games.models import Match
from games.records import uploads
from games.records.export import as_json, record
from games.views.decorators import member_action, member_form, open_page
from games.views.table import match_facts, running

LARGEST = 1024 * 1024  # bytes of an uploaded record file
CHECKS_AN_HOUR = 30  # per person, because each replays a whole match


@open_page
def proof(request: HttpRequest, match_id: int) -> HttpResponse:
    """The commitment, and after the end the seed (PLAY-10)."""
    loaded = running(request, match_id)
    row = Match.objects.only("secret", "numbers", "seals").get(pk=match_id)
    context = {
        "match": match_facts(loaded),
        "commitment": loaded.commitment,
        "commitment_method": "SHA-256 of the words “Playpost commits to the seed ” followed by the secret.",
        "numbers": sorted(row.numbers),
        "unopened": player_numbers.unopened(row),
        "seed": loaded.at_table().rng.seed if loaded.is_over else "",
        "secret": row.secret if loaded.is_over else "",
        "command": f"manage.py verify playpost-{match_id}.json",
    }
    return render(request, "games/proof.html", context)


@open_page
def export(request: HttpRequest, match_id: int) -> HttpResponse:
    """The record of a finished match, for `manage.py verify`."""
    loaded = _finished(request, match_id)
    response = JsonResponse(record(loaded), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="playpost-{match_id}.json"'
    return response


@member_action
def check(request: MemberRequest, match_id: int) -> HttpResponse:
    """Replay a finished match from its seed, and show what that confirms."""
    loaded = _finished(request, match_id)
    _spend(request)
    confirmed = uploads.check(uploads.read(as_json(loaded)))
    return render(request, "games/record.html", {"confirmed": confirmed, "match": match_facts(loaded)})


@member_form
def upload(request: MemberRequest) -> HttpResponse:
    """Check an uploaded record, then open its replay."""
    if request.method != "POST":
        return render(request, "games/record.html")
    given = request.FILES.get("record")
    if given is None or (given.size or 0) > LARGEST:
        raise Refusal(422, "Choose a record file of at most 1 MB.")
    _spend(request)
    try:
        record = uploads.read(given.read())
        confirmed = uploads.check(record)
        key = uploads.save(record, request.user.pk)
    except Refusal as refusal:
        context = {"refusal": refusal, "clause_url": clause_url(refusal.clause) if refusal.clause else ""}
        return render(request, "games/record.html", context, status=refusal.status)
    context = {"confirmed": confirmed, "replay_url": reverse("record_replay", args=[key])}
    return render(request, "games/record.html", context)


def _finished(request: HttpRequest, match_id: int) -> LoadedMatch:
    loaded = running(request, match_id)
    if not loaded.is_over:
        raise Refusal(409, "The record is published when the match is over.", "PLAY-10")
    return loaded


def _spend(request: MemberRequest) -> None:
    rate_limits.spend("record", request.user.pk, CHECKS_AN_HOUR, "You check many records. Wait a while.")


vars(upload)["most_body"] = settings.MAX_UPLOAD  # records are large
