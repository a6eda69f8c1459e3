"""Before and between matches: tables that wait, lists, my matches, rematches.

It may import `table` and what stands before it.
Doors: `tables` and `starting` write, `lists` and `my_matches` read.
"""
