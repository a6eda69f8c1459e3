"""Logging in and out: allauth's forms with our wording, passwords, sessions, the time zone of a request.

May import `accounts.models`, `accounts.notices`, `names` and `zones`.
Doors: `sessions` and `sign_out`; Django's settings refer to the rest.
"""
