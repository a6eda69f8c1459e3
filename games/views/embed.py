"""A moment of a public match in a frame of another site, as its "Embed this moment" offers it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe
from msgspec.structs import asdict

from config.security import framed_policy
from games.errors import Refusal, no_match
from games.matches.loaded import load_match
from games.table import presenter
from games.table.replay import look_back
from games.views.replay import number_of
from games.views.table import match_facts, render_stage


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, match_id: int) -> HttpResponse:
    """A moment of a public match for the frames of other sites: what everybody saw, whoever asks; without script."""
    try:
        loaded = load_match(match_id)
        if loaded.position is None or not loaded.is_public:
            raise no_match()
    except Refusal as refusal:
        answer = render(request, "games/embed.html", status=refusal.status)
    else:
        version = number_of(request.GET.get("at", ""), loaded.version)
        moment = look_back(loaded, presenter.Viewer(), version, "", reverse("embed", args=[match_id]))
        here = f"{reverse('history', args=[match_id])}?at={moment.version}"
        context = asdict(moment) | {"match": match_facts(loaded), "replay_url": here}
        answer = render_stage(request, "embed", loaded.slug, context)
    answer["Content-Security-Policy"] = framed_policy(request)
    return answer
