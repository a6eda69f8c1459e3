"""The second channel of the outbox: calendar, feed, webhooks and notifications of browsers.

It may import `accounts.mail` and what stands before it; news are registered by others (`registry`).
Door: `delivery`; the app keeps the label `notices`.
"""
