"""The emails of a match: their content, their links, and moves by reply.

May import `table`, `lobby` and the rooms before them.
Doors: the renderers in `*_email.py` and `*_emails.py`, which register themselves with the outbox; `replies`.
"""
