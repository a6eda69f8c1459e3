"""HTTP views: each finds the user and seat, calls the door of another room, and responds.

May import every other room.
Door: `games.urls`.
"""
