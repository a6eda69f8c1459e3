"""The database models of matches: seats, moves, chat, agreements, and when people play.

May import the kernel and the titles. Tournaments and groups have models of their own. Door: everything exported here.
"""

from games.models.agreements import Pause, Proposal
from games.models.chat import ChatLine, Report, Visit
from games.models.hours import AnswerTime, Habit, MatchLength, SweepHeartbeat, Vacation, WakingHours
from games.models.matches import EmailInvitation, Invitation, Match, Seat, new_token
from games.models.moves import MoveRecord, OpenDecision, Snapshot
from games.models.seasons import SeasonScore
from games.models.substitutes import LostSeat, Substitute
