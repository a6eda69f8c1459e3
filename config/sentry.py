"""Error reports to Sentry, or a compatible service (GlitchTip, Bugsink), if SENTRY_DSN is set.

What leaves this machine: kinds of errors, files, lines, our own source, the names of tasks, the request's id. No
values of variables, no words of exceptions, no addresses of pages, no people: see `error_reporting` for the reasons.
"""

from typing import Any

from config import request_ids

WITHHELD = "(words withheld)"
KEPT = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "exception")
FRAME = (
    "filename",
    "abs_path",
    "function",
    "module",
    "lineno",
    "context_line",
    "pre_context",
    "post_context",
    "in_app",
)


def start(dsn: str, **more: Any) -> None:
    """Report from now on; nothing happens, and nothing is loaded, without an address."""
    if not dsn:
        return
    import sentry_sdk

    sentry_sdk.init(
        dsn=dsn,
        before_send=scrubbed,
        auto_enabling_integrations=False,  # all errors are logged, and what is logged comes here
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=None,
        auto_session_tracking=False,
        server_name="playpost",
        **more,
    )


def scrubbed(event: Any, hint: Any) -> Any:
    """What may go out: a list of what is kept, so that what a later version adds stays here."""
    kept = {name: event[name] for name in KEPT if name in event}
    if "exception" in kept:
        kept["exception"] = {"values": [_without_words(one) for one in kept["exception"].get("values", [])]}
    if "logentry" in event:
        kept["logentry"] = {"message": event["logentry"].get("message", "")}  # the pattern, without what fills it
    kept["tags"] = {"request": request_ids.current.get(), "task": request_ids.task_name.get()}
    return kept


def _without_words(one: dict[str, Any]) -> dict[str, Any]:
    trace = one.get("stacktrace") or {}
    frames = [{name: frame[name] for name in FRAME if name in frame} for frame in trace.get("frames", [])]
    return {"type": one.get("type"), "module": one.get("module"), "value": WITHHELD, "stacktrace": {"frames": frames}}
