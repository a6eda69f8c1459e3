"""Notifications other than email: calendar, feed, webhooks and browser notifications.

May import `accounts.mail` and what that may import. Other apps register news and deadlines in `registry`.
Door: `delivery`. The app label is `notices`.
"""
