"""What whoever runs the site sees and does: figures, inconsistent rows and how to mend them, staff actions.

It may import `games.matches`, `games.deadlines` and what stands before them.
Doors: `figures.read`, `doctor.examine`, `staff_actions`.
"""
