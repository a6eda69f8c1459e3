"""Groups: small clubs with members, their own tables and dates, a chat and a leaderboard.

May import the rooms before `games.groups`. Doors: `services` for changes, `page` for reading, `dates` and `news`.
"""
