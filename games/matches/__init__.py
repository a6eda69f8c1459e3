"""Matches in memory and in the database, and the single entry point for moves.

May import `clocks` and the models. Notifies other rooms through the broker and the outbox, never by importing them.
Doors: `play.play_move` and `loaded.load_match`.
"""
