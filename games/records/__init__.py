"""The record of a match: exported, brought along, checked.

It may import `table` and what stands before it.
Doors: `export` and `uploads`; a record is checked by `games.kernel.replay.verify`.
"""
