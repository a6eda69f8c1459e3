"""A match as one viewer sees it, as data and as HTML: position, log, chat, replay, what if, plans.

May import `agreements` and the rooms before it.
Doors: `presenter` (facts), `choosing` (a form that is being filled in) and `fragments` (HTML).
"""
