"""Error reports to Sentry, or a compatible service (GlitchTip, Bugsink), if SENTRY_DSN is set.

What leaves this machine: exception types, files, lines, our own source code, task names and the request id. No
variables, no exception messages, no URLs, no personal data; `error_reporting` says why.
"""

from typing import Any

from config import request_ids

WITHHELD = "(message withheld)"
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
    """Start reporting. Does nothing, not even import the SDK, if `dsn` is empty."""
    if not dsn:
        return
    import sentry_sdk
    from sentry_sdk.utils import BadDsn, Dsn

    try:
        Dsn(dsn)
    except BadDsn:
        raise SystemExit("SENTRY_DSN must be an address such as https://key@errors.example.org/1.") from None
    sentry_sdk.init(
        dsn=dsn,
        before_send=scrubbed,
        auto_enabling_integrations=False,  # not needed: all errors are logged, and logged errors are reported
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=None,
        auto_session_tracking=False,
        server_name="playpost",
        **more,
    )


def scrubbed(event: Any, hint: Any) -> Any:
    """The event reduced to an allow-list, so that fields added by a later SDK version are not sent."""
    kept = {name: event[name] for name in KEPT if name in event}
    if "exception" in kept:
        kept["exception"] = {"values": [_without_words(one) for one in kept["exception"].get("values", [])]}
    if "logentry" in event:
        kept["logentry"] = {"message": event["logentry"].get("message", "")}  # the format string only
    kept["tags"] = {"request": request_ids.current.get(), "task": request_ids.task_name.get()}
    return kept


def _without_words(one: dict[str, Any]) -> dict[str, Any]:
    trace = one.get("stacktrace") or {}
    frames = [{name: frame[name] for name in FRAME if name in frame} for frame in trace.get("frames", [])]
    return {"type": one.get("type"), "module": one.get("module"), "value": WITHHELD, "stacktrace": {"frames": frames}}
