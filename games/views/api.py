"""The API: the kernel's own words as JSON. Signed in by session, with the form token for writing."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST, require_safe

from games.errors import Refusal, illegal, not_your_seat
from games.kernel import codec, validation
from games.kernel.errors import IllegalMove
from games.kernel.types import Move, Open
from games.lobby.my_matches import my_decisions
from games.matches import play as door
from games.table import presenter
from games.views.decorators import small_body
from games.views.refusals import as_json
from games.views.table import running


def json_api(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer refusals, and people who are not signed in, as JSON."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            if not request.user.is_authenticated:
                raise Refusal(401, "Sign in first.")
            answered = view(request, *args, **kwargs)
        except Refusal as refusal:
            return as_json(refusal)
        if answered.status_code == 403:  # the page about form tokens
            return as_json(Refusal(403, "Send the form token of the cookie csrftoken in the header X-CSRFToken."))
        return answered

    return answer


@require_safe
@json_api
def mine(request: HttpRequest) -> HttpResponse:
    """Decisions that wait for this person."""
    return JsonResponse({"waiting": my_decisions(request.user)})


@require_safe
@json_api
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """The table as this person sees it: view, own decisions, log in words."""
    loaded = running(request, match_id)
    seat = loaded.seat_of(request.user.pk)
    facts = presenter.describe(loaded, presenter.viewer_of(loaded, request.user))
    return _json(
        {
            "match": loaded.id,
            "game": loaded.slug,
            "version": loaded.version,
            "status": loaded.status,
            "seat": seat,
            "names": loaded.names,
            "view": facts["view"],
            "decisions": [_decision(open) for open in presenter.own_decisions(loaded, seat).all],
            "log": [
                {"text": line.words, "clause": line.clause, "version": line.version}
                for line in presenter.story(loaded, seat)
            ],
            "ranks": [row.rank for row in loaded.seats] if loaded.is_over else None,
        }
    )


@require_POST
@json_api
@small_body
def play(request: HttpRequest, match_id: int) -> HttpResponse:
    """A move: {"decision": id, "move": {"verb", "args"} or flat as in the rulebook}."""
    try:
        body = msgspec.json.decode(request.body, type=dict[str, Any])
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError):
        raise Refusal(400, "The body is not a JSON object.") from None
    if set(body) != {"decision", "move"} or not isinstance(body["decision"], str):
        raise Refusal(422, 'Send {"decision": id, "move": {…}} and nothing else.', "PLAY-03")
    loaded = running(request, match_id)
    seat = loaded.seat_of(request.user.pk)
    if seat is None:
        raise not_your_seat()
    try:
        move = codec.move_from(body["move"])
    except IllegalMove as error:
        if loaded.is_over or "unreadable" in loaded.game.rules.refusals:
            raise illegal(validation.unreadable(loaded.game, loaded.is_over, error)) from None
        move = Move("")  # no game has such a verb: the rules refuse it in their own words and order
    receipt = door.play_move(
        match_id=match_id, seat=seat, decision=body["decision"][:60], move=move, by="api", user=request.user
    )
    return JsonResponse({"version": receipt.version, "is_over": receipt.is_over, "is_repeated": receipt.is_repeated})


def _decision(open: Open) -> dict[str, Any]:
    return {"id": open.id, "answer": open.answer, **codec.plain(open.decision)}


def _json(value: Any) -> HttpResponse:
    return HttpResponse(codec.dump_any(value), content_type="application/json")
