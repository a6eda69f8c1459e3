"""The emails of a match: what they say, their links, and moves by reply.

It may import `table`, `lobby` and what stands before them.
Doors: the renderers of `*_email.py` and `*_emails.py`, which register themselves with the outbox; `replies`.
"""
