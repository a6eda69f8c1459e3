"""One viewer's table in facts and in HTML: position, log, chat, replay, what if, standing orders.

It may import `agreements` and what stands before it.
Doors: `presenter` (facts) and `fragments` (HTML).
"""
