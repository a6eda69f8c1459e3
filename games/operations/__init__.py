"""Running the site: figures, inconsistent rows and how to fix them, staff actions, moderation.

May import `games.matches`, `games.deadlines` and the rooms before them.
Doors: `figures.read`, `doctor.examine`, `staff_actions`, `moderation`.
"""
