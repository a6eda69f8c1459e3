"""What players settle among themselves: a pause, more time, a move taken back, live play.

It may import `deadlines` and what stands before it.
Door: `proposals`.
"""
