"""A bot's main loop: wait for decisions, choose, play."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from playpost_bot.site import Decision, Match, Refused, Site

Choose = Callable[[Match, Decision], dict[str, Any]]
log = logging.getLogger("playpost_bot")
TRIES = 3  # refused moves before the default is played
MINUTE = 60.0  # between two checks for invitations
REST = 15.0  # seconds to wait after a failure


def run(site: Site, choose: Choose, rest: float = REST, joins: bool = False) -> None:
    """Play forever, as soon as the event stream announces a decision. After a failure, check all open decisions again.

    `joins`: accept every invitation, within a minute.
    """
    if joins:
        threading.Thread(target=_accept_for_ever, args=(site,), daemon=True).start()
    while True:
        try:
            play_waiting(site, choose)
            for event in site.events():
                if event["event"] == "decision":
                    _play_match(site, site.match(event["match"]), choose)
        except (OSError, Refused) as error:
            log.warning("%s", error)
        time.sleep(rest)


def accept_invitations(site: Site) -> int:
    """Accept all open invitations. Returns how many there were."""
    invited = site.invitations()
    for row in invited:
        site.join(row["match"])
    return len(invited)


def _accept_for_ever(site: Site) -> None:
    while True:
        try:
            accept_invitations(site)
        except (OSError, Refused) as error:
            log.warning("%s", error)
        time.sleep(MINUTE)


def play_waiting(site: Site, choose: Choose) -> int:
    """Answer all open decisions. Returns how many there were."""
    matches = {row["match"] for row in site.waiting()}
    return sum(_play_match(site, site.match(number), choose) for number in sorted(matches))


def _play_match(site: Site, match: Match, choose: Choose) -> int:
    asked = [row for row in match["decisions"] if row["answer"] is None and _is_owed(row["decision"])]
    for row in asked:
        _answer(site, match, row["id"], row["decision"], choose)
    return len(asked)


def _answer(site: Site, match: Match, key: str, decision: Decision, choose: Choose) -> None:
    for _ in range(TRIES):
        try:
            site.play(match["id"], key, choose(match, decision))
            return
        except Refused as refused:
            if refused.status != 422:
                raise
            log.info("%s", refused)
    site.play(match["id"], key, decision["default"])


def _is_owed(decision: Decision) -> bool:
    """Must this be answered? Optional decisions and standing orders need not be."""
    return not decision["optional"] and decision["clock"]["pace"] != "standing"
