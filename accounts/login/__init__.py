"""Logging in and out: allauth's forms in our words, password hashing, sessions, the time zone of a request.

It may import `accounts.models`, `names` and `zones`.
Doors: `sessions` and `sign_out`; Django's settings name the rest.
"""
