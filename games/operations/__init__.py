"""What whoever runs the site sees and does: figures, inconsistent rows and how to mend them, acts of the staff.

It may import `games.matches`, `games.deadlines` and what stands before them.
Doors: `figures.read`, `doctor.examine`, `acts`.
"""
