"""The address of the event stream: who may open one, and the headers that keep it flowing."""

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse

from games.api.dispatch import problem, token_of
from games.api.streams import MOST, Stream, since_of, streams
from games.errors import Refusal
from games.sockets.database_thread import in_database_thread


async def stream(request: HttpRequest) -> HttpResponseBase:
    """Decisions, moves and messages of whoever this token acts for, as they come."""
    if request.method != "GET":
        refused = problem(Refusal(405, "Use GET here."))
        refused["Allow"] = "GET"
        return refused
    try:
        # not in a thread of this request: that would keep its connection as long as the stream lasts
        token = await in_database_thread(token_of)(request, "read")
        if streams.count(token.user) >= MOST:
            raise Refusal(429, f"You can have {MOST} streams open. Close one first.")
    except Refusal as refusal:
        return problem(refusal)
    opened = Stream(token, since_of(request.headers.get("Last-Event-ID", "")))
    answer = StreamingHttpResponse(opened.events(), content_type="text/event-stream")
    answer["Cache-Control"] = "private, no-store"
    answer["X-Accel-Buffering"] = "no"  # nginx passes each event on at once
    answer["Content-Encoding"] = "identity"  # and we do not compress: that would hold events back
    return answer
