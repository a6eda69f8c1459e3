"""What is new in a match for one player, as the subject, the preheader and the top of an email tell it."""

import re
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from games.matches.loaded import LoadedMatch
from games.models import ChatLine, MoveRecord
from games.table import chat_reading, log_words, presenter, replay
from games.table.log_words import LogLine

MOST_LINES = 20  # log lines in an email
MOST_SAID = 5  # chat lines in an email
SHOWN = 34  # letters of a subject that a phone shows
MOST_ASKED = 60  # letters of the question in a subject
MOST_TOLD = 44  # letters of a line at the top
_JOINTS = [  # where a line can end, after two words or more
    re.compile(joint) for joint in (r" \((?!-?\d+,|bot\))", r" at \(", r"\. ", "; ", ": ", ", ", " → ")
]


_LOOSE = re.compile(r"(?: (?:a|an|and|at|by|for|from|in|of|on|or|the|to|with))+$")  # no line ends with these


class Story(NamedTuple):
    """`lines`: what has happened since the player's last move; `newest`: the last thing others did, "" if nothing.
    `is_first`: the player has not moved yet."""

    lines: list[str]
    newest: str
    is_first: bool

    @property
    def top(self) -> list[str]:
        """The two sentences at the top of an email: what others did last, and what came of it."""
        return list(dict.fromkeys(_told(line, MOST_TOLD) for line in (self.newest, *self.lines[-1:]) if line))

    def above(self, prompt: str) -> list[str]:
        """Those of them that the question does not begin with."""
        return [line for line in self.top if not prompt.startswith(line.removesuffix("."))]

    def rest(self, top: list[str]) -> list[str]:
        """The whole story, if there is more than these sentences tell."""
        return [] if {*self.lines} <= {*top} else self.lines


def story_for(loaded: LoadedMatch, seat: int) -> Story:
    """What has happened since the last move of the player in this seat."""
    mine = [line.version for line in loaded.lines if line.seat == seat and line.by != "clock"]
    lines = log_words.story(loaded, seat, max(mine) - 1 if mine else -1)[-MOST_LINES:]
    return Story([line.words for line in lines], _newest(lines, seat), not mine)


def _newest(lines: list[LogLine], seat: int) -> str:
    """The first line of the last record that another player's move made; without one, the last line."""
    others = [line for line in lines if line.seat not in (None, seat)]
    if not others:
        return lines[-1].words if lines else ""
    return next(line.words for line in others if line.version == others[-1].version)


def played_by_clock(loaded: LoadedMatch, seat: int, decision: str) -> str:
    """What the clock played on this decision of the seat, in the words of its choices; "" if it has not.

    For the player alone: a secret answer is told as well.
    """
    records = MoveRecord.objects.filter(match_id=loaded.id, seat=seat, decision=decision, by="clock")
    version = records.order_by("-number").values_list("version", flat=True).first()
    if version is None:
        return ""
    for at in (version, version - 1):  # a sealed answer has made no version of its own
        then = replay.at_version(loaded, at)
        asked = next((open.decision for open in then.open_decisions() if open.id == decision), None)
        if asked is not None:
            return presenter.default_words(then, then.view_for(seat), asked)
    return ""


def moved_at(loaded: LoadedMatch, seat: int) -> datetime | None:
    """When the player in this seat last made a move, not long ago; None if not."""
    return max((line.at for line in loaded.lines if line.seat == seat and line.by != "clock"), default=None)


def said_since(loaded: LoadedMatch, user: User, since: datetime | None) -> list[ChatLine]:
    """What others have said at the table since then, as far as this player hears it."""
    lines = chat_reading.chat_for(loaded, user).lines
    return [line for line in lines if line.user_id != user.pk and (since is None or line.at > since)][-MOST_SAID:]


def cut(words: str, most: int) -> str:
    """The words without a full stop, ended early at a joint, or else shortened, if they are too long."""
    words = words.removesuffix(".")
    for joint in _JOINTS:
        ends = [found.start() for found in joint.finditer(words) if 0 < words.find(" ") < found.start() <= most]
        ends = [end for end in ends if words.count("“", 0, end) == words.count("”", 0, end)]  # none within a quotation
        if len(words) > most and ends:
            words = words[: ends[-1]]
    return words if len(words) <= most else f"{_LOOSE.sub('', words[: most - 1].rsplit(' ', 1)[0])} …"


def _told(words: str, most: int) -> str:
    """The words as a sentence that is not too long. If they are, bots are called by their names alone."""
    told = cut(words if len(words) <= most else words.replace(" (bot)", ""), most)
    return told if told.endswith("…") else f"{told}."


def subject(newest: str, prompt: str) -> str:
    """A subject that begins with the news: "Ben plays 7-8. Beat 7-8 or pass"."""
    told, ask = _told(newest, SHOWN), asked(prompt)
    return ask if ask.startswith(told.removesuffix(".")) else f"{told} {ask}"


def headline(kind: str, title: str, more: str = "") -> str:
    """The subject of an email that asks for no move: "Time’s up: Parcels. You pass". `kind` has at most 11 letters, so
    that a phone shows it with the title of any game."""
    told = f"{kind}{'' if kind.endswith('?') else ':'} {title}"
    return f"{told}. {cut(more, MOST_ASKED)}" if more else told


def asked(prompt: str) -> str:
    """The question, short: its first sentence."""
    return cut(re.split(r"(?<=[.!?]) ", prompt)[0], MOST_ASKED)
