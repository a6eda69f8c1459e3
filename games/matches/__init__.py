"""A match in memory and in store, and the one door for moves.

It may import `clocks` and the models; it tells other rooms through the broker and the outbox, not by imports.
Doors: `play.play_move` and `loaded.load_match`.
"""
