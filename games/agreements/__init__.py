"""What players agree on among themselves: a pause, more time, a takeback, live play.

May import `deadlines` and the rooms before it.
Door: `proposals`.
"""
