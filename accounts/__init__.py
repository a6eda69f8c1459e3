"""People: who they are, how they are written to, how well they play.

It may import `config` only: other apps plug in through `hooks`, it never imports them.
Doors: `models`, `hooks`, and the doors of its rooms.
"""
