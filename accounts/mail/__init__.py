"""The outbox of emails: rows that are owed, what people want, when several become one, how each is sent once.

It may import `accounts.models` and `hooks`; what an email says is registered by others (`email`).
Door: `outbox` (queue, send_due).
"""
