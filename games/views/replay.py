"""Replay pages for matches and uploaded records, and the embed for other sites."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe
from msgspec.structs import asdict, replace

from config.security import framed_policy
from games.errors import NoMatch, Refusal
from games.mail import link_preview
from games.matches.access import key_for
from games.matches.loaded import LoadedMatch, load_match
from games.numbers import number_of
from games.records import uploads
from games.table import presenter
from games.table.replay import Moment, Source, at_version, moment_at
from games.views.decorators import open_page
from games.views.table import MatchFacts, match_facts, render_stage, running, viewer


@open_page
def replay(request: HttpRequest, match_id: int) -> HttpResponse:
    """The table after a move, as this viewer saw it then, or after the end as any seat did. `part`: as a fragment."""
    loaded = running(request, match_id)
    address = reverse("replay", args=[match_id])
    return _moment(request, loaded, match_facts(loaded), address, at_version)


def _moment(request: HttpRequest, loaded: LoadedMatch, match: MatchFacts, address: str, source: Source) -> HttpResponse:
    version = number_of(request.GET.get("at", ""), loaded.version)
    if "move" in request.GET:  # the "go to move" form counts moves, not versions
        version = number_of(request.GET["move"], loaded.version - 1) + 1
    me = presenter.Viewer() if loaded.is_unstored else viewer(request, loaded)
    moment = moment_at(loaded, me, version, request.GET.get("as", ""), address, source)
    context = _flat(moment) | {"match": match, "moment_url": request.build_absolute_uri(moment.links.here)}
    if loaded.is_unstored:
        context["at"] = None  # records have no times
    may_try = me.user is not None and (loaded.is_over or me.seat is not None)
    context["may_try"] = may_try and not loaded.is_unstored and not (loaded.is_over and version == loaded.version)
    if loaded.is_public and not loaded.is_unstored:
        shown = reverse("embed", args=[loaded.id])
        context["embed_url"] = request.build_absolute_uri(f"{shown}?at={moment.version}")
    if request.GET.get("part"):
        return render(request, "games/_moment.html", context)
    if not loaded.is_unstored:
        context["preview"] = link_preview.tags_of_match(loaded, key_for(request, loaded.id), request.user)
    return render_stage(request, "replay", loaded.slug, context)


def _flat(moment: Moment) -> dict[str, Any]:
    return asdict(moment) | asdict(moment.links) | asdict(moment.drawn)


@open_page
def record_replay(request: HttpRequest, key: str) -> HttpResponse:
    """Step through an uploaded record. Anyone with its URL can."""
    loaded = uploads.match_of(key)
    match = replace(match_facts(loaded), id="", url=reverse("upload"))
    return _moment(request, loaded, match, reverse("record_replay", args=[key]), partial(uploads.at_version, key))


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, match_id: int) -> HttpResponse:
    """A moment of a public match for iframes on other sites: the spectators' view, without script."""
    try:
        loaded = load_match(match_id)
        if loaded.position is None or not loaded.is_public:
            raise NoMatch()
    except Refusal as refusal:
        answer = render(request, "games/embed.html", status=refusal.status)
    else:
        version = number_of(request.GET.get("at", ""), loaded.version)
        moment = moment_at(loaded, presenter.Viewer(), version, "", reverse("embed", args=[match_id]))
        here = f"{reverse('replay', args=[match_id])}?at={moment.version}"
        context = _flat(moment) | {"match": match_facts(loaded), "replay_url": here}
        answer = render_stage(request, "embed", loaded.slug, context)
    answer["Content-Security-Policy"] = framed_policy(request)
    return answer
