"""People: accounts, logging in, email and other notifications, friends, ratings.

May import `config` only. Other apps register functions in `hooks`; this app never imports them.
Doors: `models`, `hooks`, and the doors of the packages inside.
"""
