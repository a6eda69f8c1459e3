"""Before and between matches: open tables, lists, my matches, rematches.

May import `table` and the rooms before it.
Doors: `tables` and `starting` for writing, `lists`, `my_matches` and `bell` for reading.
"""
