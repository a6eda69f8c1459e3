"""The email outbox: queued rows, people's preferences, digests, sending each email once, replies and bounces.

May import `accounts.models` and `hooks`. Other apps register what emails say (`email.renderer`).
Doors: `outbox` (queue, send_due), `email` (what one says).
"""
