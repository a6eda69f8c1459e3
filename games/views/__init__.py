"""HTTP: each view finds user and seat, calls a door of another room, and answers.

It may import every other room.
Door: `games.urls`.
"""
