"""Write a bot for a Playpost site.

`Site` is the API client, `run` is the main loop that calls your function for each move, `random_move` picks any move.
"""

from playpost_bot.moves import random_move
from playpost_bot.runner import Choose, accept_invitations, play_waiting, run
from playpost_bot.site import Decision, Match, Refused, Site

__all__ = ["Choose", "Decision", "Match", "Refused", "Site", "accept_invitations", "play_waiting", "random_move", "run"]
