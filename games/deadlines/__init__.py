"""What the passing of time does: defaults, reminders, substitutes, vacations, outages, live play.

It may import `matches` and `clocks`.
Door: `sweep.sweep`.
"""
