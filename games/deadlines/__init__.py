"""What happens as time passes: defaults, reminders, substitutes, vacations, outages, live play.

May import `matches` and `clocks`.
Door: `sweep.sweep`.
"""
