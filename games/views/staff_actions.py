"""The buttons on staff pages: the action of each, its form fields and its success message."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.numbers import whole_number
from games.operations import moderation, staff_actions
from games.views.decorators import member_action
from games.views.staff import mails_page, staff_only

READ = "read"  # the only button that changes nothing: it shows a reply
BOX = "by_email"  # a checkbox
NUMBERS = ("match_id", "mail_id", "reply_id", "report_id", "act_id", "days", "hours")


class Button(NamedTuple):
    """`fields`: the form fields, optional ones with "?"; `said`: the success message; `page`: the view to return to."""

    act: Callable[..., object]
    fields: str
    said: str
    page: str


DOING = {
    "close": Button(
        staff_actions.close_table, "match_id words", "The table is closed. Its players are told.", "staff_match"
    ),
    "pause": Button(
        staff_actions.pause_match,
        "match_id days words",
        "The match is paused. Its players are told.",
        "staff_match",
    ),
    "abandon": Button(
        staff_actions.abandon_match, "match_id words", "The match has ended. Its players are told.", "staff_match"
    ),
    "retry": Button(staff_actions.retry_mail, "mail_id", "The email will be sent again.", "staff_mails"),
    "drop": Button(staff_actions.drop_mail, "mail_id words", "The email will not be sent.", "staff_mails"),
    READ: Button(staff_actions.read_reply, "reply_id", "", "staff_mails"),
    "announce": Button(
        staff_actions.announce, "text hours by_email", "Everybody can read it within a few seconds.", "staff"
    ),
    "withdraw": Button(staff_actions.withdraw, "", "", "staff"),
    "warn": Button(moderation.warn, "username words", "They get your warning.", "staff_people"),
    "suspend": Button(
        moderation.suspend, "username words days?", "The account is suspended. They are told why.", "staff_people"
    ),
    "readmit": Button(moderation.lift_suspension, "username words", "They can log in again.", "staff_people"),
    "mute": Button(
        moderation.mute, "username words days", "They can’t write in chats now. They are told why.", "staff_people"
    ),
    "unmute": Button(moderation.unmute, "username words", "They can write in chats again.", "staff_people"),
    "rename": Button(
        moderation.ban_name,
        "username name words",
        "Nobody can have this name now. The player is told.",
        "staff_people",
    ),
    "delete": Button(
        moderation.delete_words, "report_id words", "The words are gone. Their author is told.", "staff_reports"
    ),
    "settle": Button(moderation.settle, "report_id words", "The report is settled.", "staff_reports"),
    "hear": Button(moderation.mark_reply_read, "act_id", "", "staff_reports"),
}


@member_action
@staff_only
def do(request: HttpRequest, act: str) -> HttpResponse:
    """Carry out the action of a button. Raises Refusal."""
    if act not in DOING:
        raise Http404
    button = DOING[act]
    given = {name.removesuffix("?"): _given(request.POST, name) for name in button.fields.split()}
    result = button.act(by=request.user, **given)
    if act == READ:
        return mails_page(request, (given["reply_id"], str(result)))
    if button.said:
        messages.success(request, button.said)
    return redirect(button.page, *([given["match_id"]] if "match_id" in given else ()))


def _given(form: Mapping[str, str], name: str) -> Any:
    """Read a form field: text, a checkbox, or a number (0 if optional and empty). Raises Refusal (422)."""
    value = form.get(name.removesuffix("?").removesuffix("_id"), "").replace("\r\n", "\n").strip()
    if name.removesuffix("?") not in NUMBERS:
        return bool(value) if name == BOX else value
    if name.endswith("?") and not value:
        return 0
    return whole_number(value, "Please fill in the whole form.")
