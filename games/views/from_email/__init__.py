"""Pages reached by the links in emails.

A signed ticket in the address says who opens one and what for; there is no log-in and no cookie.
Door: `links.email`.
"""
