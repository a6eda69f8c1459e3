"""The rows of the room `games`: matches, seats, moves, what was said and agreed, and when people play.

It may import the kernel and the titles. Tournaments and groups keep rows of their own. Door: everything it names here.
"""

from games.models.agreements import Pause, Proposal
from games.models.chat import ChatLine, Report, Visit
from games.models.hours import AnswerTime, Habit, MatchLength, SweepHeartbeat, Vacation, WakingHours
from games.models.matches import EmailInvitation, Invitation, Match, Seat, new_token
from games.models.moves import MoveRecord, OpenDecision, Snapshot
from games.models.substitutes import LostSeat, Substitute

__all__ = [
    "AnswerTime",
    "ChatLine",
    "EmailInvitation",
    "Habit",
    "Invitation",
    "LostSeat",
    "Match",
    "MatchLength",
    "MoveRecord",
    "OpenDecision",
    "Pause",
    "Proposal",
    "Report",
    "Seat",
    "Snapshot",
    "Substitute",
    "SweepHeartbeat",
    "Vacation",
    "Visit",
    "WakingHours",
    "new_token",
]
