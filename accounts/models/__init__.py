"""The models of `accounts`: people, ratings, emails, and acts of the staff.

May import `accounts.names`, `rating_scale`, `zones` and `mail_kinds`. Door: everything exported here.
"""

from accounts.models.mail import DevEmail, IncomingMail, MailRule, MailStop, NoInvitations, OutgoingMail
from accounts.models.people import ApiToken, Block, DeviceSession, DirectMessage, Follow, Friendship, User
from accounts.models.ratings import PaceRating, Rating, RatingFigures, RatingPoint
from accounts.models.staff import Announcement, BannedName, StaffAct
