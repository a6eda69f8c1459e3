"""Bots for a Playpost site: read what waits, choose, play.

`Site` speaks to the API, `run` asks a function of yours for each move, `random_move` draws one that fits.
"""

from playpost_bot.moves import random_move
from playpost_bot.runner import Choose, accept_invitations, play_waiting, run
from playpost_bot.site import Decision, Match, Refused, Site

__all__ = ["Choose", "Decision", "Match", "Refused", "Site", "accept_invitations", "play_waiting", "random_move", "run"]
