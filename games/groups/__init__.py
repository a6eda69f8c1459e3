"""Groups: small clubs with members, their own tables and their own leaderboard.

May import the rooms before `games.groups`. Doors: `services` for changes, `page` for reading.
"""
