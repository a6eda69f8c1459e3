"""Pure time arithmetic: how long a decision may take, and when a person's clock runs.

May import nothing else from this project: no models, no database.
Doors: `time_control` and `waking_hours`.
"""
