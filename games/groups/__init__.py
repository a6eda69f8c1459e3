"""Groups: small clubs with members, tables of their own and a leaderboard of their own.

May import what stands before `games.groups` in the order of rooms. Doors: `services` to change, `page` to show.
"""
