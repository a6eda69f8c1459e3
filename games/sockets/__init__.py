"""Live tables: one socket a page, one ear a process.

It may import `table` and what stands before it.
Doors: `routing` and `consumer`.
"""
