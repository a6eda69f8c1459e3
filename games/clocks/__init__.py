"""Time as arithmetic: how long a decision may take, and when a person's clock runs.

It may import nothing of ours: no models, no database.
Doors: `time_control` and `waking_hours`.
"""
