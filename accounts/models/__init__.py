"""The rows of the room `accounts`: people, their ratings, their emails, and what the staff does.

It may import names, scales and zones of `accounts`. Door: everything it names here.
"""

from accounts.models.mail import DevEmail, IncomingMail, MailRule, MailStop, OutgoingMail
from accounts.models.people import ApiToken, Block, DeviceSession, Follow, Friendship, User
from accounts.models.ratings import PaceRating, Rating, RatingFigures, RatingPoint
from accounts.models.staff import Announcement, BannedName, StaffAct

__all__ = [
    "Announcement",
    "ApiToken",
    "BannedName",
    "Block",
    "DevEmail",
    "DeviceSession",
    "Follow",
    "Friendship",
    "IncomingMail",
    "MailRule",
    "MailStop",
    "OutgoingMail",
    "PaceRating",
    "Rating",
    "RatingFigures",
    "RatingPoint",
    "StaffAct",
    "User",
]
